"""Commands: what they write, what they print, and how they refuse."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

import landwright as lw
from landwright.cli._door import COMMANDS, cli
from landwright.recipe import Recipe, stage_kinds, template_names
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a recipe in it, and we in the folder."""
    (tmp_path / "hills.toml").write_text(RECIPE, encoding="utf-8")
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
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr


def test_help_lists_every_command_and_version_says_ours() -> None:
    text = done("--help").stdout
    assert [line.split()[0] for line in text.partition("Commands:")[2].splitlines() if line.strip()] == list(COMMANDS)
    assert done("--version").stdout == f"landwright {lw.__version__}\n"
    assert "  landwright new alps -o alps.toml\n" in text
    for name in COMMANDS:
        assert "Usage" in done(name, "--help").stdout


def test_an_unknown_command_names_the_nearest() -> None:
    assert "There is no command 'biuld'. Did you mean 'build'?" in refusal("biuld", code=2)


def test_new_writes_a_recipe_that_reads(home: Path) -> None:
    done("new", "alps", "-o", "alps.toml", "--seed", "42")
    recipe = Recipe.load("alps.toml")
    assert (recipe.name, recipe.seed) == ("alps", 42)
    assert "there is such a file already" in refusal("new", "alps", "-o", "alps.toml")
    done("new", "alps", "-o", "alps.toml", "--seed", "word", "--force")
    assert Recipe.load("alps.toml").seed == "word"
    assert [line.split()[0] for line in done("new", "--list").stdout.splitlines()] == template_names()
    assert Recipe.from_text(done("new", "plasma").stdout).name == "plasma"


def test_new_refuses_with_a_sentence(home: Path) -> None:
    assert refusal("new", "alpes", "-o", "a.toml").startswith(
        "template must be one of the valid words, got 'alpes'. Did you mean"
    )
    assert "Which template? There are: alps" in refusal("new", code=2)
    assert "there is no folder 'nowhere'" in refusal("new", "alps", "-o", "nowhere/a.toml")


def test_build_prints_one_object_alone_on_stdout(home: Path) -> None:
    result = done("build", "hills.toml", "-o", "out", "--json")
    about = json.loads(result.stdout)
    assert [output["path"] for output in about["outputs"]] == [
        "elevation.npy",
        "elevation.npy.json",
        "maps/swatch.png",
        "recipe.toml",
    ]
    assert set(about["outputs"][0]) == {"path", "kind", "sha256"}
    assert [stage["id"] for stage in about["stages"]] == ["base", "high", "up"]
    assert {"id", "seconds", "digest"} <= set(about["stages"][0])
    assert "base" in result.stderr


def test_build_says_what_it_made(home: Path) -> None:
    result = done("build", "hills.toml", "-o", "out")
    assert result.stdout.splitlines()[0].startswith("hills: 3 stages (0 from the cache) and 4 files in ")
    assert "  out/maps/swatch.png" in result.stdout
    assert done("build", "hills.toml", "-o", "out", "-q").stdout == ""
    assert "(3 from the cache)" in done("build", "hills.toml", "-o", "out").stdout
    assert "(0 from the cache)" in done("build", "hills.toml", "-o", "out", "--no-cache").stdout


def test_build_with_settings_and_seed(home: Path) -> None:
    done(
        "build",
        "hills.toml",
        "-o",
        "out",
        "--set",
        "base.relief=50",
        "--set",
        "base.ripple.octaves=2",
        "--seed",
        "007x",
    )
    built = Recipe.load("out/recipe.toml")
    assert (built.seed, built.stages[0].noun.relief, built.stages[0].noun.ripple.octaves) == ("007x", 50.0, 2)
    assert Recipe.load("hills.toml") == Recipe.from_text(RECIPE)


@pytest.mark.parametrize(
    "args, message",
    [
        (["--set", "base.relif=3"], "--set base.relif=3: base.relif: unknown setting 'relif'. Did you mean 'relief'?"),
        (
            ["--set", "bas.relief=3"],
            "must be the id of a stage or a word of the recipe, got 'bas'. Did you mean 'base'?",
        ),
        (["--set", "base.relief"], "--set must be stage.setting=value, such as base.octaves=6, got 'base.relief'."),
        (["--set", "base.relief=steep"], "tiny.bumps: relief must be a finite number > 0 (metres), got 'steep'."),
        (["--set", "grid.cell_size=-4"], "grid: cell_size must be > 0 (metres), got -4."),
        (["--seed", "99999999999999999999999"], "seed: must fit into 64 bits"),
    ],
)
def test_build_refuses_what_cannot_be_set(home: Path, args: list[str], message: str) -> None:
    assert message in refusal("build", "hills.toml", "-o", "out", *args)
    assert not (home / "out").exists()


def test_build_refuses_what_is_no_recipe(home: Path) -> None:
    assert "Did you mean 'hills.toml'?" in refusal("build", "hill.toml", "-o", "out")
    assert "this folder holds no recipe.toml, so it is not a built world" in refusal("build", ".", "-o", "out")
    (home / "bad.toml").write_text(RECIPE.replace("octaves = 4", "octaves = 40"), encoding="utf-8")
    text = refusal("build", "bad.toml", "-o", "out")
    assert text == "bad.toml, line 18: tiny.bumps: ripple.octaves must be >= 1 and <= 12, got 40.\n"
    assert "Missing option '-o' / '--output'" in refusal("build", "hills.toml", code=2)


def test_build_refuses_what_does_not_fit(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "1G")
    assert "--set grid.cell_size=" in refusal("build", "hills.toml", "-o", "out", "--set", "grid.shape=[30001,30001]")


