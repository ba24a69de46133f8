# gallery: Mount St Helens, grown on
# test: size 49
"""A measured mountain at 30 m (USGS, public domain) read from a GeoTIFF, softened, and refined with gullies that the survey could not
see: `landwright build examples/st_helens.toml`.
"""

from pathlib import Path

import landwright as lw


def picture(size):
    side = (size - 1) * 8 // 5 + 1
    recipe = lw.Recipe.load(Path(__file__).resolve().parent.parent / "st_helens.toml")
    scale = 9480.0 / (side - 1)
    recipe = recipe.set("grid.shape", [round(13760.0 / scale) + 1, side]).set("grid.cell_size", scale)
    view = next(output.noun for output in recipe.outputs if output.kind == "view")
    camera = view.camera.replace(width=min(1280, 2 * side), height=min(720, side * 9 // 8))
    return lw.render.view(lw.build(recipe), camera, view.replace(camera=camera))
