/** Shaders of a hex map: ground, what stands on it, roads, and moving water. Places come as x east, y north, z up (m). */

import { AIR, FILM, LAMP } from "./common";
import { HEX_SHADING } from "./hexwater";

/** From a chunk's places to the view's frame: x east, y up, z south. */
const PLACE = /* glsl */ `
uniform mat4 uViewProjection, modelMatrix;
vec3 placed(vec3 p) { return (modelMatrix * vec4(p.x, p.z, -p.y, 1.0)).xyz; }
`;

/** Sun's shadow from a depth map, softened over a few texels. */
const SHADOW = /* glsl */ `
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

/** Marks of cells: bit 0 the brush, 1 the way, 2 its ends, 3 the chosen cell. */
const MARKS = /* glsl */ `
uniform highp usampler2D uMarks;
uniform vec4 uCell;
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

const NOISE = /* glsl */ `
uniform sampler2D uNoise;
uniform vec2 uMiddle;
uniform float uTime;
vec4 hexNoise(vec2 uv) { return texture(uNoise, uv); }
vec2 mapPoint(vec3 place) { return vec2(place.x, -place.z) + uMiddle; }
`;

const NORMAL = /* glsl */ `
vec3 facing(vec3 place, vec3 d) {
  vec3 n = cross(dFdx(place), dFdy(place));
  float size = length(n);
  n = size > 0.0 ? n / size : vec3(0.0, 1.0, 0.0);
  return dot(n, d) > 0.0 ? -n : n;
}
`;

