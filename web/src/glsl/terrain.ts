/** Shaders of the ground: patches of the quadtree with morphing, and the light on them. */

import { AIR, FILM, HEIGHT, LAMP, MAPS, NOISE } from "./common";

/**
 * `DETAIL` 1, for weak machines: haze is reckoned at the corners of triangles, and the fine structure is fetched at one scale where two do not
 * differ, its level of detail reckoned once for all materials. 2: at two scales, with the true footprint of a pixel, and walls from the side.
 * `OVERLAY`, `CONTOURS` and `LAKES` are defined where there are some: a processor that draws takes both ways of every branch.
 */

/**
 * `position` is the place in a patch (0 to 1, 0 to 1); its z is 0 for ground, 1 for the lower edge of a skirt. `side` points out of the
 * patch along skirts. `patch` of an instance: column, row, quad (samples), range (m).
 */
export const TERRAIN_VERTEX = /* glsl */ `
precision highp float;
${HEIGHT}
#if DETAIL < 2
${AIR}
out vec3 vKeep, vVeil;
#endif
in vec2 side;
in vec4 node;
uniform vec3 uEye;
uniform float uAbove, uQuads, uExaggeration, uFloor, uMorph0, uMorph1;
uniform mat4 uViewProjection;
out vec3 vPlace;
out vec2 vSample;
out vec3 vSide;
void main() {
  vec2 grid = position.xy * uQuads;
  vec2 last = uSize - 1.0;
  vec2 p = min(node.xy + grid * node.z, last);
  vec2 away = p * uCell - uEye.xz - 0.5 * last * uCell;
  float distance = length(vec3(away, uAbove));
  float morph = clamp((distance / node.w - uMorph0) / (uMorph1 - uMorph0), 0.0, 1.0);
  p = min(node.xy + (grid - fract(grid * 0.5) * 2.0 * morph) * node.z, last);
  float h = heightAt(p) * uExaggeration;
  vSide = vec3(0.0);
  if (side != vec2(0.0)) {
    vec2 reach = mix(vec2(0.0), last, step(0.0, side));
    bool outer = side.x != 0.0 ? p.x == reach.x : p.y == reach.y;
    if (outer) {
      vSide = vec3(side.x, 0.0, side.y);
      if (position.z > 0.5) h = uFloor;
    } else if (position.z > 0.5) h -= node.z * uCell * 0.6;
  }
  vSample = p;
  vPlace = vec3((p.x - 0.5 * last.x) * uCell, h, (p.y - 0.5 * last.y) * uCell);
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
#if DETAIL < 2
  vec3 d = vPlace - uEye;
  float far = max(length(d), 1.0e-6);
  vKeep = kept(uEye, d / far, far);
  vVeil = veil(d / far) * (1.0 - vKeep);
#endif
}
`;

