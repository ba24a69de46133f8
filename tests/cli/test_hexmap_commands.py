"""Commands on hex maps: start, build, look, export, ask, find a way."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

import landwright as lw
from landwright.cli._door import cli
from landwright.hexmap import HexMap, find_path
from landwright.testing import random_hexmap

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")

TEXT = """\
format = 1
name = "cells"
seed = 7
[hexmap]
columns = 9
rows = 6
[[stages]]
id = "hills"
kind = "tiny.hills"
most = 1
[[outputs]]
kind = "hex"
path = "land.hex"
[[outputs]]
kind = "plan"
path = "map.png"
width = 200
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "cells.toml").write_text(TEXT, encoding="utf-8")
    lw.write(random_hexmap(3, 8, 7), tmp_path / "some.hex")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, list(args))


def done(*args: str) -> Result:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result


def refusal(*args: str, code: int = 1) -> str:
    result = run(*args)
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.mark.parametrize("name", ["hexmap", "archipelago"])
def test_a_template_of_cells_can_be_started(name: str, home: Path) -> None:
    done("new", name, "-o", "new.toml", "--seed", "5")
    recipe = lw.Recipe.load("new.toml")
    assert recipe.hexmap is not None
    assert recipe.seed == 5


def test_build_writes_the_map_and_a_preview_of_it(home: Path) -> None:
    told = json.loads(done("build", "cells.toml", "-o", "out", "--preview", "--json", "-q").stdout)
    assert [(f["path"], f["kind"]) for f in told["outputs"]] == [
        ("land.hex", "hex"),
        ("map.png", "plan"),
        ("preview.png", "plan"),
        ("recipe.toml", "recipe"),
    ]
    assert [stage["id"] for stage in told["stages"]] == ["hills"]
    assert lw.read("out/land.hex") == lw.build("cells.toml").hexmap
    with Image.open("out/map.png") as picture:
        assert picture.size[0] == 200
    again = json.loads(done("build", "out", "-o", "again", "--json", "-q", "--set", "hexmap.columns=12").stdout)
    assert lw.read("again/land.hex").columns == 12
    assert again["stages"][0]["digest"] != told["stages"][0]["digest"]


@pytest.mark.parametrize("source", ["cells.toml", "some.hex"])
def test_render_draws_a_plan_of_cells(source: str, home: Path) -> None:
    done("render", source, "-o", "a.png", "--width", "160", "-q")
    done(
        "render",
        source,
        "-o",
        "b.png",
        "--plan",
        "--labels",
        "elevation",
        "--width",
        "600",
        "--set",
        "grid=false",
        "-q",
    )
    with Image.open("a.png") as a, Image.open("b.png") as b:
        assert (a.size[0], b.size[0]) == (160, 600)
    said = refusal("render", "some.hex", "-o", "c.png", "--relief", "-q")
    assert "a picture needs ground" in said
    assert "Give --plan for a flat map of it or --view for a perspective." in " ".join(said.split())
    assert "--labels is for a flat map" in refusal(
        "render", source, "-o", "c.png", "--view", "--labels", "axial", code=2
    )
    assert "Give either --view or --plan" in refusal("render", source, "-o", "c.png", "--view", "--plan", code=2)
    assert "labels must be one of" in refusal("render", source, "-o", "c.png", "--labels", "name", "-q")


@pytest.mark.parametrize("name", ["a.hex", "a.csv", "a.json", "a.geojson", "a.png", "a.ply"])
def test_export_writes_whatever_the_ending_says(name: str, home: Path) -> None:
    done("export", "some.hex", "-o", name, "-q")
    assert Path(name).stat().st_size > 100
    if name in ("a.hex", "a.csv", "a.json"):
        np.testing.assert_array_equal(lw.read(name).elevation, lw.read("some.hex").elevation)


def test_export_takes_settings_and_refuses_what_no_one_writes(home: Path) -> None:
    done("export", "cells.toml", "-o", "a.ply", "--set", 'parts=["terrain"]', "-q")
    assert list(lw.read("a.ply").groups) == ["terrain"]
    said = " ".join(refusal("export", "some.hex", "-o", "a.tif", "-q").split())
    assert "a hex map cannot become 'a.tif'" in said
    assert ".hex, .csv, .json, .geojson, .png." in said


def test_info_says_what_is_on_a_map_and_what_is_wrong_with_it(home: Path) -> None:
    land = HexMap.empty(4, 3).replace(elevation=[[1] * 4, [0] * 4, [2] * 4], terrain=1)
    land = land.replace(water_level=[[0] * 4, [1, 1, 2, 2], [0] * 4])
    lw.write(land, "lakes.hex")
    told = json.loads(done("info", "lakes.hex", "--json").stdout)
    assert (told["type"], told["cells"], told["columns"], told["rows"]) == ("hex map", 12, 4, 3)
    assert told["levels"] == [0, 2]
    assert abs(told["land"] - 8 / 12) < 1e-9
    assert told["ground"]["grass"] == 8
    assert [one["severity"] for one in told["findings"]] == ["warning"]
    text = done("info", "lakes.hex").stdout
    assert "land         66.7% of the cells" in text
    assert "warning: " in text
    some = json.loads(done("info", "some.hex", "--json").stdout)
    assert some["rivers"] >= 1
    recipe = json.loads(done("info", "cells.toml", "--json").stdout)
    assert (recipe["type"], recipe["cells"]) == ("recipe", 54)
    done("build", "cells.toml", "-o", "out", "-q")
    built = json.loads(done("info", "out", "--json").stdout)
    assert (built["type"], built["land"], built["findings"]) == ("world", 1.0, [])


def test_path_finds_the_way_that_the_library_finds(home: Path) -> None:
    land = lw.build("cells.toml").hexmap
    wanted = find_path(land, (0, 0), (8, 5))
    assert wanted is not None
    told = json.loads(done("path", "cells.toml", "0,0", "8,5", "--json", "-q").stdout)
    assert told["found"] is True
    assert (told["cost"], told["steps"]) == (wanted.cost, len(wanted))
    assert [(step["column"], step["row"]) for step in told["way"]] == [tuple(cell) for cell in wanted.cells.tolist()]
    assert told["turns"] == told["way"][-1]["turn"] + 1
    text = done("path", "cells.toml", "0,0", "8,5", "-q").stdout
    assert text.startswith(f"0,0 to 8,5: {len(wanted)} steps, {wanted.cost} points")
    slow = json.loads(
        done("path", "cells.toml", "0,0", "8,5", "--json", "--speed", "10", "--set", "flat=9", "-q").stdout
    )
    assert slow["cost"] > told["cost"]


def test_path_refuses_with_a_sentence(home: Path) -> None:
    lw.write(HexMap.empty(3, 1).replace(elevation=[[0, 5, 0]]), "cliff.hex")
    result = run("path", "cliff.hex", "0,0", "2,0", "--json", "-q")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["found"] is False
    assert "no way leads from 0,0 to 2,0" in result.stderr
    assert "FROM must be a cell, COLUMN,ROW such as 3,4, got '0'" in refusal("path", "cliff.hex", "0", "2,0")
    assert "must lie in the map of 3 columns and 1 rows" in refusal("path", "cliff.hex", "0,0", "3,0", "-q")
    lw.write(lw.Heightfield([[0.0, 1.0]]), "a.npy")
    assert "a way needs the cells of a hex map, and this holds a Heightfield" in refusal(
        "path", "a.npy", "0,0", "1,0", "-q"
    )
    assert "unknown setting 'rode'" in refusal("path", "cliff.hex", "0,0", "1,0", "--set", "rode=2", "-q")