export const GROUND_VERTEX = /* glsl */ `
in vec3 position;
in vec4 weights;
in uvec3 cells;
${PLACE}
out vec3 vPlace;
out vec3 vWeights;
flat out uvec3 vCells;
void main() {
  vPlace = placed(position);
  vWeights = weights.xyz;
  vCells = cells;
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const GROUND_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
${LAMP}
${SHADOW}
${MARKS}
${NOISE}
${NORMAL}
in vec3 vPlace;
in vec3 vWeights;
flat in uvec3 vCells;
out vec4 outColor;
uniform vec3 uEye;
uniform highp sampler2D uCells;
uniform mediump sampler2DArray uDetail;
uniform vec3 uColors[5];
uniform vec3 uCliffs[5];
uniform float uGrid, uPixel;

// texture layer and metres of one tile, for cells of 10 m
const vec2 TILES[5] = vec2[5](vec2(3.0, 17.0), vec2(0.0, 21.0), vec2(1.0, 34.0), vec2(2.0, 27.0), vec2(4.0, 46.0));

vec4 cellAt(uint cell) { return texelFetch(uCells, ivec2(int(cell) % int(uCell.x), int(cell) / int(uCell.x)), 0); }

void ground(uint cell, float weight, vec2 p, vec2 dx, vec2 dy, vec4 broad, inout vec3 flat_, inout vec3 steep, inout vec2 bump, inout float total) {
  if (weight < 0.004) return;
  int kind = int(cellAt(cell).x);
  vec2 tile = TILES[kind];
  float size = tile.y * uCell.w;
  vec4 fine = textureGrad(uDetail, vec3(p / size, tile.x), dx / size, dy / size);
#if DETAIL > 1
  vec4 fine2 = textureGrad(uDetail, vec3(mat2(0.8, 0.6, -0.6, 0.8) * p / (0.23 * size), tile.x), dx / (0.23 * size), dy / (0.23 * size));
  fine = 0.62 * fine + 0.38 * fine2;
#endif
  float w = weight * (0.35 + 1.3 * fine.a);
  w *= w;
  float strong = kind == 4 ? 0.35 : kind == 0 ? 0.7 : 1.0;
  vec3 tone = uColors[kind] * (1.0 + (fine.r - 0.5) * 1.1 * strong) * (1.0 + 0.34 * strong * (broad.x - 0.5) + 0.12 * (broad.w - 0.5));
  if (kind == 1) tone = mix(tone, tone * vec3(1.22, 1.0, 0.66), smoothstep(0.5, 0.85, broad.y));
  flat_ += w * tone;
  steep += w * uCliffs[kind] * (0.82 + 0.5 * (fine.r - 0.5));
  bump += w * (fine.gb * 2.0 - 1.0) * strong;
  total += w;
}

void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec3 n = facing(vPlace, d);
  vec2 p = mapPoint(vPlace);
  float cover = distance * uPixel;
  float slant = max(abs(dot(d, n)), 0.08);
  vec2 dx = vec2(cover * inversesqrt(slant), 0.0), dy = dx.yx;
  vec4 broad = hexNoise(p * 0.0021 / uCell.w);

  vec3 flat_ = vec3(0.0), steep = vec3(0.0);
  vec2 bump = vec2(0.0);
  float total = 0.0;
  ground(vCells.x, vWeights.x, p, dx, dy, broad, flat_, steep, bump, total);
  ground(vCells.y, vWeights.y, p, dx, dy, broad, flat_, steep, bump, total);
  ground(vCells.z, vWeights.z, p, dx, dy, broad, flat_, steep, bump, total);
  total = max(total, 1.0e-4);
  flat_ /= total; steep /= total; bump /= total;

  // the two cells that share this place
  vec3 w = vWeights;
  uint own = vCells.x, other = vCells.y;
  float first = w.x, second = w.y;
  if (w.y > first) { own = vCells.y; first = w.y; other = vCells.x; second = w.x; }
  if (w.z > first) { second = first; other = own; own = vCells.z; first = w.z; }
  else if (w.z > second) { other = vCells.z; second = w.z; }
  float lead = first - second;
  float change = max(fwidth(lead), 1.0e-5);
  vec4 here = cellAt(own), there = cellAt(other);

  // beds of rivers lie below the top of their cell; wet stone and silt
  float inside = smoothstep(0.9, 1.0, first);
  float below = (here.y - vPlace.y) / uCell.z;
  float bed = inside * smoothstep(0.25, 1.0, below) * step(below, 2.2);
  flat_ = mix(flat_, vec3(0.10, 0.075, 0.05) * (0.8 + 0.8 * broad.z), 0.75 * bed);

  // rock where it is steep, with faint beds
  float wall = (1.0 - smoothstep(0.38, 0.62, n.y)) * (1.0 - bed);
  float beds = hexNoise(vec2(0.011 * (p.x + p.y), 0.085 * vPlace.y) / uCell.w).y;
  steep *= 0.72 + 0.62 * beds;
  vec3 albedo = mix(flat_, steep, wall);
  vec3 m = normalize(n + 0.55 * (1.0 - wall) * vec3(bump.x, 0.0, bump.y));

  float lit = dot(n, uSun) > 0.0 ? sunAt(vPlace, n) : 0.0;
  // slopes between cells see less of the sky than tops
  float seen = mix(0.74, 1.0, max(inside, smoothstep(0.5, 1.0, n.y) * 0.6));
  vec3 color = albedo * lamp(m, lit, seen, albedo);

  // under water light is lost on its way down and up again
  float surface = max(here.z, max(there.z, -1.0e5));
  float depth = max(surface - vPlace.y, 0.0) / uCell.w;
  if (depth > 0.0) {
    vec3 keep = exp(-vec3(0.30, 0.085, 0.06) * depth * 2.0);
    color = color * keep * 0.92;
  }
  if (uGrid > 0.0) {
    float line = 1.0 - smoothstep(0.6, 1.7, lead / change);
    line *= 1.0 - smoothstep(0.08, 0.22, cover / (10.0 * uCell.w));
    color = mix(color, color * 0.28 + 0.02, 0.62 * uGrid * line);
  }
  float rim = 1.0 - smoothstep(1.3, 2.4, lead / change);
  color = marked(color, marksOf(own), marksOf(other), rim, uExposure);
  outColor = vec4(developed(hazed(color, uEye, d, distance)), 1.0);
}
`;

