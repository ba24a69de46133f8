"""Dunes and the volcano, one sample at a time, with complex numbers, angles and the standard library's functions."""

from __future__ import annotations

import cmath
import math

from naive.generate_draws import centered, hash2, mix32, noise2, noise3, smooth, unit

Words = list[tuple[int, int]]


def _draws(word: int) -> list[int]:
    """Return the five words a cell of packets or a barchan draws next."""
    out = []
    for salt in (0x68E31DA4, 0x2C1B3C6D, 0x297A2D39, 0x1B56C4E9, 0x7FEB352D):
        word = mix32(word ^ salt)
        out.append(word)
    return out


def _waves(u: float, v: float, sway: float, defects: float, words: tuple[int, int]) -> complex:
    """Return the sum of the carrier and all packets that reach (u, v), in wavelengths."""
    total = (1 - 0.7 * defects) * cmath.exp(2j * math.pi * u)
    for cu in range(math.floor(u / 1.5) - 2, math.floor(u / 1.5) + 3):
        for cv in range(math.floor(v / 2.5) - 2, math.floor(v / 2.5) + 3):
            word = hash2(cu, cv, words)
            for _ in range(2):
                a, b, c, d, e = _draws(word)
                word = e
                pu, pv = (cu + unit(a)) * 1.5, (cv + unit(b)) * 2.5
                fu = 1 + 0.15 * defects * centered(c)
                fv = fu * 0.35 * sway * centered(d)
                q = 1 - ((u - pu) / 1.5) ** 2 - ((v - pv) / 2.5) ** 2
                if q > 0:
                    cycles = fu * (u - pu) + fv * (v - pv) + pu + 0.5 * defects * centered(e)
                    total += q**3 * cmath.exp(2j * math.pi * cycles)
    return total


def _profile(t: float, lee: float) -> tuple[float, float]:
    if t < 1 - lee:
        t /= 1 - lee
        return 0.4 * t + 0.6 * (3 * t**2 - 2 * t**3), t
    return (1 - t) / lee, 0.0


def _share(u: float, v: float, supply: float, words: tuple[int, int]) -> float:
    sand = 0.5 + 0.7 * noise2(u * 0.14 + 0.53, v * 0.21 + 0.71, words)
    return smooth(1 - supply - 0.35, 1 - supply + 0.5, sand)


def _barchan(s: float, n: float, height: float, lean: float, repose: float) -> float:
    m = 1 - 4 * n * n
    if m <= 0:
        return 0.0
    brink = 1.7 * n * n + lean * n - 0.05
    top = height * m**1.5
    if s <= brink:
        tips = 0.375 + lean * n
        toe = min(tips - (tips + 0.7 - lean * n) * math.sqrt(m), brink - 0.05)
        t = (s - toe) / (brink - toe)
        return top * (0.25 * t + 0.75 * (3 * t**2 - 2 * t**3)) if t > 0 else 0.0
    # the face below the brink is a plane through it whose steepest slope is `repose`
    along, fall = 3.4 * n + lean, -12 * height * n * math.sqrt(m)
    a, b, c = 1 + along**2, 2 * fall * along, fall**2 - repose**2
    slope = (-b + math.sqrt(max(b * b - 4 * a * c, 0.0))) / (2 * a)
    return max(top - slope * (s - brink), 0.0)


def dune(
    x: float,
    y: float,
    words: Words,
    *,
    wind: tuple[float, float],
    wavelength: float,
    height: float,
    repose: float,
    sway: float,
    defects: float,
    supply: float,
    detail: float,
) -> float:
    """Return the elevation of a dune field above its base (m)."""
    tall = height / wavelength

    def place(x: float, y: float) -> tuple[float, float]:
        return (x * wind[0] + y * wind[1]) / wavelength, (-x * wind[1] + y * wind[0]) / wavelength

    def bent(u: float, v: float) -> tuple[float, float, float]:
        n1 = noise2(u * 0.19 + 0.37, v * 0.15 + 0.11, words[1])
        n2 = noise2(u * 0.55 + 0.81, v * 0.52 + 0.29, words[2])
        return u + 1.5 * sway * n1 + 0.95 * sway * n2, n1, n2

    def rho(u: float, v: float) -> complex:
        return _waves(bent(u, v)[0], v, sway, defects, words[0])

    u, v = place(x, y)
    uu, n1, n2 = bent(u, v)
    share = _share(u, v, supply, words[3])
    here, e = rho(u, v), 1e-5
    # gradient of the phase by differences
    gu = cmath.phase(rho(u + e, v) / rho(u - e, v)) / (4 * math.pi * e)
    gv = cmath.phase(rho(u, v + e) / rho(u, v - e)) / (4 * math.pi * e)
    g = math.hypot(gu, gv)
    h = (
        tall
        * smooth(0.25, 0.85, share)
        * (0.85 + 0.8 * n2)
        * smooth(0, 1.5, abs(here))
        * smooth(0, 1, gu / g)
        * min(1.1, 1 / g)
    )
    h = min(h, 0.4 * repose / g)
    shape, back = _profile((cmath.phase(here) / (2 * math.pi)) % 1.0, max(h * g / repose, 1e-6))
    z = h * shape
    if back > 0:
        n3 = noise2(u * 1.7, v * 1.1, words[4])
        small, _ = _profile((uu * 6.3 + 1.1 * n3 + 0.6 * n2) % 1.0, 0.3)
        amount = smooth(-0.25, 0.45, n3 + 0.3 * n1) * smooth(0, 0.3, back) * smooth(0, 0.25, 1 - back)
        z += detail * amount * h * 0.11 * small
    for cu in range(math.floor(u / 1.5) - 2, math.floor(u / 1.5) + 3):
        for cv in range(math.floor(v / 1.2) - 2, math.floor(v / 1.2) + 3):
            a, b, c, d, f = _draws(hash2(cu, cv, words[5]))
            bu = (cu + 0.25 + 0.5 * unit(a)) * 1.5
            bv = (cv + 0.5 * (cu % 2) + 0.5 * unit(b) - 0.25) * 1.2
            width = 0.45 + 0.65 * unit(c) ** 2
            lone = (1 - smooth(0.1, 0.5, _share(bu, bv, supply, words[3]))) * smooth(0, 0.35, supply)
            if unit(f) < 0.35 + 0.5 * supply and lone > 0:
                top = min(tall, 0.12) * lone
                z = max(z, width * _barchan((u - bu) / width, (v - bv) / width, top, 0.35 * centered(d), repose))
    return wavelength * (z + tall * (0.25 * share * (0.5 + n1) + 0.12 * n2))


