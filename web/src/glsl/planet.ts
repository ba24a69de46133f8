/**
 * Shaders of planets. Lengths are planet radii and directions those of the planet's axes; places are told from the eye, so that what is near
 * keeps its digits. Faces, nodes and mappings are those of `planet/sphere`.
 */

import { FILM } from "./common";

const EYE = `uniform float uExposure;\n${FILM}`;

/** Cube and sphere. */
const SPHERE = /* glsl */ `
uniform vec3 uUp[6], uAcross[6], uAlong[6];
uniform bool uEven;
vec3 onSphere(vec3 p) {
  if (!uEven) return normalize(p);
  vec3 q = p * p;
  return p * sqrt(1.0 - 0.5 * (q.yzx + q.zxy) + q.yzx * q.zxy / 3.0);
}
`;

/** Nodes of faces with a ring around them; `uNodes` is their number along an edge. */
const HEIGHTS = /* glsl */ `
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

const NOISE3 = /* glsl */ `
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

/** Light through air: scattering along a line, at few places. `uAir`: height in which it thins by e, strength, mist. */
const ATMOSPHERE = /* glsl */ `
uniform vec3 uSun, uEyePlace, uAirColor;
uniform vec3 uAir;
uniform float uEyeHeight;
const float TOP = 7.0;

/** Strength of the sun where the air has that height and the sun that sine over the horizon. */
vec3 sunThrough(float above, float mu) {
  float thin = exp(-max(above, 0.0) / uAir.x);
  float flat_ = sqrt(uAir.x * 0.6366);
  float mass = 1.0 / (max(mu, 0.0) + flat_ * exp(-9.0 * max(mu, 0.0)));
  // below the horizon: how near the ray comes to the ground
  float graze = (1.0 + above) * sqrt(max(1.0 - mu * mu, 0.0)) - 1.0;
  float seen = mu > 0.0 ? 1.0 : smoothstep(-0.35 * uAir.x, 1.6 * uAir.x, graze - 0.0);
  if (mu <= 0.0) thin = max(thin, exp(-max(graze, 0.0) / uAir.x));
  float edge = smoothstep(-0.12, 0.02, mu);
  return exp(-uAirColor * uAir.y * thin * mass) * mix(seen * 0.6 * edge, 1.0, smoothstep(-0.01, 0.03, mu));
}

struct Lit { vec3 added; vec3 kept; };

/** What the air adds and keeps of light along d from from to to, distances from the eye. */
Lit airAlong(vec3 d, float from, float to, int steps) {
  Lit lit = Lit(vec3(0.0), vec3(1.0));
  if (uAir.y <= 0.0 || to <= from) return lit;
  float b = dot(uEyePlace, d);
  float r = 1.0 + uEyeHeight;
  float piece = (to - from) / float(steps);
  vec3 depth = vec3(0.0);
  vec3 rate = uAirColor * uAir.y / uAir.x;
  float c = dot(d, uSun);
  float phase = 0.75 * (1.0 + c * c);
  float mist = uAir.z * (0.12 + 0.9 * pow(max(0.5 + 0.5 * c, 0.0), 8.0) + 2.2 * pow(max(c, 0.0), 90.0));
  vec3 sum = vec3(0.0);
  for (int k = 0; k < steps; k++) {
    float t = from + (float(k) + 0.5) * piece;
    vec3 p = uEyePlace + d * t;
    float away = sqrt(max(r * r + 2.0 * b * t + t * t, 1.0e-6));
    float above = away - 1.0;
    float dense = exp(-max(above, 0.0) / uAir.x) * piece;
    depth += 0.5 * dense * rate;
    float mu = dot(p, uSun) / away;
    sum += dense * sunThrough(above, mu) * exp(-depth) * (rate * phase + mist * uAir.y / uAir.x * 0.05);
    depth += 0.5 * dense * rate;
  }
  lit.added = 0.86 * sum;
  lit.kept = exp(-depth);
  return lit;
}

/** Where a line meets a sphere around the planet: near and far; far is less than near when it misses. */
vec2 meets(vec3 d, float radius) {
  float b = dot(uEyePlace, d);
  float c = (1.0 + uEyeHeight - radius) * (1.0 + uEyeHeight + radius);
  float h = b * b - c;
  if (h < 0.0) return vec2(1.0, -1.0);
  h = sqrt(h);
  return vec2(-b - h, -b + h);
}
float airTop() { return 1.0 + TOP * uAir.x; }
`;

