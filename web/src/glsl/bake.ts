/** Shaders that make the maps of the ground when the land or the sun changes. */

import { HEIGHT, NOISE } from "./common";

export const FULLSCREEN = /* glsl */ `
out vec2 vUv;
void main() {
  vUv = position.xy * 0.5 + 0.5;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}
`;

/** Place in samples of the texel being made; row 0 lies at v = 0. */
const PLACE = /* glsl */ `
vec2 place() { return vUv * (uSize - 1.0); }
`;

/** Heights relative to the land's lowest, exaggerated, into a texture with mip levels that can be filtered. */
export const COPY = /* glsl */ `
precision highp float;
${HEIGHT}
in vec2 vUv;
out vec4 outColor;
uniform float uLow, uExaggeration;
${PLACE}
void main() {
  outColor = vec4((heightAt(place()) - uLow) * uExaggeration, 0.0, 0.0, 1.0);
}
`;

/** First step of the sun's shadow: the land itself, as top of what lies in the shade of either edge of the sun. */
export const SHADE_START = /* glsl */ `
precision highp float;
${HEIGHT}
in vec2 vUv;
out vec4 outColor;
uniform float uLow, uExaggeration;
${PLACE}
void main() {
  float h = (heightAt(place()) - uLow) * uExaggeration;
  outColor = vec4(h, h, 0.0, 1.0);
}
`;

/** Each step doubles how far shadows reach: shade(p) = max(shade(p), shade(p + reach toward the sun) - fall over the reach). */
export const SHADE_STEP = /* glsl */ `
precision highp float;
in vec2 vUv;
out vec4 outColor;
uniform highp sampler2D uShade;
uniform vec2 uToward;
uniform vec2 uFall;
void main() {
  ivec2 size = textureSize(uShade, 0);
  vec2 p = gl_FragCoord.xy - 0.5;
  vec2 here = texelFetch(uShade, ivec2(p), 0).rg;
  vec2 q = p + uToward;
  if (q.x >= 0.0 && q.y >= 0.0 && q.x <= float(size.x - 1) && q.y <= float(size.y - 1)) {
    vec2 c = floor(q);
    vec2 f = q - c;
    ivec2 i = ivec2(c);
    ivec2 j = min(i + 1, size - 1);
    vec2 a = texelFetch(uShade, i, 0).rg, b = texelFetch(uShade, ivec2(j.x, i.y), 0).rg;
    vec2 d = texelFetch(uShade, ivec2(i.x, j.y), 0).rg, e = texelFetch(uShade, j, 0).rg;
    here = max(here, mix(mix(a, b, f.x), mix(d, e, f.x), f.y) - uFall);
  }
  outColor = vec4(here, 0.0, 1.0);
}
`;

/** Share of the sky that is seen: horizons in several directions over blurred heights, each step twice as far. */
export const OCCLUSION = /* glsl */ `
precision highp float;
in vec2 vUv;
out vec4 outColor;
uniform highp sampler2D uBlur;
uniform vec2 uTexels;
uniform float uTexel;
void main() {
  float h = textureLod(uBlur, vUv, 0.0).r;
  float seen = 0.0;
  for (int k = 0; k < DIRECTIONS; k++) {
    float a = (float(k) + 0.37) * 6.2831853 / float(DIRECTIONS);
    vec2 d = vec2(cos(a), sin(a)) / uTexels;
    float top = 0.0;
    float reach = 1.5;
    for (int s = 0; s < STEPS; s++) {
      float there = textureLod(uBlur, vUv + d * reach, max(log2(reach) - 1.0, 0.0)).r;
      top = max(top, (there - h) / (reach * uTexel));
      reach *= GROWTH;
    }
    seen += 1.0 - top * inversesqrt(1.0 + top * top);
  }
  outColor = vec4(seen / float(DIRECTIONS), 0.0, 0.0, 1.0);
}
`;

