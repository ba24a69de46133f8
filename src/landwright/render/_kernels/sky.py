"""Light of the sky, and the haze of the air.

``air`` is one array: 0-2 direction to the sun (east, south, up); 3-5 color of the sun's light; 6-8 sky overhead; 9-11 sky at the
horizon; 12-14 glow around the sun; 15-17 haze per metre for red, green, blue; 18 one over the height (m) in which haze thins by e; 19
elevation (m) of its full strength; 20 cloud cover; 21 exposure; 22 light of the ground back to the sky.
"""

from __future__ import annotations

import math
from typing import Any

from landwright._numba import kernel
from landwright.render._kernels.grain import fbm, step


@kernel()
def radiance(air: Any, dx: Any, dy: Any, dz: Any) -> Any:
    """Color of the clear sky in a direction; below the horizon that of the horizon."""
    up = max(dz, 0.0)
    low = 1.0 - up
    low = low * low
    low = 0.8 * low * low * low * low + 0.2 * low
    near = max(dx * air[0] + dy * air[1] + dz * air[2], 0.0)
    near2 = near * near
    near8 = near2 * near2 * near2 * near2
    near64 = near8 * near8 * near8 * near8 * near8 * near8 * near8 * near8
    glow = 0.10 * near2 + 0.22 * near8 + 0.5 * near64 * near64
    return (
        air[6] + (air[9] - air[6]) * low + air[12] * glow,
        air[7] + (air[10] - air[7]) * low + air[13] * glow,
        air[8] + (air[11] - air[8]) * low + air[14] * glow,
    )


@kernel()
def heaven(air: Any, dx: Any, dy: Any, dz: Any) -> Any:
    """Color of the sky with thin clouds and the sun's disk."""
    r, g, b = radiance(air, dx, dy, dz)
    if dz > 0.0:
        near = dx * air[0] + dy * air[1] + dz * air[2]
        if air[20] > 0.0:
            far = 1.0 / (dz + 0.055)
            x, y = dx * far, dy * far
            warp = fbm(0.7 * x + 3.1, 0.7 * y - 1.7, 3, 0.5, 60)
            cover = fbm(0.8 * x + 0.9 * warp, 1.5 * y + 0.6 * warp, 6, 0.55, 70)
            edge = 0.55 - 1.1 * air[20]
            thick = step(edge, edge + 0.75, cover) * step(0.015, 0.16, dz) * 0.85
            lit = 0.55 + 0.5 * max(near, 0.0) * max(near, 0.0)
            r += (0.62 * air[9] + 0.27 * air[3] * lit - r) * thick
            g += (0.62 * air[10] + 0.27 * air[4] * lit - g) * thick
            b += (0.64 * air[11] + 0.27 * air[5] * lit - b) * thick
        disk = 6.0 * step(0.99996, 0.99999, near)
        r, g, b = r + air[3] * disk, g + air[4] * disk, b + air[5] * disk
    return r, g, b


@kernel()
def haze(air: Any, height: Any, dx: Any, dy: Any, dz: Any, distance: Any, r: Any, g: Any, b: Any) -> Any:
    """Dim a color by the air between it and the eye at `height` (m), and add the light of that air."""
    thin = air[18]
    rise = dz * distance * thin
    dense = math.exp(min(max(-(height - air[19]) * thin, -30.0), 3.0))
    if abs(rise) > 1.0e-4:
        dense *= (1.0 - math.exp(-min(max(rise, -30.0), 30.0))) / rise
    path = distance * dense
    s0, s1, s2 = radiance(air, dx, dy, max(dz, 0.0))
    k0, k1, k2 = math.exp(-air[15] * path), math.exp(-air[16] * path), math.exp(-air[17] * path)
    return r * k0 + s0 * (1.0 - k0), g * k1 + s1 * (1.0 - k1), b * k2 + s2 * (1.0 - k2)
