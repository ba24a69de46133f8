"""A saved hex map as the first stage of a recipe: its cells, its size, and drawing on."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import landwright as lw
from landwright.cli._door import cli
from landwright.errors import FormatError
from landwright.hexmap import Layout, save_cells
from landwright.hexmap.settings import Metrics
from landwright.io import SavedMap, saved_map
from landwright.testing import random_hexmap
from landwright.works import build, recipe_from


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.hex"
    path.write_bytes(save_cells(random_hexmap(5, columns=7, rows=6)))
    return path


def test_a_recipe_from_a_saved_map_builds_its_cells_and_is_drawn_on(file: Path, tmp_path: Path) -> None:
    land = random_hexmap(5, columns=7, rows=6)
    recipe = recipe_from(file, tmp_path / "small.toml")
    made = build(recipe).hexmap
    for name, array in land.arrays().items():
        assert np.array_equal(made.arrays()[name], array), name
    drawn = recipe.set("edits.strokes", [{"cells": [[2, 3]], "terrain": 4}])
    assert build(drawn).hexmap.terrain[3, 2] == 4


def test_a_layout_that_is_not_the_usual_one_is_kept(tmp_path: Path) -> None:
    layout = Layout(columns=4, rows=6, wrap=True, seed=9, noise_seed=8, metrics=Metrics(elevation_step=5.0))
    (tmp_path / "round.hex").write_bytes(save_cells(lw.hexmap.HexMap(layout)))
    made = build(recipe_from(tmp_path / "round.hex", tmp_path / "round.toml")).hexmap
    assert made.layout == layout


def test_the_size_must_be_that_of_the_recipe(file: Path) -> None:
    with pytest.raises(FormatError, match=r"7 columns and 6 rows"):
        saved_map(lw.hexmap.HexMap(Layout(columns=8, rows=6)), SavedMap(path=str(file)))


def test_what_is_no_map_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.hex").write_bytes(b"nothing like it")
    with pytest.raises(FormatError, match="no hex map"):
        recipe_from(tmp_path / "bad.hex", tmp_path / "bad.toml")


def test_the_command_line_makes_the_recipe(file: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["import", str(file), "-o", str(tmp_path / "small.toml")])
    assert done.exit_code == 0, done.output
    assert "7 x 6 cells" in done.output
    assert (tmp_path / "small.toml").is_file()
