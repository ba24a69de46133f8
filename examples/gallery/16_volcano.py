# gallery: A stratovolcano
# test: size 65
"""Concave flanks, a crater with a breach in its rim, barrancos that run down from it, and small cones on its sides."""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=15000.0 / (size - 1))
    images = []
    for seed in (1, 2):
        field = lw.generate.volcano(grid, lw.generate.Volcano(cones=6), seed=seed)
        images.append(lw.render.relief(field, lw.render.Relief(contour_interval=100.0)))
    return lw.render.contact_sheet(images, labels=["seed 1", "seed 2"], columns=2)
