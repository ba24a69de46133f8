"""Corridors: the twin, windows, threads, ties, and what the lines carry."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import FieldError
from landwright.grid import Grid
from landwright.networks import Network, corridor
from naive.networks_corridor import nearest_segments


def _random(seed: int, lines: int, size: float) -> tuple[Network, np.ndarray, np.ndarray]:
    draw = np.random.default_rng(seed)
    counts = draw.integers(2, 7, lines)
    starts = np.concatenate([[0], np.cumsum(counts)])
    points = draw.uniform(-0.3 * size, 1.3 * size, (starts[-1], 3))
    points[1::5] = points[::5][: len(points[1::5])]  # segments without length
    ends = np.stack([points[starts[:-1]], points[starts[1:] - 1]], 1).reshape(-1, 3)
    network = Network(ends, np.arange(2 * lines).reshape(-1, 2), points, starts)
    return network, draw.uniform(0.0, 4.0, len(points)), draw.uniform(0.0, 9.0, len(points))


@pytest.mark.jit_off
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), lines=st.integers(1, 5), cell=st.sampled_from([0.5, 1.0, 3.0]))
def test_every_sample_finds_the_segment_of_the_twin(seed: int, lines: int, cell: float) -> None:
    grid = Grid(shape=(13, 17), cell_size=cell, origin=(3.0, 14.0 * cell))
    network, half, reach = _random(seed, lines, 15.0 * cell)
    found = corridor(grid, network, reach, half)
    twin = nearest_segments(grid.x, grid.y, network.points, network.starts, half, reach)
    assert [divmod(int(cell), grid.cols) for cell in found.cells] == sorted(twin)
    for k, place in enumerate(sorted(twin)):
        segment, share, distance, gap = twin[place]
        assert found.gap[k] == pytest.approx(gap, abs=1e-9)
        assert found.distance[k] - half_at(half, found.segment[k], found.share[k]) == pytest.approx(gap, abs=1e-9)
        if found.segment[k] == segment:
            assert (found.share[k], found.distance[k]) == pytest.approx((share, distance), abs=1e-9)


def half_at(half: np.ndarray, segment: int, share: float) -> float:
    """Return half the width at a place."""
    return float(half[segment] + share * (half[segment + 1] - half[segment]))


@pytest.mark.parametrize("size", [1, 3])
def test_windows_and_threads_change_no_bit(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = Grid(shape=(70, 90), cell_size=0.7)
    network, half, reach = _random(5, 9, 60.0)
    whole = corridor(grid, network, reach, half)
    monkeypatch.setenv("LANDWRIGHT_THREADS", str(size))
    window = grid.window(20, 61, 11, 80)
    part = corridor(window, network, reach, half)
    rows, cols = np.divmod(whole.cells, grid.cols)
    inside = (rows >= 20) & (rows < 61) & (cols >= 11) & (cols < 80)
    assert np.array_equal(part.cells, (rows[inside] - 20) * window.cols + cols[inside] - 11)
    for name in ("distance", "gap", "segment", "share", "edge", "side"):
        assert np.array_equal(getattr(part, name), getattr(whole, name)[inside]), name


def _cross() -> Network:
    points = [[0, 0, 1], [40, 0, 5], [20, -20, 2], [20, 20, 4]]
    return Network(points, [[0, 1], [2, 3]], points, [0, 2, 4])


def test_of_lines_equally_near_the_first_counts() -> None:
    grid = Grid(shape=(5, 5), cell_size=10.0, origin=(0.0, 20.0))
    found = corridor(grid, _cross(), 30.0)
    edge = np.full(25, -1)
    edge[found.cells] = found.edge
    assert edge.reshape(5, 5)[2].tolist() == [0, 0, 0, 0, 0]  # and on the diagonals both are equally far
    assert edge.reshape(5, 5)[1, [1, 2, 3]].tolist() == [0, 1, 0]


def test_lines_carry_values_and_know_their_sides() -> None:
    grid = Grid(shape=(3, 5), cell_size=10.0, origin=(0.0, 10.0))
    line = Network([[0, 0, 1], [40, 0, 5]], [[0, 1]], [[0, 0, 1], [40, 0, 5]], [0, 2])
    found = corridor(grid, line, 10.0)
    assert found.carry(line.points[:, 2]).reshape(3, 5).tolist() == [[1, 2, 3, 4, 5]] * 3
    assert found.side.reshape(3, 5)[:, 0].tolist() == [-1, 0, 1]


def test_the_nearest_edge_counts_where_widths_differ() -> None:
    points = [[0, 0, 0], [40, 0, 0], [0, 12, 0], [40, 12, 0]]
    network = Network(points, [[0, 1], [2, 3]], points, [0, 2, 4])
    found = corridor(Grid(shape=(13, 1), cell_size=1.0), network, 20.0, [5.0, 5.0, 1.0, 1.0])
    assert found.edge[::-1].tolist() == [0] * 9 + [1] * 4  # halfway between the banks, not between the lines
    assert found.gap[::-1][8] == 3.0


def test_an_empty_network_has_no_corridor() -> None:
    assert len(corridor(Grid(shape=(3, 3)), Network(), 5.0)) == 0


@pytest.mark.parametrize(("reach", "half"), [(-1.0, 0.0), (np.inf, 0.0), ([1.0, 2.0], 0.0), (1.0, np.nan)])
def test_what_does_not_fit_is_refused(reach: object, half: object) -> None:
    with pytest.raises(FieldError, match=r"networks\.corridor: (reach|half_width) must be"):
        corridor(Grid(shape=(3, 3)), _cross(), reach, half)  # type: ignore[arg-type]
