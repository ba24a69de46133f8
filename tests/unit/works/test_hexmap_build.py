"""Hex maps in the works: the map is planned, kept, digested and reported as a layer is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FieldError, MemoryLimit, RecipeError
from landwright.hexmap import HexMap, Layout
from landwright.recipe import Recipe
from landwright.seeds import derive
from landwright.works import Store, plan
from landwright.works._containers import arrays_of, container_of, record_of
from landwright.works._store import digest_of

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")

HILLS = """\
# Cells for tests
format = 1
name = "cells"
seed = 7

[hexmap]
columns = 9    # from west to east
rows = 6

[[stages]]
id = "raise"
kind = "tiny.hills"
most = 3

[[stages]]
id = "more"
kind = "tiny.hills"
most = 5
"""
GROUND = """
[grid]
shape = [17, 23]
cell_size = 10.0

[[stages]]
id = "base"
kind = "tiny.bumps"
relief = 300.0

[[stages]]
id = "sift"
kind = "tiny.sift"
"""
DRAPE = '\n[[stages]]\nid = "drape"\nkind = "tiny.drape"\n'


def build(text: str, **options) -> lw.World:
    return lw.build(Recipe.from_text(text), **options)


def test_a_recipe_of_cells_alone_builds() -> None:
    from landwright_tiny import _verbs
    from landwright_tiny.settings import Hills

    world = build(HILLS, cache=False)
    layout = Layout(columns=9, rows=6, seed=derive(7, "hexmap", "features"), noise_seed=derive(7, "hexmap", "noise"))
    by_hand = _verbs.hills(HexMap.empty(layout=layout), Hills(most=3), seed=derive(7, "raise"))
    by_hand = _verbs.hills(by_hand, Hills(most=5), seed=derive(7, "more"))
    assert world.hexmap == by_hand
    assert world.ground is None
    assert dict(world.layers) == {}
    assert [stage.id for stage in world.report.stages] == ["raise", "more"]
    assert world.report.stages[-1].digest == digest_of({"hexmap": by_hand})


def test_the_seeds_of_a_map_come_from_the_recipe_unless_its_layout_names_them() -> None:
    one, other = build(HILLS).hexmap, build(HILLS.replace("seed = 7", "seed = 8")).hexmap
    assert not set(one.seeds) & set(other.seeds)
    assert one.seeds[0] != one.seeds[1]
    named = build(HILLS.replace("rows = 6", 'rows = 6\nseed = 1234\nnoise_seed = "x"')).hexmap
    assert named.layout == Layout(columns=9, rows=6, seed=1234, noise_seed="x")


def test_an_empty_map_needs_no_stages() -> None:
    text = HILLS.partition("[[stages]]")[0]
    world = build(text)
    assert world.hexmap == HexMap.empty(layout=world.hexmap.layout)
    assert (world.hexmap.columns, world.hexmap.rows) == (9, 6)
    off = build(HILLS.replace("most", "enabled = false\nmost"))
    assert off.hexmap == world.hexmap


def test_what_depends_on_a_change_runs_again_and_nothing_else(calls) -> None:
    build(HILLS)
    assert dict(calls) == {"hills": 2}
    again = build(HILLS)
    assert dict(calls) == {"hills": 2}
    assert all(stage.cached for stage in again.report.stages)
    assert again.hexmap == build(HILLS, cache=False).hexmap
    calls.clear()
    build(HILLS.replace("most = 5", "most = 6"))
    assert dict(calls) == {"hills": 1}
    calls.clear()
    build(HILLS.replace("columns = 9", "columns = 10"))
    build(HILLS.replace("rows = 6", "rows = 6\nmetrics = { outer_radius = 11.0 }"))
    assert dict(calls) == {"hills": 4}


def test_a_map_and_ground_stand_in_one_recipe(calls) -> None:
    world = build(HILLS + GROUND)
    assert world.require_ground().shape == (17, 23)
    without = build(HILLS).hexmap
    high = int(np.count_nonzero(world.require_ground().elevation > 50.0))
    np.testing.assert_array_equal(world.hexmap.elevation, without.elevation + high % 7)
    calls.clear()
    build((HILLS + GROUND).replace("cell_size = 10.0", "cell_size = 20.0"))
    assert dict(calls) == {"bumps": 1, "sift": 1}, "cells do not depend on the grid"
    calls.clear()
    build((HILLS + GROUND).replace("columns = 9", "columns = 8"))
    assert dict(calls) == {"hills": 2, "sift": 1}, "ground does not depend on the cells"


def test_a_stage_may_read_the_first_map_and_the_grid() -> None:
    text = HILLS.partition("[[stages]]")[0] + "\n[grid]\nshape = [3, 4]\n" + DRAPE
    world = build(text)
    np.testing.assert_array_equal(world.require_ground().elevation, np.zeros((3, 4), np.float32))
    text = HILLS.replace("rows = 6", "rows = 6\n[grid]\nshape = [3, 4]") + DRAPE
    assert build(text).require_ground().elevation.max() == 5.0


@pytest.mark.parametrize(
    "old, new, message",
    [
        (
            "most = 3",
            "layout = true",
            (
                r"stage 'raise' \(tiny.hills\): its result must lie on the recipe's hexmap, 9 x 6 cells "
                r"of 10 m, got 2 x 2 cells"
            ),
        ),
    ],
)
def test_a_map_of_another_size_is_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(FieldError, match=message):
        build(HILLS.replace(old, new), cache=False)


def test_a_map_on_other_metrics_is_refused() -> None:
    from landwright.works._containers import check_place

    frames = {"hexmap": Layout(columns=2, rows=2)}
    check_place("hexmap", HexMap(frames["hexmap"]), frames)
    with pytest.raises(FieldError, match="2 x 2 cells of 10 m, got 2 x 2 cells of 10 m, with other settings"):
        check_place("hexmap", HexMap(Layout(columns=2, rows=2, seed=1)), frames)
    with pytest.raises(FieldError, match=r"its verb must return a HexMap, got Heightfield\."):
        check_place("hexmap", lw.Heightfield([[0.0]]), frames)
    with pytest.raises(FieldError, match=r"its verb must return a Heightfield or a Layer, got HexMap\."):
        check_place("elevation", HexMap(frames["hexmap"]), {"grid": lw.Grid(shape=(2, 2)), **frames})


SENTENCES = [
    (("[hexmap]\ncolumns = 9    # from west to east\nrows = 6\n", ""), "[hexmap] must be given: columns and rows"),
    (("columns = 9", "columns = 0"), "hexmap: columns must be"),
    (("columns = 9", "colums = 9"), "hexmap: unknown setting 'colums'. Did you mean 'columns'?"),
    (
        ("[hexmap]\ncolumns = 9    # from west to east\nrows = 6\n", "hexmap = 3\n"),
        "hexmap must be a table, written [hexmap]",
    ),
    (
        ('kind = "tiny.hills"\nmost = 3', 'kind = "tiny.hills"\noutput = "land"'),
        "output is not used, because this kind writes hexmap",
    ),
    (
        ('kind = "tiny.hills"\nmost = 3', 'kind = "tiny.hills"\ninput = "land"'),
        "input is not used, because this kind takes no layer",
    ),
    (
        ('kind = "tiny.hills"\nmost = 3', 'kind = "tiny.hills"\ncombine = "add"'),
        "combine is not used, because this kind does not write elevation",
    ),
    (
        ('kind = "tiny.hills"\nmost = 3', 'kind = "tiny.bumps"'),
        (
            "[grid] must be given: shape = [rows, columns] and cell_size in metres. "
            "Stage 'raise' (tiny.bumps) works on it."
        ),
    ),
]


@pytest.mark.parametrize("change, message", SENTENCES, ids=[message[:40] for _, message in SENTENCES])
def test_what_is_wrong_with_a_map_is_said_before_anything_runs(change: tuple[str, str], message: str) -> None:
    assert change[0] in HILLS
    with pytest.raises(RecipeError) as caught:
        Recipe.from_text(HILLS.replace(*change, 1))
    assert message in str(caught.value)
    assert "Traceback" not in str(caught.value)


@pytest.mark.parametrize("word", ["output", "mask", "input"])
def test_no_layer_is_called_like_a_table(word: str) -> None:
    text = HILLS + GROUND + f'\n[[stages]]\nid = "x"\nkind = "tiny.lift"\n{word} = "hexmap"\n'
    with pytest.raises(RecipeError, match=f"{word} must be the name of a layer, and 'hexmap' is a table of the recipe"):
        Recipe.from_text(text)


def test_a_setting_of_the_map_changes_by_its_path_and_comments_stay() -> None:
    recipe = Recipe.from_text(HILLS).set("hexmap.columns", 40).set("hexmap.metrics.elevation_step", 5)
    assert (recipe.hexmap.columns, recipe.hexmap.metrics.elevation_step) == (40, 5.0)
    text = recipe.to_toml()
    assert "columns = 40    # from west to east" in text
    assert "# Cells for tests" in text
    assert Recipe.from_text(text) == recipe
    assert Recipe.from_json(recipe.to_json()) == recipe
    with pytest.raises(
        RecipeError,
        match=r"hexmap\.colums: unknown setting 'colums'\. Did you mean 'hexmap.columns'|Did you mean 'columns'",
    ):
        recipe.set("hexmap.colums", 3)
    with pytest.raises(RecipeError, match=r"hexmap: which setting of the hexmap\? Valid: hexmap\.columns"):
        recipe.set("hexmap", 3)
    plain = Recipe(name="p", hexmap=Layout(columns=3, rows=20))
    assert "[hexmap]\ncolumns = 3\nrows = 20" in plain.to_toml()
    assert "metrics" not in plain.to_toml()
    assert Recipe.from_text(plain.to_toml()) == plain


def test_a_map_survives_the_store_to_the_bit(tmp_path: Path) -> None:
    land = build(HILLS).hexmap.replace(explored=1, walled=np.eye(6, 9, dtype=bool))
    store = Store(tmp_path)
    store.save("ab", {"hexmap": land}, digest_of({"hexmap": land}))
    found = store.load("ab", {"hexmap": land.layout})
    assert found is not None
    assert found["hexmap"] == land
    assert [a.dtype for a in found["hexmap"].arrays().values()] == [a.dtype for a in land.arrays().values()]
    assert store.load("ab", {"hexmap": land.layout.replace(seed=5)}) is None, "on another layout it is another map"


def test_the_digest_of_a_map_sees_every_cell_and_every_setting() -> None:
    land = HexMap.empty(columns=3, rows=2)
    others = [
        land.replace(elevation=[[0, 0, 0], [0, 0, 1]]),
        land.replace(explored=1),
        land.replace(layout=land.layout.replace(seed=1)),
        HexMap.empty(columns=2, rows=3),
    ]
    assert len({digest_of({"hexmap": each}) for each in [land, *others]}) == len(others) + 1
    assert record_of(land)["type"] == "hexmap"
    assert list(arrays_of(land)) == list(land.arrays())
    assert container_of(7) is None


def test_a_map_too_large_for_the_memory_says_which_would_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "600M")
    text = HILLS.replace("columns = 9", "columns = 6000").replace("rows = 6", "rows = 4000")
    with pytest.raises(MemoryLimit, match=r"would fit: --set hexmap.columns=(\d+) --set hexmap.rows=(\d+)") as caught:
        build(text)
    recipe = Recipe.from_text(text)
    for word in str(caught.value).split("--set ")[1:]:
        path, _, value = word.strip().partition("=")
        recipe = recipe.set(path, int(value))
    from landwright.works._memory import check

    check(plan(recipe))


def test_the_schema_has_the_table() -> None:
    from landwright.recipe import schema

    made = schema()
    assert made["properties"]["hexmap"]["$ref"] == "#/$defs/Layout"
    assert made["$defs"]["Layout"]["properties"]["columns"]["unit"] == "count"
    assert "Metrics" in made["$defs"]
    assert made["$defs"]["Hills"]["x-takes"] == "hexmap"
    assert made["$defs"]["Hills"]["x-writes"] == ["hexmap"]
