/** Pieces that the shaders of a hex map share. */

/** From a chunk's places to the view's frame: x east, y up, z south. */
export const PLACE = /* glsl */ `
uniform mat4 uViewProjection, modelMatrix;
vec3 placed(vec3 p) { return (modelMatrix * vec4(p.x, p.z, -p.y, 1.0)).xyz; }
`;

/** The table of cells: kind of ground, top and surface of the water (m), and how far the top will be moved by edits under way (m). */
export const CELLS = /* glsl */ `
uniform highp sampler2D uCells;
uniform vec4 uCell;
vec4 cellAt(uint cell) { return texelFetch(uCells, ivec2(int(cell) % int(uCell.x), int(cell) / int(uCell.x)), 0); }
`;

/** A place of the ground lifted by the edits that are under way, each cell by as much as it weighs there. */
export const LIFT = /* glsl */ `
vec3 lifted(vec3 p, uvec3 cells, vec3 weights) {
  p.z += dot(weights, vec3(cellAt(cells.x).w, cellAt(cells.y).w, cellAt(cells.z).w));
  return p;
}
`;

/** Sun's shadow from a depth map, softened over a few texels. */
export const SHADOW = /* glsl */ `
uniform highp sampler2DShadow uShadowMap;
uniform mat4 uShadowView;
uniform vec2 uShadowSize;
float sunAt(vec3 place, vec3 n) {
  if (uShadowSize.x <= 0.0) return 1.0;
  float slant = clamp(1.0 - dot(n, uSun), 0.0, 1.0);
  vec4 q = uShadowView * vec4(place + n * uShadowSize.y * (0.9 + 2.2 * slant), 1.0);
  vec3 s = q.xyz * 0.5 + 0.5;
  if (any(lessThan(s, vec3(0.001))) || any(greaterThan(s, vec3(0.999)))) return 1.0;
  float d = uShadowSize.x;
  float lit = texture(uShadowMap, s);
#ifdef SOFT
  lit += texture(uShadowMap, s + vec3(-d, -0.4 * d, 0.0)) + texture(uShadowMap, s + vec3(0.4 * d, -d, 0.0));
  lit += texture(uShadowMap, s + vec3(d, 0.4 * d, 0.0)) + texture(uShadowMap, s + vec3(-0.4 * d, d, 0.0));
  lit *= 0.2;
#endif
  vec2 rim = abs(s.xy - 0.5) * 2.0;
  return mix(lit, 1.0, smoothstep(0.9, 1.0, max(rim.x, rim.y)));
}
`;

/** Marks of cells, after CELLS: bit 0 the brush, 1 the way, 2 its ends, 3 the chosen cell. */
export const MARKS = /* glsl */ `
uniform highp usampler2D uMarks;
uint marksOf(uint cell) { return texelFetch(uMarks, ivec2(int(cell) % int(uCell.x), int(cell) / int(uCell.x)), 0).r; }
const vec3 BRUSH = vec3(1.0, 0.98, 0.9);
const vec3 WAY = vec3(0.25, 0.62, 1.0);
const vec3 ENDS = vec3(1.0, 0.45, 0.12);
vec3 marked(vec3 color, uint own, uint other, float rim, float exposure) {
  float border = float((own ^ other) & 15u) > 0.0 ? rim : 0.0;
  uint any = own | (border > 0.0 ? other : 0u);
  vec3 tint = (any & 4u) != 0u ? ENDS : (any & 2u) != 0u ? WAY : BRUSH;
  float fill = (own & 4u) != 0u ? 0.42 : (own & 2u) != 0u ? 0.34 : (own & 1u) != 0u ? 0.13 : 0.0;
  return mix(mix(color, tint / exposure, fill), tint * 1.5 / exposure, border);
}
`;

export const NOISE = /* glsl */ `
uniform sampler2D uNoise;
uniform vec2 uMiddle;
uniform float uTime;
vec4 hexNoise(vec2 uv) { return texture(uNoise, uv); }
vec2 mapPoint(vec3 place) { return vec2(place.x, -place.z) + uMiddle; }
`;

export const NORMAL = /* glsl */ `
vec3 facing(vec3 place, vec3 d) {
  vec3 n = cross(dFdx(place), dFdy(place));
  float size = length(n);
  n = size > 0.0 ? n / size : vec3(0.0, 1.0, 0.0);
  return dot(n, d) > 0.0 ? -n : n;
}
`;
