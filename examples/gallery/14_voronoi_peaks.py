# gallery: Voronoi peaks, four shapes
# test: size 48
"""Each peak shapes the whole map, the highest wins, and where two meet a valley line runs along the edge of their Voronoi cells. No
diagram is built.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size // 2, size // 2), cell_size=4000.0 / size)
    images, shapes = [], ("linear", "power", "sin_power", "combined")
    for shape in shapes:
        falloff = {"linear": 1.2, "power": 0.6, "sin_power": 1.4, "combined": 0.4}[shape]
        noun = lw.generate.VoronoiPeaks(
            relief=1200.0, count=7, min_height=0.4, max_height=0.9, shape=shape, falloff=falloff, dropoff=0.9
        )
        images.append(lw.render.relief(lw.generate.voronoi_peaks(grid, noun, seed=5)))
    return lw.render.contact_sheet(images, labels=list(shapes), columns=4)
