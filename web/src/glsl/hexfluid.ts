/** Moving water of a hex map: lakes and seas, their shores, estuaries, rivers. */

import { AIR, FILM } from "./common";
import { CELLS, MARKS, NOISE, NORMAL, PLACE, SHADOW } from "./hexparts";
import { HEX_SHADING } from "./hexwater";

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
${CELLS}
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
