# gallery: A coast with estuaries and waterfalls
# test: size 60
"""Rivers meet the sea: over cliffs as waterfalls, level with it as estuaries, and out of a lake that lies above."""

import landwright as lw
from landwright.hexmap import Stroke

LAYOUT = lw.hexmap.Layout(columns=16, rows=11, noise_seed=3)


def walk(start, *directions):
    cells = [start]
    for name in directions:
        column, row = lw.hexmap.neighbor(LAYOUT, *cells[-1], lw.hexmap.Direction[name])
        cells.append((int(column), int(row)))
    return tuple(cells)


def coast():
    land = lw.hexmap.HexMap.empty(layout=LAYOUT).replace(elevation=4, terrain=1, plant=2)
    east = ["E"] * 15
    return lw.hexmap.edit(
        land,
        [
            Stroke(cells=walk((0, 10), *east[:12]), brush=1, elevation=5, terrain=3, plant=1),
            Stroke(cells=walk((4, 10), *east[:4]), elevation=7, terrain=4, plant=0),
            Stroke(cells=walk((0, 1), *east), brush=2, elevation=0, water_level=2, terrain=0, plant=0),
            Stroke(
                cells=((11, 4), (12, 4), (13, 3), (13, 5), (14, 4), (15, 5)), brush=1, elevation=2, terrain=0, plant=3
            ),
            Stroke(cells=((14, 5), (15, 4)), brush=1, elevation=2, terrain=1),
            Stroke(cells=((12, 7), (13, 8)), brush=1, elevation=3, terrain=1, plant=2),
            Stroke(cells=((4, 3), (5, 3), (6, 3)), elevation=1, water_level=2, terrain=0, plant=0),
            Stroke(cells=((9, 7), (10, 7), (9, 6)), elevation=3, water_level=4, terrain=0, plant=0),
            Stroke(cells=walk((3, 8), "SE", "SE", "SW", "SE", "SE"), river="yes"),
            Stroke(cells=walk((6, 8), "SE", "SW", "SE", "SW", "SE"), river="yes"),
            Stroke(cells=walk((10, 7), "E", "E", "SE", "SW", "SE", "SW", "SE", "SW"), river="yes"),
            Stroke(cells=walk((14, 8), "SW", "SE", "SE", "SW", "SE", "SW", "SE"), river="yes"),
            Stroke(cells=((1, 7),), special=3),
        ],
    )


def picture(size):
    camera = lw.render.Camera(
        target=(160.0, 80.0, 6.0), distance=168.0, azimuth=160.0, elevation=25.0, width=2 * size, height=size * 9 // 8
    )
    return lw.render.view(coast(), lw.render.View(camera=camera, sun_azimuth=220.0, sun_altitude=38.0))
