/**
 * How water and roads of a hex map look: the functions of `hexmap/_shading.py` in GLSL.
 *
 * What uses them declares `vec4 hexNoise(vec2 uv)`, the periodic noise at texture coordinates, before. Points are x east and y north
 * (m), time is in seconds.
 */
export const HEX_SHADING = /* glsl */ `
// periods of the noise per metre for waves, foam, roads; radians per metre of the stripes that blend the waves
uniform vec4 uHexScale;

float hexWaves(vec2 p, float t) {
  vec4 a = hexNoise(vec2(p.x, p.y + t) * uHexScale.x);
  vec4 b = hexNoise(vec2(p.x + t, p.y) * uHexScale.x);
  float w = sin(uHexScale.w * (p.x + p.y) + a.y + b.z + t);
  w *= w;
  return smoothstep(0.75, 2.0, mix(a.z, a.w, w) + mix(b.x, b.y, w));
}
float hexFoam(float shore, vec2 p, float t) {
  float q = 0.9 * sqrt(clamp(shore, 0.0, 1.0));
  vec4 n = hexNoise((p + 0.25 * t) * uHexScale.y);
  float comes = sin(10.0 * (q + n.x * (1.0 - q)) - t);
  float goes = sin(10.0 * (q + n.y * (1.0 - q)) + t + 2.0);
  return max(comes * comes, 0.7 * goes * goes) * q;
}
float hexRiver(vec2 uv, float t) {
  float u = uv.x * 0.0625;
  vec4 a = hexNoise(vec2(u + 0.005 * t, uv.y - 0.25 * t));
  vec4 b = hexNoise(vec2(u - 0.0052 * t, uv.y - 0.23 * t));
  return a.x * b.w;
}
float hexShore(float shore, vec2 p, float t) {
  return max(hexFoam(shore, p, t), hexWaves(p, t) * (1.0 - clamp(shore, 0.0, 1.0)));
}
// x of share: the river's part, y: 0 at open water, 1 at the land
float hexEstuary(vec2 share, vec2 p, vec2 flow, float t) {
  return mix(hexShore(share.y, p, t), hexRiver(flow, t), clamp(share.x, 0.0, 1.0));
}
vec4 hexWater(float brightness, vec4 color) {
  return clamp(color + brightness, 0.0, 1.0);
}
vec4 hexRoad(vec3 color, float u, vec2 p) {
  vec4 n = hexNoise(p * uHexScale.z);
  return vec4(color * (0.75 * n.y + 0.25), smoothstep(0.4, 0.7, u * (n.x + 0.5)));
}
`;
