# gallery: The noises
# test: size 48
"""One octave of each noise, in [-1, 1] (cellular: distance in wavelengths), on a grid of 2 km. Every one of them can be sampled at any
point in two or three dimensions, repeats with `period=`, and has the same bits on every machine.
"""

import numpy as np

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size // 2, size // 2), cell_size=4000.0 / size)
    noise = lw.noise
    nouns = {
        "white": noise.White(),
        "value": noise.Value(wavelength=300.0),
        "Perlin": noise.Perlin(wavelength=300.0),
        "simplex": noise.Simplex(wavelength=300.0),
        "cellular F1": noise.Cellular(wavelength=300.0),
        "cellular F2 - F1": noise.Cellular(wavelength=300.0, output="f2_minus_f1"),
        "cellular F1, Manhattan": noise.Cellular(wavelength=300.0, metric="manhattan"),
        "cell value": noise.Cellular(wavelength=300.0, output="value"),
    }
    images = []
    for noun in nouns.values():
        values = noise.sample(noun, grid, seed=7)
        low, high = (-1.0, 1.0) if values.min() < 0 else (0.0, 1.2)
        grey = np.clip((values - low) / (high - low), 0, 1) * 255
        images.append(np.repeat(grey[..., None], 3, axis=2).round().astype(np.uint8))
    return lw.render.contact_sheet(images, labels=list(nouns), columns=4)
