"""What stands on a hex map: against a twin from the specification, and rule by rule."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright import hexmap
from landwright.errors import FieldError, SettingError
from landwright.hexmap import KINDS, Features, HexMap, Instances, Layout, Metrics
from landwright.testing import random_hexmap
from naive import hexmap_features as naive
from naive.hexmap_walls import Walls

LEVELS = ("urban", "farm", "plant")


def twin(land: HexMap) -> list[tuple]:
    """Rows of the twin in our frame: kind, level, variant, slot, cell, position, yaw, stretch."""
    noise, dice = hexmap.noise_texture(land.seeds[1]).tolist(), hexmap.hash_grid(land.seeds[0]).tolist()
    rows = naive.features(land, noise, dice)
    rows += [("tower", 0, 0, slot, cell, p, yaw, 1.0) for cell, slot, p, yaw in Walls(land, noise, dice).towers]
    return sorted(((*row[:5], (row[5][0], row[5][2], row[5][1]), *row[6:]) for row in rows), key=lambda r: (r[4], r[3]))


def assert_rows(found: Instances, expected: list[tuple]) -> None:
    order = np.argsort(found.ids)
    rows = found.select(order)
    assert len(rows) == len(expected)
    for index, (kind, level, variant, slot, cell, position, yaw, stretch) in enumerate(expected):
        assert KINDS[rows.kind[index]] == kind
        assert (rows.level[index], rows.variant[index], rows.slot[index], rows.cell[index]) == (
            level,
            variant,
            slot,
            cell,
        )
        np.testing.assert_allclose(rows.position[index], position, atol=1e-6)
        turn = abs(rows.yaw[index] - yaw) % 360.0
        assert min(turn, 360.0 - turn) < 1e-5
        assert 0.0 <= rows.yaw[index] < 360.0
        expected_scale = (1.0, stretch, 1.0) if kind == "bridge" else (1.0, 1.0, 1.0)
        np.testing.assert_allclose(rows.scale[index], expected_scale, atol=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_features_stand_where_the_twin_puts_them(seed: int) -> None:
    """Kill: any rule of slots, choice, variants, shifted centers, bridges or towers changed."""
    land = random_hexmap(seed, 11, 13, rivers=0.8, roads=0.5, water=0.1, features=0.8, roughness=0.1 * seed)
    assert_rows(hexmap.features(land), twin(land))


def test_features_stand_where_the_twin_puts_them_on_a_map_that_wraps() -> None:
    layout = Layout(columns=8, rows=7, wrap=True, seed="a town", noise_seed=5, origin=(100.0, -7.0))
    land = random_hexmap(2, layout=layout, features=0.9)
    found = hexmap.features(land)
    assert_rows(found, twin(land))
    assert found.origin == (100.0, -7.0, 0.0)


@pytest.mark.jit_off
def test_the_same_uncompiled() -> None:
    land = random_hexmap(8, 6, 5, rivers=0.9, roads=0.6, water=0.1, features=0.9)
    assert_rows(hexmap.features(land), twin(land))


def test_rebuilding_gives_the_same_rows_and_chunks_join_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """H-I23. Kill: a dice table that goes on rolling; a chunk that takes its neighbour's cell."""
    land = random_hexmap(3, 23, 17, features=0.9)
    whole = hexmap.features(land)
    hexmap.hash_grid.cache_clear()
    assert hexmap.features(land) == whole
    down, across = land.layout.chunks
    parts = [hexmap.features_chunk(land, cz, cx) for cz, cx in itertools.product(range(down), range(across))]
    assert hexmap.join_instances(parts) == whole
    for threads in ("1", "3"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        assert hexmap.features(land) == whole
    assert len(np.unique(whole.ids)) == len(whole)
    assert hexmap.features(land.replace(layout=land.layout.replace(seed=99))) != whole


def test_many_chunks_are_joined_in_order() -> None:
    land = HexMap.empty(130, 120).replace(plant=3)
    found, (down, across) = hexmap.features(land), land.layout.chunks
    last = hexmap.features_chunk(land, down - 1, across - 1)
    assert last == found.select(np.arange(len(found) - len(last), len(found)))


@pytest.mark.parametrize("kind", LEVELS)
@pytest.mark.parametrize("level,shares", [(1, (0.0, 0.0, 0.4)), (2, (0.0, 0.4, 0.2)), (3, (0.4, 0.2, 0.2))])
def test_shares_of_densities_are_those_of_the_level(kind: str, level: int, shares: tuple[float, ...]) -> None:
    """H-I24, over more than 100,000 slots. Kill: a threshold of another level; "<=" of a wrong index."""
    land = HexMap.empty(125, 120).replace(**{kind: level})
    found = hexmap.features(land)
    slots = 7 * land.rows * land.columns
    assert slots > 1e5
    share = np.bincount(found.level, minlength=3) / slots
    np.testing.assert_allclose(share, shares, atol=0.01)
    assert np.all(share[np.array(shares) == 0.0] == 0.0)
    assert found.counts()[kind] == len(found)
    variants = np.bincount(found.variant, minlength=2) / len(found)
    np.testing.assert_allclose(variants, 0.5, atol=0.015)
    assert np.histogram(found.yaw, 8, (0.0, 360.0))[0].min() > 0.11 * len(found)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(LEVELS))
