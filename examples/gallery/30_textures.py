# gallery: Textures by height and slope
# test: size 65
"""Weights of six materials that always add up to one: grass and forest below, scree and rock where it is steep, sand at the water,
snow above its line where it can lie. Left the relief, right the materials; both from one field.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=9000.0 / (size - 1))
    noise = lw.noise
    warp = noise.Fbm(base=noise.Perlin(wavelength=3000.0), octaves=3)
    land = noise.Warp(base=noise.Fbm(base=noise.Simplex(wavelength=6000.0), octaves=4), by=warp, amplitude=900.0)
    field = lw.Heightfield(450.0 + 1700.0 * noise.sample(land, grid, seed=4), grid=grid)
    field = lw.erosion.gullies(field, lw.erosion.Gullies(wavelength=900.0, depth=0.5), seed=17)
    styles = [lw.render.Relief(sea_level=0.0), lw.render.Relief(style="materials", sea_level=0.0)]
    images = [lw.render.relief(field, style) for style in styles]
    return lw.render.contact_sheet(images, labels=["tint", "materials"], columns=2)
