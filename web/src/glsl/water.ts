/** Shaders of the sea: waves filtered by the size of a pixel, mirrored sky, depth color, foam along the shore. */

import { AIR, FILM, HEIGHT, LAMP, MAPS } from "./common";

export const WATER_VERTEX = /* glsl */ `
uniform mat4 uViewProjection;
uniform float uLevel;
uniform vec2 uHalf;
uniform float uReach;
out vec3 vPlace;
void main() {
  vPlace = vec3(position.x * (uHalf.x + uReach), uLevel, position.y * (uHalf.y + uReach));
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const WATER_FRAGMENT = /* glsl */ `
precision highp float;
${HEIGHT}
${AIR}
${FILM}
${LAMP}
${MAPS}
in vec3 vPlace;
out vec4 outColor;
uniform vec3 uEye;
uniform vec2 uHalf;
uniform float uLevel, uReach, uTime, uExaggeration, uWave, uSurf, uPixel;
uniform bool uOpenSea;
uniform sampler2D uWaves;
uniform sampler2D uCloud;
const vec3 ABSORB = vec3(0.38, 0.085, 0.055);
const vec3 DEEP = vec3(0.010, 0.050, 0.075);

void main() {
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  vec2 uv = (vPlace.xz + uHalf) / (2.0 * uHalf);
  vec2 p = clamp(uv, 0.0, 1.0) * (uSize - 1.0);
  bool inside = all(greaterThanEqual(uv, vec2(0.0))) && all(lessThanEqual(uv, vec2(1.0)));
  float depth = max(uLevel / uExaggeration - heightAt(p), 0.0);
  float down = max(-d.y, 0.0);
  float bent = sqrt(1.0 - (1.0 - down * down) / 1.777);
  float path = depth * (1.0 + 1.0 / bent);
  vec2 rimAway = min(uv, 1.0 - uv) * 2.0 * uHalf;
  float away = min(rimAway.x, rimAway.y);
  if (uOpenSea) path += 35.0 * (1.0 - smoothstep(0.0, 0.2 * min(uHalf.x, uHalf.y), away));
  vec4 light = texture(uLight, clamp(uv, 0.0, 1.0));
  float lit = inside ? mix(1.0, light.z, uShadow) : 1.0;
  float seen = inside ? mix(1.0, light.w, exp(-0.05 * depth)) : 1.0;
  vec3 above = uSunlight * uSun.y * (0.35 + 0.65 * lit) + 0.7 * seen * (uZenith + 0.5 * uHorizon);
  vec3 keep = exp(-ABSORB * path);
  vec3 bed = vec3(0.0);
  if (inside && path < 60.0) {
    vec3 albedo = texture(uColor, uv).rgb;
    albedo *= albedo;
    vec3 n;
    n.xz = light.xy * 2.0 - 1.0;
    n.y = sqrt(max(1.0 - dot(n.xz, n.xz), 0.02));
    bed = albedo * lamp(n, lit, light.w, albedo);
  }
  vec3 color = DEEP * above * (1.0 - keep) + bed * keep;

  // waves: each scale fades where a pixel is too coarse for it, and what is lost makes the mirror rougher
  float pixel = distance * uPixel / max(down, 0.05);
  vec2 at = vPlace.xz;
  vec2 slope = vec2(0.0);
  float lost = 0.0;
  float wave = 47.0, strength = 0.05;
  for (int k = 0; k < 5; k++) {
    if (k >= WAVES) { lost += strength * strength; strength *= 0.93; continue; }
    float fade = 1.0 - smoothstep(0.12, 0.45, pixel / (wave * uWave));
    lost += strength * strength * (1.0 - fade);
    if (fade > 0.0) {
      float a = 0.7 + 1.3 * float(k);
      mat2 turn = mat2(cos(a), sin(a), -sin(a), cos(a));
      // one tile of the texture holds 16 waves
      vec2 q = turn * at / (wave * uWave * 16.0);
      vec2 drift = vec2(0.9, 0.35) * uTime * 0.055 * inversesqrt(wave) * (mod(float(k), 2.0) < 0.5 ? 1.0 : -0.8);
      vec2 g = textureLod(uWaves, q + drift, 0.0).rg * 2.0 - 1.0;
      slope -= fade * strength * 1.9 * (g * turn);
    }
    wave *= 0.46;
    strength *= 0.93;
  }
  // far swells keep some large-scale variety
  float calm = texture(uCloud, at / (uWave * 2600.0) + 0.0015 * uTime).r;
  slope *= 0.55 + 0.9 * calm;
  lost *= 0.4 + 1.2 * calm;
  float shallow = smoothstep(0.0, 2.5, depth + (inside ? 0.0 : 9.0));
  slope *= 0.3 + 0.7 * shallow;
  // slopes that differ from pixel to pixel are roughness too, or the sun in them flickers as white noise
  vec2 sx = dFdx(slope), sy = dFdy(slope);
  lost += min(0.5 * (dot(sx, sx) + dot(sy, sy)), 0.08);
  vec3 n = normalize(vec3(slope.x, 1.0, slope.y));
  float toward = -dot(d, n);
  if (toward < 0.02) { n = vec3(0.0, 1.0, 0.0); toward = max(down, 1.0e-4); }
  float rough = sqrt(lost);
  float miss = 1.0 - min(toward, 1.0);
  float mirror = 0.02 + 0.98 * miss * miss * miss * miss * miss / (1.0 + 3.0 * rough);
  vec3 r = reflect(d, n);
  r.y = max(abs(r.y), 0.015) + 0.5 * rough;
  r = normalize(r);
  vec3 sky = radiance(r);
  // land mirrored near the shore: the valley sees less of the sky
  sky *= inside ? 0.35 + 0.65 * smoothstep(0.25, 0.95, light.w) : 1.0;
  vec3 h = normalize(uSun - d);
  float even = max(dot(h, n), 0.0);
  float spread = 0.012 + 0.5 * lost;
  float lean = (1.0 - even * even) / max(even * even, 1.0e-3);
  float glint = min(lit * 0.06 * exp(-lean / spread) / spread * mirror, 0.9);
  color = mix(color, sky, mirror) + uSunlight * glint;

  float scaled = depth / uSurf;
  if (inside && scaled < 4.0) {
    float swell = texture(uCloud, at / (72.0 * uSurf) + 0.004 * uTime).r * 2.0 - 1.0;
    float surf = scaled + 0.9 * swell;
    float foam = 1.0 - smoothstep(0.15, 0.9, surf);
    float band = sin(2.6 * scaled + 3.0 * swell + 0.9 * uTime);
    foam = max(foam, 0.55 * smoothstep(0.75, 0.95, band) * (1.0 - smoothstep(1.0, 3.6, scaled)));
    float speckle = texture(uCloud, at / (11.0 * uSurf) - 0.01 * uTime).r * 2.0 - 1.0;
    foam *= 0.75 * (0.55 + 0.45 * smoothstep(-0.3, 0.3, speckle)) * smoothstep(0.0, 0.08, depth);
    // where a pixel is wider than the surf there is no line to see
    foam *= 1.0 - smoothstep(10.0, 60.0, pixel / uSurf);
    color = mix(color, vec3(0.80, 0.84, 0.86) * above * 0.62, foam);
  }
  color = hazed(color, uEye, d, distance);
  // the sea ends in the haze of the horizon
  color = mix(color, radiance(normalize(vec3(d.x, 0.0, d.z))), smoothstep(0.25, 1.0, distance / max(uReach, 1.0e-3)) * float(uOpenSea));
  outColor = vec4(developed(color), 1.0);
}
`;

/** Panes of water along the cut sides of a block of land. */
export const PANE_VERTEX = /* glsl */ `
uniform mat4 uViewProjection;
uniform float uLevel, uFloor;
uniform vec2 uHalf;
out vec3 vPlace;
void main() {
  vPlace = vec3(position.x * uHalf.x, mix(uFloor, uLevel, position.z), position.y * uHalf.y);
  gl_Position = uViewProjection * vec4(vPlace, 1.0);
}
`;

export const PANE_FRAGMENT = /* glsl */ `
precision highp float;
${HEIGHT}
${AIR}
${FILM}
in vec3 vPlace;
out vec4 outColor;
uniform vec3 uEye;
uniform vec2 uHalf;
uniform float uLevel, uExaggeration;
void main() {
  vec2 p = (vPlace.xz + uHalf) / (2.0 * uHalf) * (uSize - 1.0);
  if (vPlace.y < heightAt(p) * uExaggeration) discard;
  vec3 d = vPlace - uEye;
  float distance = length(d);
  d /= distance;
  float under = uLevel - vPlace.y;
  vec3 light = uSunlight * uSun.y * 0.6 + 0.7 * (uZenith + 0.5 * uHorizon);
  vec3 color = vec3(0.022, 0.085, 0.115) * light * (0.45 + 0.75 * exp(-under * 0.012 / uExaggeration));
  color = color * 0.92 + vec3(0.03, 0.04, 0.05) * uHorizon;
  outColor = vec4(developed(hazed(color, uEye, d, distance)), 0.93);
}
`;