export const TERRAIN_FRAGMENT = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${HEIGHT}
${NOISE}
${AIR}
${FILM}
${LAMP}
${MAPS}
in vec3 vPlace;
in vec2 vSample;
in vec3 vSide;
#if DETAIL < 2
in vec3 vKeep, vVeil;
#endif
out vec4 outColor;
uniform vec3 uEye;
uniform float uFloor, uThick, uExaggeration, uPixel;
uniform vec3 uEarth, uStone;
uniform sampler2DArray uDetail;
// size (m) of a tile of forest, rock, sand, snow; grass
uniform vec4 uTiles;
uniform float uTileGrass, uBump;
// overlay: kind (0 none, 1 ramp of height, 2 ramp of slope, 3 ramp of a layer), strength
uniform vec2 uOverlay;
uniform sampler2D uRamp;
uniform highp sampler2D uLayer;
uniform vec2 uRange;
// contours: interval (m), width (px); 0 is off
uniform vec2 uContour;
// one scale of the fine structure; only what is there is fetched
#if DETAIL > 1
#define FETCH(p, layer, tile) textureGrad(uDetail, vec3((p) / (tile), layer), dx / (tile), dy / (tile))
vec4 material(vec2 p, vec2 dx, vec2 dy, vec4 kind, float grass) {
#else
#define FETCH(p, layer, tile) textureLod(uDetail, vec3((p) / (tile), layer), lod)
vec4 material(vec2 p, float lod, vec4 kind, float grass) {
#endif
  vec4 d = vec4(0.0);
  if (grass > 0.02) d += grass * FETCH(p, 0.0, uTileGrass);
  if (kind.x > 0.02) d += kind.x * FETCH(p, 1.0, uTiles.x);
  if (kind.y > 0.02) d += kind.y * FETCH(p, 2.0, uTiles.y);
  if (kind.z > 0.02) d += kind.z * FETCH(p, 3.0, uTiles.z);
  if (kind.w > 0.02) d += kind.w * FETCH(p, 4.0, uTiles.w);
  return d / max(dot(step(0.02, kind) * kind, vec4(1.0)) + step(0.02, grass) * grass, 1.0e-3);
}

// beds of earth and rock, folded a little, under dark soil
vec3 cutSide(vec3 n) {
  float deep = (vPlace.y - uFloor) / uThick;
  float along = (n.x != 0.0 ? vPlace.z : vPlace.x) / uThick + 17.0 * n.x + 31.0 * n.z;
  float bend = fbm(vec2(0.5 * along, 0.4 * deep), 3, 0.5, 91u);
  float place = 7.0 * deep + 2.2 * bend + 0.12 * fbm(vec2(9.0 * along, 20.0 * deep), 3, 0.6, 95u);
  float bed = floor(place);
  float within = place - bed;
  float soft = clamp(1.5 * fwidth(place), 0.04, 0.5);
  float a = lattice(ivec2(int(bed), 3), 90u), b = lattice(ivec2(int(bed) + 1, 3), 90u);
  float tone = mix(a, b, smoothstep(1.0 - soft, 1.0, within));
  float fine = fbm(vec2(3.0 * along, 60.0 * deep + 12.0 * bend), 3, 0.65, 97u);
  vec3 earth = mix(uEarth, uStone, 0.5 + 0.5 * tone) * (1.0 + 0.22 * tone + 0.14 * fine);
  float under = (heightAt(vSample) * uExaggeration - vPlace.y) / uThick;
  earth = mix(earth, uEarth * 0.42, (1.0 - smoothstep(0.02, 0.07 + 0.03 * fine, under)) * 0.8);
  earth *= 0.6 + 0.4 * smoothstep(0.0, 0.3, deep);
  return earth * (0.85 * uSunlight * max(dot(n, uSun), 0.0) + 0.55 * uZenith + 0.45 * uHorizon + 0.08 * uSunlight * uSun.y);
}

void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec3 color;
  if (dot(vSide, vSide) > 0.25) {
    color = cutSide(vSide);
  } else {
    vec2 uv = vSample / (uSize - 1.0);
    vec4 light = texture(uLight, uv);
    vec4 ground = texture(uColor, uv);
    vec4 kind = texture(uKind, uv);
    vec3 albedo = ground.rgb * ground.rgb;
    vec3 n;
    n.xz = light.xy * 2.0 - 1.0;
    n.y = sqrt(max(1.0 - dot(n.xz, n.xz), 0.02));
    n = normalize(n);
    float wet = ground.a;
    vec2 at = vPlace.xz;
    float grass = max(1.0 - dot(kind, vec4(1.0)), 0.0);
    // two scales of the same structure, chosen by the size of a pixel: near ground keeps showing finer grains
    // what a pixel covers, from distance and slant: derivatives break where ground passes behind the eye
    float cover = 0.7 * distance * uPixel;
    float slant = max(abs(dot(d, n)), 0.04);
    float level = max(log2(uTileGrass / (distance * uPixel * 110.0)) * 0.5, 0.0);
    float coarse = floor(level);
    float scale = exp2(2.0 * coarse), scale1 = 4.0 * scale;
    float a0 = 0.6435 * coarse, a1 = a0 + 0.6435;
    mat2 turn0 = mat2(cos(a0), sin(a0), -sin(a0), cos(a0)) * scale;
    // far ground has one scale only
    float finer = level - coarse;
#if DETAIL > 1
    vec2 along = d.xz / max(length(d.xz), 1.0e-4);
    vec2 dx = vec2(-along.y, along.x) * cover, dy = along * cover / slant;
    vec4 fine = material(turn0 * at, turn0 * dx, turn0 * dy, kind, grass);
    if (finer > 0.0) {
      mat2 turn1 = mat2(cos(a1), sin(a1), -sin(a1), cos(a1)) * scale1;
      fine = mix(fine, material(turn1 * at, turn1 * dx, turn1 * dy, kind, grass), finer);
    }
#else
    finer = smoothstep(0.35, 0.65, finer);
    // a whole level: mixing two costs a processor twice as much
    float lod = floor(log2(256.0 * scale * cover * inversesqrt(slant) / uTiles.x) + 0.5);
    vec4 fine = vec4(0.0);
    if (finer < 1.0) fine = (1.0 - finer) * material(turn0 * at, lod, kind, grass);
    if (finer > 0.0) {
      mat2 turn1 = mat2(cos(a1), sin(a1), -sin(a1), cos(a1)) * scale1;
      fine += finer * material(turn1 * at, lod + 2.0, kind, grass);
    }
#endif
#if DETAIL > 1
    // rock on steep ground: its structure runs down the wall instead of being drawn out
    float steep = smoothstep(0.45, 0.8, 1.0 - n.y * n.y) * kind.y;
    if (steep > 0.01) {
      vec3 w = n * n;
      float h = vPlace.y;
      float k = scale / uTiles.y;
      vec2 wx = vec2(cover * inversesqrt(slant) * k, 0.0);
      vec4 wall = textureGrad(uDetail, vec3(vec2(at.y, h) * k, 2.0), wx, wx.yx) * w.x
        + textureGrad(uDetail, vec3(vec2(at.x, h) * k, 2.0), wx, wx.yx) * w.z;
      fine = mix(fine, wall / max(w.x + w.z, 0.01), steep);
    }
#endif
    float grain = dot(kind, vec4(0.85, 1.0, 0.35, 0.4)) + 0.8 * grass;
    float dry = 1.0 - wet;
    albedo *= 1.0 + (fine.r - 0.5) * 1.3 * grain * uBump * dry * (1.0 - 0.8 * kind.w);
    vec2 bump = (fine.gb * 2.0 - 1.0) * grain * uBump * dry;
    vec3 m = normalize(n + vec3(bump.x, 0.0, bump.y));
    float lit = mix(1.0, light.z, uShadow);
#ifdef OVERLAY
    {
      float value = 0.0;
      if (uOverlay.x < 1.5) value = heightAt(vSample);
      else if (uOverlay.x < 2.5) { vec2 g = n.xz / (n.y * uExaggeration); value = degrees(atan(length(g))); }
      else value = textureLod(uLayer, (vSample + 0.5) / uSize, 0.0).r;
      vec3 tint = texture(uRamp, vec2(clamp((value - uRange.x) / max(uRange.y - uRange.x, 1.0e-9), 0.0, 1.0), 0.5)).rgb;
      albedo = mix(albedo, tint * tint * 0.62, uOverlay.y);
    }
#endif
    color = albedo * lamp(m, lit, light.w, albedo);
#ifdef LAKES
    if (wet > 0.01) {
      float miss = 1.0 - max(-d.y, 0.02);
      float mirror = 0.02 + 0.98 * miss * miss * miss * miss * miss * 0.7;
      vec3 r = vec3(d.x, max(abs(d.y), 0.03), d.z);
      color = mix(color, radiance(normalize(r)) * (0.4 + 0.6 * light.w), wet * mirror);
    }
#endif
#ifdef CONTOURS
    {
      float h = heightAt(vSample) / uContour.x;
      float w = fwidth(h);
      float line = 1.0 - smoothstep(0.0, uContour.y * max(w, 1.0e-6), abs(fract(h - 0.5) - 0.5));
      float h5 = h / 5.0;
      float strong = 1.0 - smoothstep(0.0, 1.7 * uContour.y * max(fwidth(h5), 1.0e-6), abs(fract(h5 - 0.5) - 0.5));
      line *= 1.0 - smoothstep(0.25, 0.6, w);
      strong *= 1.0 - smoothstep(0.25, 0.6, w / 5.0);
      color = mix(color, vec3(0.05, 0.035, 0.02) * (uSunlight * 0.1 + 0.3), max(0.55 * line, 0.8 * strong));
    }
#endif
  }
#if DETAIL < 2
  outColor = vec4(developed(color * vKeep + vVeil), 1.0);
#else
  outColor = vec4(developed(hazed(color, uEye, d, distance)), 1.0);
#endif
}
`;
