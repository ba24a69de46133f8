"""Desert dunes: a field of waves with places where crests fork, turned into sand that rests at its angle of repose.

Symbols: (u, v) position downwind and across, in wavelengths; ``rho`` a sum of wave packets, a complex number whose argument is
the phase of the dunes; ``g`` the gradient of the phase (cycles a wavelength); ``h`` the height of a dune from trough to crest,
in wavelengths; ``lee`` the share of a cycle that is slip face.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, centered, hash2, mix32, unit, xor32
from landwright._numba import kernel
from landwright.generate._kernels.lattice import gradient_noise2, sloped_noise2, smooth

_U = np.uint32
_TWO_PI = 6.283185307179586
CELL_U, CELL_V = 1.5, 2.5
"""Size of a cell of packets, downwind and across, in wavelengths; a packet fades out within one cell."""
PACKETS = 2
BARCHAN_U, BARCHAN_V = 1.5, 1.2
"""Size of a cell that may hold one barchan, in wavelengths; a barchan reaches less than one cell from its own."""


@kernel("void(i8, i8, f8, f8, u4, u4, f8[:, :, ::1])")
def packets(cell_v: int, cell_u: int, sway: float, defects: float, s0: Any, s1: Any, out: Any) -> None:  # out
    """Fill ``out`` (cells across, cells downwind, 5 * packets) with u, v, frequency downwind, across, and phase."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            word = hash2(as_u32(np.int64(cell_u + j)), as_u32(np.int64(cell_v + i)), s0, s1)
            for k in range(PACKETS):
                word = mix32(xor32(word, _U(0x68E31DA4)))
                u = (np.float64(cell_u + j) + np.float64(unit(word))) * CELL_U
                word = mix32(xor32(word, _U(0x2C1B3C6D)))
                v = (np.float64(cell_v + i) + np.float64(unit(word))) * CELL_V
                word = mix32(xor32(word, _U(0x297A2D39)))
                stretch = 1.0 + 0.15 * defects * np.float64(centered(word))
                word = mix32(xor32(word, _U(0x1B56C4E9)))
                tilt = stretch * sway * np.float64(centered(word))
                word = mix32(xor32(word, _U(0x7FEB352D)))
                phase = u + 0.5 * defects * np.float64(centered(word))
                out[i, j, 5 * k] = u
                out[i, j, 5 * k + 1] = v
                out[i, j, 5 * k + 2] = stretch
                out[i, j, 5 * k + 3] = tilt
                out[i, j, 5 * k + 4] = phase - math.floor(phase)


@kernel(inline=True)
def _circle(t: float) -> Any:
    """Return cosine and sine of `t` cycles, within 1e-7."""
    t = t - math.floor(t + 0.5)
    x = t * _TWO_PI * 0.25
    s = x * x
    sine = x * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0))))
    cosine = 1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0))))
    s2 = 2.0 * sine * cosine
    c2 = 1.0 - 2.0 * sine * sine
    return 1.0 - 2.0 * s2 * s2, 2.0 * s2 * c2


@kernel()
def _waves(u: float, v: float, carrier: float, table: Any, cell_v: int, cell_u: int) -> Any:
    """Return rho (re, im) and its derivatives (re_u, im_u, re_v, im_v)."""
    c, s = _circle(u)
    re = carrier * c
    im = carrier * s
    reu = -carrier * s * _TWO_PI
    imu = carrier * c * _TWO_PI
    rev = imv = 0.0
    j0 = np.int64(math.floor(u / CELL_U)) - cell_u
    i0 = np.int64(math.floor(v / CELL_V)) - cell_v
    for i in range(i0 - 1, i0 + 2):
        for j in range(j0 - 1, j0 + 2):
            for k in range(PACKETS):
                du = u - table[i, j, 5 * k]
                dv = v - table[i, j, 5 * k + 1]
                q = 1.0 - (du * du) * (1.0 / (CELL_U * CELL_U)) - (dv * dv) * (1.0 / (CELL_V * CELL_V))
                if q <= 0.0:
                    continue
                fu = table[i, j, 5 * k + 2]
                fv = table[i, j, 5 * k + 3]
                c, s = _circle(fu * du + fv * dv + table[i, j, 5 * k + 4])
                w = q * q * q
                wu = -6.0 * q * q * du * (1.0 / (CELL_U * CELL_U))
                wv = -6.0 * q * q * dv * (1.0 / (CELL_V * CELL_V))
                re += w * c
                im += w * s
                reu += wu * c - w * s * _TWO_PI * fu
                imu += wu * s + w * c * _TWO_PI * fu
                rev += wv * c - w * s * _TWO_PI * fv
                imv += wv * s + w * c * _TWO_PI * fv
    return re, im, reu, imu, rev, imv


