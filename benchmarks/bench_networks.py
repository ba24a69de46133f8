"""Rivers and corridors: time against the flow graph that they stand on."""

from __future__ import annotations

import pytest

import landwright as lw


@pytest.fixture(scope="module")
def ground(request: pytest.FixtureRequest) -> lw.Heightfield:
    """Return rough land of 10 km."""
    size = 257 if request.config.getoption("--benchmark-disable", default=True) else 1025
    grid = lw.Grid(shape=(size, size), cell_size=10240.0 / (size - 1))
    land = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=5000.0), octaves=9)
    return lw.Heightfield(300.0 + 700.0 * lw.noise.sample(land, grid, seed=1), grid=grid)


def test_flow_graph(benchmark, ground: lw.Heightfield) -> None:
    """The peer: what the path of water alone costs."""
    assert len(benchmark(lw.hydrology.flow, ground)) == ground.elevation.size


def test_rivers(benchmark, ground: lw.Heightfield) -> None:
    """Rivers, lakes, beds and banks."""
    made = benchmark(lw.networks.press_rivers, ground, lw.networks.Rivers(min_area=5e5))
    assert len(made["rivers"]) > 10


def test_corridor(benchmark, ground: lw.Heightfield) -> None:
    """Samples within 50 m of all rivers."""
    network = lw.networks.press_rivers(ground, lw.networks.Rivers(min_area=5e5))["rivers"]
    assert len(benchmark(lw.networks.corridor, ground.grid, network, 50.0)) > 1000


def test_river_mesh(benchmark, ground: lw.Heightfield) -> None:
    """Ribbons of all rivers."""
    made = lw.networks.press_rivers(ground, lw.networks.Rivers(min_area=5e5))
    assert len(benchmark(lw.networks.river_mesh, made["rivers"], made["elevation"]).faces) > 1000