export const PLANET_VERTEX = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${SPHERE}
${HEIGHTS}
in vec2 side;
in vec4 node;
in vec4 place;
in vec3 origin;
uniform mat4 uViewProjection;
uniform vec3 uEyeWay;
uniform float uAbove, uQuads, uScale, uMorph0, uMorph1;
uniform bool uSea;
out vec3 vCube;
out vec3 vDirection;
out vec3 vRelative;
out vec2 vSample;
flat out int vFace;

/** Where a place of the cube lies on the sphere, from where c lies: small differences keep their digits. */
vec3 apart(vec3 c, vec3 by) {
  vec3 p = c + by;
  if (uEven) {
    vec3 q = c * c, w = by * (2.0 * c + by);
    vec3 s = 1.0 - 0.5 * (q.yzx + q.zxy) + q.yzx * q.zxy / 3.0;
    vec3 change = -0.5 * (w.yzx + w.zxy) + (w.yzx * q.zxy + q.yzx * w.zxy + w.yzx * w.zxy) / 3.0;
    vec3 g0 = sqrt(s), g1 = sqrt(max(s + change, 0.0));
    return by * g1 + c * change / (g0 + g1);
  }
  float size = length(c);
  float x = (2.0 * dot(c, by) + dot(by, by)) / (size * size);
  float e = x / (1.0 + sqrt(1.0 + x));
  return (by - c * e) / (size * (1.0 + e));
}

