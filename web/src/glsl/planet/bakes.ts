/** What a planet's cube maps are made with: slopes and heights, colors, clouds. */

import { NOISE3 } from "./noise";
import { HEIGHTS, SPHERE } from "./sphere";

export const COVER_VERTEX = /* glsl */ `
out vec2 vAt;
void main() {
  vAt = position.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** From a texel of a cube map to the direction that reads it. */
const CUBE = /* glsl */ `
uniform int uSide;
in vec2 vAt;
vec3 looking() {
  vec2 a = vec2(vAt.x, vAt.y);
  if (uSide == 0) return vec3(1.0, -a.y, -a.x);
  if (uSide == 1) return vec3(-1.0, -a.y, a.x);
  if (uSide == 2) return vec3(a.x, 1.0, a.y);
  if (uSide == 3) return vec3(a.x, -1.0, -a.y);
  if (uSide == 4) return vec3(a.x, -a.y, 1.0);
  return vec3(-a.x, -a.y, -1.0);
}
`;

const PLACE = /* glsl */ `
/** The face through which a place of the cube lies, and its node coordinates. */
vec3 faceOf(vec3 p, float nodes) {
  int face = 0;
  float most = -1.0;
  for (int k = 0; k < 6; k++) {
    float along = dot(p, uUp[k]);
    if (along > most) { most = along; face = k; }
  }
  vec2 at = vec2(dot(p, uAcross[face]), dot(p, uAlong[face])) / most;
  return vec3((clamp(at, -1.0, 1.0) * 0.5 + 0.5) * (nodes - 1.0), float(face));
}
`;

/**
 * Slopes and heights as a cube map that filters across edges. The normal of a node follows from its four neighbors where they are, also those
 * of the next face, so that it is the same from both sides; `g` is the slope along the sphere, 0 where the ground is level.
 */
export const SURFACE_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${SPHERE}
${HEIGHTS}
${CUBE}
${PLACE}
uniform float uScale;
out vec4 outColor;
vec3 nodeAt(ivec2 p, int face) {
  float edge = uNodes - 1.0;
  vec2 a = 2.0 * vec2(p) - edge;
  vec2 over = max(abs(a) - edge, 0.0);
  vec2 b = clamp(a, -edge, edge);
  vec3 cube = (uUp[face] * (edge - over.x - over.y) + uAcross[face] * b.x + uAlong[face] * b.y) / edge;
  return onSphere(cube) * (1.0 + nodeHeight(p, face) * uScale);
}
vec3 slopeAt(ivec2 p, int face) {
  vec3 east = nodeAt(p + ivec2(1, 0), face) - nodeAt(p - ivec2(1, 0), face);
  vec3 south = nodeAt(p + ivec2(0, 1), face) - nodeAt(p - ivec2(0, 1), face);
  vec2 a = 2.0 * vec2(p) / (uNodes - 1.0) - 1.0;
  vec3 out_ = onSphere(uUp[face] + uAcross[face] * a.x + uAlong[face] * a.y);
  vec3 n = cross(east, south);
  float high = dot(n, out_);
  return abs(high) < 1.0e-20 ? vec3(0.0) : n / high - out_;
}
void main() {
  vec3 at = faceOf(looking(), uNodes);
  int face = int(at.z);
  vec2 c = clamp(floor(at.xy), vec2(0.0), vec2(uNodes - 2.0));
  vec2 f = at.xy - c;
  ivec2 i = ivec2(c);
  vec3 slope = mix(mix(slopeAt(i, face), slopeAt(i + ivec2(1, 0), face), f.x), mix(slopeAt(i + ivec2(0, 1), face), slopeAt(i + ivec2(1, 1), face), f.x), f.y);
  outColor = vec4(clamp(slope, -30.0, 30.0), heightAt(at.xy, face) * uScale);
}
`;

/** Biomes or colors of nodes as a cube map. */
export const PAINT_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${SPHERE}
${CUBE}
${PLACE}
uniform sampler2DArray uPaintNodes;
uniform float uPaintSide;
out vec4 outColor;
vec4 node(ivec2 p, int face) { return texelFetch(uPaintNodes, ivec3(p, face), 0); }
void main() {
  vec3 at = faceOf(looking(), uPaintSide);
  int face = int(at.z);
  vec2 c = clamp(floor(at.xy), vec2(0.0), vec2(uPaintSide - 2.0));
  vec2 f = at.xy - c;
  ivec2 i = ivec2(c);
  outColor = mix(mix(node(i, face), node(i + ivec2(1, 0), face), f.x), mix(node(i + ivec2(0, 1), face), node(i + ivec2(1, 1), face), f.x), f.y);
}
`;

/** Clouds of a whole planet: R how thick; G fine structure. Belts of weather along latitudes, whirls in them. */
export const CLOUDS_FRAGMENT = /* glsl */ `
precision highp float;
${CUBE}
${NOISE3}
out vec4 outColor;
void main() {
  vec3 d = normalize(looking());
  vec3 p = d * vec3(1.0, 1.0, 1.55);
  vec3 warp = vec3(fbm3(p * 1.9 + 3.1, 4, 0.5), fbm3(p * 1.9 + 11.7, 4, 0.5), fbm3(p * 1.9 + 23.9, 4, 0.5)) - 0.5;
  vec3 q = p + 0.85 * warp;
  vec3 curl = vec3(fbm3(q * 5.0 + 31.0, 3, 0.5), fbm3(q * 5.0 + 43.0, 3, 0.5), fbm3(q * 5.0 + 57.0, 3, 0.5)) - 0.5;
  q += 0.22 * curl;
  float body = fbm3(q * 2.3, 7, 0.56);
  float belt = 0.5 + 0.5 * cos(6.2831853 * 2.6 * (abs(d.z) - 0.02));
  float low = abs(d.z);
  belt = mix(belt, 0.72, smoothstep(0.75, 1.0, low));
  float fine = fbm3(q * 17.0, 4, 0.55);
  outColor = vec4(clamp(body + 0.16 * (belt - 0.5), 0.0, 1.0), fine, 0.0, 1.0);
}
`;
