"""The builder: newest wins, stale work stops, only what depends on a change runs, previews are coarse."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from landwright.grid import Grid
from landwright.recipe import Recipe
from landwright.studio import _frame, _jobs, protocol
from landwright.studio._frame import coarse, frame
from landwright.studio._jobs import Builder, Reporter
from landwright.studio._memory import Memory, MemoryStore
from landwright.studio._wire import unpack
from landwright.works import Store, build
from plugin_install import RECIPE
from studio_client import Sink

WIDE = RECIPE.replace("shape = [17, 23]", "shape = [601, 301]")
SLOW = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.slow"\nsteps = 60000')


@pytest.fixture
def builder(sink: Sink, tiny: None, cache_home: object) -> Iterator[Builder]:
    made = Builder(sink, Store())
    yield made
    made.stop()


def test_a_preview_comes_first_then_the_full_grid(builder: Builder, sink: Sink, calls: dict[str, int]) -> None:
    recipe = Recipe.from_text(WIDE)
    builder.view(frozenset({"heights"}), 2049)
    builder.show(recipe, 1)
    first = sink.until("world")
    assert (first["level"], first["shape"], first["full_shape"]) == ("preview", [257, 129], [601, 301])
    assert first["cell_size"] * 256 == pytest.approx(6000.0)
    assert sink.until("done")["kind"] == "preview"
    second = sink.until("world")
    assert (second["level"], second["shape"], second["revision"]) == ("full", [601, 301], 1)
    assert [layer["name"] for layer in second["layers"]] == ["elevation", "heights"]
    assert [layer["dtype"] for layer in second["layers"]] == ["f32", "u8"]
    assert second["available"] == [{"name": "heights", "unit": "1", "mask": True}]
    assert [stage["cached"] for stage in sink.until("done", kind="full")["stages"]] == [False, False, False]
    assert dict(calls) == {"bumps": 2, "where": 2, "lift": 2}


def test_the_picture_is_what_a_build_gives(builder: Builder, sink: Sink) -> None:
    recipe = Recipe.from_text(RECIPE)
    builder.view(frozenset("*"), 2049)
    frames: list[bytes] = []
    builder._send = lambda item: (frames.append(item) if isinstance(item, bytes) else None, sink(item))[1]
    builder.show(recipe, 1)
    sink.until("done", kind="full")
    _, arrays = unpack(frames[-1])
    world = build(recipe, cache=False)
    np.testing.assert_array_equal(arrays["elevation"], world.require_ground().elevation)
    np.testing.assert_array_equal(arrays["heights"] / 255.0, world.layers["heights"].values)


def test_only_what_depends_on_a_change_runs(
    builder: Builder, sink: Sink, calls: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_jobs, "QUICK", 0.0)  # previews keep their size
    recipe = Recipe.from_text(WIDE)
    builder.show(recipe, 1)
    sink.until("done", kind="full")
    calls.clear()
    builder.show(recipe.set("up.by", 6), 2)
    done = sink.until("done", kind="full")
    assert dict(calls) == {"lift": 2}  # once coarse, once full
    assert [stage["cached"] for stage in done["stages"]] == [True, True, False]
    calls.clear()
    builder.show(recipe, 3)  # undo
    sink.until("done", kind="full")
    assert dict(calls) == {}


def test_previews_write_nothing_to_disk(builder: Builder, sink: Sink) -> None:
    builder.show(Recipe.from_text(WIDE), 1, drag=True)
    sink.until("done", kind="preview")
    assert not list(Store().folder.glob("*/*"))
    builder.settle()
    sink.until("done", kind="full")
    assert len(list(Store().folder.glob("*/*"))) == 3


def test_while_dragging_no_full_grid_is_built_until_the_pointer_rests(
    builder: Builder, sink: Sink, calls: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_jobs, "REST", 3600.0)
    recipe = Recipe.from_text(RECIPE)  # smaller than a preview: even so
    for revision in range(1, 4):
        builder.show(recipe.set("base.relief", 10 * revision), revision, drag=True)
        assert sink.until("done")["kind"] == "preview"
    assert calls["bumps"] == 3
    assert {told["level"] for told in sink.seen if told["type"] == "world"} == {"preview"}
    builder.refine()
    assert sink.until("done")["kind"] == "full"
    assert calls["bumps"] == 3  # the preview was the whole grid already


def test_rest_alone_refines(builder: Builder, sink: Sink) -> None:
    builder.show(Recipe.from_text(WIDE), 1, drag=True)
    assert sink.until("world")["level"] == "preview"
    assert sink.until("world")["level"] == "full"


def test_the_newest_wins_and_stale_work_stops(builder: Builder, sink: Sink, calls: dict[str, int]) -> None:
    slow = Recipe.from_text(SLOW)  # ten minutes, were it not stopped
    builder.show(slow, 1)
    sink.until("progress", stage="up")
    builder.show(slow.set("up.steps", 50_000), 2)
    sink.until("cancelled")
    sink.until("progress", stage="up")
    builder.show(slow.set("up.enabled", False), 3)
    sink.until("cancelled")
    assert sink.until("world")["revision"] == 3
    assert [told["revision"] for told in sink.seen if told["type"] == "world"] == [3]
    assert calls["slow"] == 2


def test_a_slow_preview_gives_way_but_not_for_ever(
    builder: Builder, sink: Sink, calls: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_jobs, "REST", 3600.0)
    monkeypatch.setattr(_jobs, "PATIENCE", 0.0)
    slow = Recipe.from_text(SLOW).set("up.steps", 60)
    stop = threading.Event()

    def drag() -> None:
        revision = 0
        while not stop.wait(0.05):
            revision += 1
            builder.show(slow.set("base.relief", revision), revision, drag=True)

    hand = threading.Thread(target=drag)
    hand.start()
    try:
        shown = sink.until("world")
    finally:
        stop.set()
        hand.join()
    assert shown["level"] == "preview"
    assert sum(told["type"] == "cancelled" for told in sink.seen) == 2


def test_cancel_stops_until_the_next_edit(builder: Builder, sink: Sink, calls: dict[str, int]) -> None:
    slow = Recipe.from_text(SLOW)
    for silent in (False, True):
        builder.show(slow.set("up.silent", silent), 1 + silent)
        while not calls["slow"]:
            threading.Event().wait(0.01)
        builder.cancel()
        sink.until("cancelled")
        calls.clear()
    builder.refine()  # nothing runs again by itself, but when it is asked for
    while not calls["slow"]:
        threading.Event().wait(0.01)
    builder.show(slow.set("up.enabled", False), 3)
    assert sink.until("world")["revision"] == 3


def test_failure_is_told_with_its_stage(builder: Builder, sink: Sink) -> None:
    broken = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.faulty"')
    builder.show(Recipe.from_text(broken), 1)
    told = sink.until("failed")
    assert told["stage"] == "up"
    assert "ZeroDivisionError: a mistake of its own" in told["message"]
    builder.show(Recipe.from_text(RECIPE), 2)
    assert sink.until("world")["revision"] == 2


def test_nothing_to_build_is_told(builder: Builder, sink: Sink) -> None:
    empty = Recipe(name="empty", grid=Grid(shape=(5, 5)))
    builder.show(empty, 1)
    assert "nothing to build" in sink.until("failed")["message"]


def test_what_a_page_wants_is_sent_again(builder: Builder, sink: Sink, calls: dict[str, int]) -> None:
    builder.show(Recipe.from_text(WIDE), 1)
    sink.until("done", kind="full")
    calls.clear()
    builder.view(frozenset({"heights"}), 301)
    told = sink.until("world")
    assert (told["shape"], told["cell_size"], told["full_shape"]) == ([301, 151], 20.0, [601, 301])
    assert len(told["layers"]) == 2
    assert dict(calls) == {}


def test_a_very_large_grid_is_shown_as_an_overview(
    builder: Builder, sink: Sink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_frame, "LAND", _frame.LAND._replace(whole=2 * 265 - 1, overview=265))
    recipe = Recipe.from_text(WIDE)
    builder.show(recipe, 1)
    sink.until("world", shape=[257, 129])
    told = sink.until("world")
    assert (told["level"], told["shape"], told["full_shape"]) == ("preview", [265, 133], [601, 301])
    sink.until("done", kind="full")
    builder.refine()
    told = sink.until("world")
    assert (told["level"], told["shape"]) == ("full", [601, 301])


def test_the_size_of_previews_follows_their_speed(builder: Builder) -> None:
    sides = []
    for seconds in [0.9, 0.01, 0.9, 0.9, *[0.01] * (_jobs.CALM + 3), 0.9, 0.9]:
        builder._adapt(seconds)
        sides.append(_frame.LAND.previews[builder._step])
    assert sides[:4] == [257, 513, 513, 257]  # the first of a size is not judged
    assert set(sides[4 : 4 + _jobs.CALM - 1]) == {257}  # no flicker
    assert sides[-4:] == [513, 513, 257, 257]


def test_8193_squared_fits_a_view() -> None:
    recipe = Recipe(grid=Grid(shape=(8193, 8193), cell_size=1.0))
    small = coarse(recipe, 2049)
    assert small.grid is not None
    assert (small.grid.shape, small.grid.cell_size, small.grid.north_west) == ((2049, 2049), 4.0, (0.0, 8192.0))


@pytest.mark.parametrize("shape", [(1025, 513), (2, 4000), (1, 4000), (700, 699)])
def test_a_coarse_grid_covers_the_same_ground(shape: tuple[int, int]) -> None:
    grid = Grid(shape=shape, cell_size=3.0, origin=(7.0, 9.0))
    small = coarse(Recipe(grid=grid), 257).grid
    assert small is not None
    assert max(small.shape) == 257
    assert small.north_west == grid.north_west
    for held, wanted in zip(small.extent, grid.extent):
        assert abs(held - wanted) <= small.cell_size / 2 + 1e-6 or min(shape) <= 2


def test_progress_is_told_ten_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(_jobs.time, "monotonic", lambda: now[0])
    told: list[protocol.Progress] = []
    reporter = Reporter(1, "full", Recipe(), told.append)  # type: ignore[arg-type]
    for step in range(1000):
        now[0] += 0.005
        reporter("base", step / 1000, 1.0)
    assert 45 <= len(told) <= 51


def test_memory_forgets_what_was_not_used(tiny: None, cache_home: object) -> None:
    recipe = Recipe.from_text(RECIPE)
    size = 17 * 23 * 4
    memory = Memory(most=size * 4)
    store = MemoryStore(memory)
    build(recipe, cache=store)
    assert memory.size == 3 * size
    build(recipe.set("up.by", 6), cache=store)
    assert memory.size <= size * 4
    assert all(stage.cached for stage in build(recipe.set("up.by", 6), cache=store).report.stages)
    tight = Memory(most=size)
    build(recipe, cache=MemoryStore(tight))
    assert tight.size == 0


def test_a_world_without_ground_is_flat(tiny: None) -> None:
    text = RECIPE.replace('kind = "tiny.bumps"', 'kind = "tiny.bumps"\noutput = "bumps"')
    text = text.replace('kind = "tiny.where"', 'kind = "tiny.where"\ninput = "bumps"')
    text = text.replace("mask =", "enabled = false\nmask =")
    recipe = Recipe.from_text(text[: text.index("[[outputs]]")])
    world = build(recipe, cache=False)
    assert world.ground is None
    data = frame(world, recipe, job=1, revision=1, level="full", layers=["*"], size=2049)
    header, arrays = unpack(data)
    assert not arrays["elevation"].any()
    assert set(arrays) == {"elevation", "bumps", "heights"}
    assert header["low"] == header["high"] == 0.0


def test_compiled_kernels_are_news_once(builder: Builder, sink: Sink, monkeypatch: pytest.MonkeyPatch) -> None:
    listeners: list[Callable[[str], None]] = []
    monkeypatch.setattr("landwright._cache._listeners", listeners)
    builder.show(Recipe.from_text(RECIPE), 1)
    sink.until("done", kind="full")
    forget = builder._listen()
    for _ in range(2):
        listeners[-1]("noise")
    forget()
    assert sink.until("news") == {"type": "news", "word": "kernels_compiled", "what": ""}
    builder.show(Recipe.from_text(RECIPE), 2)
    sink.until("done", kind="full")
    assert [said["word"] for said in sink.seen if said["type"] == "news"] == ["kernels_compiled"]
