"""Building: what is handed to a verb, where its result goes, and what the report says."""

from __future__ import annotations

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FieldError, InputMissing, RecipeError
from landwright.field import Layer, Mask
from landwright.recipe import Recipe
from landwright.seeds import derive
from landwright.works import plan
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")

LAST = 'mask = "heights"\nby = 5'


def build(text: str, **options):
    return lw.build(Recipe.from_text(text), cache=False, **options)


def test_the_world_is_what_the_verbs_make_by_hand() -> None:
    from landwright_tiny import _verbs
    from landwright_tiny.settings import Bumps, Ripple

    world = build(RECIPE)
    grid = lw.Grid(shape=(17, 23), cell_size=10.0)
    noun = Bumps(relief=300.0, ripple=Ripple(octaves=4, gain=0.4))
    base = _verbs.bumps(grid, noun, seed=derive(7, "base")).elevation
    high = base > 150.0
    np.testing.assert_array_equal(world.require_ground().elevation, np.where(high, base + np.float32(5), base))
    assert world.require_ground().grid == grid
    heights = world.layers["heights"]
    assert isinstance(heights, Mask)
    np.testing.assert_array_equal(heights.values, high)
    assert (world.name, world.sea_level) == ("hills", 5.0)


def test_the_report_names_every_enabled_stage() -> None:
    report = build(RECIPE.replace("by = 5", "by = 5\nenabled = false")).report
    assert [(stage.id, stage.kind, stage.cached) for stage in report.stages] == [
        ("base", "tiny.bumps", False),
        ("high", "tiny.where", False),
    ]
    assert all(len(stage.digest) == 64 and stage.seconds >= 0 for stage in report.stages)
    assert len({stage.digest for stage in report.stages}) == 2


def test_a_result_is_frozen() -> None:
    world = build(RECIPE)
    with pytest.raises(ValueError, match="read-only"):
        world.require_ground().elevation[0, 0] = 1
    with pytest.raises(TypeError):
        world.layers["x"] = world.layers["heights"]


@pytest.mark.parametrize(
    "how, expected", [("add", lambda a: a + (a + 5)), ("min", lambda a: a), ("max", lambda a: a + 5)]
)
def test_combine_meets_what_the_layer_holds(how: str, expected) -> None:
    before = build(RECIPE.replace(LAST, "enabled = false")).require_ground().elevation
    after = build(RECIPE.replace(LAST, f'combine = "{how}"\nby = 5')).require_ground().elevation
    np.testing.assert_array_equal(after, expected(before).astype(np.float32))


def test_input_hands_over_another_layer_and_keeps_its_unit() -> None:
    text = RECIPE.replace(LAST, 'input = "heights"\noutput = "more"\nby = 2')
    more = build(text).layers["more"]
    assert type(more) is Layer
    assert more.unit == "1"
    assert set(np.unique(more.values)) <= {2.0, 3.0}


def test_a_reserved_name_gives_the_unit() -> None:
    text = RECIPE.replace(LAST, 'output = "moisture"\nby = 2')
    assert build(text).layers["moisture"].unit == "1"
    assert build(RECIPE.replace(LAST, 'output = "other"\nby = 2')).layers["other"].unit == "m"


def test_a_stage_that_returns_several_layers_writes_them_all() -> None:
    text = RECIPE.replace('kind = "tiny.lift"\n' + LAST, 'kind = "tiny.split"\nmask = "heights"\nshare = 0.5')
    before = build(RECIPE.replace(LAST, "enabled = false")).require_ground().elevation
    world = build(text)
    high = world.layers["heights"].values > 0
    np.testing.assert_array_equal(world.layers["sediment"].values, before / 2)
    np.testing.assert_array_equal(world.require_ground().elevation, np.where(high, before / 2, before))


