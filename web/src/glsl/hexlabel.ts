/** Words that lie on the tops of cells. */
export const LABEL_VERTEX = /* glsl */ `
in vec3 position;
in vec4 iPlace;
in float iGlyph;
uniform mat4 uViewProjection;
uniform vec3 uRight, uAhead;
uniform vec2 uAround;
uniform float uSize, uGlyphs;
out vec2 vUv;
void main() {
  vec2 q = vec2(position.x + 0.56 * iPlace.w, position.y) * uSize;
  vec3 at = vec3(iPlace.x, iPlace.z, -iPlace.y) + uRight * q.x + uAhead * q.y;
  if (uAround.x > 0.0) at.x += uAround.x * floor((uAround.y - iPlace.x) / uAround.x + 0.5);
  vUv = vec2((iGlyph + position.x + 0.5) / uGlyphs, 0.5 - position.y);
  gl_Position = uViewProjection * vec4(at, 1.0);
  gl_Position.z -= 1.2e-4 * gl_Position.w;
}
`;

export const LABEL_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vUv;
out vec4 outColor;
uniform sampler2D uGlyphTexture;
void main() {
  vec2 ink = texture(uGlyphTexture, vUv).rg;
  if (ink.g < 0.02) discard;
  outColor = vec4(mix(vec3(0.05, 0.06, 0.07), vec3(1.0), ink.r), ink.g * 0.92);
}
`;
