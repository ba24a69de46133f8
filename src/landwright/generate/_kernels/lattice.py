"""Smooth float64 lattice noise for the forms: small, slow, the same bits everywhere."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, centered, hash2, hash3, shl32
from landwright._numba import kernel

_U = np.uint32


@kernel(inline=True)
def _fade(t: float) -> Any:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@kernel(inline=True)
def smooth(low: float, high: float, x: float) -> Any:
    """Return 0 below `low`, 1 above `high`, a smooth step between."""
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@kernel(inline=True)
def _corner2(ix: Any, iy: Any, fx: float, fy: float, s0: Any, s1: Any) -> Any:
    h = hash2(as_u32(np.int64(ix)), as_u32(np.int64(iy)), s0, s1)
    return np.float64(centered(h)) * fx + np.float64(centered(shl32(h, _U(16)))) * fy


@kernel(inline=True)
def gradient_noise2(x: float, y: float, s0: Any, s1: Any) -> Any:
    """Gradient noise in the plane, from -1 to 1, one lattice cell a unit."""
    kx = math.floor(x)
    ky = math.floor(y)
    fx = x - kx
    fy = y - ky
    ix = np.int64(kx)
    iy = np.int64(ky)
    a = _corner2(ix, iy, fx, fy, s0, s1)
    b = _corner2(ix + 1, iy, fx - 1.0, fy, s0, s1)
    c = _corner2(ix, iy + 1, fx, fy - 1.0, s0, s1)
    d = _corner2(ix + 1, iy + 1, fx - 1.0, fy - 1.0, s0, s1)
    u = _fade(fx)
    v = _fade(fy)
    top = a + u * (b - a)
    low = c + u * (d - c)
    return top + v * (low - top)


@kernel()
def sloped_noise2(x: float, y: float, s0: Any, s1: Any) -> Any:
    """Return gradient noise in the plane and its derivatives by x and y."""
    kx = math.floor(x)
    ky = math.floor(y)
    fx = x - kx
    fy = y - ky
    ix = np.int64(kx)
    iy = np.int64(ky)
    value = dx = dy = 0.0
    u = _fade(fx)
    v = _fade(fy)
    us = 30.0 * fx * fx * (fx * (fx - 2.0) + 1.0)
    vs = 30.0 * fy * fy * (fy * (fy - 2.0) + 1.0)
    for k in range(4):
        a = k & 1
        b = k >> 1
        h = hash2(as_u32(np.int64(ix + a)), as_u32(np.int64(iy + b)), s0, s1)
        gx = np.float64(centered(h))
        gy = np.float64(centered(shl32(h, _U(16))))
        n = gx * (fx - a) + gy * (fy - b)
        wu = u if a else 1.0 - u
        wv = v if b else 1.0 - v
        value += wu * wv * n
        dx += wu * wv * gx + (us if a else -us) * wv * n
        dy += wu * wv * gy + wu * (vs if b else -vs) * n
    return value, dx, dy


@kernel(inline=True)
def _corner3(ix: Any, iy: Any, iz: Any, fx: float, fy: float, fz: float, s0: Any, s1: Any) -> Any:
    h = hash3(as_u32(np.int64(ix)), as_u32(np.int64(iy)), as_u32(np.int64(iz)), s0, s1)
    gx = np.float64(centered(h))
    gy = np.float64(centered(shl32(h, _U(11))))
    gz = np.float64(centered(shl32(h, _U(22))))
    return gx * fx + gy * fy + gz * fz


@kernel()
def gradient_noise3(x: float, y: float, z: float, s0: Any, s1: Any) -> Any:
    """Gradient noise in space, about -1 to 1, one lattice cell a unit."""
    kx = math.floor(x)
    ky = math.floor(y)
    kz = math.floor(z)
    fx = x - kx
    fy = y - ky
    fz = z - kz
    u = _fade(fx)
    v = _fade(fy)
    w = _fade(fz)
    ix = np.int64(kx)
    iy = np.int64(ky)
    iz = np.int64(kz)
    value = 0.0
    for k in range(2):
        a = _corner3(ix, iy, iz + k, fx, fy, fz - k, s0, s1)
        b = _corner3(ix + 1, iy, iz + k, fx - 1.0, fy, fz - k, s0, s1)
        c = _corner3(ix, iy + 1, iz + k, fx, fy - 1.0, fz - k, s0, s1)
        d = _corner3(ix + 1, iy + 1, iz + k, fx - 1.0, fy - 1.0, fz - k, s0, s1)
        top = a + u * (b - a)
        low = c + u * (d - c)
        level = top + v * (low - top)
        value = level if k == 0 else value + w * (level - value)
    return value
