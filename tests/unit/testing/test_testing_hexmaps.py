"""Random hex maps obey the rules, show every situation, and repeat."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from landwright.errors import SettingError
from landwright.hexmap import HexMap, Layout, neighbors
from landwright.testing import hexmaps, random_hexmap


def obeys(land: HexMap) -> None:
    near = neighbors(land.layout)
    up, water = land.elevation.ravel().astype(int), land.water_level.ravel().astype(int)
    out, into, roads = land.river_out.ravel(), land.river_in.ravel(), land.roads.ravel()
    special = land.special.ravel()
    for cell in range(up.size):
        assert not (special[cell] and (roads[cell] or into[cell] or out[cell] >= 0))
        if out[cell] >= 0:
            to = near[cell, out[cell]]
            assert up[cell] >= up[to] or water[cell] == up[to]
        for side in range(6):
            if roads[cell] >> side & 1:
                assert abs(up[cell] - up[near[cell, side]]) <= land.layout.metrics.maximum_road_slope
                assert out[cell] != side
                assert not into[cell] >> side & 1


@given(hexmaps())
@settings(max_examples=60, deadline=None)
def test_every_drawn_map_obeys_the_rules(land: HexMap) -> None:
    obeys(land)


def test_a_map_shows_every_situation() -> None:
    land = random_hexmap(1, 60, 60, rivers=0.8, roads=0.5)
    flowing = [
        (int(np.log2(i)) - o) % 6 for i, o in zip(land.river_in.flat, land.river_out.flat, strict=True) if i and o >= 0
    ]
    assert set(flowing) == {1, 2, 3, 4, 5}
    assert set(np.unique(land.special)) == {0, 1, 2, 3}
    assert len(np.unique(land.water_level[land.underwater])) > 2
    out_of_lakes = land.underwater & (land.river_out >= 0)
    assert out_of_lakes.any()
    assert ((land.roads > 0) & ((land.river_in > 0) & (land.river_out >= 0))).any()


def test_the_same_seed_makes_the_same_map_and_another_does_not() -> None:
    assert random_hexmap(5, 9, 8) == random_hexmap(5, 9, 8)
    assert random_hexmap(5, 9, 8) != random_hexmap(6, 9, 8)


def test_shares_of_zero_leave_out_and_a_layout_may_join_rivers() -> None:
    bare = random_hexmap(2, 10, 10, rivers=0.0, roads=0.0, water=0.0, walls=0.0, features=0.0)
    for name in ("river_in", "roads", "water_level", "walled", "urban", "farm", "plant", "special"):
        assert not getattr(bare, name).any()
    joined = random_hexmap(2, layout=Layout(columns=12, rows=12, wrap=True, confluences=True), rivers=1.0)
    assert any(bin(bits).count("1") > 1 for bits in joined.river_in.flat)


def test_a_share_beyond_one_is_refused() -> None:
    with pytest.raises(SettingError, match="rivers must be a share from 0 to 1, got 2"):
        random_hexmap(1, rivers=2)
