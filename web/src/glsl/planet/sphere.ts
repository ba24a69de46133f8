/**
 * Cube, sphere and nodes. Lengths are planet radii and directions those of the planet's axes; faces, nodes and mappings are those of
 * `planet/sphere`.
 */

/** Cube and sphere. */
export const SPHERE = /* glsl */ `
uniform vec3 uUp[6], uAcross[6], uAlong[6];
uniform bool uEven;
vec3 onSphere(vec3 p) {
  if (!uEven) return normalize(p);
  vec3 q = p * p;
  return p * sqrt(1.0 - 0.5 * (q.yzx + q.zxy) + q.yzx * q.zxy / 3.0);
}
`;

/** Nodes of faces with a ring around them; `uNodes` is their number along an edge. */
export const HEIGHTS = /* glsl */ `
uniform highp sampler2DArray uHeight;
uniform float uNodes;
float nodeHeight(ivec2 p, int face) { return texelFetch(uHeight, ivec3(p + 1, face), 0).r; }
float heightAt(vec2 p, int face) {
  vec2 c = min(floor(p), uNodes - 2.0);
  vec2 f = p - c;
  ivec2 i = ivec2(c);
  float a = nodeHeight(i, face), b = nodeHeight(i + ivec2(1, 0), face);
  float d = nodeHeight(i + ivec2(0, 1), face), e = nodeHeight(i + ivec2(1, 1), face);
  return mix(mix(a, b, f.x), mix(d, e, f.x), f.y);
}
`;
