"""Light on the surfaces of a drawing: sun, sky, bounced light; and for water what it mirrors."""

from __future__ import annotations

import math

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.sky import radiance


@kernel("void(i8, i8, f8[::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[::1], f4[::1], f4[:, ::1])")
def light(row0, row1, air, toward, normal, albedo, finish, sunny, sky, out):  # out
    """Linear color of points.

    ``toward``: unit vector from the eye to the point; ``normal``: unit, facing the eye; ``finish``: gloss (0 matt, 1 water) and glow (light
    of its own, as a share of the albedo); ``sunny``: share of the sun; ``sky``: share of the sky.
    """
    for n in range(row0, row1):
        nx, ny, nz = np.float64(normal[n, 0]), np.float64(normal[n, 1]), np.float64(normal[n, 2])
        dx, dy, dz = np.float64(toward[n, 0]), np.float64(toward[n, 1]), np.float64(toward[n, 2])
        facing = max(nx * air[0] + ny * air[1] + nz * air[2], 0.0) * np.float64(sunny[n])
        seen = np.float64(sky[n])
        above = seen * (0.55 + 0.45 * nz)
        aside = seen * (0.5 - 0.5 * nz) * 0.6 + 0.12 * seen
        thrown = air[22] * air[2] * (0.35 * (1.0 - nz) + 0.4 * (1.0 - seen))
        gloss, glow = np.float64(finish[n, 0]), np.float64(finish[n, 1])
        for c in range(3):
            a = np.float64(albedo[n, c])
            lit = air[3 + c] * (facing + thrown * (a + 0.05)) + 0.8 * air[6 + c] * above + 0.8 * air[9 + c] * aside
            out[n, c] = np.float32(a * (lit + glow))
        if gloss <= 0.0:
            continue
        across = -(dx * nx + dy * ny + dz * nz)
        miss = 1.0 - min(max(across, 0.0), 1.0)
        mirror = gloss * (0.02 + 0.98 * miss * miss * miss * miss * miss)
        rx, ry, rz = dx + 2.0 * across * nx, dy + 2.0 * across * ny, max(dz + 2.0 * across * nz, 0.02)
        size = 1.0 / math.sqrt(rx * rx + ry * ry + rz * rz)
        s0, s1, s2 = radiance(air, rx * size, ry * size, rz * size)
        hx, hy, hz = air[0] - dx, air[1] - dy, air[2] - dz
        half = 1.0 / math.sqrt(hx * hx + hy * hy + hz * hz)
        even = max((hx * nx + hy * ny + hz * nz) * half, 0.0)
        # the smoother, the narrower and the brighter: a rough sea spreads the same light over many waves
        sharp = 10.0 + 170.0 * gloss * gloss * gloss
        spread = math.sqrt(sharp / 180.0)
        glint = min(0.9 * gloss * spread * math.sqrt(spread) * np.float64(sunny[n]) * even**sharp, 1.5)
        k = 1.0 - mirror
        out[n, 0] = np.float32(out[n, 0] * k + s0 * mirror + air[3] * glint)
        out[n, 1] = np.float32(out[n, 1] * k + s1 * mirror + air[4] * glint)
        out[n, 2] = np.float32(out[n, 2] * k + s2 * mirror + air[5] * glint)
