# gallery: Diamond-square, tiled three by two
# test: size 33
"""Diamond-square with the torus border repeats without a seam: here one tile of it is laid three times beside itself and twice
above. Displacements are hashes of world position and level, so a tile cut from an open plane fits its neighbours as well.
"""

import numpy as np

import landwright as lw


def picture(size):
    side = 1 << (size // 3 - 1).bit_length()
    grid = lw.Grid(shape=(side, side), cell_size=4096.0 / side)
    noun = lw.generate.DiamondSquare(relief=900.0, feature_size=4096.0, border="torus", gain=0.52)
    tile = lw.generate.diamond_square(grid, noun, seed=11).elevation
    return lw.render.relief(lw.Heightfield(np.tile(tile, (2, 3)), cell_size=grid.cell_size))
