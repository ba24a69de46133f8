# gallery: A planet unrolled
# test: size 24
"""The same planet as files hold it: colors by latitude and longitude and on the six sides of a cube, and a normal map."""

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image

import landwright as lw


def picture(size):
    globe = lw.planet.build_globe(lw.planet.PRESETS["earth"].replace(seed=3), resolution=size // 4 + 1)
    with tempfile.TemporaryDirectory() as folder:

        def made(noun, width):
            path = Path(folder) / "map.png"
            lw.write(globe, path, noun)
            with Image.open(path) as image:
                return np.asarray(image.convert("RGB").resize((width, width * image.height // image.width)))

        colors = made(lw.io.WorldMap(content="color", width=size), size)
        cube = made(lw.io.CubeMap(content="color", layout="cross"), size // 2)
        normals = made(lw.io.WorldMap(content="normals", space="tangent", exaggeration=12.0, width=size), size // 2)
    below = np.zeros((len(cube), 2 * (size // 2), 3), np.uint8)
    below[:, : size // 2] = cube
    below[: len(normals), size // 2 :] = normals
    return np.concatenate([colors[:, : below.shape[1]], below], axis=0)
