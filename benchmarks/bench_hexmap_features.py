"""Features of hex maps against the triangulation of the same map; the ratio stands in the extra info.

Run with ``make bench``; untimed the same functions are tests. The peer is our own mesh of the map, as an editor rebuilds both together:
features must be a small part of it.
"""

from __future__ import annotations

import time
from typing import Any

import pytest

from landwright import hexmap
from landwright.hexmap import HexMap
from landwright.testing import random_hexmap


@pytest.fixture(scope="module")
def land(request: pytest.FixtureRequest) -> HexMap:
    timed = request.config.getoption("--benchmark-enable", default=False)
    return random_hexmap(1, *(200, 200) if timed else (12, 10))


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")


def test_features(benchmark: Any, land: HexMap) -> None:
    hexmap.triangulate(land)
    started = time.process_time()
    hexmap.triangulate(land)
    meshes = time.process_time() - started
    found = benchmark(hexmap.features, land)
    if benchmark.stats is not None:
        mean = benchmark.stats.stats.mean
        benchmark.extra_info["cells per second"] = land.elevation.size / mean
        benchmark.extra_info["share of the meshes' time"] = mean / meshes
    assert len(found) > land.elevation.size


def test_bake(benchmark: Any, land: HexMap) -> None:
    found = hexmap.features(land)
    baked = benchmark(hexmap.bake_instances, found)
    assert len(baked.faces) > 10 * len(found)
