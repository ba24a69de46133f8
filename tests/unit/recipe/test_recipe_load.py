"""Reading recipes: what a good one gives, and what a bad one says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import landwright as lw
from landwright.errors import InputMissing, RecipeError
from landwright.recipe import Recipe, RecipeOutput, RecipeStage, _migrate
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny")


def refused(text: str) -> list[str]:
    with pytest.raises(RecipeError) as caught:
        Recipe.from_text(text, name="hills.toml")
    return str(caught.value).splitlines()


def test_a_recipe_holds_what_the_file_says() -> None:
    recipe = Recipe.from_text(RECIPE)
    assert (recipe.name, recipe.seed, recipe.sea_level) == ("hills", 7, 5.0)
    assert recipe.grid == lw.Grid(shape=(17, 23), cell_size=10.0)
    base, high, up = recipe.stages
    assert (base.id, base.kind, base.noun.relief, base.noun.ripple.gain) == ("base", "tiny.bumps", 300.0, 0.4)
    assert (high.output, high.writes, high.reads) == ("heights", {"heights"}, {"elevation"})
    assert (up.mask, up.reads) == ("heights", {"elevation", "heights"})
    assert [output.path for output in recipe.outputs] == ["elevation.npy", "maps/swatch.png"]


def test_python_json_and_toml_say_the_same() -> None:
    recipe = Recipe.from_text(RECIPE)
    assert Recipe.from_json(recipe.to_json()) == recipe
    assert Recipe.from_text(json.dumps(recipe.to_json())) == recipe
    made = Recipe(
        name="hills",
        seed=7,
        sea_level=5.0,
        grid=lw.Grid(shape=(17, 23), cell_size=10.0),
        stages=[RecipeStage.from_json(stage.to_json()) for stage in recipe.stages],
        outputs=[RecipeOutput.from_json(output.to_json()) for output in recipe.outputs],
    )
    assert made == recipe
    assert hash(made) == hash(recipe)
    assert made.to_json() == recipe.to_json()


def test_defaults_are_in_the_json_and_flat() -> None:
    stage = Recipe.from_text(RECIPE).to_json()["stages"][2]
    assert stage == {
        "id": "up",
        "kind": "tiny.lift",
        "title": "",
        "enabled": True,
        "output": "elevation",
        "combine": "replace",
        "mask": "heights",
        "input": None,
        "by": 5.0,
    }


CASES = {
    "out of range": (
        ("octaves = 4", "octaves = 0"),
        "hills.toml, line 18: tiny.bumps: ripple.octaves must be >= 1 and <= 12, got 0.",
    ),
    "not a number": (
        ("relief = 300.0", 'relief = "tall"'),
        "hills.toml, line 15: tiny.bumps: relief must be a finite number > 0 (metres), got 'tall'.",
    ),
    "unknown setting": (
        ("by = 5", "bye = 5"),
        "hills.toml, line 31: tiny.lift: unknown setting 'bye'. Did you mean 'by'? Valid: by.",
    ),
    "unknown word around a stage": (
        ("mask =", "msak ="),
        "hills.toml, line 30: tiny.lift: unknown setting 'msak'. Did you mean 'mask'? Valid: by.",
    ),
    "unknown kind": (
        ("tiny.lift", "tiny.lfit"),
        "hills.toml, line 29: stage 'up': kind must be one of the valid words, got 'tiny.lfit'. Did you mean 'tiny.lift'?",
    ),
    "no kind": (('kind = "tiny.lift"\n', ""), "hills.toml, line 27: stage 'up': kind must be given, one of: "),
    "no id": (('id = "up"\n', ""), "hills.toml, line 27: stage 3: id must be given, got nothing."),
    "strange id": (
        ('id = "up"', 'id = "up hill"'),
        "hills.toml, line 28: stage 'up hill': id must start with a letter and hold only letters, digits, _ and -, got 'up hill'.",
    ),
    "id twice": (
        ('id = "up"', 'id = "base"'),
        "hills.toml, line 28: stage 'base': id must be unique, but stage 1 has it too. Give this one a new id, such as 'base2'.",
    ),
    "id of the recipe's own": (
        ('id = "up"', 'id = "grid"'),
        "hills.toml, line 28: stage 'grid': id must not be a word of the recipe itself; choose another one.",
    ),
    "combine": (
        ("mask =", 'combine = "ad"\nmask ='),
        "hills.toml, line 30: stage 'up': combine must be one of the valid words, got 'ad'. Did you mean 'add'?",
    ),
    "lerp without a mask": (
        ('mask = "heights"', 'combine = "lerp"'),
        "hills.toml, line 30: stage 'up' (tiny.lift): combine = \"lerp\" needs mask, the layer that says how much.",
    ),
    "unknown mask": (
        ('mask = "heights"', 'mask = "height"'),
        (
            "hills.toml, line 30: stage 'up' (tiny.lift): mask names the layer 'height', which no stage before it writes. "
            "Did you mean 'heights'? Layers there: elevation, heights."
        ),
    ),
    "unknown input": (
        ('mask = "heights"', 'input = "water"'),
        (
            "hills.toml, line 30: stage 'up' (tiny.lift): reads the layer 'water', which no stage before it writes. "
            "Layers there: elevation, heights."
        ),
    ),
    "input of a generator": (
        ("relief = 300.0", 'input = "elevation"'),
        "hills.toml, line 15: stage 'base' (tiny.bumps): input is not used, because this kind takes no layer; remove it.",
    ),
    "a layer written later": (
        (
            'id = "base"\nkind = "tiny.bumps"\nrelief',
            'id = "early"\nkind = "tiny.lift"\n[[stages]]\nid = "base"\nkind = "tiny.bumps"\nrelief',
        ),
        (
            "hills.toml, line 14: stage 'early' (tiny.lift): reads the layer 'elevation', which no stage before it writes. "
            "Stage 'base' writes it later: move that one up."
        ),
    ),
    "a layer whose stage is off": (
        ("above = 150.0", "above = 150.0\nenabled = false"),
        (
            "hills.toml, line 31: stage 'up' (tiny.lift): mask names the layer 'heights', which no stage before it writes. "
            "Stage 'high' writes it but is disabled."
        ),
    ),
    "add to nothing": (
        ("relief = 300.0", 'combine = "add"'),
        (
            "hills.toml, line 15: stage 'base' (tiny.bumps): combine needs something to work on, but no stage before it writes the layer "
            "'elevation'. Leave combine out of the first stage that writes a layer."
        ),
    ),
    "negative cell size": (
        ("cell_size = 10.0", "cell_size = -10.0"),
        "hills.toml, line 9: grid: cell_size must be > 0 (metres), got -10.0.",
    ),
    "one number for a shape": (
        ("shape = [17, 23]", "shape = 17"),
        "hills.toml, line 8: grid: shape must be a list of 2 values, got 17.",
    ),
    "empty shape": (("shape = [17, 23]", "shape = [17, 0]"), "hills.toml, line 8: grid: shape.1 must be >= 1, got 0."),
    "no grid": (
        ("[grid]\nshape = [17, 23]\ncell_size = 10.0   # m\n", ""),
        "hills.toml: [grid] must be given: shape = [rows, columns] and cell_size in metres.",
    ),
    "half a seed": (
        ("seed = 7", "seed = 7.5"),
        "hills.toml, line 4: recipe: seed: must be a whole number of 64 bits or text, got 7.5. Use seed=7.",
    ),
    "too much seed": (
        ("seed = 7", "seed = 18446744073709551616"),
        "hills.toml, line 4: recipe: seed: must fit into 64 bits, got 18446744073709551616.",
    ),
    "unknown word at the top": (
        ("seed = 7", "sead = 7"),
        "hills.toml, line 4: unknown word 'sead' at the top of the recipe. Did you mean 'seed'? Valid: format, name, seed, ",
    ),
    "a path that leaves": (
        ('"elevation.npy"', '"../elevation.npy"'),
        "hills.toml, line 35: output '../elevation.npy' (npy): path must stay inside the output folder: ",
    ),
    "an absolute path": (
        ('"elevation.npy"', '"/elsewhere/elevation.npy"'),
        "line 35: output '/elsewhere/elevation.npy' (npy): path must stay",
    ),
    "a drive": (
        ('"elevation.npy"', "'C:elevation.npy'"),
        "line 35: output 'C:elevation.npy' (npy): path must stay inside",
    ),
    "a device": (('"elevation.npy"', '"nul.npy"'), "path must be a name that every system can hold."),
    "another ending": (
        ('"elevation.npy"', '"elevation.png"'),
        "hills.toml, line 35: output 'elevation.png' (npy): path must end in .npy for this kind.",
    ),
    "one path twice": (
        ('"maps/swatch.png"', '"RECIPE.toml"'),
        "hills.toml, line 39: output 'RECIPE.toml' (swatch): path must ",
    ),
    "an output of no layer": (
        ('"elevation.npy"', '"elevation.npy"\nlayer = "hights"'),
        (
            "hills.toml, line 36: output 'elevation.npy' (npy): layer names 'hights', which no stage writes. Did you mean 'heights'? "
            "Layers there: elevation, heights."
        ),
    ),
    "newer format": (
        ("format = 1", "format = 2"),
        "hills.toml, line 2: format 2 is newer than this version of Landwright, which reads up to 1. Install a newer one: ",
    ),
    "older format": (
        ("format = 1", "format = 0"),
        "hills.toml, line 2: format 0 cannot be read by this version of Landwright, which reads 1. ",
    ),
    "no format": (("format = 1\n", ""), "hills.toml: format must be given: a recipe starts with the line  format = 1"),
    "format in words": (
        ("format = 1", 'format = "one"'),
        "hills.toml, line 2: format must be a whole number, got 'one'.",
    ),
    "text without quotes": (
        ('"tiny.lift"', "tiny.lift"),
        'hills.toml, line 29: this is not valid TOML: text must stand in quotes: kind = "tiny.lift".',
    ),
    "a setting twice": (
        ("by = 5", "by = 5\nby = 6"),
        "hills.toml, line 32: this is not valid TOML: the setting is given twice in one table; remove one. The line reads: by = 6",
    ),
    "a colon": (
        ("by = 5", "by: 5"),
        "hills.toml, line 31: this is not valid TOML: a setting is written name = value. The line",
    ),
    "single brackets": (
        ("[[stages]]", "[stages]"),
        "hills.toml, line 20: this is not valid TOML: the table stands twice; a list of tables is written with double brackets",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_named_with_its_line(name: str) -> None:
    (old, new), message = CASES[name]
    assert old in RECIPE
    lines = refused(RECIPE.replace(old, new))
    assert any(message in line for line in lines), "\n".join(lines)
    assert not any("Traceback" in line or "pydantic" in line for line in lines)


def test_every_mistake_is_listed_in_the_order_of_the_file() -> None:
    text = (
        RECIPE.replace("cell_size = 10.0", "cell_size = 0")
        .replace("octaves = 4", "octaves = 99")
        .replace("by = 5", "bye = 5")
    )
    lines = refused(text)
    assert [line.partition(":")[0] for line in lines] == [
        "hills.toml, line 9",
        "hills.toml, line 18",
        "hills.toml, line 31",
    ]


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "hills.toml: the recipe is empty. Start one with: landwright new alps -o FILE.toml"),
        (" \n", "hills.toml: the recipe is empty."),
        (
            "format = 1\nstages = 3\n",
            "line 2: stages must be a list of tables, each written [[stages]] with double brackets, got 3.",
        ),
        (
            "format = 1\n[stages]\nid = 'a'\n",
            "line 2: stages must be a list of tables, each written [[stages]] with double brackets, got one",
        ),
        ("a = " + "[" * 100_000, "hills.toml: the recipe cannot be read: its brackets are nested too deeply."),
        ('{"a": ' * 100_000, "hills.toml: the recipe cannot be read: its brackets are nested too deeply."),
        (
            '{"format": 1, "name": "\\ud800"}',
            r"hills.toml: the recipe cannot be read: an escape such as \ud800 is half",
        ),
        ("format = 1\nsea_level = 1e300\n", "line 2: recipe: sea_level must be >= -1e+06 and <= 1e+06 (metres)"),
        ("format = 1\n[grid]\nshape = [inf, 3]\n", "line 3: grid: shape.0 must be a finite number, got inf"),
        ("format = 1\n[grid]\nshape = {a = 1}\n", "line 3: grid: shape must be a list of 2 values"),
        (
            "format = 1\n[grid]\nshape = [3, 3]\ncell_size = true\n",
            "line 4: grid: cell_size must be a finite number > 0",
        ),
        ("format = 1\ngrid = 5\n", "line 2: grid must be a table, written [grid], got 5."),
        ('{"format": 1,\n "seed": }', "hills.toml, line 2: this is not valid JSON: expecting value."),
        (
            '{"format": 1,\n "grid": {\n"shape": [3, 3], "cell_size": -1}}',
            "hills.toml, line 3: grid: cell_size must be > 0",
        ),
    ],
)
def test_what_is_no_recipe_says_so(text: str, message: str) -> None:
    assert message in "\n".join(refused(text))


def test_the_same_mistakes_in_python_are_sentences() -> None:
    recipe = Recipe.from_text(RECIPE)
    with pytest.raises(ValueError, match="id must be unique, but stage 1 has it too"):
        recipe.replace(stages=[recipe.stages[0], recipe.stages[0]])
    with pytest.raises(ValueError, match="unknown setting 'stagess'"):
        Recipe(stagess=[])


def test_files_that_are_not_there_or_not_text(tmp_path: Path) -> None:
    (tmp_path / "alps.toml").write_text(RECIPE, encoding="utf-8")
    with pytest.raises(InputMissing, match=r"alp\.toml: there is no such recipe\. Did you mean '.*alps\.toml'\?"):
        Recipe.load(tmp_path / "alp.toml")
    with pytest.raises(FileNotFoundError, match="Start one with: landwright new"):
        Recipe.load(tmp_path / "nowhere" / "hills.toml")
    with pytest.raises(RecipeError, match="must be a file, got a folder"):
        Recipe.load(tmp_path)
    (tmp_path / "land.png").write_bytes(b"\x89PNG\r\n\xff\xfe\x00")
    with pytest.raises(RecipeError, match=r"landwright import .*land\.png -o FILE\.toml"):
        Recipe.load(tmp_path / "land.png")


def test_a_recipe_with_a_byte_order_mark_and_windows_lines_reads(tmp_path: Path) -> None:
    file = tmp_path / "hills.toml"
    file.write_bytes(b"\xef\xbb\xbf" + RECIPE.replace("\n", "\r\n").encode())
    assert Recipe.load(file) == Recipe.from_text(RECIPE)


def test_an_older_format_is_migrated_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_zero(data: dict) -> dict:
        rest = {word: value for word, value in data.items() if word != "water"}
        return {**rest, "sea_level": data["water"]}

    monkeypatch.setitem(_migrate.MIGRATIONS, 0, from_zero)
    old = RECIPE.replace("format = 1", "format = 0").replace("sea_level", "water")
    assert Recipe.from_text(old) == Recipe.from_text(RECIPE)
    with pytest.raises(RecipeError, match="unknown word 'water'"):
        Recipe.from_text(RECIPE.replace("sea_level", "water"))


def test_loading_is_light_and_quick(tmp_path: Path, tiny_home: Path) -> None:
    file = tmp_path / "hills.toml"
    file.write_text(RECIPE, encoding="utf-8")
    code = (
        "import sys; from landwright.recipe import Recipe, schema; "
        f"recipe = Recipe.load({str(file)!r}); recipe.set('base.relief', 3).to_toml(); schema(); "
        "print(len(recipe.stages), *[m for m in ('numpy', 'numba', 'scipy', 'PIL', 'rich') if m in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(tiny_home)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert done.stdout.split() == ["3"], done.stderr
