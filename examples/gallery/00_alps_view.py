# gallery: Alps
# test: size 49
"""The `alps` recipe: massifs between a net of valleys, two passes of gullies, six materials by height and slope, drawn on the CPU by
marching rays. `landwright new alps -o alps.toml` and `landwright build alps.toml -o alps` make it.
"""

from importlib.resources import files

import landwright as lw


def picture(size):
    side = (size - 1) * 8 // 5 + 1
    text = (files("landwright.recipe") / "templates" / "alps.toml").read_text(encoding="utf-8")
    recipe = lw.Recipe.from_text(text).set("grid.shape", [side, side]).set("grid.cell_size", 25600.0 / (side - 1))
    view = next(output.noun for output in recipe.outputs if output.kind == "view")
    camera = view.camera.replace(width=min(1280, 2 * side), height=min(720, side * 9 // 8))
    return lw.render.view(lw.build(recipe), camera, view.replace(camera=camera))