@pytest.mark.parametrize(
    "fault, error, message",
    [
        (
            "raise",
            RecipeError,
            r"stage 'up' \(tiny\.faulty\): the plug-in's verb failed: ZeroDivisionError: a mistake of its own",
        ),
        (
            "grid",
            FieldError,
            r"stage 'up' \(tiny\.faulty\): its result must lie on the recipe's grid, \(17, 23\) samples of 10 m, got",
        ),
        ("type", FieldError, r"its verb must return a Heightfield or a Layer, got ndarray"),
        ("undeclared", FieldError, r"it reads the layer 'hardness' without declaring it"),
        ("name", FieldError, r"it wrote elevation, sediment, but declares output"),
    ],
)
def test_a_faulty_plugin_is_named(fault: str, error: type, message: str) -> None:
    text = RECIPE.replace('kind = "tiny.lift"\n' + LAST, f'kind = "tiny.faulty"\nfault = "{fault}"')
    with pytest.raises(error, match=message):
        build(text)


def test_a_mask_does_not_become_the_ground_by_oversight() -> None:
    with pytest.raises(
        FieldError,
        match=r'stage \'high\'.*its result is a mask, which is no elevation; name a layer .* output = "\.\.\."',
    ):
        build(RECIPE.replace('output = "heights"\n', "").replace(LAST, "by = 5"))


def test_what_is_no_recipe_is_refused() -> None:
    for thing in (None, {"format": 1}, 7):
        with pytest.raises(RecipeError, match="build: recipe must be a Recipe or the path of one, got"):
            lw.build(thing)  # type: ignore[arg-type]


def test_nothing_to_build_is_refused() -> None:
    with pytest.raises(RecipeError, match="recipe 'x' has no stages, so there is nothing to build"):
        lw.build(Recipe(name="x", grid=lw.Grid(shape=(3, 3))))
    off = Recipe.from_text(RECIPE).set("up.enabled", False).set("high.enabled", False).set("base.enabled", False)
    with pytest.raises(RecipeError, match="has no enabled stages"):
        lw.build(off)


def test_seed_and_settings_can_be_given_beside_the_recipe(tmp_path) -> None:
    file = tmp_path / "hills.toml"
    file.write_text(RECIPE, encoding="utf-8")
    one = lw.build(file, seed="x", settings={"base.relief": 5}, cache=False)
    other = lw.build(Recipe.from_text(RECIPE).set("seed", "x").set("base.relief", 5), cache=False)
    assert one.report.stages[-1].digest == other.report.stages[-1].digest
    assert one.report.stages[-1].digest != build(RECIPE).report.stages[-1].digest


def test_progress_names_stages_and_only_grows() -> None:
    heard: list[tuple[str, float, float | None]] = []
    build(RECIPE, progress=lambda *news: heard.append(news))
    assert list(dict.fromkeys(name for name, _, _ in heard if name)) == ["base", "high", "up"]
    fractions = [fraction for _, fraction, _ in heard]
    assert fractions == sorted(fractions)
    assert (fractions[0], fractions[-1]) == (0.0, 1.0)


def test_a_stage_inserted_in_the_middle_moves_nothing_else() -> None:
    extra = '[[stages]]\nid = "aside"\nkind = "tiny.bumps"\noutput = "aside"\n\n# after everything else'
    with_extra = build(RECIPE.replace("# after everything else", extra))
    without = build(RECIPE)
    assert with_extra.require_ground().elevation.tobytes() == without.require_ground().elevation.tobytes()
    assert with_extra.layers["aside"].values.tobytes() != with_extra.require_ground().elevation.tobytes()


def test_files_are_found_from_the_recipes_folder(tmp_path, monkeypatch) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lift.txt").write_text("2.5", encoding="ascii")
    text = RECIPE.replace('kind = "tiny.lift"\n' + LAST, 'kind = "tiny.note"\npath = "data/lift.txt"')
    file = tmp_path / "hills.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.chdir("/")
    world = lw.build(file, cache=False)
    base = build(RECIPE.replace(LAST, "enabled = false"))
    np.testing.assert_array_equal(world.require_ground().elevation, base.require_ground().elevation + np.float32(2.5))
    with pytest.raises(
        InputMissing, match=r"stage 'up' \(tiny.note\): path must name a file, but '.*lift.txt' is not there"
    ):
        plan(Recipe.from_text(text, folder=tmp_path / "elsewhere"))
