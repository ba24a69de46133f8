# gallery: Textures by height and slope
# test: size 65
"""Weights of six materials that always add up to one: grass and forest below, scree and rock where it is steep, sand at the water,
snow above its line where it can lie. Left the relief, right the materials; both from one field.
"""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=9000.0 / (size - 1))
    noun = lw.generate.DiamondSquare(relief=3000.0, base_elevation=-300.0, feature_size=8192.0, gain=0.46)
    field = lw.generate.diamond_square(grid, noun, seed=17)
    field = lw.erosion.gullies(field, lw.erosion.Gullies(wavelength=900.0, depth=0.7), seed=17)
    styles = [lw.render.Relief(sea_level=0.0), lw.render.Relief(style="materials", sea_level=0.0)]
    images = [lw.render.relief(field, style) for style in styles]
    return lw.render.contact_sheet(images, labels=["tint", "materials"], columns=2)
