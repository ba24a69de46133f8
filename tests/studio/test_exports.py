"""Exports: the bytes a page takes along are those of ``landwright build``."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from landwright.cli._door import cli
from landwright.errors import LossyWarning
from landwright.recipe import Recipe, output_kinds
from plugin_install import RECIPE
from studio_client import House, Page

EVERY = {
    "png16": "elevation.png",
    "png8": "grey.png",
    "raw": "elevation.r16",
    "npy": "heights.npy",
    "normals": "normals.png",
    "obj": "land.obj",
    "ply": "land.ply",
    "stl": "land.stl",
    "glb": "land.glb",
    "geotiff": "land.tif",
    "relief": "map.png",
    "view": "view.png",
    "swatch": "swatch.png",
    "splat": "cover.png",
    "lines": "lines.geojson",
    "svg": "lines.svg",
    "scene": "scene.glb",
}
"""A file name for every kind of output of a landscape."""

COVER = """
[[stages]]
id = "cover"
kind = "ops.splat"

[[stages]]
id = "rivers"
kind = "networks.rivers"
min_area = 5000.0
"""


@pytest.fixture
def land(tmp_path: Path) -> Path:
    """A recipe with one output of every kind that this installation has."""
    kinds = [kind for kind, noun in output_kinds().items() if noun.shows not in ("hexmap", "planet")]
    outputs = "".join(f'\n[[outputs]]\nkind = "{kind}"\npath = "{EVERY[kind]}"\n' for kind in kinds)
    outputs = outputs.replace('path = "land.glb"\n', 'path = "land.glb"\ntexture = true\n')
    outputs = outputs.replace(
        'path = "view.png"\n',
        'path = "view.png"\nsamples = 1\ncamera = { width = 64, height = 36 }\nmaterials = { look = "desert" }\n',
    )
    text = RECIPE.replace("[17, 23]", "[33, 33]")
    text = text[: text.index("[[outputs]]")] + COVER + outputs
    path = tmp_path / "land.toml"
    path.write_text(text, encoding="utf-8")
    Recipe.load(path)
    return path


@pytest.fixture
def opened(house: House, land: Path) -> Page:
    page = house.page(house.start(land))
    page.connect()
    page.set("base.relief", 250.0)
    page.until("document", seq=1)
    return page


def unzipped(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_every_kind_has_the_bytes_of_a_build(tiny: None, opened: Page, land: Path, tmp_path: Path) -> None:
    with pytest.warns(LossyWarning, match="256 levels"):
        done = CliRunner().invoke(
            cli, ["build", str(land), "-o", str(tmp_path / "out"), "--set", "base.relief=250", "--no-cache", "-q"]
        )
    assert done.exit_code == 0, done.output
    built = {
        p.relative_to(tmp_path / "out").as_posix(): p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()
    }
    together = opened.export(kind="all")
    assert together.headers["content-disposition"].endswith('filename="land.zip"')
    assert unzipped(together.content) == built
    for index, output in enumerate(Recipe.load(land).outputs):
        answer = opened.export(kind=output.kind, output=index)
        assert answer.status_code == 200, answer.text
        name = answer.headers["content-disposition"].partition('filename="')[2].rstrip('"')
        files = unzipped(answer.content) if name.endswith(".zip") else {name: answer.content}
        assert output.path in files
        for path, data in files.items():
            assert data == built[path], path
    told = [said["message"] for said in opened.seen if said["type"] == "notice"]
    while not any("256 levels" in text for text in told):  # others may come before it
        told.append(opened.until("notice")["message"])
    recipe = opened.export(kind="recipe")
    assert recipe.content == built["recipe.toml"]
    assert recipe.headers["content-disposition"].endswith('filename="land.toml"')
    as_json = opened.export(kind="recipe", options={"format": "json"})
    assert Recipe.from_text(as_json.text) == Recipe.from_text(recipe.text)


ROUND = """
format = 1
name = "round"
seed = 3

[planet]
radius = 1000.0
resolution = 9

[[stages]]
id = "shape"
kind = "planet.shape"
"""
HEXES = """
format = 1
name = "hexes"
seed = 3

[hexmap]
columns = 7
rows = 6

[[stages]]
id = "land"
kind = "hexmap.continent"

[[stages]]
id = "edits"
kind = "hexmap.strokes"

