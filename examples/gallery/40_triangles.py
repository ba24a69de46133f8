# gallery: Few triangles where the land is plain
# test: size 65
"""A right-triangulated irregular network keeps the error below a bound at every sample and spends triangles only where the ground
needs them. Borders are shared, so tiles and levels meet without cracks.
"""

import numpy as np
from PIL import Image, ImageDraw

import landwright as lw


def picture(size):
    grid = lw.Grid(shape=(size, size), cell_size=6000.0 / (size - 1))
    noun = lw.generate.DiamondSquare(relief=900.0, feature_size=4096.0, gain=0.47)
    field = lw.erosion.gullies(lw.generate.diamond_square(grid, noun, seed=8), seed=8)
    images, labels = [], []
    for max_error in (30.0, 10.0, 4.0):
        net = lw.mesh.rtin(field, lw.mesh.Rtin(max_error=max_error))
        shown = Image.fromarray(lw.render.relief(field)).resize((640, 640))
        draw = ImageDraw.Draw(shown, "RGBA")
        corners = np.asarray(net.vertices)[:, :2] / 6000.0 * 639.0
        for face in np.asarray(net.faces):
            points = [(corners[i, 0], 639.0 - corners[i, 1]) for i in face]
            draw.polygon(points, outline=(20, 30, 40, 150))
        images.append(np.asarray(shown))
        labels.append(f"error below {max_error:.0f} m: {len(net.faces)} triangles")
    return lw.render.contact_sheet(images, labels=labels, columns=3)