def _smooth_max_zero(z: float, w: float) -> float:
    return z if z >= w else 0.0 if z <= -w else (z + w) ** 2 / (4 * w)


def _smooth_min(a: float, b: float, w: float) -> float:
    return a - _smooth_max_zero(a - b, w)


def volcano(
    x: float,
    y: float,
    words: Words,
    cones: list[tuple[float, float, float, float]],
    *,
    radius: float,
    height: float,
    concavity: float,
    mouth: float,
    depth: float,
    breach: float,
    breach_degrees: float,
    gully: float,
    spacing: float,
) -> float:
    """Return the elevation above the plain (m) at (x, y) from the crater."""
    r, angle = math.hypot(x, y), math.atan2(y, x)
    c, s = math.cos(angle), math.sin(angle)
    wide = radius * (1 + 0.13 * noise2(c * 1.3 + 5.2, s * 1.3 + 1.7, words[0]))
    lobe, tooth = noise3(c * 1.1, s * 1.1, 0.37, words[1]), noise3(c * 3.1, s * 3.1, 0.61, words[1])
    q = max((r - mouth) / (wide - mouth), -1.0)
    z = height * (math.exp(-concavity * q) - math.exp(-concavity)) / (1 - math.exp(-concavity))
    z = _smooth_max_zero(z, 0.045 * height)
    if z > 0:
        sway = 0.09 * noise2(x / (4 * spacing), y / (4 * spacing), words[2])
        cut = smooth(0.9 * mouth, 0.9 * mouth + 0.16 * radius, r) * smooth(0, 0.22 * height, z)
        total = 0.0
        for octave in range(7):
            count = 14 * 2**octave
            gap = 2 * math.pi * r / count
            room = smooth(0.35 * spacing, 0.9 * spacing, gap)
            turn = count / (2 * math.pi)
            n = noise3((c - s * sway) * turn, (s + c * sway) * turn, r / (10 * spacing) + 17.3 * octave, words[3])
            t = min(1.7 * abs(n), 1.0)
            total += room * (1 - t) ** 2 * math.sqrt(min(gap / spacing, 4.0)) * 0.5
        z -= gully * cut * total
        rough = noise2(x / (0.6 * spacing), y / (0.6 * spacing), words[4])
        rough += 0.5 * noise2(x / (0.27 * spacing), y / (0.27 * spacing), words[4])
        z += 0.13 * gully * rough * smooth(0, 0.15 * height, z)
    if depth > 0 and r < 8 * mouth:
        bearing = math.radians(breach_degrees)
        along = x * math.sin(bearing) + y * math.cos(bearing)
        side = x * math.cos(bearing) - y * math.sin(bearing)
        past = _smooth_max_zero(along, 0.8 * mouth)
        side /= 1 + 0.4 * past * breach / mouth
        reach = math.hypot(along - 0.8 * past * breach, side) / mouth
        edge = smooth(0.2, 0.8, reach)
        reach /= 1 + edge * (0.22 * lobe + 0.12 * tooth)
        level = height - depth - 0.3 * breach * past + depth * (0.05 * reach**2 + max((reach - 0.18) / 0.82, 0) ** 1.5)
        z = _smooth_min(z, level + 0.1 * depth * edge * (lobe + tooth), 0.04 * depth)
    for cx, cy, size, tall in cones:
        d = math.hypot(x - cx, y - cy) / size
        if d < 1:
            z += tall * _smooth_min((1 - d) * (1 - 0.25 * d), 0.52 + 1.9 * d * d, 0.06)
    return z
