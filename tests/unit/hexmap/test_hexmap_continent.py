"""Continents: twins of every step, what erosion and rivers promise, and the same bits for ever."""

from __future__ import annotations

import hashlib
import os

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import seeds
from landwright._hash import seed_words
from landwright.errors import SettingError
from landwright.hexmap import (
    CONTINENTS,
    Biomes,
    Continent,
    Erosion,
    HexMap,
    Land,
    Layout,
    Rivers,
    Temperature,
    Towns,
    WaterCycle,
    climate,
    continent,
    neighbors,
    validate,
)
from landwright.hexmap._continent import _draft, _grow, _regions
from landwright.hexmap._kernels import nearby, weathering
from naive import hexmap_continent as naive

PLAIN = Erosion(percentage=0.0)


def words(seed: int, *names: str) -> tuple[int, int]:
    return seed_words(seeds.derive(seeds.derive(seed, "hexmap.continent"), *names))


def frames(least: int = 1, most: int = 30):
    def layout(columns: int, rows: int, wrap: bool, confluences: bool) -> Layout:
        return Layout(columns=columns, rows=rows, wrap=wrap and columns > 1, confluences=confluences)

    size = st.integers(least, most)
    return st.builds(layout, size, size, st.booleans(), st.booleans())


@pytest.mark.jit_off
@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (1, 3), (2, 2), (5, 4), (6, 7)])
def test_neighbors_are_those_of_the_coordinates(size: tuple[int, int], wrap: bool) -> None:
    layout = Layout(columns=size[0], rows=size[1], wrap=wrap and size[0] > 1)
    found = np.empty((size[0] * size[1], 6), np.int32)
    nearby.find_near(0, size[1], size[1], size[0], layout.wrap, found)
    assert np.array_equal(found, neighbors(layout))


@pytest.mark.jit_off
@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("regions", [1, 2, 3, 4])
def test_land_grows_as_its_twin(wrap: bool, regions: int) -> None:
    layout = Layout(columns=16, rows=12, wrap=wrap)
    land = Land(border=2, regions=regions, region_border=1, percentage=30.0, smallest_piece=20, largest_piece=30)
    draft = _draft(HexMap(layout))
    stream = seeds.derive(5, "hexmap.continent")
    _grow(draft, land, stream)
    flip = bool(words(5, "regions")[0] & 1)
    twin = naive.grow(layout, _regions(layout, land, 1.0, flip), land, round(192 * 0.3), words(5, "land"))
    assert draft.level_c.tolist() == twin


@given(frames(), st.integers(0, 2**32), st.sampled_from([5.0, 33.0, 50.0, 95.0]), st.integers(1, 4), st.booleans())
def test_exactly_the_wanted_land_is_dry(layout: Layout, seed: int, share: float, regions: int, ring: bool) -> None:
    shape = "ring" if ring else "free"
    noun = Continent(
        land=Land(percentage=share, regions=regions, shape=shape), erosion=PLAIN, rivers=Rivers(percentage=0.0)
    )
    land = continent(HexMap(layout), noun, seed=seed)
    assert np.count_nonzero(~land.underwater) == int(layout.rows * layout.columns * share / 100.0 + 0.5)
    assert land.elevation.min() >= noun.land.lowest
    assert land.elevation.max() <= noun.land.highest


@pytest.mark.jit_off
@pytest.mark.parametrize("percentage", [30.0, 100.0])
def test_erosion_is_its_twin_and_keeps_the_sum(percentage: float) -> None:
    layout = Layout(columns=9, rows=8)
    level = np.random.default_rng(3).integers(-2, 9, 72).astype(np.int32)
    near = neighbors(layout).astype(np.int32)
    worn = level.copy()
    seed = np.array(words(1, "erosion"), np.uint32)
    left = weathering.wear(np.zeros(4, np.int64), near, percentage, seed, np.zeros(1, np.int64), worn)
    assert worn.tolist() == naive.wear(near.tolist(), level.tolist(), percentage, words(1, "erosion"))
    assert worn.sum() == level.sum()
    assert left == sum(weathering.steep(cell, near, worn) > 0 for cell in range(72))
    assert left == (0 if percentage == 100.0 else left)


