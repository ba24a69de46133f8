"""Promises of the works: cached = fresh, resumed = uninterrupted, preview = export, threads change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import landwright as lw
from landwright._pool import Control
from landwright.errors import Cancelled
from landwright.recipe import Recipe
from landwright.works import Store

TEXT = """
format = 1
name = "promises"
seed = 11
grid = { shape = [65, 49], cell_size = 20.0 }

[[stages]]
id = "base"
kind = "generate.diamond_square"

[[stages]]
id = "peaks"
kind = "generate.voronoi_peaks"
combine = "add"

[[stages]]
id = "steep"
kind = "ops.mask_slope"
output = "steep"

[[stages]]
id = "soft"
kind = "ops.smooth"
radius = 40.0
mask = "steep"

[[stages]]
id = "gullies"
kind = "erosion.gullies"

[[outputs]]
kind = "npy"
path = "elevation.npy"

[[outputs]]
kind = "png16"
path = "elevation.png"
"""


def digests(recipe: Recipe, **options) -> list[str]:
    return [stage.digest for stage in lw.build(recipe, **options).report.stages]


@pytest.fixture
def recipe() -> Recipe:
    return Recipe.from_text(TEXT)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def test_cached_equals_fresh(recipe: Recipe, store: Store) -> None:
    fresh = digests(recipe, cache=False)
    assert digests(recipe, cache=store) == fresh
    world = lw.build(recipe, cache=store)
    assert [stage.digest for stage in world.report.stages] == fresh
    assert all(stage.cached for stage in world.report.stages)
    again = lw.build(recipe, cache=False)
    assert world.require_ground().elevation.tobytes() == again.require_ground().elevation.tobytes()


@pytest.mark.parametrize(
    "path, value", [("gullies.depth", 2.0), ("soft.radius", 60.0), ("peaks.count", 3), ("seed", "other")]
)
def test_partly_cached_equals_fresh(recipe: Recipe, store: Store, path: str, value: object) -> None:
    lw.build(recipe, cache=store)
    changed = recipe.set(path, value)
    assert digests(changed, cache=store) == digests(changed, cache=False) != digests(recipe, cache=store)


@pytest.mark.parametrize("at", ["base", "peaks", "soft", "gullies"])
def test_resumed_equals_uninterrupted(recipe: Recipe, store: Store, at: str) -> None:
    control = Control()
    with pytest.raises(Cancelled):
        lw.build(
            recipe,
            cache=store,
            control=control,
            progress=lambda what, f, left: control.cancel() if what == at else None,
        )
    assert digests(recipe, cache=store) == digests(recipe, cache=False)


def test_preview_equals_export(recipe: Recipe, store: Store, tmp_path: Path) -> None:
    seen = lw.build(recipe, cache=store)
    exported = lw.build(recipe, cache=False, out=tmp_path / "out")
    assert [s.digest for s in seen.report.stages] == [s.digest for s in exported.report.stages]
    assert lw.read(tmp_path / "out" / "elevation.npy").elevation.tobytes() == seen.require_ground().elevation.tobytes()


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_threads_change_nothing(recipe: Recipe, threads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
    world = lw.build(recipe, cache=False, out=tmp_path / "out")
    monkeypatch.setenv("LANDWRIGHT_THREADS", "3")
    other = lw.build(recipe, cache=False, out=tmp_path / "other")
    assert [s.digest for s in world.report.stages] == [s.digest for s in other.report.stages]
    assert [f.sha256 for f in world.report.files] == [f.sha256 for f in other.report.files]
