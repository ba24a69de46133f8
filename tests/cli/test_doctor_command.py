"""``landwright doctor``: exit codes, sentences, one JSON object alone."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import landwright as lw
from landwright.cli._door import cli
from landwright.doctor import examine
from landwright.recipe import template, template_names
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["doctor", *args])


@pytest.fixture
def land() -> np.ndarray:
    grid = lw.Grid(shape=(40, 50), cell_size=10.0)
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=300.0), octaves=4)
    return 100.0 + 60.0 * lw.noise.sample(noun, grid, seed=2).astype(np.float64)


def test_healthy_land_ends_with_0(land: np.ndarray, tmp_path: Path) -> None:
    lw.write(lw.Heightfield(land, cell_size=10.0), tmp_path / "land.tif")
    result = run(str(tmp_path / "land.tif"), "-q")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith(f"{tmp_path / 'land.tif'} is healthy.")
    about = json.loads(run(str(tmp_path / "land.tif"), "-q", "--json").stdout)
    assert about["healthy"] is True
    assert {one["severity"] for one in about["findings"]} <= {"info"}


def test_an_illness_ends_with_1_a_sentence_and_a_place(land: np.ndarray, tmp_path: Path) -> None:
    land[20, 30] = 900.0
    lw.write(lw.Heightfield(land, cell_size=10.0), tmp_path / "land.tif")
    result = run(str(tmp_path / "land.tif"), "-q")
    assert result.exit_code == 1
    assert result.stdout.startswith("error at row 20, column 30 (x 300 m, y 190 m")
    assert result.stdout.splitlines()[-1].endswith("1 error.")
    asked = run(str(tmp_path / "land.tif"), "-q", "--json")
    assert asked.exit_code == 1
    about = json.loads(asked.stdout)
    assert about["healthy"] is False
    assert (about["findings"][0]["place"]["row"], about["findings"][0]["place"]["column"]) == (20, 30)


def test_settings_make_it_milder_and_wrong_ones_are_refused(land: np.ndarray, tmp_path: Path) -> None:
    land[20, 30] += 60.0
    lw.write(lw.Heightfield(land, cell_size=10.0), tmp_path / "land.tif")
    assert run(str(tmp_path / "land.tif"), "-q").exit_code == 1
    assert run(str(tmp_path / "land.tif"), "-q", "--set", "spike_slope=50").exit_code == 0
    refused = run(str(tmp_path / "land.tif"), "-q", "--set", "spike_slop=50")
    assert refused.exit_code == 1
    assert refused.stdout == ""
    assert "Did you mean 'spike_slope'?" in refused.stderr


def test_a_recipe_is_built_first(tmp_path: Path) -> None:
    (tmp_path / "hills.toml").write_text(RECIPE, encoding="utf-8")
    result = run(str(tmp_path / "hills.toml"), "-q", "--json")
    assert json.loads(result.stdout)["file"].endswith("hills.toml")


def test_what_cannot_be_read_is_refused_with_stdout_empty(tmp_path: Path) -> None:
    (tmp_path / "land.png").write_bytes(b"no picture")
    for name, word in (("land.png", "land.png"), ("none.tif", "there is no such file")):
        result = run(str(tmp_path / name), "-q")
        assert (result.exit_code, result.stdout) == (1, "")
        assert word in result.stderr


@pytest.mark.parametrize("name", template_names())
def test_no_template_has_an_error(name: str) -> None:
    recipe = template(name)
    if recipe.grid is not None:
        roads = any(stage.kind.startswith("networks.") for stage in recipe.stages)
        count = 384 if roads else 96  # a road must be wider than a sample to lie on the ground
        cell = recipe.grid.extent[0] / count
        recipe = recipe.set("grid.shape", [count + 1, count + 1]).set("grid.cell_size", cell)
    if recipe.planet is not None:
        recipe = recipe.set("planet.resolution", 9)
    world = lw.build(recipe, cache=False)
    assert [str(one) for one in examine(world) if one.severity == "error"] == []
