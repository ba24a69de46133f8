# gallery: Cliffs and terraces
# test: size 60
"""Close up: one level apart is a terraced slope, more is a cliff, and every corner where they meet closes without a gap."""

import landwright as lw
from landwright.hexmap import Stroke

LEVELS = [
    [1, 0, 0, 0, 1, 1, 2, 1],
    [2, 1, 1, 0, 0, 1, 3, 2],
    [2, 3, 2, 2, 1, 1, 2, 4],
    [3, 5, 4, 3, 3, 2, 1, 3],
    [4, 6, 7, 5, 4, 3, 3, 5],
    [3, 5, 6, 5, 5, 4, 4, 6],
]
KINDS = [0, 1, 1, 1, 1, 3, 3, 4]


def picture(size):
    land = lw.hexmap.HexMap.empty(columns=8, rows=6).replace(
        elevation=LEVELS, terrain=[[KINDS[level] for level in row] for row in LEVELS]
    )
    land = lw.hexmap.edit(
        land,
        [
            Stroke(cells=((1, 0), (2, 0), (3, 0), (3, 1), (4, 1)), water_level=1),
            Stroke(cells=((5, 5), (5, 4), (5, 3), (5, 2), (4, 1)), river="yes"),
            Stroke(cells=((7, 0), (6, 0), (5, 0), (5, 1)), road="yes"),
            Stroke(cells=((0, 1), (2, 2), (3, 3), (6, 3), (6, 4)), plant=3),
            Stroke(cells=((1, 1), (4, 0), (5, 1), (7, 3)), plant=2),
        ],
    )
    camera = lw.render.Camera(
        target=(66.0, 42.0, 6.0), distance=118.0, azimuth=190.0, elevation=30.0, width=2 * size, height=size * 9 // 8
    )
    return lw.render.view(land, lw.render.View(camera=camera, sun_azimuth=235.0, sun_altitude=42.0))