def test_a_higher_level_only_adds_and_upgrades(seed: int, kind: str) -> None:
    """H-I25. Kill: thresholds that fall with the level."""
    land = random_hexmap(seed, 6, 5, features=0.0)
    before: dict[int, int] = {}
    for level in (1, 2, 3):
        found = hexmap.features(land.replace(**{kind: level})).select(kind)
        now = dict(zip(found.ids.tolist(), found.level.tolist(), strict=True))
        assert before.keys() <= now.keys()
        assert all(now[each] <= was for each, was in before.items())
        before = now


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 6 * 7 - 1))
def test_what_others_are_changes_nothing_on_a_cell(seed: int, cell: int) -> None:
    """H-I26: all other cells are rolled anew but for rivers and roads. Kill: dice drawn in order; a slot that looks at its neighbour."""
    land, other = random_hexmap(seed, 6, 7, features=0.9), random_hexmap(seed + 1, 6, 7, features=0.9)
    at = np.arange(42).reshape(7, 6) == cell
    names = ("elevation", "water_level", "terrain", "walled", *LEVELS)
    changed = land.replace(**{name: np.where(at, getattr(land, name), getattr(other, name)) for name in names})

    def own(which: HexMap) -> Instances:
        found = hexmap.features(which)
        return found.select((found.cell == cell) & (found.slot <= 8))

    assert own(land) == own(changed)


def test_dice_are_uniform_below_one_and_choose_every_variant() -> None:
    """H-I27. Kill: values up to 1; a table not filled to the end; columns that copy each other."""
    dice = hexmap.hash_grid(1234)
    assert dice.shape == (65536, 5)
    assert not dice.flags.writeable
    assert dice.min() >= 0.0
    assert 0.9985 < dice.max() <= 0.999
    for count in (1, 2, 3, 7, 64):
        picked = np.floor(dice * count)
        assert picked.max() == count - 1
    for column in range(5):
        assert np.histogram(dice[:, column], 10, (0.0, 0.999))[0].min() > 6553 - 350
    assert np.abs(np.corrcoef(dice.T) - np.eye(5)).max() < 0.02
    assert np.abs(np.corrcoef(dice[1:, 0], dice[:-1, 0])[0, 1]) < 0.02
    assert not np.array_equal(hexmap.hash_grid("1234"), dice)


def test_every_variant_of_a_larger_collection_is_used() -> None:
    found = hexmap.features(HexMap.empty(40, 40).replace(farm=3), Features(farm_variants=(5, 1, 3)))
    for level, count in enumerate((5, 1, 3)):
        assert set(found.variant[found.level == level]) == set(range(count))


def test_dice_lie_in_squares_of_four_metres_from_the_origin_on_both_sides() -> None:
    """X27: floor, then modulo. Kill: truncation towards zero, which mirrors the squares beside the axes."""
    from landwright.hexmap._kernels.dice import throw

    assert [int(throw(x, 0.0, 0.25)) for x in (-4.1, -3.9, -0.1, 0.0, 3.9, 4.0, 1023.9, 1024.0)] == [
        *(254, 255, 255, 0, 0, 1, 255, 0)
    ]
    assert [int(throw(0.0, y, 0.25)) for y in (-0.1, 0.1, 4.0 - 1e-12)] == [255 * 256, 0, 256]