@given(frames(4), st.integers(0, 2**32), st.floats(0.0, 100.0))
def test_erosion_moves_levels_and_leaves_the_share_of_cliffs(layout: Layout, seed: int, percentage: float) -> None:
    def grown(worn: float) -> HexMap:
        return continent(
            HexMap(layout), Continent(erosion=Erosion(percentage=worn), rivers=Rivers(percentage=0.0)), seed=seed
        )

    before, after = grown(0.0), grown(percentage)
    assert after.elevation.sum() == before.elevation.sum()
    first, last = cliffs(before), cliffs(after)
    assert last <= max(int(first * (100.0 - percentage) * 0.01), 0) or percentage == 0.0


def cliffs(land: HexMap) -> int:
    near, level = neighbors(land.layout), land.elevation.ravel().astype(int)
    drop = np.where(near >= 0, level[:, np.newaxis] - level[near], 0)
    return int((drop >= 2).any(axis=1).sum())


@pytest.mark.jit_off
@pytest.mark.parametrize("wrap", [False, True])
@pytest.mark.parametrize("wind", ["NW", "E"])
def test_the_water_cycle_is_its_twin(wrap: bool, wind: str) -> None:
    layout = Layout(columns=8, rows=7, wrap=wrap)
    level = np.random.default_rng(1).integers(-2, 9, (7, 8))
    land = HexMap(layout, elevation=level, water_level=3)
    cycle = WaterCycle(steps=12, wind=wind, runoff=0.4, seepage=0.3)
    found = climate(land, Continent(water_cycle=cycle)).moisture
    near = neighbors(layout).tolist()
    twin = naive.rain(near, level.ravel().tolist(), [3] * 56, cycle, 8)
    assert np.abs(found.ravel() - twin).max() < 1e-12


@pytest.mark.jit_off
def test_temperature_follows_latitude_and_height() -> None:
    land = HexMap.empty(5, 9).replace(elevation=3, water_level=3)
    for hemisphere, order in (("both", [0, 8, 1, 7, 4]), ("north", [8, 7, 4, 0]), ("south", [0, 1, 4, 8])):
        noun = Continent(temperature=Temperature(hemisphere=hemisphere, jitter=0.0, coldest=0.1, warmest=0.9))
        warm = climate(land, noun).temperature
        assert (np.diff(warm[order].mean(axis=1)) >= -1e-15).all()
        assert warm.min() > 0.1
        assert warm.max() < 0.9 + 1e-12
        high = climate(land.replace(elevation=8), noun).temperature
        assert np.allclose(high, warm * (1.0 - 5.0 / 6.0))
    spells = (
        climate(land, Continent(temperature=Temperature(jitter=0.05)), seed=3).temperature
        - climate(land, Continent(temperature=Temperature(jitter=0.0)), seed=3).temperature
    )
    assert 0.005 < np.abs(spells).max() <= 0.05 + 1e-12


def test_spells_meet_at_the_seam() -> None:
    """On a map that wraps, neighbours across the seam differ no more than neighbours elsewhere."""
    land = HexMap(Layout(columns=40, rows=20, wrap=True), elevation=3, water_level=3)
    warm = climate(land, Continent(temperature=Temperature(jitter=0.5)), seed=8).temperature
    steps = np.abs(np.diff(np.hstack([warm, warm[:, :1]]), axis=1))
    assert steps[:, -1].max() < 1.5 * steps[:, :-1].max()
    open_map = climate(
        land.replace(layout=land.layout.replace(wrap=False)), Continent(temperature=Temperature(jitter=0.5)), seed=8
    )
    assert np.abs(open_map.temperature[:, 0] - open_map.temperature[:, -1]).max() > steps[:, :-1].max()


