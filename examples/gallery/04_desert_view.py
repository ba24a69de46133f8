# gallery: Desert
# test: size 49
"""The `desert` recipe: mesas of rock cut by a curve, gullied talus, and a sea of dunes that laps against them,
slip faces at the angle of repose."""

from importlib.resources import files

import landwright as lw


def picture(size):
    text = (files("landwright.recipe") / "templates" / "desert.toml").read_text(encoding="utf-8")
    recipe = lw.Recipe.from_text(text).set("grid.shape", [size, size]).set("grid.cell_size", 6144.0 / (size - 1))
    view = next(output.noun for output in recipe.outputs if output.kind == "view")
    camera = view.camera.replace(width=min(1280, 2 * size), height=min(720, size * 9 // 8))
    return lw.render.view(lw.build(recipe), camera, view.replace(camera=camera))
