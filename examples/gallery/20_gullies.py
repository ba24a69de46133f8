# gallery: Gullies
# test: size 65
"""A point-local erosion filter: gullies run down every slope at several scales, fine ones turn into coarse ones. No simulation, no
waiting, and tiles fit. Left the ground, middle gullies of 1200 m, right a second pass of 400 m.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=10000.0 / (size - 1))
    noise = lw.noise
    warp = noise.Fbm(base=noise.Perlin(wavelength=4000.0), octaves=3)
    noun = noise.Warp(
        base=noise.Billow(base=noise.Simplex(wavelength=7000.0), octaves=2, gain=0.4), by=warp, amplitude=2000.0
    )
    ground = lw.Heightfield(1200.0 * noise.sample(noun, grid, seed=2), grid=grid)
    coarse = lw.erosion.gullies(ground, lw.erosion.Gullies(wavelength=1200.0, depth=0.8, octaves=2), seed=1)
    fine = lw.erosion.gullies(coarse, lw.erosion.Gullies(wavelength=400.0, depth=0.5, octaves=4), seed=2)
    images = [lw.render.relief(field) for field in (ground, coarse, fine)]
    return lw.render.contact_sheet(images, labels=["ground", "gullies", "and finer ones"], columns=3)
