"""Craters at points of a sphere: draws in the cells of a lattice in space, each seen from the points around it.

Cells are cubes with an edge of 10/3 of the largest radius R of the class. A draw is a point of the cell; those within a quarter of an edge
of the sphere are moved onto it along their ray and are the class's centers: uniform on the sphere, without poles or seams. A crater reaches
2.4 R, so whatever a point can feel was drawn in the 27 cells around it.

*Symbols:* all lengths in radii of the planet. ``x`` distance from a center in radii of the crater; ``fresh`` 1 new, 0 the oldest.
``classes`` has a row for each class: least and largest radius, edge of the cells, draws a cell. A list of craters has rows: direction (3),
radius, freshness.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import exp, log, power
from landwright._hash import as_u32, hash1, hash3, mix32, unit, xor32
from landwright._numba import kernel
from landwright.planet._kernels.bumps import bumps

REACH = 2.4
"""How far a crater's blanket goes, in radii of the crater."""
MOST = 512
"""Most craters kept around one cell."""

_U = np.uint32
_X, _Y, _Z, _R, _A, _P = _U(0x68E31DA4), _U(0xB5297A4D), _U(0x1B56C4E9), _U(0x7FEB352D), _U(0x846CA68B), _U(0x9E3779B1)


@kernel(inline=True)
def smooth(t: Any) -> Any:
    """Cubic from 0 to 1."""
    s = min(max(t, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


@kernel(inline=True)
def _draw(h: Any, salt: Any) -> Any:
    """Number in [0, 1] from a hash and what it is for."""
    return np.float64(unit(mix32(xor32(h, salt))))


@kernel()
def _gather(
    cx: Any, cy: Any, cz: Any, edge: Any, low: Any, high: Any, draws: Any, exponent: Any, s0: Any, s1: Any, found: Any
) -> Any:
    """List the craters drawn in the 27 cells around one, the oldest first; returns how many (found: out)."""
    count = 0
    whole = np.int64(math.floor(draws))
    rest = draws - whole
    tail = 1.0 - power(low / high, exponent)
    for i in range(cx - 1, cx + 2):
        for j in range(cy - 1, cy + 2):
            for k in range(cz - 1, cz + 2):
                mx, my, mz = (i + 0.5) * edge, (j + 0.5) * edge, (k + 0.5) * edge
                far = math.sqrt(mx * mx + my * my + mz * mz)
                if abs(far - 1.0) > 1.1161 * edge:  # half a diagonal and a quarter of an edge
                    continue
                base = hash3(as_u32(np.int64(i)), as_u32(np.int64(j)), as_u32(np.int64(k)), s0, s1)
                for d in range(whole + (1 if _draw(base, _P) < rest else 0)):
                    h = hash1(as_u32(np.int64(d)), base, s1)
                    x, y, z = (i + _draw(h, _X)) * edge, (j + _draw(h, _Y)) * edge, (k + _draw(h, _Z)) * edge
                    size = math.sqrt(x * x + y * y + z * z)
                    if abs(size - 1.0) > 0.25 * edge or count == MOST:
                        continue
                    fresh = _draw(h, _A)
                    at = count
                    while at > 0 and found[at - 1, 4] > fresh:
                        for c in range(5):
                            found[at, c] = found[at - 1, c]
                        at -= 1
                    found[at, 0], found[at, 1], found[at, 2] = x / size, y / size, z / size
                    found[at, 3] = low * power(1.0 - _draw(h, _R) * tail, -1.0 / exponent)
                    found[at, 4] = fresh
                    count += 1
    return count


@kernel(inline=True)
def profile(x: Any, fresh: Any, radius: Any, form: Any) -> Any:
    """Height of the ground at ``x`` radii from a crater's center, against its radius.

    ``form``: depth of a small bowl, radius from which craters are complex, height of peaks, wear, irregularity.
    """
    depth, complex_from, peak, wear = form[0], form[1], form[2], form[3]
    young = 1.0 - wear * (1.0 - fresh)
    over = radius / complex_from
    deep = depth * (power(over, -0.7) if over > 1.0 else 1.0)
    bowl, rim = deep * (0.25 + 0.75 * young), 0.24 * deep * young
    if x >= 1.0:
        f = (REACH - x) / (REACH - 1.0)
        return rim * f * f * f / (x * x) if f > 0.0 else 0.0
    flat = smooth((over - 0.6) / 1.2)  # how far the floor is flat and a peak stands
    wall = x * x
    wall += (smooth((x - 0.42 * flat) / (1.0 - 0.42 * flat)) - wall) * max(flat, 1.0 - young)
    height = (bowl + rim) * wall - bowl
    c = x / 0.2
    if flat > 0.0 and c < 5.0:
        height += flat * peak * bowl * (0.3 + 0.7 * young) * exp(-c * c)
    return height


@kernel("void(f8[:, ::1], f8, f8)")
def count_draws(classes: Any, cover: Any, exponent: Any) -> None:  # classes: out
    """Fill in how many draws each class has in a cell, so that its craters cover their share of the sphere.

    A class of a factor of two covers ``cover`` when its sizes are the largest; toward small ones numbers grow by the exponent.
    """
    for k in range(classes.shape[0]):
        low, high, edge = classes[k, 0], classes[k, 1], classes[k, 2]
        mean, part = high * high, 1.0
        if low < high:
            tail = 1.0 - power(low / high, exponent)
            part = min(log(high / low) / log(2.0), 1.0)
            if abs(exponent - 2.0) < 1e-6:
                mean = 2.0 * low * low * log(high / low) / tail
            else:
                rest = power(high, 2.0 - exponent) - power(low, 2.0 - exponent)
                mean = exponent / (2.0 - exponent) * rest * power(low, exponent) / tail
        share = cover * part * power(classes[0, 1] / high, exponent - 2.0)
        classes[k, 3] = share / (math.pi * mean) * edge * edge / 0.5


@kernel("void(i8, i8, f8[:, ::1], f8[:, ::1], f8, f8[::1], u4[:, ::1], f8[::1])")
def craters(row0, row1, points, classes, exponent, form, words, out):  # out
    """Height (planet radii) that craters give to the points ``row0`` to ``row1 - 1``, unit vectors.

    The lists of the last cells are kept, for neighbors in a row mostly share them; what is in a list depends on its cell alone.
    """
    kinds = classes.shape[0]
    found, counts = np.empty((kinds, MOST, 5)), np.full(kinds, -1, np.int64)
    last = np.zeros((kinds, 3), np.int64)
    for i in range(row0, row1):
        px, py, pz = points[i, 0], points[i, 1], points[i, 2]
        total, reset = 0.0, 0.0
        for k in range(kinds):
            edge, s0, s1 = classes[k, 2], words[k, 0], words[k, 1]
            cx, cy, cz = (
                np.int64(math.floor(px / edge)),
                np.int64(math.floor(py / edge)),
                np.int64(math.floor(pz / edge)),
            )
            if counts[k] < 0 or cx != last[k, 0] or cy != last[k, 1] or cz != last[k, 2]:
                last[k, 0], last[k, 1], last[k, 2] = cx, cy, cz
                counts[k] = _gather(
                    cx, cy, cz, edge, classes[k, 0], classes[k, 1], classes[k, 3], exponent, s0, s1, found[k]
                )
            here, ragged, asked = 0.0, 0.0, False
            floor = reset
            for c in range(counts[k]):
                dx, dy, dz = px - found[k, c, 0], py - found[k, c, 1], pz - found[k, c, 2]
                radius, fresh = found[k, c, 3], found[k, c, 4]
                away = dx * dx + dy * dy + dz * dz
                if away >= REACH * REACH * radius * radius:
                    continue
                if not asked:
                    f = 1.5 / classes[k, 1]
                    ragged = form[4] * (
                        bumps(px * f, py * f, pz * f, s0, s1)
                        + 0.5 * bumps(2.7 * px * f, 2.7 * py * f, 2.7 * pz * f, s1, s0)
                    )
                    asked = True
                x = math.sqrt(away) / radius
                x *= 1.0 + ragged * (1.0 - x / REACH)
                under = 1.0 - smooth((x - 0.85) / 0.6)  # how far this one erases what was there
                left = smooth((fresh - floor) * 4.0 + 0.5)  # how far larger, younger ones left it
                height = profile(x, fresh, radius, form) * radius
                here += left * (height - under * here)
                reset = max(reset, fresh * under)
            total += here
        out[i] = total
