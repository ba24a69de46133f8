# gallery: Fractal sums and domain warp
# test: size 48
"""Eight octaves of Perlin noise summed in different ways, as relief: fBm, ridged, billow, hybrid multifractal, and fBm whose
coordinates were warped by other noise.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size // 2, size // 2), cell_size=12000.0 / size)
    noise, base = lw.noise, lw.noise.Perlin(wavelength=3000.0)
    nouns = {
        "fBm": noise.Fbm(base=base),
        "ridged": noise.Ridged(base=base),
        "billow": noise.Billow(base=base),
        "hybrid multifractal": noise.HybridMultifractal(base=base),
        "fBm, warped": noise.Warp(base=noise.Fbm(base=base), by=noise.Fbm(base=base, octaves=3), amplitude=1500.0),
        "ridged, warped": noise.Warp(base=noise.Ridged(base=base), by=noise.Fbm(base=base, octaves=3), amplitude=900.0),
    }
    images = []
    for noun in nouns.values():
        field = lw.Heightfield(700.0 * noise.sample(noun, grid, seed=3), grid=grid)
        images.append(lw.render.relief(field))
    return lw.render.contact_sheet(images, labels=list(nouns), columns=3)
