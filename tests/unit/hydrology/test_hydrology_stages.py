"""Hydrology in a recipe: every stage runs and writes its layer."""

from __future__ import annotations

import numpy as np

import landwright as lw

RECIPE = """
format = 1
seed = 3
[grid]
shape = [49, 65]
cell_size = 20.0
[[stages]]
id = "base"
kind = "generate.noise"
[[stages]]
id = "salt"
kind = "ops.mask_height"
output = "salt"
high = -1e4
[[stages]]
id = "breach"
kind = "hydrology.breach"
max_depth = 2.0
fill_rest = false
[[stages]]
id = "lakes"
kind = "hydrology.lakes"
[[stages]]
id = "flow"
kind = "hydrology.flow_area"
method = "multiple"
sinks = "salt"
[[stages]]
id = "basins"
kind = "hydrology.basins"
[[stages]]
id = "streams"
kind = "hydrology.streams"
min_area = 8000.0
value = "order"
[[stages]]
id = "fill"
kind = "hydrology.fill"
tilt = true
"""


def test_every_stage_runs_in_a_recipe() -> None:
    world = lw.build(lw.recipe.Recipe.from_text(RECIPE))
    layers = world.layers
    assert {"water", "flow", "basins", "streams"} <= set(layers)
    assert layers["flow"].unit == "m3/yr"
    assert layers["flow"].values.max() > 20 * 400.0
    assert layers["water"].unit == "m"
    assert layers["streams"].values.max() >= 2.0
    assert layers["basins"].values.min() == 1.0
    ground = world.require_ground()
    again = lw.hydrology.fill(ground, lw.hydrology.Fill(tilt=True))
    assert np.array_equal(again.elevation, ground.elevation)
