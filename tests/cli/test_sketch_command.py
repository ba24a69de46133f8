from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from landwright.cli._door import cli
from landwright.recipe import Recipe
from landwright.works import build

DRAWINGS = Path(__file__).parents[2] / "examples" / "data" / "drawings"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANDWRIGHT_CACHE", str(tmp_path / "cache"))


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, args, prog_name="landwright")


def test_a_photo_becomes_a_recipe_that_builds_what_was_drawn() -> None:
    made = run("sketch", str(DRAWINGS / "valley.jpg"), "-o", "world.toml", "--width", "1500")
    assert made.exit_code == 0, made.output
    assert "2 roads, 2 rivers, 1 lake" in made.output
    with Image.open("world_found.png") as shown:
        assert shown.size[0] == 1000
    text = Path("world.toml").read_text()
    assert "# east and north of each place, m" in text
    recipe = Recipe.load(Path("world.toml"))
    assert [stage.id for stage in recipe.stages] == ["land", "rivers", "lakes", "roads"]
    assert recipe.grid is not None
    assert recipe.grid.extent[0] == pytest.approx(1500.0, abs=5.0)
    small = recipe.set("grid.shape", [97, 127]).set("grid.cell_size", 12.0)
    world = build(small, cache=False)
    assert len(world.networks["rivers"]) == 3  # the longer one in two parts, where the other joins it
    assert len(world.networks["roads"]) >= 2
    assert float(world.layers["water"].values.max()) > 1.0


def test_a_template_lies_under_the_drawing() -> None:
    made = run("sketch", str(DRAWINGS / "island.jpg"), "-o", "a.toml", "--template", "alps", "--show", "seen.png")
    assert made.exit_code == 0, made.output
    assert Path("seen.png").is_file()
    recipe = Recipe.load(Path("a.toml"))
    ids = [stage.id for stage in recipe.stages]
    assert ids[:2] == ["massifs", "ranges"]
    assert ids[-3:] == ["rivers", "lakes", "roads"]


def _saved(name: str, image: np.ndarray) -> str:
    Image.fromarray(image).save(name)
    return name


def test_what_cannot_become_a_recipe_is_refused_with_a_sentence() -> None:
    Path("text.jpg").write_text("no picture")
    dark = np.full((120, 160, 3), 12, np.uint8)
    blank = np.full((120, 160, 3), 240, np.uint8)
    grey = np.zeros((80, 80), np.uint16)
    drawing = str(DRAWINGS / "island.jpg")
    cases = (
        (["missing.jpg", "-o", "a.toml"], "no such file"),
        (["text.jpg", "-o", "a.toml"], "not an image"),
        ([_saved("grey.png", grey), "-o", "a.toml"], "needs colors"),
        ([_saved("dark.png", dark), "-o", "a.toml"], "dark.png: The page is too dark"),
        ([_saved("blank.png", blank), "-o", "a.toml"], "blank.png: No strokes were found"),
        ([drawing, "-o", "a.json"], "must end in .toml"),
        ([drawing, "-o", "a.toml", "--show", "a.jpg"], "must end in .png"),
        ([drawing, "-o", "a.toml", "--template", "planet"], "no landscape"),
        ([drawing, "-o", "a.toml", "--set", "river_colour=blue"], "river_color"),
    )
    for args, message in cases:
        made = run("sketch", *args)
        assert made.exit_code == 1, (args, made.output)
        assert message in made.output, (args, made.output)
        assert len(made.output.strip().splitlines()) == 1
        assert not Path("a.toml").exists()
    Path("a.toml").write_text("mine")
    assert "already" in run("sketch", drawing, "-o", "a.toml").output
    assert Path("a.toml").read_text() == "mine"