@pytest.mark.parametrize("confluences", [False, True])
def test_feet_stand_on_the_ground(confluences: bool) -> None:
    """H-I28, against the triangles of the ground. Kill: a place in the river, the height of another cell, half the height added."""
    layout = Layout(columns=7, rows=6, confluences=confluences)
    land = random_hexmap(4, layout=layout, rivers=0.7, water=0.1, roads=0.1, features=1.0)
    found = hexmap.features(land)
    found = found.select(found.slot < 8)
    ground = hexmap.triangulate(land)["terrain"]
    corners = ground.vertices[ground.faces]
    for x, y, z in found.position:
        heights = naive.heights_under(corners, x, y)
        assert len(heights)
        assert np.abs(heights - z).min() < 1e-9
    assert np.array_equal(found.position[:, 2], hexmap.cell_heights(land).ravel()[found.cell])
    rivers = (land.river_out.ravel() >= 0) | (land.river_in.ravel() > 0)
    assert np.count_nonzero(rivers[found.cell]) > 30
    if confluences:
        several = land.river_in.ravel() & (land.river_in.ravel() - 1)
        assert np.count_nonzero(several[found.cell]) > 5


def banks(land: HexMap, cell: int) -> list[bool]:
    """Whether each bank of a river cell has a road, going round from side to side."""
    into, out = int(land.river_in.ravel()[cell]), int(land.river_out.ravel()[cell])
    roads = int(land.roads.ravel()[cell])
    crossed = [bool(into >> d & 1) or d == out for d in range(6)]
    start = crossed.index(True)
    found, current = [], None
    for d in [(start + k) % 6 for k in range(1, 7)]:
        if crossed[d]:
            if current is not None:
                found.append(current)
            current = None
        else:
            current = bool(current) or bool(roads >> d & 1)
    return found


def test_bridges_join_two_banks_with_roads() -> None:
    """H-I15. Kill: a bridge without a road on one bank, two bridges in a cell, none where a straight river has roads on both banks."""
    straight = bent = 0
    for seed in range(12):
        land = random_hexmap(seed, 20, 15, rivers=0.9, roads=0.7, water=0.1, roughness=0.05)
        found = hexmap.features(land).select("bridge")
        cells = found.cell.tolist()
        assert len(cells) == len(set(cells))
        for cell in cells:
            assert banks(land, cell) == [True, True]
        into, out = land.river_in.ravel(), land.river_out.ravel()
        for cell in range(into.size):
            if into[cell] and out[cell] >= 0 and not land.underwater.ravel()[cell]:
                turn = (int(into[cell]).bit_length() - 1 - int(out[cell])) % 6
                if turn == 3 and banks(land, cell) == [True, True]:
                    assert cell in cells
                    straight += 1
                elif turn in (1, 5):
                    assert cell not in cells
        bent += sum((int(into[cell]).bit_length() - 1 - int(out[cell])) % 6 in (2, 4) for cell in cells)
    assert straight > 10
    assert bent > 5


def test_nothing_grows_in_water_on_specials_in_rivers_or_on_roads() -> None:
    for seed in range(4):
        land = random_hexmap(seed, 12, 10, water=0.5, roads=0.6, rivers=0.6, features=0.9)
        found = hexmap.features(land)
        flat = {name: array.ravel()[found.cell].astype(int) for name, array in land.arrays().items()}
        wet = land.underwater.ravel()[found.cell]
        assert not wet[found.slot < 9].any()
        beside = (found.slot >= 1) & (found.slot <= 6)
        side = found.slot.astype(int) - 1
        taken = (flat["river_in"] >> side % 6 & 1) | (flat["roads"] >> side % 6 & 1) | (flat["river_out"] == side)
        assert not taken[beside].any()
        center = found.slot == 0
        assert not (flat["river_in"] | flat["roads"] | (flat["river_out"] >= 0))[center].any()
        assert not flat["special"][found.slot < 7].any()
        special = (land.special.ravel() > 0) & ~land.underwater.ravel()
        assert np.array_equal(found.cell[found.slot == 7], found.select(found.slot == 7).cell)
        assert set(found.cell[found.slot == 7].tolist()) == set(np.flatnonzero(special).tolist())
        names = [("castle", "ziggurat", "megaflora")[k - 1] for k in flat["special"][found.slot == 7]]
        assert found.select(found.slot == 7).names() == names


def test_the_type_with_the_smallest_throw_stands_and_ties_keep_the_earlier() -> None:
    """B18. Kill: the largest wins, or the last."""
    land = HexMap.empty(30, 30)
    alone = [hexmap.features(land.replace(**{name: 3})) for name in LEVELS]
    dice = hexmap.hash_grid(land.seeds[0])
    together = hexmap.features(land.replace(urban=3, farm=3, plant=3))
    held = [dict(zip(one.ids.tolist(), range(len(one)), strict=True)) for one in alone]
    assert set(together.ids.tolist()) == set().union(*held)
    counts = together.counts()
    assert min(counts[name] for name in LEVELS) > 0.3 * len(together)
    assert dice.shape[1] == 5