def test_render_draws_recipes_worlds_and_files(home: Path) -> None:
    done("build", "hills.toml", "-o", "out")
    for source in ("hills.toml", "out", "out/elevation.npy"):
        done("render", source, "-o", "map.png", "--width", "40")
        with Image.open("map.png") as image:
            assert image.size == (40, 30)
    assert "--azimuth is for a perspective view; add --view." in refusal(
        "render", "out", "-o", "a.png", "--azimuth", "3", code=2
    )
    assert "--set sun_azimut=3: sun_azimut: unknown setting 'sun_azimut'. Did you mean 'sun_azimuth'?" in refusal(
        "render", "out", "-o", "a.png", "--set", "sun_azimut=3"
    )
    assert "must end in .png" in refusal("render", "out", "-o", "a.gif")
    assert "there is no such file or folder" in refusal("render", "nowhere", "-o", "a.png")
    assert "holds no recipe.toml, so it is not a built world" in refusal("render", ".", "-o", "a.png")


def test_export_writes_by_suffix_kind_and_layer(home: Path) -> None:
    done("export", "hills.toml", "-o", "a.png")
    ground = lw.build("hills.toml").require_ground()
    assert abs(lw.read("a.png").elevation - ground.elevation).max() < 0.01
    done("export", "hills.toml", "-o", "heights.npy", "--layer", "heights")
    assert set(lw.read("heights.npy").values.ravel()) <= {0.0, 1.0}
    done("export", "a.png", "-o", "b.r16", "--set", "low=-100")
    assert json.loads(Path("b.r16.json").read_text(encoding="utf-8"))
    done("export", "hills.toml", "-o", "n.png", "--kind", "normals")
    assert "--kind must be one of the valid words, got 'normal'" in refusal(
        "export", "a.png", "-o", "n.png", "--kind", "normal"
    )
    assert "cannot become 'n.xyz'. Valid suffixes: .png" in refusal("export", "a.png", "-o", "n.xyz")
    assert "there is no folder 'nowhere'; make it first" in refusal("export", "hills.toml", "-o", "nowhere/n.npy")


def test_import_makes_a_recipe_that_gives_the_file_back(home: Path) -> None:
    done("export", "hills.toml", "-o", "data.npy")
    (home / "recipes").mkdir()
    done("import", "data.npy", "-o", "recipes/data.toml")
    recipe = Recipe.load("recipes/data.toml")
    assert 'path = "../data.npy"' in recipe.source
    done("build", "recipes/data.toml", "-o", "out")
    world = lw.build(recipe)
    assert world.require_ground().elevation.tobytes() == lw.read("data.npy").elevation.tobytes()
    assert (home / "out" / "inputs" / "data.npy.json").is_file()
    assert "there is such a file already" in refusal("import", "data.npy", "-o", "recipes/data.toml")
    assert "a recipe's name must end in .toml" in refusal("import", "data.npy", "-o", "a.json")
    assert "this is a recipe already" in refusal("import", "hills.toml", "-o", "a.toml")
    assert "there is no file 'gone.npy'" in refusal("import", "gone.npy", "-o", "a.toml")


def test_import_says_what_a_grey_image_leaves_out(home: Path) -> None:
    Image.linear_gradient("L").resize((8, 8)).save("grey.png")
    done("import", "grey.png", "-o", "grey.toml", "--relief", "510", "--cell-size", "30")
    recipe = Recipe.load("grey.toml")
    assert recipe.grid == lw.Grid(shape=(8, 8), cell_size=30.0)
    assert lw.build(recipe).require_ground().elevation.max() > 400
    assert "--low is not known to a .npy file" in refusal("import", "x.npy", "-o", "a.toml", "--low", "3", code=2)


def test_info_of_everything(home: Path) -> None:
    done("build", "hills.toml", "-o", "out")
    recipe = json.loads(done("info", "hills.toml", "--json").stdout)
    assert (recipe["type"], recipe["shape"], recipe["cell_size"], recipe["extent"]) == (
        "recipe",
        [17, 23],
        10.0,
        [220.0, 160.0],
    )
    world = json.loads(done("info", "out", "--json").stdout)
    assert world["type"] == "world"
    assert {file["path"] for file in world["files"]} >= {"elevation.npy", "recipe.toml"}
    raster = json.loads(done("info", "out/elevation.npy", "--json").stdout)
    ground = lw.build("hills.toml").require_ground().elevation
    assert raster["range"] == [ground.min(), ground.max()]
    assert (raster["mask"], raster["data"], raster["crs"]) == (False, 1.0, None)
    text = done("info", "out/elevation.npy").stdout
    assert "cell size    10 m" in text
    assert "shape        17 x 23" in text
    assert "base           tiny.bumps" in done("info", "hills.toml").stdout
    assert "there is no such file or folder" in refusal("info", "nowhere.png")


def test_schema_is_json_and_knows_the_plugin(home: Path) -> None:
    made = json.loads(done("schema").stdout)
    done("schema", "-o", "schema.json")
    assert json.loads(Path("schema.json").read_text(encoding="utf-8")) == made
    assert set(made["properties"]["stages"]["items"]["discriminator"]["mapping"]) == set(stage_kinds())
    assert "tiny.bumps" in stage_kinds()


def test_warmup_counts_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright import _warmup

    class Kernel:
        __name__ = "fill"

        def compile(self, arguments: object) -> None:
            pass

    monkeypatch.setattr(_warmup, "registered", lambda: [(Kernel(), "void(i8)")] * 3)
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    result = done("warmup")
    assert result.stdout.startswith("3 kernels are ready in ")
    assert "fill" in result.stderr
    assert done("warmup", "-q").stdout == ""
