# gallery: A walled town
# test: size 60
"""Cells edited by brush strokes: a river leaves the hills, runs through the town's wall and under its bridge, and meets the sea."""

import landwright as lw
from landwright.hexmap import Stroke


def walk(start, directions):
    """Return the cells on a way given by directions, each with how often it is taken."""
    layout = lw.hexmap.Layout(columns=15, rows=11)
    cells = [start]
    for name, times in directions:
        for _ in range(times):
            column, row = lw.hexmap.neighbor(layout, *cells[-1], lw.hexmap.Direction[name])
            cells.append((int(column), int(row)))
    return tuple(cells)


def town():
    land = lw.hexmap.HexMap.empty(columns=15, rows=11).replace(elevation=1, terrain=1, plant=1)
    return lw.hexmap.edit(
        land,
        [
            Stroke(cells=walk((0, 10), [("E", 14)]), brush=1, elevation=3, terrain=3, plant=2),
            Stroke(cells=walk((0, 10), [("E", 5)]), brush=1, elevation=5, terrain=3, plant=0),
            Stroke(cells=walk((0, 10), [("E", 3)]), elevation=7, terrain=4),
            Stroke(cells=walk((9, 9), [("E", 5)]), elevation=4, plant=3),
            Stroke(cells=walk((0, 8), [("E", 14)]), elevation=2, plant=2),
            Stroke(cells=walk((6, 0), [("E", 8)]), brush=1, elevation=0, water_level=1, terrain=0, plant=0),
            Stroke(cells=walk((12, 2), [("E", 2)]), brush=1, elevation=0, water_level=1, terrain=0, plant=0),
            Stroke(cells=((2, 2), (1, 4)), brush=1, farm=3, plant=0),
            Stroke(cells=((11, 5), (12, 6)), brush=1, farm=2, plant=1),
            Stroke(cells=((6, 4), (7, 5)), brush=1, urban=3, plant=0, farm=0, walled="yes", terrain=2),
            Stroke(cells=((8, 4), (6, 5), (7, 3)), urban=2),
            Stroke(cells=walk((5, 9), [("SE", 8)]), river="yes"),
            Stroke(cells=walk((0, 4), [("E", 14)]), road="yes"),
            Stroke(cells=walk((6, 5), [("NE", 1), ("NW", 1), ("NE", 1)]), road="yes"),
            Stroke(cells=((6, 3),), special=1),
            Stroke(cells=((3, 6),), special=3),
            Stroke(cells=((13, 8),), special=2),
        ],
    )


def picture(size):
    camera = lw.render.Camera(
        target=(129.0, 66.0, 2.0), distance=138.0, azimuth=222.0, elevation=37.0, width=2 * size, height=size * 9 // 8
    )
    return lw.render.view(town(), lw.render.View(camera=camera, sun_azimuth=265.0, sun_altitude=40.0))
