/** What is drawn around a planet: clouds, space, stars, the sun, and the glow of the air. */

import { ATMOSPHERE, EYE } from "./air";
import { NOISE3 } from "./noise";

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