export const WALL_VERTEX = /* glsl */ `
in vec3 position;
${PLACE}
out vec3 vPlace;
void main() {
  vPlace = placed(position);
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const WALL_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
${LAMP}
${SHADOW}
${NOISE}
${NORMAL}
in vec3 vPlace;
out vec4 outColor;
uniform vec3 uEye;
uniform vec4 uCell;
uniform float uPixel;
void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec3 n = facing(vPlace, d);
  vec2 p = mapPoint(vPlace);
  vec4 grain = hexNoise(p * 0.03 / uCell.w + vec2(0.0, vPlace.y * 0.021 / uCell.w));
  vec3 albedo = vec3(0.36, 0.335, 0.30) * (0.8 + 0.45 * grain.x);
  // courses of stone, as long as a pixel shows them
  float course = vPlace.y / (0.62 * uCell.w);
  float along = dot(p, vec2(-n.z, -n.x)) / (1.25 * uCell.w) + 0.5 * floor(course);
  float clear = (1.0 - smoothstep(0.12, 0.35, distance * uPixel / (0.62 * uCell.w))) * (1.0 - smoothstep(0.5, 0.9, n.y));
  float joint = min(abs(fract(course) - 0.5), abs(fract(along) - 0.5) * 2.0);
  albedo *= 1.0 - 0.34 * clear * smoothstep(0.40, 0.48, 0.5 - joint);
  float lit = dot(n, uSun) > 0.0 ? sunAt(vPlace, n) : 0.0;
  vec3 color = albedo * lamp(n, lit, 0.85, albedo);
  outColor = vec4(developed(hazed(color, uEye, d, distance)), 1.0);
}
`;

export const THING_VERTEX = /* glsl */ `
in vec3 position;
in vec4 color;
in vec4 iPlace;
in vec3 iScale;
uniform mat4 uViewProjection;
uniform vec2 uAround;
out vec3 vPlace;
out vec3 vColor;
out float vFoot;
void main() {
  vec3 p = position * iScale;
  float c = cos(iPlace.w), s = sin(iPlace.w);
  p = vec3(c * p.x - s * p.y, s * p.x + c * p.y, p.z) + iPlace.xyz;
  // on a map that wraps everything stands on the side the camera is nearer to
  if (uAround.x > 0.0) p.x += uAround.x * floor((uAround.y - iPlace.x) / uAround.x + 0.5);
  vPlace = vec3(p.x, p.z, -p.y);
  vColor = color.rgb;
  vFoot = position.z;
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const THING_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
${LAMP}
${SHADOW}
${NORMAL}
in vec3 vPlace;
in vec3 vColor;
in float vFoot;
out vec4 outColor;
uniform vec3 uEye;
void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec3 n = facing(vPlace, d);
  float lit = dot(n, uSun) > 0.0 ? sunAt(vPlace, n) : 0.0;
  float seen = 0.62 + 0.38 * smoothstep(0.0, 1.6, vFoot);
  vec3 color = vColor * lamp(n, lit, seen, vColor);
  outColor = vec4(developed(hazed(color, uEye, d, distance)), 1.0);
}
`;

export const ROAD_VERTEX = /* glsl */ `
in vec3 position;
in vec2 uv;
${PLACE}
out vec3 vPlace;
out float vAcross;
void main() {
  vPlace = placed(position);
  vAcross = uv.x;
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
  gl_Position.z -= 3.0e-5 * gl_Position.w;
}
`;

