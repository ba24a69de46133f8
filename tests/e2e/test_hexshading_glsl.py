"""The shaders of water and roads compute what the functions in Python compute: a grid of inputs, drawn into floats."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser

from landwright import hexmap
from landwright.hexmap import ShadeScales

SOURCE = Path(__file__).parents[2] / "web" / "src" / "glsl" / "hexwater.ts"
TOLERANCE = 1e-3
"""A quarter of a step of a screen's colors. Single precision holds a sine's angle of a thousand (4 km, 500 s) to 6e-5."""

DRAW = r"""
async ([shading, noise, size, inputs, side]) => {
  const floats = (text) => new Float32Array(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl || !gl.getExtension('EXT_color_buffer_float')) return 'no float targets';
  const texture = (data, w, h) => {
    const made = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, w, h, 0, gl.RGBA, gl.FLOAT, data);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    return made;
  };
  const shader = (kind, text) => {
    const made = gl.createShader(kind);
    gl.shaderSource(made, text);
    gl.compileShader(made);
    if (!gl.getShaderParameter(made, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(made));
    return made;
  };
  const program = gl.createProgram();
  gl.attachShader(program, shader(gl.VERTEX_SHADER, `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }`));
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, `#version 300 es
precision highp float;
uniform highp sampler2D uNoise, uPlaces, uShares;
vec4 hexNoise(vec2 uv) {
  ivec2 size = textureSize(uNoise, 0);
  vec2 p = uv * vec2(size) - 0.5;
  vec2 c = floor(p), f = p - c;
  ivec2 i = ((ivec2(c) % size) + size) % size, j = (i + 1) % size;
  return mix(mix(texelFetch(uNoise, i, 0), texelFetch(uNoise, ivec2(j.x, i.y), 0), f.x),
             mix(texelFetch(uNoise, ivec2(i.x, j.y), 0), texelFetch(uNoise, j, 0), f.x), f.y);
}
${shading}
layout(location = 0) out vec4 outWater;
layout(location = 1) out vec4 outRest;
layout(location = 2) out vec4 outRoad;
layout(location = 3) out vec4 outColor;
void main() {
  vec4 place = texelFetch(uPlaces, ivec2(gl_FragCoord.xy), 0);
  vec4 share = texelFetch(uShares, ivec2(gl_FragCoord.xy), 0);
  float t = place.z;
  outWater = vec4(hexWaves(place.xy, t), hexFoam(share.y, place.xy, t), hexRiver(share.zw, t), hexShore(share.y, place.xy, t));
  outRest = vec4(hexEstuary(share.xy, place.xy, share.zw, t), 0.0, 0.0, 0.0);
  outRoad = hexRoad(vec3(0.6, 0.5, 0.4), share.y, place.xy);
  outColor = hexWater(outWater.w, vec4(0.263, 0.416, 0.992, 0.315));
}`));
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
  gl.useProgram(program);
  const held = [texture(floats(noise), size, size), ...inputs.map((text) => texture(floats(text), side, side))];
  ['uNoise', 'uPlaces', 'uShares'].forEach((name, unit) => {
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, held[unit]);
    gl.uniform1i(gl.getUniformLocation(program, name), unit);
  });
  gl.uniform4f(gl.getUniformLocation(program, 'uHexScale'), 0.025, 0.015, 0.025, 0.1);
  gl.activeTexture(gl.TEXTURE7);
  const targets = [0, 1, 2, 3].map(() => texture(null, side, side));
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  targets.forEach((target, k) => gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0 + k, gl.TEXTURE_2D, target, 0));
  gl.drawBuffers(targets.map((_, k) => gl.COLOR_ATTACHMENT0 + k));
  gl.viewport(0, 0, side, side);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  return targets.map((_, k) => {
    gl.readBuffer(gl.COLOR_ATTACHMENT0 + k);
    const out = new Float32Array(side * side * 4);
    gl.readPixels(0, 0, side, side, gl.RGBA, gl.FLOAT, out);
    let text = '';
    for (const byte of new Uint8Array(out.buffer)) text += String.fromCharCode(byte);
    return btoa(text);
  });
}
"""


def glsl() -> str:
    found = re.search(r"/\* glsl \*/ `(.*?)`", SOURCE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    assert "${" not in found.group(1)
    return found.group(1)


def text(array: NDArray[np.float32]) -> str:
    return base64.b64encode(np.ascontiguousarray(array, "<f4").tobytes()).decode()


@pytest.fixture
def noise() -> NDArray[np.float32]:
    """What the page has: steps of 1/255, smooth enough that two texels differ little, as those of the real texture."""
    row, col = np.mgrid[0:64, 0:64] * (2.0 * np.pi / 64.0)
    waves = [np.sin(2 * col + k) * np.cos(row - k) + 0.5 * np.sin(3 * row + 2 * col + 2 * k) for k in range(4)]
    return (np.rint((np.stack(waves, axis=-1) / 3.0 + 0.5) * 255.0) / 255.0).astype(np.float32)


def test_glsl_is_python(chromium: Browser, noise: NDArray[np.float32]) -> None:
    side = 96
    rng = np.random.default_rng(5)
    row, col = np.mgrid[0:side, 0:side]
    places = np.zeros((side, side, 4), np.float32)
    places[..., 0], places[..., 1] = col * 41.7 - 500.0, row * 37.3 - 300.0
    places[..., 2] = rng.choice([0.0, 0.4, 7.25, 61.0, 500.0], (side, side))
    shares = rng.random((side, side, 4)).astype(np.float32)
    shares[::7, :, 1], shares[:, ::5, 0], shares[3::7, :, 1] = 0.0, 0.0, 1.0
    shares[..., 2:] = shares[..., 2:] * 2.0 - 0.5

    page = chromium.new_page()
    drawn = page.evaluate(DRAW, [glsl(), text(noise), 64, [text(places), text(shares)], side])
    page.close()
    assert not isinstance(drawn, str), drawn
    water, rest, road, color = (
        np.frombuffer(base64.b64decode(one), "<f4").reshape(side, side, 4).astype(np.float64) for one in drawn
    )
    x, y, t = (places[..., k].astype(np.float64) for k in range(3))
    river, shore, u, v = (shares[..., k].astype(np.float64) for k in range(4))
    wanted = {
        "waves": (water[..., 0], hexmap.shade_waves(noise, x, y, t)),
        "foam": (water[..., 1], hexmap.shade_foam(noise, shore, x, y, t)),
        "river": (water[..., 2], hexmap.shade_river(noise, u, v, t)),
        "shore": (water[..., 3], hexmap.shade_shore(noise, shore, x, y, t)),
        "estuary": (rest[..., 0], hexmap.shade_estuary(noise, river, shore, x, y, u, v, t)),
        "road": (road, hexmap.shade_road(noise, (0.6, 0.5, 0.4), shore, x, y)),
        "color": (color, hexmap.shade_water(hexmap.shade_shore(noise, shore, x, y, t))),
    }
    for name, (ours, theirs) in wanted.items():
        assert float(np.ptp(theirs)) > 0.3, name
        assert float(np.abs(ours - theirs).max()) < TOLERANCE, name
    assert ((water >= 0.0) & (water <= 1.0)).all()
    assert (water[::7, :, 1] == 0.0).all()
    assert np.array_equal(water[::7, :, 0], water[::7, :, 3])
    assert np.array_equal(rest[:, ::5, 0], water[:, ::5, 3])
    assert ShadeScales() == (0.025, 0.015, 0.025, 0.1)
