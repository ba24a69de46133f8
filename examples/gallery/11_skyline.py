# gallery: Skylines by midpoint displacement
# test: size 65
"""One-dimensional midpoint displacement, the horizon line: five ranges behind each other, the far ones smoother and paler."""

import numpy as np

import landwright as lw


def picture(size):
    height = size // 2
    image = np.empty((height, size, 3))
    image[:] = np.linspace((126, 160, 190), (238, 214, 190), height)[:, None]
    rows = np.arange(height)[:, None]
    for depth in range(5):
        noun = lw.generate.Skyline(roughness=0.16 + 0.07 * depth)
        line = lw.generate.skyline(size, noun, seed=f"range {depth}") * height / size * 0.9
        top = height * (0.42 + 0.12 * depth) - line
        color = np.array((150, 165, 180)) * (1 - depth / 5) + np.array((38, 52, 48)) * (depth / 5)
        image = np.where((rows >= top[None, :])[..., None], color, image)
    return image.round().astype(np.uint8)