@kernel(inline=True)
def _arctangent(t: float) -> Any:
    """Arc tangent for 0 <= t <= 1, within 1e-9, by two half-angle steps and a series."""
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    t = t / (1.0 + math.sqrt(1.0 + t * t))
    s = t * t
    p = 1.0 / 9.0 - s * (1.0 / 11.0 - s / 13.0)
    return 4.0 * t * (1.0 - s * (1.0 / 3.0 - s * (0.2 - s * (1.0 / 7.0 - s * p))))


@kernel(inline=True)
def _turn(re: float, im: float) -> Any:
    """Return the argument of re + i im in cycles, from 0 to 1."""
    x = abs(re)
    y = abs(im)
    top = max(x, y)
    if top == 0.0:
        return 0.0
    t = _arctangent(min(x, y) / top) / _TWO_PI
    if y > x:
        t = 0.25 - t
    if re < 0.0:
        t = 0.5 - t
    if im < 0.0:
        t = 1.0 - t
    return min(max(t, 0.0), 1.0)


@kernel(inline=True)
def _profile(t: float, lee: float) -> Any:
    """Return the height (0 to 1) at phase `t`, and how far up the windward side that is (0 on the slip face)."""
    if t < 1.0 - lee:
        t = t / (1.0 - lee)
        # concave foot, convex back, still rising at the brink
        return 0.4 * t + 0.6 * t * t * (3.0 - 2.0 * t), t
    return (1.0 - t) / lee, 0.0


@kernel(inline=True)
def _share(u: float, v: float, supply: float, s0: Any, s1: Any) -> Any:
    """Return how much of the ground is sand here, 0 to 1; it comes and goes over several dunes."""
    sand = 0.5 + 0.7 * gradient_noise2(u * 0.14 + 0.53, v * 0.21 + 0.71, s0, s1)
    return smooth(1.0 - supply - 0.35, 1.0 - supply + 0.5, sand)


