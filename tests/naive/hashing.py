"""Plain twin of ``_hash``: integers in Python."""

from __future__ import annotations

MASK = 0xFFFFFFFF


def mix32(h: int) -> int:
    h &= MASK
    h = ((h ^ (h >> 16)) * 0x7FEB352D) & MASK
    h = ((h ^ (h >> 15)) * 0x846CA68B) & MASK
    return h ^ (h >> 16)


def hash1(x: int, s0: int, s1: int) -> int:
    return mix32((x * 0x9E3779B1 + int(s1)) & MASK ^ int(s0))


def hash2(x: int, y: int, s0: int, s1: int) -> int:
    return mix32((x * 0x9E3779B1 + int(s1)) & MASK ^ (y * 0x85EBCA77) & MASK ^ int(s0))


def hash3(x: int, y: int, z: int, s0: int, s1: int) -> int:
    return mix32((x * 0x9E3779B1 + int(s1)) & MASK ^ (y * 0x85EBCA77) & MASK ^ (z * 0xC2B2AE3D) & MASK ^ int(s0))


def centered(h: int) -> float:
    h &= MASK
    return (h - (1 << 32) if h >= 1 << 31 else h) / 2147483648.0
