"""Commands on planets: start, build, look, export, ask; on defaults and on what cannot be."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

import landwright as lw
from landwright.cli._door import cli
from landwright.planet import PRESETS, build_globe, node_areas
from landwright.recipe import template, template_names

pytestmark = pytest.mark.usefixtures("cache_home")
TEMPLATES = [name for name in template_names() if name.startswith("planet")]
QUICK = ("--set", "planet.resolution=9")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    recipe = template("planet").set("planet.resolution", 9)
    first, *others = recipe.outputs
    small = first.replace(noun=first.noun.replace(width=64, height=48, samples=1))
    recipe.replace(outputs=(small, *others)).save(tmp_path / "small.toml")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def size_of(path: str) -> tuple[int, int]:
    with Image.open(path) as image:
        return image.size


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


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_its_preset(name: str, home: Path) -> None:
    done("new", name, "-o", "new.toml")
    recipe = lw.Recipe.load("new.toml").set("planet.resolution", 5)
    preset = PRESETS["published" if name == "planet" else name.removeprefix("planet-")]
    made, by_hand = lw.build(recipe, cache=False).require_planet(), build_globe(preset, 5)
    np.testing.assert_array_equal(made.elevation, by_hand.elevation)
    np.testing.assert_array_equal(made.colors, by_hand.colors)
    assert [output.kind for output in recipe.outputs] == ["orbit", "worldmap", "cubemap", "planetglb"]


def test_every_preset_has_a_template() -> None:
    assert len(TEMPLATES) == len(PRESETS)
    assert done("new", "--list").stdout.count("\nplanet") == len(PRESETS)


def test_templates_are_fresh() -> None:
    tool = Path(__file__).parents[2] / "tools" / "make_planet_templates.py"
    result = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_build_writes_the_files_and_a_preview(home: Path) -> None:
    told = json.loads(done("build", "small.toml", "-o", "out", "--json", "-q").stdout)
    names = [file["path"] for file in told["outputs"]]
    assert {"preview.png", "colors.png", "heights_px.png", "planet.glb", "recipe.toml"} <= set(names)
    again = json.loads(done("build", "out/recipe.toml", "-o", "again", "--json", "-q").stdout)
    assert [file["sha256"] for file in again["outputs"]] == [file["sha256"] for file in told["outputs"]]
    recipe = lw.Recipe.load("small.toml")
    recipe.replace(outputs=()).save("bare.toml")
    done("build", "bare.toml", "-o", "bare", "--preview", "-q")
    assert size_of("bare/preview.png") == (1024, 768)


def test_render_shows_a_planet_from_space(home: Path) -> None:
    done("render", "small.toml", "-o", "a.png", "--width", "64", "--height", "48", "-q")
    assert size_of("a.png") == (64, 48)
    with Image.open("a.png") as image:
        picture = np.asarray(image.convert("L"))
    assert picture[24, 32] > 40 > picture[2, 2], "planet in the middle, space in the corner"
    done("render", "small.toml", "-o", "b.png", "--width", "64", "--height", "48", "-q", "--set", "longitude=200")
    assert Path("a.png").read_bytes() != Path("b.png").read_bytes()
    done("render", "small.toml", "-o", "c.png", "--view", "--azimuth", "30", "--width", "32", "--height", "24", "-q")
    assert size_of("c.png") == (32, 24)
    assert "for a planet give --set longitude=40" in refusal(
        "render", "small.toml", "-o", "x.png", "--azimuth", "40", code=2
    )
    assert "there is no ground" in refusal("render", "small.toml", "-o", "x.png", "--relief", "-q")
    assert "there is no hex map" in refusal("render", "small.toml", "-o", "x.png", "--plan", "-q")
    assert "not both" in refusal("render", "small.toml", "-o", "x.png", "--plan", "--orbit", code=2)
    assert "latitude must be" in refusal("render", "small.toml", "-o", "x.png", "--set", "latitude=91")
    lw.write(lw.Heightfield(np.eye(3)), "land.npy")
    assert "an orbit needs a planet" in refusal("render", "land.npy", "-o", "x.png", "--orbit", "-q")
    assert not Path("x.png").exists()


@pytest.mark.parametrize("name", ["m.glb", "m.obj", "m.ply", "m.stl", "m.png", "m.npy", "m.tif"])
def test_export_writes_every_kind(name: str, home: Path) -> None:
    done("export", "small.toml", "-o", name, "-q")
    assert Path(name).stat().st_size > 500


def test_export_takes_settings_and_refuses_what_is_none(home: Path) -> None:
    done("export", "small.toml", "-o", "c.png", "--kind", "cubemap", "--set", "content=color", "-q")
    assert len(list(home.glob("c_??.png"))) == 6
    done("export", "small.toml", "-o", "o.png", "--kind", "orbit", "--set", "width=32", "--set", "height=24", "-q")
    assert "a planet cannot become 'm.hex'" in refusal("export", "small.toml", "-o", "m.hex")
    assert "content must be" in refusal("export", "small.toml", "-o", "m.png", "--set", "content=colour")
    assert "must be elevation" in refusal("export", "small.toml", "-o", "m.npy", "--set", "content=color", "-q")
    assert "there is no hex map" in refusal("export", "small.toml", "-o", "m.hex", "--kind", "hex", "-q")


def test_info_tells_what_is_on_a_planet(home: Path) -> None:
    told = json.loads(done("info", "small.toml", "--json").stdout)
    assert (told["radius"], told["resolution"], told["nodes"]) == (2.73, 9, 6 * 64 + 2)
    assert "land_share" not in told
    done("build", "small.toml", "-o", "out", "-q")
    told = json.loads(done("info", "out", "--json", "-q").stdout)
    globe = lw.build(lw.Recipe.load("small.toml")).require_planet()
    assert told["land_share"] == pytest.approx(node_areas(globe.frame)[globe.elevation >= 0.0].sum())
    assert 0.1 < told["land_share"] < 0.6
    assert told["lowest"]["elevation"] == globe.low
    assert told["highest"]["elevation"] == globe.high
    assert -90.0 <= told["highest"]["latitude"] <= 90.0
    text = done("info", "out", "-q").stdout
    assert "of the surface" in text
    assert "highest" in text
    done("new", "planet-earth", "-o", "earth.toml")
    lw.Recipe.load("earth.toml").replace(outputs=()).save("earth.toml")
    done("build", "earth.toml", "-o", "earth", "-q", *QUICK)
    biomes = json.loads(done("info", "earth", "--json", "-q").stdout)["biomes"]
    assert sum(biomes.values()) == pytest.approx(1.0)
    assert "sea" in biomes


def test_what_is_wrong_is_one_sentence(home: Path) -> None:
    assert "got 4098" in refusal("build", "small.toml", "-o", "out", "--set", "planet.resolution=4098")
    assert "planet.resolution" in refusal("build", "small.toml", "-o", "out", "--set", "planet=9")
    assert "Did you mean" in refusal("build", "small.toml", "-o", "out", "--set", "planet.resolutoin=9")
    assert "Did you mean 'planet-earth'" in refusal("new", "planet-earht")
    text = Path("small.toml").read_text(encoding="utf-8")
    Path("broken.toml").write_text(text.replace("[planet]", "[other]"), encoding="utf-8")
    assert "[planet] must be given: radius in metres" in refusal("build", "broken.toml", "-o", "out")
    land = (
        text[: text.index("[planet]")] + '[grid]\nshape = [3, 3]\n[[stages]]\nid = "base"\nkind = "generate.plasma"\n'
    )
    Path("land.toml").write_text(land + '[[outputs]]\nkind = "planetglb"\npath = "p.glb"\n', encoding="utf-8")
    assert "shows the planet, which this recipe does not make" in refusal("build", "land.toml", "-o", "out")
