# gallery: A mountain road
# test: size 97
"""Two roads find their way through a range: they climb no steeper than one in ten, share the stretch where both go the same way, and the
ground is cut and filled beside them. A world with roads is drawn with all that they are built of.
"""

import landwright as lw
from landwright.networks import Line, Roads, build_roads
from landwright.render import Camera, View, view
from landwright.world import World


def picture(size):
    camera = Camera(
        target=(980.0, 1130.0, 445.0),
        distance=720.0,
        azimuth=330.0,
        elevation=27.0,
        width=min(1280, 2 * size),
        height=min(720, size * 9 // 8),
    )
    return view(mountain(max(97, 3 * size // 4)), View(camera=camera, sun_azimuth=250.0, sun_altitude=32.0))


def mountain(size):
    grid = lw.Grid(shape=(size, size), cell_size=1536.0 / (size - 1))
    land = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=1100.0), octaves=7, gain=0.4)
    field = lw.Heightfield(420.0 + 300.0 * lw.noise.sample(land, grid, seed=1), grid=grid)
    routes = (Line(points=((60.0, 420.0), (1480.0, 980.0))), Line(points=((640.0, 1480.0), (1000.0, 60.0))))
    made = build_roads({"elevation": field}, Roads(routes=routes, max_grade=0.09, random_height=0.5), seed=1)
    return World(ground=made["elevation"], networks={"roads": made["roads"]})
