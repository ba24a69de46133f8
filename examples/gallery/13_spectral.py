# gallery: Spectral land
# test: size 48
"""Land from a spectrum that falls with wave number: a steeper fall is smoother ground. Left to right the exponent grows."""

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size // 2, size // 2), cell_size=8000.0 / size)
    images, labels = [], []
    for exponent in (2.0, 2.6, 3.4):
        noun = lw.generate.Spectral(exponent=exponent)
        images.append(lw.render.relief(lw.generate.spectral(grid, noun, seed=6)))
        labels.append(f"exponent {exponent}")
    return lw.render.contact_sheet(images, labels=labels, columns=3)