@given(frames(), st.integers(0, 2**32), st.sampled_from(sorted(CONTINENTS)))
def test_rivers_keep_every_rule(layout: Layout, seed: int, name: str) -> None:
    """H-I7 to H-I9, no loops, every river ends in water or in another river, and lakes lie level in their banks."""
    noun = CONTINENTS[name].replace(rivers=Rivers(percentage=40.0, extra_lake=0.5, shortest=2, lake_size=4))
    land = continent(HexMap(layout), noun, seed=seed)
    assert [finding for finding in validate(land) if "road" not in finding.text] == []
    near = neighbors(layout)
    out, into = land.river_out.ravel(), land.river_in.ravel()
    level, water = land.elevation.ravel().astype(int), land.water_level.ravel().astype(int)
    wet = land.underwater.ravel()
    roads = land.roads.ravel()
    for cell in np.flatnonzero(out >= 0):
        to = near[cell, out[cell]]
        assert to >= 0
        assert into[to] >> (out[cell] + 3) % 6 & 1
        assert level[cell] >= level[to] or water[cell] == level[to]
        assert not roads[cell] >> out[cell] & 1
    assert sum(bin(bits).count("1") for bits in into) == np.count_nonzero(out >= 0)
    if not layout.confluences:
        assert max(bin(bits).count("1") for bits in into) <= 1
    for spring in np.flatnonzero((out >= 0) & (into == 0)):
        cell, steps = spring, 0
        while out[cell] >= 0:
            cell, steps = near[cell, out[cell]], steps + 1
            assert steps <= out.size, "a river runs in a circle"
        assert wet[cell], "a river ends on dry land"
    for cell in np.flatnonzero(wet):
        beside = near[cell][near[cell] >= 0]
        assert (water[beside][wet[beside]] == water[cell]).all()
        assert (level[beside][~wet[beside]] >= water[cell]).all()


def test_confluences_join_rivers() -> None:
    noun = Continent(rivers=Rivers(percentage=30.0))
    counts = []
    for meet in (False, True):
        land = continent(HexMap(Layout(columns=60, rows=40, confluences=meet)), noun, seed=4)
        counts.append(int((np.array([bin(bits).count("1") for bits in land.river_in.ravel()]) > 1).sum()))
    assert counts[0] == 0
    assert counts[1] > 5


def test_rivers_fill_their_budget_and_are_not_too_short() -> None:
    land = continent(HexMap.empty(60, 40), Continent(rivers=Rivers(shortest=5, extra_lake=0.0)), seed=2)
    dry = np.count_nonzero(~land.underwater)
    cells = np.count_nonzero(((land.river_out >= 0) | (land.river_in > 0)) & ~land.underwater)
    assert 0.05 * dry < cells < 0.1 * dry + 60
    near, out, into = neighbors(land.layout), land.river_out.ravel(), land.river_in.ravel()
    for spring in np.flatnonzero((out >= 0) & (into == 0)):
        cell, length = spring, 1
        while out[cell] >= 0:
            cell, length = near[cell, out[cell]], length + 1
        assert length >= 5


def test_biomes_come_from_the_table() -> None:
    """A table of one ground gives that ground, except on heights and beside rivers."""
    for ground in (1, 2):
        table = (((ground, 1),) * 4,) * 4
        land = continent(HexMap.empty(40, 30), Continent(biomes=Biomes(table=table)), seed=6)
        dry = ~land.underwater
        low = dry & (land.elevation < 8)
        river = (land.river_out >= 0) | (land.river_in > 0)
        assert (land.terrain[low] == ground).all()
        assert (land.terrain[dry & ~low] == 4).all()
        assert (land.plant[low & ~river] == 1).all()
        assert (land.plant[low & river] == 2).all()
        assert (land.plant[~dry] == 0).all()
    jungle = continent(HexMap.empty(40, 30), Continent(biomes=Biomes(table=(((1, 3),) * 4,) * 4)), seed=6)
    assert (
        jungle.plant[~jungle.underwater & (jungle.elevation < 8)] == 3
    ).all()  # beside rivers too: there are no more
    desert = continent(HexMap.empty(40, 30), Continent(biomes=Biomes(table=(((0, 0),) * 4,) * 4)), seed=6)
    dry = ~desert.underwater
    assert (desert.terrain[dry] == np.where(desert.elevation[dry] >= 6, 3, 0)).all()