void main() {
  int face = int(place.x);
  float last = uNodes - 1.0;
  float cell = 2.0 / last;
  vec3 middle = uUp[face] + uAcross[face] * (place.y * cell - 1.0) + uAlong[face] * (place.z * cell - 1.0);
  vec3 center = onSphere(middle);
  vec2 grid = position.xy * uQuads;
  vec2 p = min(node.xy + grid * node.z, vec2(last));
  vec3 d = center + apart(middle, (uAcross[face] * (p.x - place.y) + uAlong[face] * (p.y - place.z)) * cell);
  float distance = length(vec2(length(d - uEyeWay), uAbove));
  float morph = clamp((distance / node.w - uMorph0) / (uMorph1 - uMorph0), 0.0, 1.0);
  p = min(node.xy + (grid - fract(grid * 0.5) * 2.0 * morph) * node.z, vec2(last));
  vec3 by = (uAcross[face] * (p.x - place.y) + uAlong[face] * (p.y - place.z)) * cell;
  vec3 away = apart(middle, by);
  d = center + away;
  float h = heightAt(p, face) * uScale;
  if (uSea) h = max(h, 0.0);
  if (position.z > 0.5) h -= node.z * cell * 0.5;
  vCube = middle + by;
  vDirection = d;
  vSample = p;
  vFace = face;
  vRelative = origin + away + d * h;
  gl_Position = uViewProjection * vec4(vRelative, 1.0);
}
`;

/** Colors of sRGB as light. */
const LINEAR = /* glsl */ `
vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), step(0.04045, c)); }
`;

export const PLANET_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${ATMOSPHERE}
${EYE}
${LINEAR}
uniform samplerCube uSurface, uPaint, uCloud;
uniform sampler2D uRamps;
uniform sampler2D uWaves;
uniform sampler2DArray uDetail;
uniform vec3 uAcross[6], uAlong[6];
uniform float uRampRows, uRelief, uSmooth, uPixel, uTime, uClouds, uCloudTop, uCell, uLow, uHigh, uNodes;
uniform bool uSea;
uniform int uPainted;
in vec3 vCube;
in vec3 vDirection;
in vec3 vRelative;
in vec2 vSample;
flat in int vFace;
out vec4 outColor;

vec3 ramp(float row, float place) {
  return texture(uRamps, vec2(clamp(place, 0.0, 1.0) * (256.0 / 257.0) + 0.5 / 257.0, (row + 0.5) / uRampRows)).rgb;
}
vec3 spun(vec3 d, float turn) { float c = cos(turn), s = sin(turn); return vec3(c * d.x - s * d.y, s * d.x + c * d.y, d.z); }
float cover(vec2 cloud) {
  float edge = 0.80 - 0.46 * uClouds;
  return smoothstep(edge - 0.02, edge + 0.22, cloud.x + 0.10 * (cloud.y - 0.5)) * step(0.001, uClouds);
}

void main() {
  vec3 out_ = normalize(vDirection);
  float distance = length(vRelative);
  vec3 ray = vRelative / distance;
  vec4 surface = texture(uSurface, vCube);
  vec4 paint = texture(uPaint, vCube);
  float h = surface.a;
  float width = max(fwidth(h), 1.0e-7);
  float wet = uSea ? 1.0 - smoothstep(-0.6 * width, 0.6 * width, h) : 0.0;
  vec3 albedo = vec3(0.5), water = vec3(0.02, 0.06, 0.12);
  if (uPainted == 1) {
    float row = paint.r * (uRampRows - 2.0);
    float floor_ = uSea ? 0.0 : uLow;
    albedo = linear(ramp(row, uHigh > floor_ ? (h - floor_) / (uHigh - floor_) : 0.0));
    if (uSea) water = linear(ramp(uRampRows - 1.0, uLow < 0.0 ? (h - uLow) / -uLow : 1.0));
  } else if (uPainted == 2) {
    albedo = linear(paint.rgb);
    water = albedo;
  }
  float mu = dot(out_, uSun);

  // fine structure where a pixel shows less than a step between nodes
  vec3 across = normalize(uAcross[vFace] - out_ * dot(uAcross[vFace], out_));
  vec3 along = normalize(uAlong[vFace] - out_ * dot(uAlong[vFace], out_));
  float foot = distance * uPixel / uCell;
  float close = 1.0 - smoothstep(0.05, 0.7, foot);
  vec3 slope = surface.xyz * uRelief;
  if (close > 0.0) {
    float steep = clamp(length(surface.xyz) * 1.4, 0.0, 1.0);
    vec4 a = texture(uDetail, vec3(vSample * 0.21, 0.0)), b = texture(uDetail, vec3(mat2(0.8, 0.6, -0.6, 0.8) * vSample * 1.37, 2.0));
    vec2 bump = (a.gb - 0.5) + 0.7 * (b.gb - 0.5);
    slope += (across * bump.x + along * bump.y) * close * (0.22 + 0.75 * steep) * (1.0 - wet);
    float tone = mix(1.0, 0.72 + 0.56 * (0.55 * a.r + 0.45 * b.r), 0.7 * close);
    albedo *= mix(tone, 1.0, wet);
  }
  vec3 n = normalize(out_ + slope);

  // sun, sky, and what clouds take
  float facing = dot(n, uSun);
  vec3 sun = 3.1 * (uAir.y > 0.0 ? sunThrough(max(h, 0.0), mu) : vec3(smoothstep(-0.02, 0.02, mu)));
  vec3 turned = spun(normalize(out_ + uSun * uCloudTop / max(mu, 0.12)), uTime);
  float shade = 1.0 - 0.72 * cover(texture(uCloud, turned).rg) * smoothstep(0.0, 0.2, mu);
  float day = smoothstep(-0.22, 0.35, mu);
  float tall = 0.5 + 0.5 * dot(n, out_);
  vec3 sky = (0.06 + 0.30 * min(uAir.y, 1.2) * vec3(0.45, 0.72, 1.2)) * day * tall + vec3(0.0035, 0.0045, 0.0075);
  float hollow = 1.0 / (1.0 + 0.35 * dot(slope, slope));
  vec3 land = albedo * (sun * max(facing, 0.0) * shade * smoothstep(-0.12, 0.06, mu) + sky * hollow);

  vec3 color = land;
  if (wet > 0.0) {
    float wave = 1.0 - smoothstep(0.3, 4.0, foot);
    vec2 at = vSample * 0.5;
    vec2 w = (texture(uWaves, at + vec2(0.11, 0.07) * uTime * 8.0).rg - 0.5) + (texture(uWaves, at * 3.7 - vec2(0.05, 0.09) * uTime * 14.0).rg - 0.5) * 0.6;
    vec3 m = normalize(out_ + (across * w.x + along * w.y) * (0.12 * wave + 0.02) * (1.35 - uSmooth));
    float rough = mix(0.42, 0.09, uSmooth);
    vec3 half_ = normalize(uSun - ray);
    float nh = max(dot(m, half_), 0.0), nv = max(dot(m, -ray), 0.02), nl = max(dot(m, uSun), 0.0);
    float a2 = rough * rough * rough * rough;
    float k = nh * nh * (a2 - 1.0) + 1.0;
    float glint = a2 / (3.14159 * k * k);
    float fresnel = 0.02 + 0.98 * pow(1.0 - max(dot(out_, -ray), 0.0), 5.0) * 0.7 * uSmooth;
    vec3 mirrored = (0.03 + 0.36 * min(uAir.y, 1.0) * vec3(0.42, 0.66, 1.05)) * day;
    vec3 sea = water * (sun * max(mu, 0.0) * shade * 0.85 + sky * 1.2);
    sea = mix(sea, mirrored, clamp(fresnel, 0.0, 0.85) * 0.8);
    sea += sun * nl * shade * min(glint * (0.02 + 0.5 * pow(1.0 - max(dot(half_, -ray), 0.0), 5.0)) / max(4.0 * nv * 0.5, 0.1), 14.0) * 0.55 * uSmooth;
    // ice and other light colors lie on the water rather than in it
    float pale = uPainted == 2 ? smoothstep(0.35, 0.6, min(water.r, min(water.g, water.b))) : 0.0;
    sea = mix(sea, land, pale);
    color = mix(land, sea, wet);
  }

  vec2 shell = meets(ray, airTop());
  Lit lit = airAlong(ray, max(shell.x, 0.0), distance, AIR_STEPS);
  outColor = vec4(developed(color * lit.kept + lit.added), 1.0);
}
`;

