/** Air, and what the eye makes of light. */

import { FILM } from "../common";

export const EYE = `uniform float uExposure;\n${FILM}`;

/** Light through air: scattering along a line, at few places. `uAir`: height in which it thins by e, strength, mist. */
export const ATMOSPHERE = /* glsl */ `
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