def test_towns_are_apart_and_joined() -> None:
    noun = Continent(towns=Towns(density=12.0, spacing=5, walls=1.0))
    land = continent(HexMap.empty(60, 40), noun, seed=3)
    center = np.flatnonzero(land.urban.ravel() == 3)
    assert len(center) > 8
    assert not validate(land)
    for a in center:
        assert all(naive.distance(land.layout, int(a), int(b)) >= 5 for b in center if b != a)
    assert not land.underwater[(land.urban > 0) | (land.farm > 0) | (land.roads > 0)].any()
    assert np.array_equal(land.walled, land.urban > 0)
    joined = land.roads.ravel()[center] > 0
    assert joined.mean() > 0.7
    level = land.elevation.ravel().astype(int)
    near, roads = neighbors(land.layout), land.roads.ravel()
    for cell in np.flatnonzero(roads):
        for side in range(6):
            if roads[cell] >> side & 1:
                assert abs(level[cell] - level[near[cell, side]]) <= 1
    plain = continent(HexMap.empty(60, 40), Continent(), seed=3)
    assert np.array_equal(plain.elevation, land.elevation)
    assert not plain.urban.any()


def test_given_land_keeps_its_heights() -> None:
    rng = np.random.default_rng(2)
    given_land = HexMap.empty(20, 15).replace(elevation=rng.integers(0, 9, (15, 20)), water_level=3)
    noun = Continent(land=Land(source="given"), erosion=PLAIN, rivers=Rivers(percentage=0.0))
    land = continent(given_land, noun, seed=1)
    assert np.array_equal(land.elevation, given_land.elevation)
    assert np.array_equal(land.water_level, given_land.water_level)
    assert len(np.unique(land.terrain)) > 2


def digest(land: HexMap) -> str:
    state = hashlib.blake2b(digest_size=8)
    for array in land.arrays().values():
        state.update(array.astype("<i2").tobytes())
    return state.hexdigest()


GOLDEN = {
    "archipelago": "2b7e89d64c88f065",
    "continent": "bbd9a25685194831",
    "desert_coast": "525703ac0226e73b",
    "frozen_north": "44e02d81ec0a5ac5",
    "inland_sea": "1f6d03a3429dca00",
    "kingdoms": "446536bdc3c78837",
    "pangaea": "fd470f049c94a177",
}


@pytest.mark.parametrize("name", sorted(CONTINENTS))
def test_a_continent_is_the_same_on_every_machine(name: str) -> None:
    wrap, columns = name == "pangaea", 110 if name == "continent" else 40
    land = continent(
        HexMap(Layout(columns=columns, rows=60 if columns > 80 else 30, wrap=wrap)), CONTINENTS[name], seed=name
    )
    assert digest(land) == GOLDEN[name]


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for threads in ("1", "3"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        assert os.environ["LANDWRIGHT_THREADS"] == threads
        found.append(digest(continent(HexMap.empty(90, 70), CONTINENTS["kingdoms"], seed=1)))
    assert found[0] == found[1]


def test_seeds_differ_and_large_maps_keep_their_continents() -> None:
    a, b = (continent(HexMap.empty(40, 30), seed=seed) for seed in (1, 2))
    assert (a.underwater != b.underwater).mean() > 0.1
    coast = []
    for scaled in (True, False):
        land = continent(HexMap.empty(240, 180), Continent(land=Land(scale_with_map=scaled)), seed=1)
        wet = land.underwater
        coast.append(np.count_nonzero(wet[:, 1:] != wet[:, :-1]))
    assert coast[0] < 0.8 * coast[1]


def test_settings_refuse() -> None:
    for build, text in (
        (
            lambda: Land(smallest_piece=90, largest_piece=50),
            r"smallest_piece must not be above largest_piece \(50\), got 90",
        ),
        (lambda: Land(percentage=99.0), "percentage"),
        (lambda: Temperature(coldest=0.8, warmest=0.2), "coldest must not be above warmest"),
        (lambda: Biomes(moistures=(0.5, 0.2, 0.9)), "moistures must rise"),
        (lambda: WaterCycle(wind="N"), "wind"),
    ):
        with pytest.raises(SettingError, match=text):
            build()
    for noun in CONTINENTS.values():
        assert Continent.from_json(noun.to_json()) == noun