@kernel("void(i8, i8, f8, f8, u4, u4, u4, u4, f8[:, :, ::1])")
def barchans(
    cell_v: int, cell_u: int, height: float, supply: float, s0: Any, s1: Any, sand0: Any, sand1: Any, out: Any
) -> None:  # out
    """Fill ``out`` (cells across, cells downwind, 5) with u, v, width, height and lean of the barchans; height 0 for none."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            word = hash2(as_u32(np.int64(cell_u + j)), as_u32(np.int64(cell_v + i)), s0, s1)
            word = mix32(xor32(word, _U(0x68E31DA4)))
            # every second row of cells is shifted by half a cell, as dunes stand in the gaps of those upwind
            shift = 0.5 * np.float64((cell_u + j) & 1)
            u = (np.float64(cell_u + j) + 0.25 + 0.5 * np.float64(unit(word))) * BARCHAN_U
            word = mix32(xor32(word, _U(0x2C1B3C6D)))
            v = (np.float64(cell_v + i) + shift + 0.5 * np.float64(unit(word)) - 0.25) * BARCHAN_V
            word = mix32(xor32(word, _U(0x297A2D39)))
            size = np.float64(unit(word))
            word = mix32(xor32(word, _U(0x1B56C4E9)))
            lean = np.float64(centered(word))
            word = mix32(xor32(word, _U(0x7FEB352D)))
            share = _share(u, v, supply, sand0, sand1)
            lone = (1.0 - smooth(0.1, 0.5, share)) * smooth(0.0, 0.35, supply)
            stands = 1.0 if np.float64(unit(word)) < 0.35 + 0.5 * supply else 0.0
            width = 0.45 + 0.65 * size * size
            out[i, j, 0] = u
            out[i, j, 1] = v
            out[i, j, 2] = width
            out[i, j, 3] = min(height, 0.12) * width * lone * stands
            out[i, j, 4] = 0.35 * lean


@kernel()
def _barchan(s: float, n: float, height: float, lean: float, repose: float) -> Any:
    """Return the height of a barchan one unit wide at `s` downwind and `n` across its middle, ground at 0."""
    m = 1.0 - 4.0 * n * n
    if m <= 0.0:
        return 0.0
    brink = 1.7 * n * n + lean * n - 0.05
    top = height * m * math.sqrt(m)
    if s <= brink:
        tips = 0.375 + lean * n
        toe = tips - (tips + 0.7 - lean * n) * math.sqrt(m)
        toe = min(toe, brink - 0.05)
        t = (s - toe) / (brink - toe)
        if t <= 0.0:
            return 0.0
        return top * (0.25 * t + 0.75 * t * t * (3.0 - 2.0 * t))
    # along the brink the crest falls, so the face below it is a little less steep downwind
    along = 3.4 * n + lean
    fall = -12.0 * height * n * math.sqrt(m)
    room = fall * fall * along * along + (1.0 + along * along) * (repose * repose - fall * fall)
    slope = (math.sqrt(max(room, 0.0)) - fall * along) / (1.0 + along * along)
    return max(top - slope * (s - brink), 0.0)


@kernel("void(i8, i8, f8[::1], f8[::1], f8[::1], u4[::1], f8[:, :, ::1], i8, i8, f8[:, :, ::1], i8, i8, f4[:, ::1])")
def dunes(
    row0: int,
    row1: int,
    x: Any,
    y: Any,
    p: Any,
    seeds: Any,
    waves: Any,
    wave_v: int,
    wave_u: int,
    lone: Any,
    lone_v: int,
    lone_u: int,
    out: Any,
) -> None:  # out
    """Rows of a dune field.

    ``p`` holds wind_x, wind_y, wavelength, height, repose, sway, defects, supply, detail, base.
    """
    wx, wy, wavelength, repose = p[0], p[1], p[2], p[4]
    height = p[3] / wavelength
    sway, defects, supply, detail, base = p[5], p[6], p[7], p[8], p[9]
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            u = (x[j] * wx + y[i] * wy) / wavelength
            v = (-x[j] * wy + y[i] * wx) / wavelength
            # crests bend in slow curves and in scallops a dune wide
            n1, n1u, n1v = sloped_noise2(u * 0.19 + 0.37, v * 0.15 + 0.11, seeds[2], seeds[3])
            n2, n2u, n2v = sloped_noise2(u * 0.55 + 0.81, v * 0.52 + 0.29, seeds[4], seeds[5])
            k1 = 1.5 * sway
            k2 = 0.95 * sway
            uu = u + k1 * n1 + k2 * n2
            uu_u = 1.0 + k1 * 0.19 * n1u + k2 * 0.55 * n2u
            uu_v = k1 * 0.15 * n1v + k2 * 0.52 * n2v
            share = _share(u, v, supply, seeds[6], seeds[7])
            rise = 0.85 + 0.8 * n2

            re, im, reu, imu, rev, imv = _waves(uu, v, 1.0 - 0.7 * defects, waves, wave_v, wave_u)
            power = re * re + im * im
            size = math.sqrt(power)
            scale = 1.0 / ((power + 1e-9) * _TWO_PI)
            pu = (re * imu - im * reu) * scale
            pv = (re * imv - im * rev) * scale
            gu = pu * uu_u
            gv = pu * uu_v + pv
            g = math.sqrt(gu * gu + gv * gv) + 1e-12
            # crests die where they fork, and where they do not face the wind
            h = (
                height
                * smooth(0.25, 0.85, share)
                * rise
                * smooth(0.0, 1.5, size)
                * smooth(0.0, 1.0, gu / g)
                * min(1.1, 1.0 / g)
            )
            h = min(h, 0.4 * repose / g)
            shape, back = _profile(_turn(re, im), max(h * g / repose, 1e-6))
            z = h * shape

            if detail > 0.0 and back > 0.0:
                n3 = gradient_noise2(u * 1.7, v * 1.1, seeds[8], seeds[9])
                t = uu * 6.3 + 1.1 * n3 + 0.6 * n2
                small, _ = _profile(t - math.floor(t), 0.3)
                amount = (
                    detail * smooth(-0.25, 0.45, n3 + 0.3 * n1) * smooth(0.0, 0.3, back) * smooth(0.0, 0.25, 1.0 - back)
                )
                z += amount * h * 0.11 * small

            j0 = np.int64(math.floor(u / BARCHAN_U)) - lone_u
            i0 = np.int64(math.floor(v / BARCHAN_V)) - lone_v
            for a in range(i0 - 1, i0 + 2):
                for b in range(j0 - 1, j0 + 2):
                    if lone[a, b, 3] > 0.0:
                        w = lone[a, b, 2]
                        s = (u - lone[a, b, 0]) / w
                        n = (v - lone[a, b, 1]) / w
                        z = max(z, w * _barchan(s, n, lone[a, b, 3] / w, lone[a, b, 4], repose))
            z += height * (0.25 * share * (0.5 + n1) + 0.12 * n2)
            out[i, j] = np.float32(base + z * wavelength)
