"""--set: one setting by its path."""

from __future__ import annotations

import pytest

from landwright.errors import RecipeError
from landwright.io import Stl
from landwright.mesh import Solid
from landwright.recipe import Recipe
from landwright.recipe._set import changed_noun, split
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny")


@pytest.mark.parametrize(
    "assignment, path, value",
    [
        ("base.octaves=6", "base.octaves", 6),
        ("seed=alpine", "seed", "alpine"),
        ("seed='7'", "seed", "7"),
        ("grid.shape=[5, 6]", "grid.shape", [5, 6]),
        ("a.b = true", "a.b", True),
        ("name=a=b", "name", "a=b"),
        ("up.mask=", "up.mask", ""),
    ],
)
def test_values_are_read_as_toml_and_else_as_text(assignment: str, path: str, value: object) -> None:
    assert split(assignment) == (path, value)


@pytest.mark.parametrize("assignment", ["base.octaves", "=6", ""])
def test_what_is_no_assignment_is_refused(assignment: str) -> None:
    with pytest.raises(RecipeError, match=r"must be stage\.setting=value"):
        split(assignment)


def test_settings_are_found_by_path_and_other_spelling() -> None:
    recipe = Recipe.from_text(RECIPE)
    changed = recipe.set("base.ripple.persistence", "0.25").set("base.ripple.octaves", 6).set("up.enabled", False)
    assert (changed.stages[0].noun.ripple.gain, changed.stages[0].noun.ripple.octaves) == (0.25, 6)
    assert changed.stages[2].enabled is False
    assert recipe == Recipe.from_text(RECIPE)


def test_a_kind_can_change_when_the_settings_fit() -> None:
    recipe = Recipe.from_text(RECIPE.replace("by = 5\n", ""))
    assert recipe.set("up.kind", "tiny.slow").stages[2].kind == "tiny.slow"


def test_a_setting_inside_an_empty_noun_starts_from_its_defaults() -> None:
    solid = changed_noun(Stl(), "base.base_thickness", 50)
    assert solid.base == Solid(base_thickness=50.0)
    assert changed_noun(solid, "base", None) == Stl()
    with pytest.raises(RecipeError, match=r"base.thickness: unknown setting 'thickness'"):
        changed_noun(Stl(), "base.thickness", 50)


@pytest.mark.parametrize(
    "path, value, message",
    [
        (
            "base.relif",
            3,
            "base.relif: unknown setting 'relif'. Did you mean 'relief'? Valid: relief, ripple, title, enabled, ",
        ),
        ("bsae.relief", 3, "must be the id of a stage or a word of the recipe, got 'bsae'. Did you mean 'base'?"),
        ("base.octaves", 6, "base.octaves: unknown setting 'octaves'. Did you mean 'base.ripple.octaves'?"),
        ("base.persistence", 6, "Did you mean 'base.ripple.persistence'?"),
        ("base.ripple", 6, "ripple must be a table of settings, got 6."),
        ("high.invert", "maybe", "tiny.where: invert must be true or false, got 'maybe'."),
        ("up.title", 6, "stage 'up': title must be text, in quotes, got 6."),
        ("base", 3, "base: which setting of the stage? Write base.setting=value. Valid: relief, ripple, title, "),
        ("grid", 3, "grid: which setting of the grid? Valid: grid.shape, grid.cell_size, "),
        ("grid.cellsize", 3, "grid.cellsize: unknown setting 'cellsize'. Did you mean 'cell_size'?"),
        ("grid.cell_size", "wide", "grid: cell_size must be a finite number > 0 (metres), got 'wide'."),
        ("base.relief", -4, "tiny.bumps: relief must be > 0 (metres), got -4."),
        ("base.ripple.gain", 9, "tiny.ripple: gain must be > 0 and <= 1 (ratio), got 9."),
        ("base.relief.x", 3, "base.relief.x: there is nothing inside the value 300.0 to set."),
        ("base.id", "other", "the id of a stage cannot be changed; it feeds the random stream."),
        ("up.mask", "nope", "stage 'up' (tiny.lift): mask names the layer 'nope', which no stage before it writes."),
        ("up.combine", "adds", "stage 'up': combine must be one of the valid words, got 'adds'. Did you mean 'add'?"),
        ("up.kind", "tiny.bumps", "tiny.bumps: unknown setting 'by'."),
        ("seed", 2.5, "seed: must be a whole number of 64 bits or text, got 2.5. Use seed=7."),
        ("name.x", 3, "name.x: there is nothing inside name to set; write name=value."),
        ("stages", 3, "stages cannot be set"),
    ],
)
def test_a_wrong_path_or_value_is_a_sentence(path: str, value: object, message: str) -> None:
    with pytest.raises(RecipeError) as caught:
        Recipe.from_text(RECIPE).set(path, value)
    assert message in str(caught.value)
