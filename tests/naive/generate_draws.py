"""Random numbers and lattice noise of the generators in plain Python integers and floats."""

from __future__ import annotations

import math

MASK = 0xFFFFFFFF


def mix32(h: int) -> int:
    h = ((h ^ (h >> 16)) * 0x7FEB352D) & MASK
    h = ((h ^ (h >> 15)) * 0x846CA68B) & MASK
    return h ^ (h >> 16)


def hash2(x: int, y: int, words: tuple[int, int]) -> int:
    s0, s1 = words
    return mix32((((x * 0x9E3779B1) + s1) & MASK) ^ ((y * 0x85EBCA77) & MASK) ^ s0)


def hash3(x: int, y: int, z: int, words: tuple[int, int]) -> int:
    s0, s1 = words
    return mix32((((x * 0x9E3779B1) + s1) & MASK) ^ ((y * 0x85EBCA77) & MASK) ^ ((z * 0xC2B2AE3D) & MASK) ^ s0)


def centered(h: int) -> float:
    h &= MASK
    return (h - (1 << 32) if h >= 1 << 31 else h) / 2147483648.0


def unit(h: int) -> float:
    return 0.5 * centered(h) + 0.5


def words(seed: int, index: int) -> tuple[int, int]:
    mask = (1 << 64) - 1
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    return z & MASK, z >> 32


def fade(t: float) -> float:
    return 6 * t**5 - 15 * t**4 + 10 * t**3


def smooth(low: float, high: float, x: float) -> float:
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return 3 * t**2 - 2 * t**3


def noise2(x: float, y: float, w: tuple[int, int]) -> float:
    ix, iy = math.floor(x), math.floor(y)
    total = 0.0
    for a in (0, 1):
        for b in (0, 1):
            h = hash2(ix + a, iy + b, w)
            fx, fy = x - ix - a, y - iy - b
            weight = fade(1 - abs(fx)) * fade(1 - abs(fy))
            total += weight * (centered(h) * fx + centered(h << 16) * fy)
    return total


def noise3(x: float, y: float, z: float, w: tuple[int, int]) -> float:
    ix, iy, iz = math.floor(x), math.floor(y), math.floor(z)
    total = 0.0
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                h = hash3(ix + a, iy + b, iz + c, w)
                fx, fy, fz = x - ix - a, y - iy - b, z - iz - c
                weight = fade(1 - abs(fx)) * fade(1 - abs(fy)) * fade(1 - abs(fz))
                total += weight * (centered(h) * fx + centered(h << 11) * fy + centered(h << 22) * fz)
    return total
