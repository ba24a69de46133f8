# gallery: Contours and a curve
# test: size 65
"""A curve bends elevations through control points, here into a canyon land of benches and cliffs; contours every 50 m show them."""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=6000.0 / (size - 1))
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=2600.0), octaves=7, gain=0.42)
    ground = lw.Heightfield(700.0 + 900.0 * lw.noise.sample(noun, grid, seed=9), grid=grid)
    points = (
        (200.0, 250.0),
        (500.0, 300.0),
        (560.0, 480.0),
        (720.0, 520.0),
        (760.0, 700.0),
        (1000.0, 760.0),
        (1400.0, 900.0),
    )
    benches = lw.ops.curve(ground, lw.ops.Curve(points=points))
    images = [lw.render.relief(field, lw.render.Relief(contour_interval=50.0)) for field in (ground, benches)]
    return lw.render.contact_sheet(images, labels=["ground", "benches"], columns=2)
