/** Shaders of the sky: sun, thin clouds, and the floor a block of land stands on. */

import { AIR, FILM } from "./common";

export const SKY_VERTEX = /* glsl */ `
uniform mat4 uUnproject;
out vec3 vRay;
void main() {
  vec4 far = uUnproject * vec4(position.xy, 1.0, 1.0);
  vRay = far.xyz / far.w;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
`;

export const SKY_FRAGMENT = /* glsl */ `
precision highp float;
${AIR}
${FILM}
in vec3 vRay;
out vec4 outColor;
uniform sampler2D uCloud;
uniform float uClouds, uFloor, uThick, uExtent;
uniform vec3 uEye;
uniform vec2 uHalf;
uniform bool uOpenSea;
uniform float uSunSize;

vec3 floorColor(vec3 d) {
  float t = (uFloor - uEye.y) / min(d.y, -1.0e-6);
  vec3 at = uEye + d * t;
  vec2 out_ = max(abs(at.xz) - uHalf, 0.0);
  // a block throws its shade on the floor beside it
  float dark = 1.0 - 0.5 * exp(-0.9 * length(out_) / uThick);
  vec3 edge = radiance(vec3(d.x, 0.0, d.z));
  vec3 lit = vec3(0.055, 0.125, 0.20) * (uSunlight * uSun.y * 0.5 + 0.8 * uZenith + 0.2 * uHorizon) * dark;
  return mix(edge, lit, exp(-0.42 * t / uExtent));
}

void main() {
  vec3 d = normalize(vRay);
  vec3 color;
  if (d.y < 0.0) {
    color = uOpenSea ? radiance(vec3(d.x, 0.0, d.z)) : floorColor(d);
  } else {
    color = radiance(d);
    float near = dot(d, uSun);
    vec2 p = d.xz / (d.y + 0.055);
    float warp = texture(uCloud, 0.0875 * p + vec2(0.39, -0.21)).r * 2.0 - 1.0;
    vec2 q = vec2(0.8 * p.x + 0.9 * warp, 1.5 * p.y + 0.6 * warp) * 0.125;
    float cover = texture(uCloud, q).r * 2.0 - 1.0;
    cover += 0.22 * (texture(uCloud, q * 5.3 + 0.37).r * 2.0 - 1.0);
    float edge = 0.55 - 1.1 * uClouds;
    float thick = smoothstep(edge, edge + 0.75, cover) * smoothstep(0.015, 0.16, d.y) * 0.85;
    float lit = 0.55 + 0.5 * max(near, 0.0) * max(near, 0.0);
    color = mix(color, vec3(0.62, 0.62, 0.64) * uHorizon + 0.27 * uSunlight * lit, thick);
    color += uSunlight * 6.0 * smoothstep(uSunSize, 1.0 - 0.25 * (1.0 - uSunSize), near);
  }
  outColor = vec4(developed(color), 1.0);
}
`;
