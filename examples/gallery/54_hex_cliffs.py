# gallery: Cliffs and terraces
# test: size 60
"""Close up: one level apart is a terraced slope, more is a cliff, and every corner where they meet closes without a gap."""

import landwright as lw
from landwright.hexmap import Stroke


def picture(size):
    levels = [
        [0, 0, 1, 2, 2, 1, 0],
        [0, 1, 2, 4, 3, 1, 0],
        [1, 2, 3, 4, 5, 2, 1],
        [0, 1, 3, 6, 4, 2, 1],
        [0, 1, 2, 3, 2, 1, 0],
    ]
    land = lw.hexmap.HexMap.empty(columns=7, rows=5).replace(
        elevation=levels, terrain=[[min(4, level * 2 // 3) if level else 1 for level in row] for row in levels]
    )
    land = lw.hexmap.edit(
        land, [Stroke(cells=((3, 2), (3, 1), (2, 0)), river="yes"), Stroke(cells=((1, 1), (5, 1)), plant=3)]
    )
    land = lw.hexmap.edit(land, Stroke(cells=((0, 2), (1, 2), (2, 2)), road="yes"))
    camera = lw.render.Camera(azimuth=190.0, elevation=30.0, width=2 * size, height=size * 9 // 8)
    return lw.render.view(land, lw.render.View(camera=camera, sun_altitude=34.0))
