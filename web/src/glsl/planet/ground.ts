/** The surface of a planet. Places are told from the eye, so that what is near keeps its digits. */

import { ATMOSPHERE, EYE } from "./air";
import { HEIGHTS, SPHERE } from "./sphere";

export const PLANET_VERTEX = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${SPHERE}
${HEIGHTS}
in vec2 side;
in vec4 node;
in vec4 place;
in vec4 middle;
in vec3 cube;
in vec3 origin;
in vec3 chord;
in vec3 parent;
uniform highp sampler2DArray uTileHeight;
uniform mat4 uViewProjection;
uniform float uAbove, uQuads, uScale, uMorph0, uMorph1;
uniform bool uSea;
out vec3 vCube;
out vec3 vDirection;
out vec3 vRelative;
out vec2 vSample;
out float vHeight;
out float vMorph;
flat out float vBase;
flat out int vFace;
flat out float vCell;
flat out ivec2 vLayers;
flat out vec2 vParent;

float tileHeight(vec2 p, int layer) {
  vec2 c = min(floor(p), 63.0);
  vec2 f = p - c;
  ivec3 i = ivec3(ivec2(c), layer);
  float a = texelFetch(uTileHeight, i, 0).r, b = texelFetch(uTileHeight, i + ivec3(1, 0, 0), 0).r;
  float d = texelFetch(uTileHeight, i + ivec3(0, 1, 0), 0).r, e = texelFetch(uTileHeight, i + ivec3(1, 1, 0), 0).r;
  return mix(mix(a, b, f.x), mix(d, e, f.x), f.y);
}

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
  int layer = int(place.y);
  vec3 center = onSphere(cube);
  vec2 grid = position.xy * uQuads;
  vec2 p = min(node.xy + grid * node.z, place.zw);
  vec2 off = (p - middle.xy) * middle.z;
  vec3 by = uAcross[face] * off.x + uAlong[face] * off.y;
  float distance = length(vec2(length(chord + apart(cube, by)), uAbove));
  float morph = clamp((distance / node.w - uMorph0) / (uMorph1 - uMorph0), 0.0, 1.0);
  p = min(node.xy + (grid - fract(grid * 0.5) * 2.0 * morph) * node.z, place.zw);
  off = (p - middle.xy) * middle.z;
  by = uAcross[face] * off.x + uAlong[face] * off.y;
  vec3 away = apart(cube, by);
  vec3 d = center + away;
  // over the height that the tile's are told from, so that low differences of high ground keep their digits
  float h = (layer < 0 ? heightAt(p, face) : tileHeight(p, layer)) * uScale;
  vHeight = h + middle.w;
  vBase = middle.w;
  if (uSea) h = max(h, -middle.w);
  if (position.z > 0.5) h -= node.z * middle.z * 0.5;
  vCube = cube + by;
  vDirection = d;
  vSample = p;
  vFace = face;
  vMorph = parent.x < -1.5 ? 0.0 : morph;
  vCell = middle.z;
  vLayers = ivec2(layer, int(parent.x));
  vParent = parent.yz;
  vRelative = origin + away * (1.0 + middle.w) + d * h;
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
uniform sampler2DArray uTileSlope, uTileColor;
uniform highp sampler2DArray uTileHeight;
uniform float uScale;
uniform float uRampRows, uRelief, uSmooth, uPixel, uTime, uClouds, uCloudTop, uLow, uHigh, uNodes, uExaggeration, uRipple;
uniform bool uSea, uTileColors;
uniform int uPainted;
in vec3 vCube;
in vec3 vDirection;
in vec3 vRelative;
in vec2 vSample;
in float vHeight;
in float vMorph;
flat in float vBase;
flat in int vFace;
flat in float vCell;
flat in ivec2 vLayers;
flat in vec2 vParent;
out vec4 outColor;

vec3 ramp(float row, float place) {
  return texture(uRamps, vec2(clamp(place, 0.0, 1.0) * (256.0 / 257.0) + 0.5 / 257.0, (row + 0.5) / uRampRows)).rgb;
}
vec3 spun(vec3 d, float turn) { float c = cos(turn), s = sin(turn); return vec3(c * d.x - s * d.y, s * d.x + c * d.y, d.z); }
float cover(vec2 cloud) {
  float edge = 0.80 - 0.46 * uClouds;
  return smoothstep(edge - 0.02, edge + 0.22, cloud.x + 0.10 * (cloud.y - 0.5)) * step(0.001, uClouds);
}

vec3 inTile(vec2 p, int layer) { return vec3((p + 0.5) / 65.0, float(layer)); }

float node(ivec2 p, int layer) {
  ivec2 q = clamp(p, ivec2(0), ivec2(64));
  float h = texelFetch(uTileHeight, ivec3(q, layer), 0).r;
  ivec2 over = p - q; // straight on beyond the edge: on the edge itself only its own nodes count, so both sides agree
  return over == ivec2(0) ? h : 2.0 * h - texelFetch(uTileHeight, ivec3(clamp(q - over, ivec2(0), ivec2(64)), layer), 0).r;
}
vec4 weights(float t) {
  float t2 = t * t, t3 = t2 * t;
  return 0.5 * vec4(-t + 2.0 * t2 - t3, 2.0 - 5.0 * t2 + 3.0 * t3, t + 4.0 * t2 - 3.0 * t3, t3 - t2);
}
/** Heights on a smooth surface through the nodes: coasts on triangles have corners. */
float curved(vec2 p, int layer) {
  vec2 c = min(floor(p), 63.0);
  vec4 wx = weights(p.x - c.x), wy = weights(p.y - c.y);
  float sum = 0.0;
  for (int r = 0; r < 4; r++) {
    float line = 0.0;
    for (int k = 0; k < 4; k++) line += wx[k] * node(ivec2(c) + ivec2(k - 1, r - 1), layer);
    sum += wy[r] * line;
  }
  return sum;
}

