"""Hydrology on any ground: threads, ties, symmetry, resolution of strips, no recursion, real land."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from landwright import Grid, Heightfield, _pool, hydrology, noise
from landwright.errors import Cancelled
from landwright.hydrology import Breach, Fill, Flow, _drain


def rough(side: int, seed: int = 1) -> Heightfield:
    grid = Grid(shape=(side, side + 7), cell_size=10.0)
    noun = noise.Fbm(base=noise.Perlin(wavelength=side * 3.0), octaves=9, gain=0.65)
    return Heightfield(400.0 * noise.sample(noun, grid, seed=seed), grid=grid)


def everything(field: Heightfield) -> list[np.ndarray]:
    out = [hydrology.fill(field).elevation, hydrology.fill(field, Fill(tilt=True)).elevation]
    out += [hydrology.breach(field, Breach(max_depth=8.0)).elevation, hydrology.lakes(field).values]
    for method in ("steepest", "d_infinity", "multiple"):
        graph = hydrology.flow(field, Flow(method=method))
        out += [graph.receivers, graph.order, hydrology.drainage_area(graph)]
    d = hydrology.depressions(field)
    return [*out, d.level, d.parent, d.volume, d.pour_from, d.innermost]


def test_threads_and_strips_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    field = rough(181)
    whole = Heightfield(np.round(field.elevation / 10.0), grid=field.grid)  # many ties
    monkeypatch.setattr(_drain, "_SMALL", 1 << 62)
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    first = everything(field) + everything(whole)
    monkeypatch.setattr(_drain, "_SMALL", 0)
    for threads, strips in (("1", 5), ("2", 8), ("4", 31)):
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        monkeypatch.setattr(_drain, "_STRIPS", strips)
        for a, b in zip(first, everything(field) + everything(whole)):
            assert np.array_equal(a, b)


def test_a_small_pass_table_changes_nothing() -> None:
    # more pairs of basins in a row than the table has slots: pushed-out pairs come back as further edges
    z = np.random.default_rng(6).permutation(40 * 9001).reshape(40, 9001).astype(np.float32)
    field = Heightfield(z)
    tall = Heightfield(np.ascontiguousarray(z.T))
    graph = hydrology.flow(field)
    other = hydrology.flow(tall)
    area = hydrology.drainage_area(graph).reshape(40, 9001)
    assert np.array_equal(area.T, hydrology.drainage_area(other).reshape(9001, 40))
    assert np.array_equal(hydrology.fill(field).elevation.T, hydrology.fill(tall).elevation)


@pytest.mark.parametrize("turn", range(8))
def test_turning_the_ground_turns_the_answer(turn: int) -> None:
    # every elevation once and none twice, so nothing is decided by an index
    z = np.random.default_rng(9).permutation(61 * 67).reshape(61, 67).astype(np.float32)
    z = z * np.float32(0.37) + np.float32(3.0)
    assert np.unique(z).size == z.size

    def turned(a: np.ndarray) -> np.ndarray:
        a = np.rot90(a, turn % 4)
        return np.ascontiguousarray(a.T if turn >= 4 else a)

    def answers(field: Heightfield) -> list[np.ndarray]:
        shape = field.shape
        out = [hydrology.fill(field).elevation, hydrology.fill(field, Fill(tilt=True)).elevation]
        for method in ("steepest", "multiple", "d_infinity"):
            graph = hydrology.flow(field, Flow(method=method))
            out.append(hydrology.drainage_area(graph).reshape(shape))
        return [*out, hydrology.lakes(field).values, hydrology.map_streams(field).values]

    for a, b in zip(answers(Heightfield(z)), answers(Heightfield(turned(z)))):
        assert np.allclose(turned(a), b, rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 1), (2, 2), (1, 300), (300, 1), (3, 3)])
def test_any_shape_drains(shape: tuple[int, int]) -> None:
    z = np.random.default_rng(1).normal(size=shape)
    for edges in ("all", "north", "closed"):
        for method in ("steepest", "d_infinity", "multiple"):
            graph = hydrology.flow(Heightfield(z), Flow(edges=edges, method=method))
            area = hydrology.drainage_area(graph)
            assert area[graph.base_levels].sum() == pytest.approx(z.size)
            if edges == "closed":
                assert graph.base_levels.tolist() == [int(z.argmin())]


def test_a_serpentine_as_long_as_the_map_needs_no_recursion() -> None:
    # one corridor winds over the whole map; a recursive walk would be 60 000 calls deep
    side = 251
    z = np.full((side, side), 1e6, np.float32)
    path = []
    for k, r in enumerate(range(1, side - 1, 2)):
        cols = range(1, side - 1) if k % 2 == 0 else range(side - 2, 0, -1)
        path += [(r, c) for c in cols]
        if r + 2 < side - 1:
            path.append((r + 1, cols[-1]))
    path.append((side - 2, side - 1) if path[-1][1] == side - 2 else (side - 2, 0))
    rows, cols = np.array(path).T
    z[rows, cols] = np.arange(len(path), 0, -1)
    graph = hydrology.flow(Heightfield(z))
    far = hydrology.downstream_sum(graph, 1.0).reshape(side, side)
    assert far[1, 1] == len(path) - 2 * (side // 2 - 1), "every turn is cut across, twice"
    level = Heightfield(np.where(z < 1e6, np.float32(7.0), z))
    assert hydrology.downstream_sum(hydrology.flow(level), 1.0).reshape(side, side)[1, 1] > len(path) * 0.9
    uphill = z.copy()
    uphill[rows, cols] = np.arange(len(path))  # the way out is the top end: one lake after another
    assert np.array_equal(
        hydrology.fill(Heightfield(uphill)).elevation[rows, cols], np.full(len(path), len(path) - 1, np.float32)
    )


def test_long_work_reports_and_can_be_cancelled() -> None:
    field = rough(257)
    seen: list[float] = []
    with _pool.using(_pool.Control(seen.append)):
        hydrology.flow(field, Flow(method="multiple"))
        hydrology.breach(field)
    assert seen
    assert max(seen) <= 1.0
    control = _pool.Control()
    control.cancel()
    for run in (hydrology.fill, hydrology.breach, hydrology.flow, hydrology.depressions, hydrology.lakes):
        with _pool.using(control), pytest.raises(Cancelled):
            run(field)


def test_a_breach_stops_when_cancelled_in_the_middle() -> None:
    bowl = np.add.outer((np.arange(601.0) - 300) ** 2, (np.arange(601.0) - 300) ** 2)
    field = Heightfield(bowl + np.random.default_rng(2).normal(0, 2000.0, bowl.shape))
    control = _pool.Control()
    timer = threading.Timer(0.3, control.cancel)
    timer.start()
    try:
        with _pool.using(control), pytest.raises(Cancelled):
            [hydrology.breach(field) for _ in range(400)]
    finally:
        timer.cancel()
