"""Writing recipes: comments stay, only what changed is touched, and what is written reads back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import OutputError
from landwright.recipe import Recipe, RecipeStage
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny")


def changed_lines(recipe: Recipe) -> dict[str, str]:
    """Lines of the recipe's text that are not those of RECIPE, by the line they took the place of."""
    old, new = RECIPE.splitlines(), recipe.to_toml().splitlines()
    assert len(old) == len(new), recipe.to_toml()
    return {a: b for a, b in zip(old, new) if a != b}


def test_nothing_changed_means_the_same_bytes(tmp_path: Path) -> None:
    file = tmp_path / "hills.toml"
    file.write_text(RECIPE, encoding="utf-8")
    Recipe.load(file).save(file)
    assert file.read_text(encoding="utf-8") == RECIPE


def test_comments_survive_load_change_save(tmp_path: Path) -> None:
    file = tmp_path / "hills.toml"
    file.write_text(RECIPE, encoding="utf-8")
    Recipe.load(file).set("base.relief", 450).set("base.ripple.gain", 0.3).set("seed", "text").save(file)
    recipe = Recipe.load(file)
    assert changed_lines(recipe) == {
        "relief = 300.0   # tall": "relief = 450.0   # tall",
        "  persistence = 0.4   # less is smoother": "  persistence = 0.3   # less is smoother",
        "seed = 7": 'seed = "text"',
    }
    assert (recipe.stages[0].noun.ripple.gain, recipe.seed) == (0.3, "text")


def test_a_setting_the_text_lacks_goes_to_its_table_not_behind_the_next_comment() -> None:
    text = Recipe.from_text(RECIPE).set("high.invert", True).set("base.title", "Land").to_toml()
    assert 'relief = 300.0   # tall\ntitle = "Land"\n  [stages.ripple]' in text
    assert "above = 150.0\ninvert = true\n\n# after everything else\n[[stages]]" in text


def test_defaults_are_not_written_but_stay_where_they_were() -> None:
    recipe = Recipe.from_text(RECIPE)
    assert recipe.set("up.by", 10.0).to_toml().count("by = 10.0") == 1
    assert "invert" not in recipe.set("high.invert", False).to_toml()
    assert "mask" not in recipe.set("up.mask", None).to_toml()


def test_every_sort_of_value_keeps_its_comment() -> None:
    text = RECIPE.replace("above = 150.0", "above = 150.0   # one\ninvert = false   # two\ntitle = 'x'   # three")
    text = text.replace("octaves = 4", "octaves = 4   # four").replace("shape = [17, 23]", "shape = [17, 23]   # five")
    recipe = Recipe.from_text(text)
    assert recipe.to_toml() == text
    changed = recipe.set("high.above", 1).set("high.invert", True).set("high.title", "y").set("base.ripple.octaves", 2)
    changed = changed.set("grid.shape", [5, 6])
    for line in (
        "above = 1.0   # one",
        "invert = true   # two",
        'title = "y"   # three',
        "octaves = 2   # four",
        "shape = [5, 6]   # five",
    ):
        assert f"{line}\n" in changed.to_toml()


def test_stages_added_moved_and_removed_keep_their_comments() -> None:
    recipe = Recipe.from_text(RECIPE)
    base, high, up = recipe.stages
    fewer = recipe.replace(stages=(base, high))
    assert Recipe.from_text(fewer.to_toml()) == fewer
    assert "# less is smoother" in fewer.to_toml()
    more = recipe.replace(stages=(base, RecipeStage(id="first", noun=up.noun), high, up), outputs=())
    assert Recipe.from_text(more.to_toml()) == more
    assert "# tall" in more.to_toml()


def test_a_recipe_made_in_python_is_written_readably() -> None:
    made = Recipe.from_json(Recipe.from_text(RECIPE).to_json())
    text = made.to_toml()
    assert Recipe.from_text(text) == made
    assert text.startswith(
        'format = 1\nname = "hills"\nseed = 7\nsea_level = 5.0\n\n[grid]\nshape = [17, 23]\ncell_size = 10.0\n'
    )
    assert (
        'id = "base"\nkind = "tiny.bumps"\nrelief = 300.0\nripple = {kind = "tiny.ripple", octaves = 4, gain = 0.4}\n'
        in text
    )


def test_json_is_written_complete(tmp_path: Path) -> None:
    recipe = Recipe.from_text(RECIPE)
    recipe.save(tmp_path / "hills.json")
    assert json.loads((tmp_path / "hills.json").read_text(encoding="utf-8")) == recipe.to_json()
    assert Recipe.load(tmp_path / "hills.json") == recipe


def test_a_grid_keeps_its_place_when_its_cell_size_changes() -> None:
    recipe = Recipe.from_text(RECIPE).set("grid.cell_size", 5.0)
    assert recipe.grid == lw.Grid(shape=(17, 23), cell_size=5.0)
    placed = recipe.set("grid.origin", [100.0, 200.0]).set("grid.cell_size", 2.0)
    assert placed.grid is not None
    assert placed.grid.origin == (100.0, 200.0)
    assert Recipe.from_text(placed.to_toml()) == placed


def test_saving_where_nothing_can_be_written_says_why(tmp_path: Path) -> None:
    recipe = Recipe.from_text(RECIPE)
    with pytest.raises(OutputError, match="there is no folder .*nowhere"):
        recipe.save(tmp_path / "nowhere" / "hills.toml")
    with pytest.raises(OutputError, match="this is a folder; give the name of a file"):
        recipe.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


SETTINGS = st.sampled_from(
    [
        ("base.relief", st.floats(1, 1e6)),
        ("base.ripple.octaves", st.integers(1, 12)),
        ("base.ripple.persistence", st.floats(0.01, 1)),
        ("high.above", st.floats(-1e4, 1e4)),
        ("high.invert", st.booleans()),
        ("up.enabled", st.booleans()),
        ("up.mask", st.sampled_from([None, "heights"])),
        ("up.combine", st.sampled_from(["replace", "add", "max"])),
        ("up.title", st.text(max_size=20)),
        ("name", st.text(max_size=20)),
        ("seed", st.integers(-(2**63), 2**63 - 1) | st.text(max_size=10)),
        ("sea_level", st.floats(-1e3, 1e3)),
        ("grid.cell_size", st.floats(0.1, 1e3)),
        ("grid.shape", st.tuples(st.integers(1, 99), st.integers(1, 99))),
        ("grid.crs", st.sampled_from([None, "EPSG:32610"])),
    ]
).flatmap(lambda pair: st.tuples(st.just(pair[0]), pair[1]))


@given(st.lists(SETTINGS, max_size=8))
def test_whatever_is_set_reads_back(changes: list) -> None:
    recipe = Recipe.from_text(RECIPE)
    for path, value in changes:
        recipe = recipe.set(path, value)
    text = recipe.to_toml()
    assert Recipe.from_text(text) == recipe
    for comment in ("# Hills for tests", "# the land", "# after everything else"):
        assert comment in text
