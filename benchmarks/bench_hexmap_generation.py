"""Growth of continents, and ground to hexagons and back, in cells a second; growth from one size to the next in the extra info."""

from __future__ import annotations

import time

import numpy as np
import pytest

from landwright import Grid, Heightfield
from landwright.hexmap import CONTINENTS, FromGround, HexMap, ToGround, continent, from_ground, layout_over, to_ground


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--benchmark-enable", default=False))


@pytest.mark.parametrize("size", [(80, 60), (400, 300), (1000, 1000)])
def test_continent(benchmark, full: bool, size: tuple[int, int]) -> None:
    columns, rows = size if full else (size[0] // 20, size[1] // 20)
    empty = HexMap.empty(columns, rows)
    land = benchmark(continent, empty, seed=1)
    benchmark.extra_info["cells"] = columns * rows
    assert land.shape == (rows, columns)


def test_growth_is_linear(benchmark, full: bool) -> None:
    """Processor time of 100,000 and 400,000 cells: the exponent stands in the extra info."""
    sizes = ((400, 250), (800, 500)) if full else ((40, 25), (80, 50))
    maps = [HexMap.empty(*size) for size in sizes]

    def measure() -> float:
        spent = []
        for land in maps:
            start = time.process_time()
            continent(land, seed=1)
            spent.append(max(time.process_time() - start, 1e-9))
        return float(np.log(spent[1] / spent[0]) / np.log(4.0))

    benchmark.extra_info["exponent"] = round(benchmark(measure), 2)


def test_kingdoms(benchmark, full: bool) -> None:
    empty = HexMap.empty(*((400, 300) if full else (40, 30)))
    land = benchmark(continent, empty, CONTINENTS["kingdoms"], seed=1)
    assert land.roads.any()


def test_from_ground(benchmark, full: bool) -> None:
    side = 2049 if full else 65
    grid = Grid(shape=(side, side), cell_size=5.0)
    field = Heightfield(np.add.outer(np.arange(side), np.arange(side)) * 0.1, grid=grid)
    empty = HexMap.empty(layout=layout_over(grid, columns=side // 8))
    land = benchmark(from_ground, empty, field, FromGround(step=5.0))
    assert land.elevation.max() > 3


@pytest.mark.parametrize("surface", ["cells", "smooth"])
def test_to_ground(benchmark, full: bool, surface: str) -> None:
    land = continent(HexMap.empty(*((400, 300) if full else (20, 15))), seed=1)
    field = benchmark(to_ground, land, None, ToGround(surface=surface))
    assert field.elevation.max() > 0.0