def test_specials_bridges_and_towers_can_be_left_out_and_gates_and_free_walls_added() -> None:
    land = random_hexmap(5, 20, 15, roads=0.8, rivers=0.8, walls=0.5, features=1.0, water=0.1, roughness=0.0)
    plain = hexmap.features(land)
    assert plain.counts()["gate"] == 0
    assert plain.counts()["bridge"] > 0
    assert plain.counts()["tower"] > 0
    bare = hexmap.features(land, Features(bridges=False, towers=False))
    assert bare == plain.select((plain.names() != np.array("x")) & ~np.isin(plain.slot, (8, 9, 10)))
    gated = hexmap.features(land, Features(gates=True))
    assert gated.select(gated.slot < 11) == plain
    gates = gated.select("gate")
    near = hexmap.neighbors(land.layout)
    assert len(gates) > 3
    for cell, slot in zip(gates.cell, gates.slot, strict=True):
        side = int(slot) - 11
        assert land.roads.ravel()[cell] >> side & 1
        assert land.walled.ravel()[cell] != land.walled.ravel()[near[cell, side]]
    free = hexmap.features(land, Features(avoid_walls=True))
    gone = set(plain.ids.tolist()) - set(free.ids.tolist())
    assert gone
    assert set(free.ids.tolist()) < set(plain.ids.tolist())
    for one in gone:
        cell, slot = divmod(one, 16)
        assert 1 <= slot <= 6
        assert land.walled.ravel()[cell] != land.walled.ravel()[near[cell, slot - 1]]


def test_bearings_are_those_of_arctan2() -> None:
    from landwright.hexmap._kernels.features import heading

    rng = np.random.default_rng(1)
    points = [
        *rng.normal(size=(300, 2)),
        (0.0, 0.0),
        (1.0, 0.0),
        (0.0, 1.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (1.0, 1.0),
        (-1.0, -1.0),
    ]
    points += [(1e-9, 1.0), (-1e-18, 1.0), (1.0, 1e-9)]
    for x, y in points:
        found = heading(float(x), float(y))
        away = abs(found - np.degrees(np.arctan2(x, y)))
        assert 0.0 <= found < 360.0
        assert min(away, abs(away - 360.0)) < 1e-12 * 360


def test_instances_refuse_what_does_not_fit() -> None:
    with pytest.raises(FieldError, match="kind must be from 0 to 8, got 9"):
        Instances([9])
    with pytest.raises(FieldError, match=r"position must have the shape \(2, 3\)"):
        Instances([0, 1], position=[[0.0, 0.0, 0.0]])
    with pytest.raises(FieldError, match="level must hold whole numbers"):
        Instances([0], level=[0.5])
    with pytest.raises(FieldError, match="yaw must be finite"):
        Instances([0], yaw=[np.nan])
    with pytest.raises(FieldError, match="Did you mean 'castle'"):
        Instances([0]).select("castel")
    with pytest.raises(FieldError, match="origin must be"):
        hexmap.join_instances([Instances([0]), Instances([0], origin=(1.0, 0.0, 0.0))])
    with pytest.raises(SettingError, match="cx must be from 0 to 3, got 4"):
        hexmap.features_chunk(HexMap.empty(20, 15), 0, 4)
    assert len(hexmap.join_instances([])) == 0
    one = Instances([3, 4], cell=[1, 2])
    with pytest.raises(ValueError, match="read-only"):
        one.position[0] = 1.0
    assert one != Instances([3, 4], cell=[1, 3])
    assert one == Instances([3, 4], cell=[1, 2])
    assert repr(one) == "Instances(1 castle, 1 ziggurat)"


def test_features_round_trip_and_refuse() -> None:
    noun = Features(urban_variants=(3, 1, 1), gates=True)
    assert Features.model_validate(noun.model_dump()) == noun
    with pytest.raises(SettingError, match="plant_variants"):
        Features(plant_variants=(0, 1, 1))
    thresholds = Metrics(feature_thresholds=((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)), tower_threshold=0.0)
    land = HexMap.empty(layout=Layout(columns=6, rows=6, metrics=thresholds)).replace(plant=3)
    found = hexmap.features(land)
    assert len(found) == 7 * 36
    assert set(found.level.tolist()) == {2}
