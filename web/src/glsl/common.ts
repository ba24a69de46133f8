/** Pieces of GLSL that several shaders share. */

/** Value noise of a hash; the same on every device. */
export const NOISE = /* glsl */ `
uint mixed(uint x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return x;
}
float lattice(ivec2 p, uint stream) {
  uint h = mixed(uint(p.x) * 0x9e3779b1u + mixed(uint(p.y) + stream * 0x85ebca77u));
  return float(h >> 8) * (2.0 / 16777216.0) - 1.0;
}
float valueNoise(vec2 p, uint stream) {
  vec2 cell = floor(p);
  vec2 f = p - cell;
  ivec2 i = ivec2(cell);
  vec2 s = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  float a = lattice(i, stream), b = lattice(i + ivec2(1, 0), stream);
  float c = lattice(i + ivec2(0, 1), stream), d = lattice(i + ivec2(1, 1), stream);
  return mix(mix(a, b, s.x), mix(c, d, s.x), s.y);
}
float fbm(vec2 p, int octaves, float gain, uint stream) {
  float total = 0.0, amplitude = 1.0, whole = 0.0;
  for (int k = 0; k < octaves; k++) {
    total += amplitude * valueNoise(p, stream + uint(k));
    whole += amplitude;
    amplitude *= gain;
    p = mat2(1.6, 1.2, -1.2, 1.6) * p + vec2(17.3, 9.1);
  }
  return total / whole;
}
`;

/** Uniforms of sun, sky and haze, and the sky's color in a direction. Directions are east, up, south. */
export const AIR = /* glsl */ `
uniform vec3 uSun, uSunlight, uZenith, uHorizon, uGlow, uHaze;
uniform vec2 uThin;
uniform float uExposure;

vec3 radiance(vec3 d) {
  float up = max(d.y, 0.0);
  float low = 1.0 - up;
  float low2 = low * low;
  float low4 = low2 * low2;
  low = 0.68 * low4 * low4 * low4 + 0.32 * low2;
  float near = max(dot(d, uSun), 0.0);
  float near2 = near * near;
  float near8 = near2 * near2 * near2 * near2;
  float near64 = near8 * near8;
  near64 *= near64; near64 *= near64;
  float glow = 0.10 * near2 + 0.22 * near8 + 0.5 * near64 * near64;
  return mix(uZenith, uHorizon, low) + uGlow * glow;
}
// the share of light that comes through haze, and the light of the haze itself
vec3 kept(vec3 eye, vec3 d, float distance) {
  float rise = d.y * distance * uThin.x;
  float dense = exp(clamp(-(eye.y - uThin.y) * uThin.x, -30.0, 3.0));
  if (abs(rise) > 1.0e-4) dense *= (1.0 - exp(-clamp(rise, -30.0, 30.0))) / rise;
  return exp(-uHaze * (distance * dense));
}
vec3 veil(vec3 d) { return radiance(vec3(d.x, max(d.y, 0.0), d.z)); }
vec3 hazed(vec3 color, vec3 eye, vec3 d, float distance) {
  vec3 keep = kept(eye, d, distance);
  return color * keep + veil(d) * (1.0 - keep);
}
`;

/** From light to what the screen shows: film curve, sRGB, and a grain below one step of 255 against bands. */
export const FILM = /* glsl */ `
vec3 developed(vec3 light) {
  vec3 v = max(light * uExposure, 0.0);
  v = v * (1.0 + 0.11 * v) / (0.9 + 0.75 * v);
  v = min(1.02 * v * v / (v + 0.02), 1.0);
  // the curve of sRGB out of square roots, within half a step of 255: powers are what costs most where a processor draws
  vec3 root = sqrt(v), fourth = sqrt(root), eighth = sqrt(fourth);
  v = mix(12.92 * v, 0.662002687 * root + 0.68412206 * fourth - 0.323583601 * eighth - 0.022541147 * v, step(0.0031308, v));
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return v + (grain - 0.5) / 255.0;
}
`;

/** Light on ground: sun, sky, and what neighbors throw back; `seen` is the share of sky, `lit` that of the sun. */
export const LAMP = /* glsl */ `
vec3 lamp(vec3 n, float lit, float seen, vec3 albedo) {
  float facing = max(dot(n, uSun), 0.0) * lit;
  float above = seen * (0.55 + 0.45 * n.y);
  float aside = seen * (0.5 - 0.5 * n.y) + 0.12 * seen;
  float thrown = 0.16 * uSun.y * (1.0 - 0.75 * seen) + 0.056 * (1.0 - n.y);
  return uSunlight * facing + 0.8 * uZenith * above + 0.8 * uHorizon * aside + uSunlight * thrown * (albedo + 0.04);
}
`;

/** Heights by hand: filters of float textures are not everywhere. `uSize` is columns, rows; `uCell` metres. */
export const HEIGHT = /* glsl */ `
uniform highp sampler2D uHeight;
uniform vec2 uSize;
uniform float uCell;
float rawHeight(ivec2 p) {
  return texelFetch(uHeight, clamp(p, ivec2(0), ivec2(uSize) - 1), 0).r;
}
float heightAt(vec2 p) {
  vec2 c = floor(p);
  vec2 f = p - c;
  ivec2 i = ivec2(c);
  float a = rawHeight(i), b = rawHeight(i + ivec2(1, 0));
  float d = rawHeight(i + ivec2(0, 1)), e = rawHeight(i + ivec2(1, 1));
  return mix(mix(a, b, f.x), mix(d, e, f.x), f.y);
}
`;

/** The maps made on change: A normal (x, south), sun, sky; B square root of the color, wetness; C forest, rock, sand, snow. */
export const MAPS = /* glsl */ `
uniform sampler2D uLight, uColor, uKind;
uniform float uShadow;
`;
