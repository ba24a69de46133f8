# gallery: Desert
# test: size 49
"""The `desert` recipe: mesas of rock cut by a curve, gullied talus, and a sea of dunes that laps against them,
slip faces at the angle of repose."""

from importlib.resources import files

import landwright as lw


def picture(size):
    side = (size - 1) * 8 // 5 + 1
    text = (files("landwright.recipe") / "templates" / "desert.toml").read_text(encoding="utf-8")
    recipe = lw.Recipe.from_text(text).set("grid.shape", [side, side]).set("grid.cell_size", 6144.0 / (side - 1))
    view = next(output.noun for output in recipe.outputs if output.kind == "view")
    camera = view.camera.replace(width=min(1280, 2 * side), height=min(720, side * 9 // 8))
    return lw.render.view(lw.build(recipe), camera, view.replace(camera=camera))
