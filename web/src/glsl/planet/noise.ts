/** Noise in space; the same on every device. */

export const NOISE3 = /* glsl */ `
float hash3(ivec3 p) {
  uint h = uint(p.x) * 0x9e3779b1u ^ uint(p.y) * 0x85ebca77u ^ uint(p.z) * 0xc2b2ae3du;
  h ^= h >> 15; h *= 0x2c1b3c6du; h ^= h >> 12; h *= 0x297a2d39u; h ^= h >> 15;
  return float(h >> 8) * (1.0 / 16777216.0);
}
float noise3(vec3 p) {
  vec3 c = floor(p);
  vec3 f = p - c;
  ivec3 i = ivec3(c);
  f = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float a = mix(hash3(i), hash3(i + ivec3(1, 0, 0)), f.x), b = mix(hash3(i + ivec3(0, 1, 0)), hash3(i + ivec3(1, 1, 0)), f.x);
  float d = mix(hash3(i + ivec3(0, 0, 1)), hash3(i + ivec3(1, 0, 1)), f.x), e = mix(hash3(i + ivec3(0, 1, 1)), hash3(i + ivec3(1, 1, 1)), f.x);
  return mix(mix(a, b, f.y), mix(d, e, f.y), f.z);
}
float fbm3(vec3 p, int octaves, float gain) {
  float total = 0.0, amplitude = 1.0, whole = 0.0;
  for (int k = 0; k < octaves; k++) {
    total += amplitude * noise3(p);
    whole += amplitude;
    amplitude *= gain;
    p = mat3(0.0, 1.6, 1.2, -1.6, 0.72, -0.96, -1.2, -0.96, 1.28) * p + vec3(17.3, 9.1, 4.7);
  }
  return total / whole;
}
`;