/** Map A: normal, sun, sky. With `DRAFT` sun and sky are those of the map before (`uLight`), or full where there was none. */
export const LIGHT = /* glsl */ `
precision highp float;
${HEIGHT}
in vec2 vUv;
out vec4 outColor;
uniform float uLow, uExaggeration;
#ifdef DRAFT
uniform sampler2D uLight;
uniform bool uKnown;
#else
uniform highp sampler2D uShade;
uniform sampler2D uSky;
#endif
${PLACE}
void main() {
  vec2 p = place();
  float dx = (heightAt(p + vec2(0.75, 0.0)) - heightAt(p - vec2(0.75, 0.0))) / (1.5 * uCell);
  float dy = (heightAt(p + vec2(0.0, 0.75)) - heightAt(p - vec2(0.0, 0.75))) / (1.5 * uCell);
  vec3 n = normalize(vec3(-dx * uExaggeration, 1.0, -dy * uExaggeration));
#ifdef DRAFT
  outColor = vec4(n.x * 0.5 + 0.5, n.z * 0.5 + 0.5, uKnown ? textureLod(uLight, vUv, 0.0).zw : vec2(1.0, 0.9));
#else
  float h = (heightAt(p) - uLow) * uExaggeration;
  float lit = 1.0;
#ifdef SHADOWS
  ivec2 size = textureSize(uShade, 0);
  vec2 q = vUv * vec2(size) - 0.5;
  vec2 c = floor(q);
  vec2 f = q - c;
  ivec2 i = clamp(ivec2(c), ivec2(0), size - 1);
  ivec2 j = min(i + 1, size - 1);
  vec2 a = texelFetch(uShade, i, 0).rg, b = texelFetch(uShade, ivec2(j.x, i.y), 0).rg;
  vec2 d = texelFetch(uShade, ivec2(i.x, j.y), 0).rg, e = texelFetch(uShade, j, 0).rg;
  vec2 shade = mix(mix(a, b, f.x), mix(d, e, f.x), f.y);
  // x: what the lower edge of the sun leaves dark, y: what the upper edge does
  float soft = max(shade.x - shade.y, 0.35 * uCell);
  lit = 1.0 - smoothstep(0.0, 1.0, (shade.x - h - 0.05 * uCell) / soft);
#endif
  outColor = vec4(n.x * 0.5 + 0.5, n.z * 0.5 + 0.5, lit, texture(uSky, vUv).r);
#endif
}
`;