/** Fine structure: two octaves of a texture whose periods fit tiles, finer the nearer one looks; no end of it on the way down. */
struct Fine { float scale, blend; vec2 dx, dy; };
Fine fineAt(float octave) {
  float m = clamp(octave, -2.0, 12.0), whole = floor(m);
  float scale = exp2(whole) / 16.0;
  return Fine(scale, m - whole, dFdx(vSample) * scale, dFdy(vSample) * scale);
}
vec4 structure(Fine fine, float times, float layer) {
  vec2 at = (times > 1.0 ? vSample.yx : vSample) * fine.scale * times;
  vec2 dx = (times > 1.0 ? fine.dx.yx : fine.dx) * times, dy = (times > 1.0 ? fine.dy.yx : fine.dy) * times;
  return mix(textureGrad(uDetail, vec3(at, layer), dx, dy), textureGrad(uDetail, vec3(at * 2.0, layer), dx * 2.0, dy * 2.0), fine.blend);
}
vec2 waving(Fine fine, float times, vec2 drift) {
  vec2 at = vSample * fine.scale * times;
  vec2 a = textureGrad(uWaves, at + drift, fine.dx * times, fine.dy * times).rg, b = textureGrad(uWaves, at * 2.0 - drift, fine.dx * 2.0 * times, fine.dy * 2.0 * times).rg;
  return mix(a, b, fine.blend) - 0.5;
}

void main() {
  vec3 out_ = normalize(vDirection);
  float distance = length(vRelative);
  vec3 ray = vRelative / distance;
  vec4 surface = texture(uSurface, vCube);
  vec4 paint = texture(uPaint, vCube);
  // low land is shaded as if it were higher where one looks from space
  float relief = exp(log(uRelief) * smoothstep(-4.6, -0.2, log(distance)));
  vec3 slope = surface.xyz;
  float h = surface.a;
  if (vLayers.x >= 0) {
    vec2 over = vSample * 0.5 + vParent;
    vec3 own = texture(uTileSlope, inTile(vSample, vLayers.x)).xyz * uExaggeration;
    vec3 coarse = vLayers.y >= 0 ? texture(uTileSlope, inTile(over, vLayers.y)).xyz * uExaggeration : surface.xyz;
    slope = mix(own, coarse, vMorph);
    h = vHeight;
    if (uSea && vMorph < 1.0 && abs(h) < 0.25 * vCell) h = mix(curved(vSample, vLayers.x) * uScale + vBase, h, vMorph);
    if (uTileColors) {
      vec4 a = texture(uTileColor, inTile(vSample, vLayers.x));
      vec3 fine = mix(paint.rgb, a.rgb, a.a);
      if (vLayers.y >= 0) {
        vec4 b = texture(uTileColor, inTile(over, vLayers.y));
        paint.rgb = mix(fine, mix(paint.rgb, b.rgb, b.a), vMorph);
      } else paint.rgb = mix(fine, paint.rgb, vMorph);
    }
  }
  slope *= relief;
  float width = max(fwidth(h), 1.0e-9);
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

  vec3 across = normalize(uAcross[vFace] - out_ * dot(uAcross[vFace], out_));
  vec3 along = normalize(uAlong[vFace] - out_ * dot(uAlong[vFace], out_));
  float foot = max(distance * uPixel, 1.0e-12);
  float octave = log2(16.0 * vCell / (96.0 * foot));
  float close = smoothstep(-2.4, -0.2, octave);
  Fine fine = fineAt(octave);
  if (close > 0.0) {
    float steep = clamp(length(slope) * 1.4, 0.0, 1.0);
    vec4 a = structure(fine, 1.0, 0.0), b = structure(fine, 4.0, 2.0), c = structure(fine, 0.25, 2.0);
    float broad = smoothstep(0.0, 1.0, octave); // its period is no longer than a tile only then
    vec2 bump = (a.gb - 0.5) + 0.7 * (b.gb - 0.5) + broad * (c.gb - 0.5);
    slope += (across * bump.x + along * bump.y) * close * (0.3 + 0.75 * steep) * (1.0 - wet);
    float tone = 0.35 * a.r + 0.25 * b.r + mix(0.2, 0.4 * c.r, broad);
    vec3 tint = mix(vec3(1.14, 1.0, 0.8), vec3(0.84, 1.0, 0.98), smoothstep(0.25, 0.75, c.r));
    vec3 grained = (0.45 + 1.1 * tone) * mix(vec3(1.0), tint, 0.6 * broad);
    albedo *= mix(vec3(1.0), grained, 0.85 * close * (1.0 - wet));
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
    // waves are never finer than real ones
    Fine ripple = fineAt(min(octave, log2(16.0 * vCell / uRipple)));
    vec2 w = waving(ripple, 1.0, vec2(0.11, 0.07) * uTime * 8.0) + 0.6 * waving(ripple, 4.0, vec2(-0.05, 0.09) * uTime * 14.0);
    vec3 m = normalize(out_ + (across * w.x + along * w.y) * (0.12 * close + 0.02) * (1.35 - uSmooth));
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