[[stages.strokes]]
cells = [[2, 2], [3, 2]]
elevation = 4
urban = 3
walled = "yes"
road = "yes"
"""
SETTINGS = {"orbit": "width = 64\nheight = 48\nsamples = 1\n", "worldmap": "width = 64\n", "plan": "width = 200\n"}


@pytest.mark.parametrize(("world", "text"), [("hexmap", HEXES), ("planet", ROUND)])
def test_every_kind_of_other_worlds_has_the_bytes_of_a_build(
    house: House, tmp_path: Path, world: str, text: str
) -> None:
    kinds = {kind: noun for kind, noun in output_kinds().items() if noun.shows == world}
    assert len(kinds) >= 7
    for kind, noun in kinds.items():
        text += f'\n[[outputs]]\nkind = "{kind}"\npath = "{kind}{noun.suffixes[0]}"\n{SETTINGS.get(kind, "")}'
    path = tmp_path / "world.toml"
    path.write_text(text, encoding="utf-8")
    done = CliRunner().invoke(cli, ["build", str(path), "-o", str(tmp_path / "out"), "--no-cache", "-q"])
    assert done.exit_code == 0, done.output
    made = [file for file in (tmp_path / "out").rglob("*") if file.is_file()]
    built = {file.relative_to(tmp_path / "out").as_posix(): file.read_bytes() for file in made}
    page = house.page(house.start(path))
    page.connect()
    assert unzipped(page.export(kind="all").content) == built
    for index, output in enumerate(Recipe.load(path).outputs):
        answer = page.export(kind=output.kind, output=index)
        assert answer.status_code == 200, answer.text
        name = answer.headers["content-disposition"].partition('filename="')[2].rstrip('"')
        files = unzipped(answer.content) if name.endswith(".zip") else {name: answer.content}
        assert output.path in files or any(file in built for file in files)
        for file, data in files.items():
            assert data == built[file], file


def test_options_are_those_of_the_output(opened: Page, tmp_path: Path) -> None:
    answer = opened.export(kind="swatch", options={"red": 9})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"].endswith('filename="swatch.png"')
    layer = opened.export(kind="npy", options={"layer": "heights"}, name="mine.npy")
    assert "mine.zip" in layer.headers["content-disposition"]
    assert set(unzipped(layer.content)) == {"mine.npy", "mine.npy.json"}


@pytest.mark.parametrize(
    "request_, sentence",
    [
        ({"kind": "gold"}, "must be one of the valid words"),
        ({"kind": "swatch", "options": {"red": 999}}, "red must be"),
        ({"kind": "swatch", "options": {"blue": 1}}, "unknown setting 'blue'"),
        ({"kind": "swatch", "name": "../../up.png"}, "must stay inside"),
        ({"kind": "swatch", "name": "up.txt"}, "must end in .png"),
        ({"kind": "npy", "options": {"layer": "gone"}}, "which no stage writes"),
        ({"kind": "swatch", "output": 99}, "has no output 100"),
        ({"kind": "swatch", "colour": 1}, "colour"),
        ({}, "kind"),
    ],
)
def test_what_cannot_be_exported_is_refused(opened: Page, request_: dict, sentence: str) -> None:
    answer = opened.export(**request_)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]


def test_a_failed_export_says_why(house: House, tmp_path: Path) -> None:
    broken = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.faulty"')
    (tmp_path / "broken.toml").write_text(broken)
    page = house.page(house.start(tmp_path / "broken.toml"))
    page.connect()
    page.until("failed")
    answer = page.export(kind="npy")
    assert (answer.status_code, "a mistake of its own" in answer.json()["error"]) == (422, True)
    assert "a mistake of its own" in page.until("failed")["message"]


def test_an_export_reports_and_can_be_cancelled(house: House, tmp_path: Path) -> None:
    slow = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.slow"\nsteps = 60000')
    (tmp_path / "slow.toml").write_text(slow)
    page = house.page(house.start(tmp_path / "slow.toml"))
    page.connect()
    started = page.http.post("/api/export", json={"kind": "npy"}, params={"session": page.session}).json()
    told = page.until("progress", kind="export", stage="up")
    assert told["job"] == started["job"]
    assert page.http.get(f"/api/export/{started['job']}").status_code == 202
    page.say("cancel", job=started["job"])
    page.until("cancelled", job=started["job"])
    assert page.http.get(f"/api/export/{started['job']}").status_code == 410
    page.say("ping")
    page.until("pong")  # the page's own build goes on
    assert page.http.get("/api/export/999999").status_code == 404


def test_exports_leave_nothing_behind(house: House, land: Path) -> None:
    server = house.start(land)
    page = house.page(server)
    page.connect()
    for _ in range(12):
        assert page.export(kind="swatch").status_code == 200
    folder = server.studio.exports._folder
    assert len(list(folder.iterdir())) <= 8
    house.stop(server)
    assert not folder.exists()


def test_without_a_landscape_there_is_nothing_to_export(page: Page) -> None:
    page.connect()
    assert "no landscape open" in page.export(kind="recipe").json()["error"]
    page.session = "unknown"
    assert "not connected" in page.export(kind="recipe").json()["error"]