export const ROAD_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
${LAMP}
${SHADOW}
${NOISE}
${NORMAL}
${HEX_SHADING}
in vec3 vPlace;
in float vAcross;
out vec4 outColor;
uniform vec3 uEye;
void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec3 n = facing(vPlace, d);
  vec4 road = hexRoad(vec3(0.50, 0.385, 0.25), vAcross, mapPoint(vPlace));
  if (road.a < 0.01) discard;
  float ruts = hexNoise(mapPoint(vPlace) * 0.11).z;
  vec3 albedo = road.rgb * (0.75 + 0.5 * ruts);
  float lit = dot(n, uSun) > 0.0 ? sunAt(vPlace, n) : 0.0;
  vec3 color = albedo * lamp(n, lit, 0.95, albedo);
  outColor = vec4(developed(hazed(color, uEye, d, distance)), road.a * 0.92);
}
`;

/** FORM 0 open water, 1 shore, 2 estuary, 3 river. */
export const WATERS_VERTEX = /* glsl */ `
in vec3 position;
#if FORM > 0
in vec2 uv;
#endif
#if FORM == 2
in vec2 uv1;
#endif
${PLACE}
out vec3 vPlace;
out vec4 vFlow;
void main() {
  vPlace = placed(position);
  vFlow = vec4(0.0);
#if FORM > 0
  vFlow.xy = uv;
#endif
#if FORM == 2
  vFlow.zw = uv1;
#endif
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const WATERS_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
${SHADOW}
${MARKS}
${NOISE}
${NORMAL}
${HEX_SHADING}
in vec3 vPlace;
in vec4 vFlow;
out vec4 outColor;
uniform vec3 uEye;
uniform float uPixel, uMarkRows;
uniform vec2 uMapOrigin, uAround;

// the unshaken cell of a point, and how far it is from its edge (m)
uint cellOf(vec2 p, out float away) {
  float inner = 0.8660254 * uCell.y;
  vec2 q = p / uCell.y;
  float z = q.y / 1.5;
  float row = floor(z + 0.5);
  float best = 1.0e9;
  vec2 found = vec2(0.0), at = vec2(0.0);
  for (int k = -1; k <= 1; k++) {
    float r = row + float(k);
    float odd = mod(r, 2.0);
    float c = floor(q.x / 1.7320508 - 0.5 * odd + 0.5);
    vec2 middle = vec2((c + 0.5 * odd) * 1.7320508, 1.5 * r);
    vec2 rest = abs(q - middle);
    float far = max(rest.x, 0.5 * rest.x + 0.8660254 * rest.y);
    if (far < best) { best = far; found = vec2(c, r); }
  }
  away = (0.8660254 - best) * uCell.y;
  vec2 last = vec2(uCell.x, uMarkRows) - 1.0;
  if (uAround.x > 0.0) found.x = mod(found.x, uCell.x);
  found = clamp(found, vec2(0.0), last);
  return uint(found.y * uCell.x + found.x);
}

void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec2 p = mapPoint(vPlace);
#if FORM == 0
  float bright = hexWaves(p, uTime);
#elif FORM == 1
  float bright = hexShore(vFlow.y, p, uTime);
#elif FORM == 2
  float bright = hexEstuary(vFlow.xy, p, vFlow.zw, uTime);
#else
  float bright = hexRiver(vFlow.xy, uTime);
#endif
  // ripples, as far as a pixel is finer than they are
  float fade = 1.0 - smoothstep(0.08, 0.5, distance * uPixel / uCell.w);
  vec2 slow = vec2(0.011, 0.008) * uTime;
  vec2 slope = (hexNoise(p * 0.067 / uCell.w + slow).xy - 0.5) + 0.6 * (hexNoise(p * 0.19 / uCell.w - 1.7 * slow).zw - 0.5);
  vec3 face = facing(vPlace, d);
  vec3 n = normalize(face + vec3(slope.x, 0.0, slope.y) * 0.22 * fade);
  float toward = max(-dot(d, n), 0.02);
  float miss = 1.0 - min(toward, 1.0);
  float mirror = 0.02 + 0.98 * miss * miss * miss * miss * miss;
  vec3 r = reflect(d, n);
  r.y = max(abs(r.y), 0.03);
  float lit = sunAt(vPlace, vec3(0.0, 1.0, 0.0));
  vec3 light = uSunlight * uSun.y * (0.3 + 0.7 * lit) + 0.75 * (uZenith + 0.5 * uHorizon);
#if FORM == 3
  vec4 body = hexWater(0.34 * bright, vec4(0.022, 0.095, 0.128, 0.74));
#else
  #if FORM == 0
  float white = 0.13 * bright;
#else
  // foam is white, waves are not
  float white = mix(0.13, 0.52, smoothstep(0.15, 0.7, vFlow.y)) * bright;
#endif
  vec4 body = hexWater(white, vec4(0.011, 0.078, 0.112, 0.66));
#endif
  vec3 color = body.rgb * light;
  color = mix(color, radiance(normalize(r)), mirror);
  vec3 h = normalize(uSun - d);
  float even = max(dot(h, n), 0.0);
  color += uSunlight * lit * 0.35 * pow(even, 260.0) * fade;
  float alpha = clamp(max(body.a, mirror), 0.0, 1.0);
  float away;
  uint marks = marksOf(cellOf(p - uMapOrigin, away));
  color = marked(color, marks, 0u, (marks & 1u) != 0u ? 1.0 - smoothstep(0.8, 1.8, away / (distance * uPixel)) : 0.0, uExposure);
  outColor = vec4(developed(hazed(color, uEye, d, distance)), max(alpha, marks != 0u ? 0.8 : 0.0));
}
`;

/** What the sun sees: depth alone. */
export const DEPTH_VERTEX = /* glsl */ `
in vec3 position;
${PLACE}
void main() { gl_Position = uViewProjection * vec4(placed(position), 1.0); }
`;

export const DEPTH_THING_VERTEX = /* glsl */ `
in vec3 position;
in vec4 iPlace;
in vec3 iScale;
uniform mat4 uViewProjection;
uniform vec2 uAround;
void main() {
  vec3 p = position * iScale;
  float c = cos(iPlace.w), s = sin(iPlace.w);
  p = vec3(c * p.x - s * p.y, s * p.x + c * p.y, p.z) + iPlace.xyz;
  // on a map that wraps everything stands on the side the camera is nearer to
  if (uAround.x > 0.0) p.x += uAround.x * floor((uAround.y - iPlace.x) / uAround.x + 0.5);
  gl_Position = uViewProjection * vec4(p.x, p.z, -p.y, 1.0);
}
`;

export const DEPTH_FRAGMENT = /* glsl */ `
precision highp float;
out vec4 outColor;
void main() { outColor = vec4(1.0); }
`;

/** Words that lie on the tops of cells. */
export const LABEL_VERTEX = /* glsl */ `
in vec3 position;
in vec4 iPlace;
in float iGlyph;
uniform mat4 uViewProjection;
uniform vec3 uRight, uAhead;
uniform vec2 uAround;
uniform float uSize, uGlyphs;
out vec2 vUv;
void main() {
  vec2 q = vec2(position.x + 0.56 * iPlace.w, position.y) * uSize;
  vec3 at = vec3(iPlace.x, iPlace.z, -iPlace.y) + uRight * q.x + uAhead * q.y;
  if (uAround.x > 0.0) at.x += uAround.x * floor((uAround.y - iPlace.x) / uAround.x + 0.5);
  vUv = vec2((iGlyph + position.x + 0.5) / uGlyphs, 0.5 - position.y);
  gl_Position = uViewProjection * vec4(at, 1.0);
  gl_Position.z -= 1.2e-4 * gl_Position.w;
}
`;

export const LABEL_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vUv;
out vec4 outColor;
uniform sampler2D uGlyphTexture;
void main() {
  vec2 ink = texture(uGlyphTexture, vUv).rg;
  if (ink.g < 0.02) discard;
  outColor = vec4(mix(vec3(0.05, 0.06, 0.07), vec3(1.0), ink.r), ink.g * 0.92);
}
`;
