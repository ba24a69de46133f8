# gallery: Maps drawn on paper
# test: size 64
"""A drawing, photographed askew and in the shadow of an arm; what is found on it, seen from straight above; and the land that is built.
Red strokes are roads, blue ones rivers, green ones lakes; a dot, a patch or a ring of blue is a lake too.
"""

from pathlib import Path

import numpy as np

import landwright as lw
from landwright.works import build, recipe_from_drawing

DRAWINGS = Path(__file__).parents[1] / "data" / "drawings"


def picture(size):
    names = ("valley", "island", "pass") if size > 64 else ("island",)
    pictures = [image for name in names for image in beside(DRAWINGS / f"{name}.jpg", size)]
    labels = ("the photo", "what is found", "what is built") * len(names)
    return lw.render.contact_sheet(pictures, labels, columns=3, width=max(48, size * 4 // 5))


def beside(file, size):
    photo = lw.io.read_photo(file)
    recipe, drawing = recipe_from_drawing(photo, file, Path("drawing.toml"))
    samples = np.maximum(33, np.array(recipe.grid.shape) * size // 1024 * 2)
    cell = max(drawing.extent[2] / (samples[1] - 1), drawing.extent[3] / (samples[0] - 1))
    world = build(recipe.set("grid.shape", samples.tolist()).set("grid.cell_size", float(cell)), cache=False)
    return photo, drawing.picture, lw.render.relief(world, lw.render.Relief(width=max(64, size)))