/** Maps B and C: what the ground is made of, and its color; by weights or by the rules of the look. */
export const GROUND = /* glsl */ `
precision highp float;
precision highp sampler2DArray;
${HEIGHT}
${NOISE}
in vec2 vUv;
layout(location = 0) out vec4 outColor;
layout(location = 1) out vec4 outKind;
uniform highp sampler2D uBlur;
uniform highp sampler2D uWater;
uniform float uLow, uExaggeration, uGrain, uSmooth;
// snow line, tree line, rock slope, forest
uniform vec4 uRules;
uniform float uSea;
${PLACE}
#ifdef WEIGHTS
uniform sampler2DArray uWeights;
uniform vec3 uPalette[WEIGHTS];
uniform vec4 uKinds[WEIGHTS];
#else
uniform vec3 uPalette[7];
#endif
float stepped(float low, float high, float x) { return smoothstep(low, high, x); }
void main() {
  vec2 p = place();
  float h = heightAt(p);
  vec2 at = p * uCell / uGrain;
  float broad = fbm(at / 53.0, 4, 0.6, 1u);
  float fine = fbm(at / 7.0, 3, 0.65, 11u);
  float small = fbm(at / 2.1, 2, 0.6, 41u);
  vec3 color;
  vec4 kind;
  float snow;
#ifdef WEIGHTS
  vec2 jitter = vec2(fine, fbm(at / 6.1, 3, 0.65, 31u)) * uGrain * 1.1 / uCell;
  vec2 uv = (clamp(p + jitter, vec2(0.0), uSize - 1.0) + 0.5) / uSize;
  float total = 0.0;
  color = vec3(0.0);
  kind = vec4(0.0);
  for (int k = 0; k < WEIGHTS; k++) {
    float w = texture(uWeights, vec3(uv, float(k))).r;
    total += w;
    color += w * uPalette[k];
    kind += w * uKinds[k];
  }
  if (total > 0.004) { color /= total; kind /= total; } else { color = uPalette[0]; kind = uKinds[0]; }
  snow = kind.w;
  float shade = 1.0 + (0.2 * broad + 0.17 * fine + 0.14 * small) * (1.0 - 0.8 * snow);
#else
  float dx = (heightAt(p + vec2(1.0, 0.0)) - heightAt(p - vec2(1.0, 0.0))) / (2.0 * uCell);
  float dy = (heightAt(p + vec2(0.0, 1.0)) - heightAt(p - vec2(0.0, 1.0))) / (2.0 * uCell);
  float slope = length(vec2(dx, dy));
  float smooth_ = textureLod(uBlur, vUv, uSmooth).r / uExaggeration + uLow;
  float hollow = clamp((smooth_ - h) / uGrain, -1.0, 1.0);
  float rough = 0.6 * broad + 0.4 * fine;
  float wood = uRules.w, rock_ = uRules.z;
  float soil = 0.5 * stepped(0.05, 0.5, 0.35 * hollow + 0.4 * fine) + 0.35 * stepped(0.1, 0.7, -broad);
  float thin = stepped(uRules.y - 100.0, uRules.y + 160.0, h + 140.0 * rough - 160.0 * hollow);
  float trees = stepped(1.0 - 2.0 * wood - 0.22, 1.0 - 2.0 * wood + 0.38, 1.1 * broad + 0.35 * fine + 0.5 * hollow);
  float steep = stepped(1.15 * rock_, 1.5 * rock_, slope);
  float forest = min(0.1 + 0.9 * trees, 1.0) * (1.0 - thin) * (1.0 - steep);
  float scree = stepped(0.62 * rock_, 0.85 * rock_, slope + 0.15 * rough + 0.2 * (thin - 0.6));
  scree = max(scree * (0.25 + 0.75 * thin), 0.55 * thin * stepped(-0.2, 0.6, broad));
  float rock = stepped(0.85 * rock_, 1.2 * rock_, slope + 0.22 * rough + 0.2 * thin - 0.25 * hollow);
  float lift = (h - uRules.x + 160.0 * rough + 260.0 * hollow) / 130.0;
  snow = stepped(-0.8, 1.0, lift) * (1.0 - stepped(0.8, 1.35, slope + 0.25 * rough - 0.08 * max(lift, 0.0)));
  float beach = h - uSea + 2.5 * fine - 0.5;
  float sand = 1.0 - stepped(2.0, 6.0, beach + 9.0 * max(slope - 0.18, 0.0));
  color = uPalette[0];
  color = mix(color, uPalette[1], forest);
  color = mix(color, uPalette[2], soil * (1.0 - forest * 0.6));
  color = mix(color, uPalette[3], scree);
  color = mix(color, uPalette[4], rock);
  color = mix(color, uPalette[5], sand);
  color = mix(color, uPalette[6], snow);
  kind = vec4(forest, 0.0, 0.0, 0.0);
  kind = mix(kind, vec4(0.0, 0.8, 0.0, 0.0), scree);
  kind = mix(kind, vec4(0.0, 1.0, 0.0, 0.0), rock);
  kind = mix(kind, vec4(0.0, 0.0, 1.0, 0.0), sand);
  kind = mix(kind, vec4(0.0, 0.0, 0.0, 1.0), snow);
  float shade = 1.0 + (0.16 * fine + 0.14 * broad + 0.14 * small) * (1.0 - 0.8 * snow);
#endif
  // living ground varies in hue as well
  float green = clamp(1.0 - kind.y - kind.z - snow, 0.0, 1.0);
  float warm = (0.05 * broad + green * (0.09 * fine + 0.07 * small)) * (1.0 - snow);
  color *= shade * vec3(1.0 + warm, 1.0, 1.0 - warm);
  float wet = 0.0;
#ifdef LAKES
  vec2 q = floor(p);
  vec2 f = p - q;
  ivec2 i = ivec2(q);
  ivec2 j = min(i + 1, ivec2(uSize) - 1);
  float depth = mix(
    mix(texelFetch(uWater, i, 0).r, texelFetch(uWater, ivec2(j.x, i.y), 0).r, f.x),
    mix(texelFetch(uWater, ivec2(i.x, j.y), 0).r, texelFetch(uWater, j, 0).r, f.x), f.y);
  if (depth > 0.0) {
    wet = smoothstep(0.0, 0.06, depth);
    vec3 keep = exp(-vec3(0.38, 0.085, 0.055) * 2.2 * depth);
    color = mix(color, vec3(0.018, 0.062, 0.078) * (1.0 - keep) + color * 0.8 * keep, wet);
    kind *= 1.0 - wet;
  }
#endif
  outColor = vec4(sqrt(clamp(color, 0.0, 1.0)), wet);
  outKind = kind;
}
`;