/** Clouds as a shell, drawn on what lies behind them. */
export const SHELL_FRAGMENT = /* glsl */ `
precision highp float;
${ATMOSPHERE}
${EYE}
in vec3 vRay;
out vec4 outColor;
uniform samplerCube uCloud;
uniform mat4 uViewProjection;
uniform float uClouds, uCloudTop, uTime;
vec3 spun(vec3 d, float turn) { float c = cos(turn), s = sin(turn); return vec3(c * d.x - s * d.y, s * d.x + c * d.y, d.z); }
float cover(vec2 cloud) {
  float edge = 0.80 - 0.46 * uClouds;
  return smoothstep(edge - 0.02, edge + 0.22, cloud.x + 0.10 * (cloud.y - 0.5));
}
void main() {
  vec3 d = normalize(vRay);
  vec2 at = meets(d, 1.0 + uCloudTop);
  bool inside = uEyeHeight < uCloudTop;
  float t = inside ? at.y : at.x;
  if (at.y < at.x || t <= 0.0) discard;
  vec3 p = uEyePlace + d * t;
  vec3 way = normalize(p);
  vec2 cloud = texture(uCloud, spun(way, uTime)).rg;
  float thick = cover(cloud);
  if (thick < 0.004) discard;
  float mu = dot(way, uSun);
  vec2 toward = texture(uCloud, spun(normalize(way + 0.012 * uSun), uTime)).rg;
  float relief = clamp(1.0 - 3.4 * (toward.x - cloud.x) - 0.5 * (toward.y - cloud.y), 0.35, 1.45);
  vec3 sun = uAir.y > 0.0 ? sunThrough(uCloudTop, mu) : vec3(smoothstep(-0.05, 0.05, mu));
  float day = smoothstep(-0.24, 0.3, mu);
  float lightness = inside ? 0.75 : 1.0;
  vec3 color = 0.92 * lightness * (sun * 2.55 * smoothstep(-0.15, 0.30, mu) * (0.35 + 0.65 * max(mu, 0.0)) * relief + vec3(0.16, 0.21, 0.30) * day) + vec3(0.002, 0.0025, 0.004);
  vec2 shell = meets(d, airTop());
  Lit lit = airAlong(d, max(shell.x, 0.0), t, AIR_STEPS);
  // near the shell it thins, so that one flies through it
  float soft = smoothstep(0.0, 0.35 * uCloudTop, abs(uEyeHeight - uCloudTop));
  float edge_on = smoothstep(0.0, 0.22, abs(dot(d, way)));
  vec4 clip = uViewProjection * vec4(d * t, 1.0);
  gl_FragDepth = clamp(0.5 * clip.z / clip.w + 0.5, 0.0, 0.9999999);
  outColor = vec4(developed(color * lit.kept + lit.added), thick * soft * edge_on * 0.96);
}
`;

