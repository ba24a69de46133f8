"""The cache: only what depends on a change runs again, and nothing damaged is ever believed."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.errors import SettingError
from landwright.field import Heightfield, Layer, Mask
from landwright.recipe import Recipe
from landwright.works import Store, _code, plan
from landwright.works._store import digest_of, size_of
from plugin_install import RECIPE

pytestmark = pytest.mark.usefixtures("tiny", "cache_home")


def ran(calls, recipe: Recipe, **options) -> dict[str, int]:
    calls.clear()
    lw.build(recipe, **options)
    return dict(calls)


def test_the_same_recipe_runs_once(calls) -> None:
    recipe = Recipe.from_text(RECIPE)
    assert ran(calls, recipe) == {"bumps": 1, "where": 1, "lift": 1}
    assert ran(calls, recipe) == {}
    assert ran(calls, recipe, cache=False) == {"bumps": 1, "where": 1, "lift": 1}
    assert all(stage.cached for stage in lw.build(recipe).report.stages)


@pytest.mark.parametrize(
    "path, value, expected",
    [
        ("up.by", 6, {"lift": 1}),
        ("high.above", 60, {"where": 1, "lift": 1}),
        ("base.relief", 200, {"bumps": 1, "where": 1, "lift": 1}),
        ("seed", 8, {"bumps": 1, "where": 1, "lift": 1}),
        ("grid.cell_size", 5, {"bumps": 1, "where": 1, "lift": 1}),
        ("up.mask", None, {"lift": 1}),
        ("up.combine", "add", {"lift": 1}),
        ("up.output", "other", None),
        ("up.title", "Another title", {}),
        ("name", "another", {}),
        ("sea_level", 9, {}),
    ],
)
def test_only_what_depends_on_a_setting_runs_again(calls, path: str, value: object, expected: dict | None) -> None:
    recipe = Recipe.from_text(RECIPE)
    lw.build(recipe)
    changed = recipe.set("up.mask", None).set(path, value) if expected is None else recipe.set(path, value)
    assert ran(calls, changed) == ({"lift": 1} if expected is None else expected)
    assert ran(calls, recipe) == {}, "the old results are still there"


def test_a_stage_in_the_middle_that_touches_another_layer_reruns_nothing_else(calls) -> None:
    recipe = Recipe.from_text(RECIPE)
    lw.build(recipe)
    extra = '[[stages]]\nid = "aside"\nkind = "tiny.lift"\noutput = "aside"\n\n# after everything else'
    assert ran(calls, Recipe.from_text(RECIPE.replace("# after everything else", extra))) == {"lift": 1}


def test_a_file_counts_by_its_content_not_its_name(calls, tmp_path: Path) -> None:
    text = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.note"\npath = "a.txt"')
    (tmp_path / "a.txt").write_text("1", encoding="ascii")
    (tmp_path / "b.txt").write_text("1", encoding="ascii")
    recipe = Recipe.from_text(text, folder=tmp_path)
    assert ran(calls, recipe)["note"] == 1
    assert ran(calls, recipe.set("up.path", "b.txt")) == {}
    (tmp_path / "a.txt").write_text("2", encoding="ascii")
    assert ran(calls, recipe) == {"note": 1}


def test_changed_code_makes_a_new_key() -> None:
    recipe = Recipe.from_text(RECIPE)
    before = [step.key for step in plan(recipe).steps]
    assert before == [step.key for step in plan(recipe).steps]
    spec = importlib.util.find_spec("landwright_tiny")
    assert spec is not None
    assert spec.submodule_search_locations
    file = Path(spec.submodule_search_locations[0]) / "_verbs.py"  # the one in use, wherever it was put first
    text = file.read_text(encoding="utf-8")
    try:
        file.write_text(text + "# an edit\n", encoding="utf-8")
        _code._plugin.cache_clear()
        assert not set(before) & {step.key for step in plan(recipe).steps}
    finally:
        file.write_text(text, encoding="utf-8")
        _code._plugin.cache_clear()
    assert before == [step.key for step in plan(recipe).steps]


DAMAGE = {
    "empty": lambda data: b"",
    "cut": lambda data: data[: len(data) // 2],
    "last byte": lambda data: data[:-1],
    "one bit of a sample": lambda data: data[:700] + bytes([data[700] ^ 1]) + data[701:],
    "not a zip": lambda data: b"hello" * 99,
    "another digest": lambda data: data.replace(b'"digest": "', b'"digest": "0', 1),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_damaged_entries_are_made_anew(how: str, calls, cache_home: Path) -> None:
    recipe = Recipe.from_text(RECIPE)
    good = lw.build(recipe).report
    files = sorted(cache_home.glob("*/*.npz"))
    assert len(files) == 3
    for file in files:
        file.write_bytes(DAMAGE[how](file.read_bytes()))
    calls.clear()
    again = lw.build(recipe)
    assert [stage.digest for stage in again.report.stages] == [stage.digest for stage in good.stages]
    assert calls["lift"] == 1
    assert ran(calls, recipe) == {}, "what was damaged is whole again"


def test_one_damaged_result_in_the_middle_is_made_from_what_is_whole(calls, cache_home: Path) -> None:
    recipe = Recipe.from_text(RECIPE)
    lw.build(recipe)
    Store().path(plan(recipe).steps[0].key).write_bytes(b"")
    assert ran(calls, recipe.set("up.by", 7)) == {"bumps": 1, "lift": 1}


def test_every_kind_of_layer_survives_the_store(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(3, 4), cell_size=2.0)
    values = np.arange(12, dtype=np.float32).reshape(3, 4)
    layers = {
        "elevation": Heightfield(values, grid=grid, mask=values > 2),
        "heights": Mask(values / 11, grid=grid),
        "flow": Layer(values, grid=grid, unit="m3/yr"),
    }
    store = Store(tmp_path)
    store.save("ab12", layers, digest_of(layers))
    found = store.load("ab12", {"grid": grid})
    assert found is not None
    assert [(name, type(value), getattr(value, "unit", "m")) for name, value in found.items()] == [
        ("elevation", Heightfield, "m"),
        ("heights", Mask, "1"),
        ("flow", Layer, "m3/yr"),
    ]
    assert digest_of(found) == digest_of(layers)
    np.testing.assert_array_equal(found["elevation"].mask, values > 2)
    assert store.load("cd34", {"grid": grid}) is None


def test_a_whole_entry_with_another_content_is_not_believed(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(2, 2))
    store = Store(tmp_path)
    store.save(
        "aa", {"elevation": Heightfield([[1, 2], [3, 4]])}, digest_of({"elevation": Heightfield([[1, 2], [3, 5]])})
    )
    assert store.peek("aa") is not None
    assert store.load("aa", {"grid": grid}) is None
    assert store.peek("aa") is None


def test_the_digest_sees_every_bit_name_and_kind() -> None:
    grid = lw.Grid(shape=(2, 2))
    values = np.array([[0.0, 0.25], [0.5, 1.0]])
    base = digest_of({"a": Layer(values, grid=grid)})
    others = [
        {"b": Layer(values, grid=grid)},
        {"a": Layer(values, grid=grid, unit="m")},
        {"a": Mask(values, grid=grid)},
        {"a": Layer(values.T, grid=grid)},
        {"a": Layer(np.nextafter(values, 2, dtype=np.float32), grid=grid)},
        {"a": Heightfield(values, grid=grid)},
        {"a": Heightfield(values, grid=grid, mask=values > 0)},
    ]
    assert len({base, *map(digest_of, others)}) == len(others) + 1


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(50, 50))
    layers = {"elevation": Heightfield(np.zeros((50, 50)), grid=grid)}
    store = Store(tmp_path, limit=35_000)
    for number, key in enumerate(("aa", "bb", "cc")):
        store.save(key, layers, digest_of(layers))
        os.utime(store.path(key), (number, number))
    assert store.load("aa", {"grid": grid}) is not None, "used just now"
    store.save("dd", layers, digest_of(layers))
    assert store.trim() == 1
    assert [store.peek(key) is not None for key in ("aa", "bb", "cc", "dd")] == [True, False, True, True]


def test_a_result_larger_than_half_the_store_is_not_kept(tmp_path: Path) -> None:
    layers = {"elevation": Heightfield(np.zeros((50, 50)))}
    store = Store(tmp_path, limit=15_000)
    store.save("aa", layers, "")
    assert store.peek("aa") is None


def test_a_store_that_cannot_be_written_costs_nothing_else(tmp_path: Path, calls) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="ascii")
    recipe = Recipe.from_text(RECIPE)
    assert ran(calls, recipe, cache=Store(blocked / "stages")) == {"bumps": 1, "where": 1, "lift": 1}


@pytest.mark.parametrize(
    "text, size", [("4G", 4 << 30), ("512m", 512 << 20), ("1.5 KiB", 1536), ("100", 100), ("", 7), ("2TB", 2 << 40)]
)
def test_sizes_are_read_as_people_write_them(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_CACHE_SIZE", text)
    assert size_of("LANDWRIGHT_CACHE_SIZE", 7) == size


@pytest.mark.parametrize("text", ["many", "4X", "-1G", "G", "nan"])
def test_a_wrong_size_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_CACHE_SIZE", text)
    with pytest.raises(SettingError, match=r"LANDWRIGHT_CACHE_SIZE must be a size such as 4G or 512M, got"):
        Store()


def test_the_store_lies_where_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright import _cache
    from landwright.works import _store

    monkeypatch.setattr(_store, "cache_folder", _cache.cache_folder)
    monkeypatch.setenv("LANDWRIGHT_CACHE_DIR", str(tmp_path / "mine"))
    _cache.cache_folder.cache_clear()
    try:
        assert Store().folder == tmp_path / "mine" / "stages"
    finally:
        _cache.cache_folder.cache_clear()
