/** Shaders of a hex map: ground, what stands on it, roads, and the depth that the sun sees. Places come as x east, y north, z up (m). */

import { AIR, FILM, LAMP } from "./common";
import { CELLS, LIFT, MARKS, NOISE, NORMAL, PLACE, SHADOW } from "./hexparts";
import { HEX_SHADING } from "./hexwater";

export const GROUND_VERTEX = /* glsl */ `
in vec3 position;
in vec4 weights;
in uvec3 cells;
${PLACE}
${CELLS}
${LIFT}
out vec3 vPlace;
out vec3 vWeights;
flat out uvec3 vCells;
void main() {
  vPlace = placed(lifted(position, cells, weights.xyz));
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
${CELLS}
${MARKS}
${NOISE}
${NORMAL}
in vec3 vPlace;
in vec3 vWeights;
flat in uvec3 vCells;
out vec4 outColor;
uniform vec3 uEye;
uniform mediump sampler2DArray uDetail;
uniform vec3 uColors[5];
uniform vec3 uCliffs[5];
uniform float uGrid, uPixel;

// texture layer and metres of one tile, for cells of 10 m
const vec2 TILES[5] = vec2[5](vec2(3.0, 17.0), vec2(0.0, 21.0), vec2(1.0, 34.0), vec2(2.0, 27.0), vec2(4.0, 46.0));

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
  float below = (here.y + here.w - vPlace.y) / uCell.z;
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
  // a dark seam beside it, or the outline is lost on snow
  if (((marksOf(own) ^ marksOf(other)) & 15u) != 0u) color *= mix(1.0, 0.3, 1.0 - smoothstep(2.4, 3.6, lead / change));
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

/** What the sun sees: depth alone. */
export const DEPTH_GROUND_VERTEX = /* glsl */ `
in vec3 position;
in vec4 weights;
in uvec3 cells;
${PLACE}
${CELLS}
${LIFT}
void main() { gl_Position = uViewProjection * vec4(placed(lifted(position, cells, weights.xyz)), 1.0); }
`;

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