/** Space: stars, the sun, and the air around the planet's edge. */
export const SPACE_FRAGMENT = /* glsl */ `
precision highp float;
${ATMOSPHERE}
${EYE}
${NOISE3}
in vec3 vRay;
out vec4 outColor;
uniform float uPixel, uStars;

vec3 star(vec3 d, float count, float share, float most) {
  vec3 a = abs(d);
  float big = max(a.x, max(a.y, a.z));
  int side = a.x == big ? (d.x > 0.0 ? 0 : 1) : a.y == big ? (d.y > 0.0 ? 2 : 3) : (d.z > 0.0 ? 4 : 5);
  vec2 uv = (side < 2 ? d.yz : side < 4 ? d.zx : d.xy) / big;
  vec2 grid = atan(uv) * (count * 1.2732395);
  ivec3 cell = ivec3(ivec2(floor(grid)), side * 71 + int(count));
  float chance = hash3(cell);
  if (chance > share) return vec3(0.0);
  vec2 at = 0.2 + 0.6 * vec2(hash3(cell + ivec3(17, 5, 131)), hash3(cell + ivec3(3, 29, 977)));
  float far = length(fract(grid) - at) * (0.7854 / count) / uPixel;
  float bright = most * pow(hash3(cell + ivec3(41, 7, 313)), 6.0) + 0.015;
  float warm = hash3(cell + ivec3(9, 83, 51));
  vec3 tint = mix(vec3(0.72, 0.83, 1.0), vec3(1.0, 0.86, 0.68), warm * warm);
  float size = 0.55 + 0.45 * bright;
  return tint * bright * exp(-far * far / (size * size)) * 2.4;
}

void main() {
  vec3 d = normalize(vRay);
  vec3 color = vec3(0.0);
  if (uStars > 0.0) {
    color += star(d, 30.0, 0.5, 0.7) + star(d.yzx, 64.0, 0.5, 0.22) + star(d.zxy, 14.0, 0.3, 1.7);
    // a band of many faint ones
    vec3 pole = normalize(vec3(0.36, 0.52, 0.78));
    float off = dot(d, pole);
    float band = exp(-off * off * 26.0);
    if (band > 0.02) {
      float cloud = fbm3(d * 4.2 + 5.0, 5, 0.55);
      float lane = smoothstep(0.44, 0.62, fbm3(d * 6.5 + 40.0, 4, 0.6)) * exp(-off * off * 160.0);
      color += band * smoothstep(0.36, 0.78, cloud) * vec3(0.030, 0.032, 0.043) * (1.0 - 0.8 * lane);
      color += star(d.zyx, 130.0, 0.5 * band, 0.10);
    }
    color *= uStars;
  }
  float c = dot(d, uSun);
  float disc = smoothstep(0.99990, 0.99996, c);
  vec3 sun = vec3(1.0, 0.95, 0.86) * (disc * 60.0 + 0.9 * pow(max(c, 0.0), 4000.0) + 0.12 * pow(max(c, 0.0), 300.0) + 0.02 * pow(max(c, 0.0), 24.0));
  vec2 shell = meets(d, airTop());
  Lit lit = Lit(vec3(0.0), vec3(1.0));
  if (shell.y > max(shell.x, 0.0)) {
    vec2 ground = meets(d, 1.0);
    float far = ground.y > ground.x && ground.y > 0.0 ? max(ground.x, 0.0) : shell.y;
    lit = airAlong(d, max(shell.x, 0.0), far, SKY_STEPS);
    // by day the eye is not open for stars
    color *= 1.0 - clamp(8.0 * max(lit.added.g, lit.added.b), 0.0, 1.0);
  }
  color = (color + sun) * lit.kept + lit.added;
  outColor = vec4(developed(color), 1.0);
}
`;

export const RAY_VERTEX = /* glsl */ `
uniform mat4 uUnproject;
out vec3 vRay;
void main() {
  vec4 far = uUnproject * vec4(position.xy, 1.0, 1.0);
  vRay = far.xyz / far.w;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;
