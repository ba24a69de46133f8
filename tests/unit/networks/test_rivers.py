"""Rivers and lakes: they never rise, dig their beds, keep their banks, and end where water ends (R-I19 to R-I21)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import FieldError, SettingError
from landwright.networks import Line, Network, Rivers, press_rivers, river_mesh
from naive.networks_corridor import nearest_segments
from naive.networks_water import height_at, loose_ends, rises

DATA = Path(__file__).resolve().parents[3] / "examples" / "data" / "st_helens_wa_30m.tif"


def _rough(seed: int, size: int = 48, cell: float = 10.0, gain: float = 0.5) -> lw.Heightfield:
    grid = lw.Grid(shape=(size, size + 5), cell_size=cell, origin=(1000.0, 3000.0))
    land = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=25.0 * cell), octaves=6, gain=gain)
    return lw.Heightfield(8.0 * cell * lw.noise.sample(land, grid, seed=seed), grid=grid)


def _valley() -> lw.Heightfield:
    y, x = np.mgrid[0:65, 0:65] * 10.0
    return lw.Heightfield(0.1 * abs(x - 320.0) + 0.05 * (640.0 - y) + 20.0, cell_size=10.0)


def _fork(cell: float = 5.0) -> lw.Heightfield:
    """Two valleys that meet and run on to the south."""
    n = 121
    y, x = np.mgrid[0:n, 0:n] * cell
    mid, arm = 0.5 * (n - 1) * cell, 0.5 * (n - 1) * cell - y
    off = np.where(arm > 0.0, abs(abs(x - mid) - 0.8 * arm), abs(x - mid))
    return lw.Heightfield(0.15 * off + 0.04 * ((n - 1) * cell - y) + 20.0, cell_size=cell)


def _check(field: lw.Heightfield, noun: Rivers, made: dict[str, Any]) -> Network:
    network, after, water = made[noun.network], made["elevation"], made["water"]
    assert list(rises(network)) == []
    assert list(loose_ends(network, field.grid, field.elevation, noun.sea_level)) == []
    assert np.isfinite(after.elevation).all()
    assert water.values.min() >= 0.0
    found = lw.networks.corridor(field.grid, network, 0.0, 0.5 * network.of_points["width"])
    inside = found.gap < -1e-6
    surface = found.carry(network.points[:, 2])[inside]
    bed = after.elevation.reshape(-1)[found.cells[inside]]
    step = np.spacing(np.float32(np.abs(after.elevation).max() + 1.0))
    assert (bed < surface + step).all()  # R-I20, to float32
    deep = found.gap < -0.1 * found.carry(network.of_points["width"])
    assert (after.elevation.reshape(-1)[found.cells[deep]] < found.carry(network.points[:, 2])[deep]).all()
    return network


def _hanging(network: Network, after: lw.Heightfield, lowered_to: lw.Heightfield | None) -> np.ndarray:
    """Return how far the outer vertices of ribbons lie above the ground beside them, away from mouths."""
    mesh = river_mesh(network, lowered_to)
    west, north = after.grid.north_west
    rows, x0, y0 = after.elevation.tolist(), after.grid.x, after.grid.y
    wet = [
        (line[i, :2], 0.5 * width[i], edge)
        for edge, line in enumerate(network.lines())
        for width in [network.of_points["width"][network.span(edge)]]
        for i in range(len(line))
    ]
    middles, halves = np.array([at for at, _, _ in wet]), np.array([half for _, half, _ in wet])
    high = []
    for (x, y, z), (u, _) in zip(mesh.vertices.tolist(), mesh.uv0.tolist(), strict=True):
        if u not in (0.0, 1.0) or not (x0[0] <= x <= x0[-1] and y0[-1] <= y <= y0[0]):
            continue
        if (np.hypot(*(middles - (x, y)).T) - halves).min() > 0.5 * after.cell_size:
            high.append(z - height_at(rows, west, north, after.cell_size, x, y))
    assert len(high) > 50
    return np.array(high)


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    lakes=st.booleans(),
    sea=st.sampled_from([None, -20.0, 5.0]),
    gain=st.sampled_from([0.3, 0.55]),
)
def test_on_random_ground_rivers_keep_their_rules(seed: int, lakes: bool, sea: float | None, gain: float) -> None:
    field = _rough(seed, gain=gain)
    noun = Rivers(min_area=8000.0, lakes=lakes, sea_level=sea, min_lake_area=500.0, min_lake_depth=0.5, runoff=20.0)
    made = press_rivers(field, noun)
    _check(field, noun, made)


def test_on_a_real_mountain_rivers_keep_their_rules() -> None:
    field = lw.ops.crop(lw.read(DATA), **_middle(lw.read(DATA).grid, 140))
    noun = Rivers(min_area=1.5e5, runoff=2.0)
    network = _check(field, noun, press_rivers(field, noun))
    assert len(network) > 10
    assert network.of_edges["order"].max() >= 2


def _middle(grid: lw.Grid, cells: int) -> dict[str, float]:
    x, y = float(grid.x.mean()), float(grid.y.mean())
    half = 0.5 * cells * grid.cell_size
    return {"west": x - half, "east": x + half, "south": y - half, "north": y + half}


def test_every_sample_in_the_bed_is_dug_and_every_sample_beyond_the_bank_is_left() -> None:
    field = _valley()
    made = press_rivers(field, Rivers(min_area=5e4, lakes=False, width=300.0, depth=3.0))
    network, after = made["rivers"], made["elevation"].elevation
    half, bank = 0.5 * network.of_points["width"], network.of_points["bank"]
    twin = nearest_segments(field.grid.x, field.grid.y, network.points, network.starts, half, bank)
    for row in range(field.grid.rows):
        for col in range(field.grid.cols):
            before, now = float(field.elevation[row, col]), float(after[row, col])
            if (row, col) not in twin:
                assert now == before
                continue
            i, t, distance, gap = twin[row, col]
            level, width, depth, ring = (
                float(values[i] + t * (values[i + 1] - values[i]))
                for values in (network.points[:, 2], 2.0 * half, network.of_points["depth"], bank)
            )
            if gap < 0.0:
                expected = min(before, level - depth * (1.0 - (2.0 * distance / width) ** 2))
                assert made["water"].values[row, col] == pytest.approx(level - expected, abs=2e-5)
            else:
                assert before >= level - 1e-4  # the water was laid so that no bank lies below it
                expected = level + min(gap / ring, 1.0) * (before - level)
                assert made["water"].values[row, col] == 0.0
            assert now == pytest.approx(expected, abs=2e-5)


def test_along_a_hillside_the_lower_bank_holds_the_water() -> None:
    y, x = np.mgrid[0:50, 0:60] * 10.0
    field = lw.Heightfield(0.3 * (490.0 - y) + 0.02 * (590.0 - x), cell_size=10.0)
    stroke = Line(points=[(20.0, 250.0), (585.0, 250.0)], width=40.0)
    made = press_rivers(field, Rivers(source="lines", lines=(stroke,)))
    network = _check(field, Rivers(), made)
    found = lw.networks.corridor(field.grid, network, 20.0, 0.5 * network.of_points["width"])
    shore = (found.gap >= 0.0) & (np.abs(field.grid.x[found.cells % 60] - 300.0) < 200.0)
    assert shore.sum() > 50
    level = found.carry(network.points[:, 2])[shore]
    assert (made["elevation"].elevation.reshape(-1)[found.cells[shore]] >= level - 1e-4).all()
    assert (
        field.elevation.reshape(-1)[found.cells[shore & (found.gap < 9.0)]]
        >= found.carry(network.points[:, 2])[shore & (found.gap < 9.0)]
    ).all()


def test_width_and_depth_follow_the_discharge() -> None:
    noun = Rivers(min_area=5e4, lakes=False, runoff=3.0, width=40.0, depth=2.0)
    network = press_rivers(_valley(), noun)["rivers"]
    discharge = network.of_points["discharge"]
    far = 20  # beyond the spring, where a river begins small
    assert network.of_points["width"][0] == pytest.approx(0.4 * 15.0)
    assert network.of_points["depth"][0] == pytest.approx(0.2 * 2.0 * discharge[0] ** 0.4)
    area = lw.hydrology.drainage_area(lw.hydrology.flow(_valley())).max()
    assert discharge[-1] == pytest.approx(area * 3.0 / 31557600.0, rel=0.03)
    assert network.of_points["depth"][far:] == pytest.approx(2.0 * discharge[far:] ** 0.4)
    assert network.of_points["width"][far:] == pytest.approx(np.maximum(40.0 * np.sqrt(discharge[far:]), 15.0))
    assert (np.diff(discharge) >= 0.0).all()


def test_two_rivers_meet_at_one_level_and_bend_into_each_other() -> None:
    field = _fork()
    noun = Rivers(min_area=1e4, lakes=False, runoff=30.0)
    made = press_rivers(field, noun)
    network = _check(field, noun, made)
    ends, counts = np.unique(network.edges[:, 1], return_counts=True)
    meets = ends[counts >= 2]
    assert meets.size
    for node in meets:
        out = int(np.flatnonzero(network.edges[:, 0] == node)[0])
        for edge in np.flatnonzero(network.edges[:, 1] == node):
            into = network.line(int(edge))[-1, :2] - network.line(int(edge))[-4, :2]
            away = network.line(out)[3, :2] - network.line(out)[0, :2]
            assert into @ away / np.linalg.norm(into) / np.linalg.norm(away) > 0.4


def test_courses_have_no_kinks() -> None:
    network = press_rivers(_rough(4, 64), Rivers(min_area=8000.0, lakes=False))["rivers"]
    for line in network.lines():
        step = np.diff(line[:, :2], axis=0)
        heading = np.unwrap(np.arctan2(step[:, 1], step[:, 0]))
        assert np.degrees(np.abs(np.diff(heading))).max(initial=0.0) < 30.0


@pytest.mark.parametrize("seed", range(4))
def test_the_edges_of_ribbons_lie_under_the_ground(seed: int) -> None:
    field = _rough(seed, 56)
    noun = Rivers(min_area=1e4, runoff=20.0, lakes=False)
    made = press_rivers(field, noun)
    assert np.quantile(_hanging(made["rivers"], made["elevation"], None), 0.95) < 0.1
    assert _hanging(made["rivers"], made["elevation"], made["elevation"]).max() <= 1e-4


def test_a_lake_is_level_and_the_river_leaves_it_where_it_spills() -> None:
    y, x = np.mgrid[0:81, 0:61] * 10.0
    ground = 0.05 * (800.0 - y) + 0.2 * abs(x - 300.0) + 20.0
    ground += 15.0 * np.exp(-(((y - 500.0) / 60.0) ** 2))  # a bar across the valley
    field = lw.Heightfield(ground, cell_size=10.0)
    noun = Rivers(min_area=3e4, runoff=10.0, min_lake_area=1e3)
    made = press_rivers(field, noun)
    network = _check(field, noun, made)
    assert network.of_nodes["lake"].max() == 1
    level = network.of_nodes["level"][network.of_nodes["lake"] == 1]
    assert len(level) >= 3  # the middle, where a river comes in, where it leaves
    assert np.ptp(level) == 0.0
    found = lw.hydrology.depressions(field)
    assert level[0] == found.level[0]
    surface = made["elevation"].elevation + made["water"].values
    lake = lw.hydrology.lakes(field).values > 0.0
    assert np.abs(surface[lake] - level[0]).max() < 1e-3
    out = [edge for edge in range(len(network)) if network.of_nodes["lake"][network.edges[edge, 0]] == 1]
    assert len(out) == 1
    pour = divmod(int(found.pour_from[0]), 61)
    place = network.nodes[network.edges[out[0], 0]]
    assert np.hypot(place[0] - field.grid.x[pour[1]], place[1] - field.grid.y[pour[0]]) < 60.0


def test_lakes_inside_lakes_are_one_lake_at_the_outer_level() -> None:
    ground = np.full((15, 25), 30.0)
    ground[2:13, 2:23] = 14.0
    ground[3:12, 3:11], ground[3:12, 14:22] = 2.0, 5.0
    ground[7, 23:] = 20.0
    made = press_rivers(lw.Heightfield(ground, cell_size=20.0), Rivers(min_area=1e6))
    levels = made["rivers"].of_nodes["level"]
    assert levels.tolist() == [20.0]
    assert (made["elevation"].elevation + made["water"].values)[2:13, 2:23] == pytest.approx(20.0)


def test_small_depressions_fill_where_a_river_crosses_them_and_only_there() -> None:
    field = _valley()
    ground = field.elevation.copy()
    ground[30, 30:35] -= 1.5  # on the river
    ground[10, 8] -= 5.0  # far from it
    field = field.with_elevation(ground)
    noun = Rivers(min_area=5e4, min_lake_area=1e5)
    made = press_rivers(field, noun)
    _check(field, noun, made)
    assert made["elevation"].elevation[10, 8] == ground[10, 8]
    assert made["rivers"].of_nodes["lake"].max() == 0


def test_a_river_ends_in_the_sea_at_its_level() -> None:
    y, x = np.mgrid[0:65, 0:65] * 10.0
    field = lw.Heightfield(0.1 * abs(x - 320.0) + 0.05 * (640.0 - y) - 8.0, cell_size=10.0)
    noun = Rivers(min_area=5e4, sea_level=0.0, lakes=False)
    network = _check(field, noun, press_rivers(field, noun))
    end = network.line(len(network) - 1)[-1]
    assert end[2] == 0.0
    assert network.points[:, 2].min() == 0.0


def test_drawn_rivers_follow_their_lines_and_run_on_to_the_edge() -> None:
    field = _fork()
    stroke = Line(points=[(150.0, 560.0), (280.0, 420.0), (300.0, 340.0)], width=12.0, name="Aller")
    brook = Line(points=[(450.0, 560.0), (380.0, 450.0), (285.0, 400.0), (150.0, 400.0)], width=9.0)
    noun = Rivers(source="lines", lines=(stroke, brook))
    made = press_rivers(field, noun)
    network = _check(field, noun, made)
    assert set(network.names) == {"Aller", ""}
    assert network.of_points["width"][network.span(0)].tolist()[20] == 12.0
    for at in stroke.points[1:]:
        assert min(np.hypot(*(line[:, :2] - at).T).min() for line in network.lines()) < 12.0
    _, counts = np.unique(network.edges[:, 1], return_counts=True)
    assert (counts == 2).sum() == 1  # the brook flows into the river that it crosses
    assert len(network) == 3


def test_a_stroke_of_equal_points_is_a_lake() -> None:
    stroke = Line(points=[(300.0, 300.0)] * 4, width=40.0)
    made = press_rivers(_valley(), Rivers(source="lines", lines=(stroke,)))
    assert len(made["rivers"]) == 0
    assert made["water"].values.max() > 0.0


def test_water_that_is_there_is_kept() -> None:
    field = _valley()
    there = np.zeros(field.shape)
    there[5:9, 5:9] = 3.0
    layers = {"elevation": field, "flood": lw.Layer(there, grid=field.grid, unit="m")}
    made = press_rivers(layers, Rivers(min_area=5e4, water="flood"))
    assert (made["water"].values[5:9, 5:9] == 3.0).all()
    assert (made["water"].values > 0.0).sum() > 16


def test_threads_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    field = _rough(9)
    one = press_rivers(field, Rivers(min_area=8000.0))
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    two = press_rivers(field, Rivers(min_area=8000.0))
    assert np.array_equal(one["elevation"].elevation, two["elevation"].elevation)
    assert np.array_equal(one["rivers"].points, two["rivers"].points)


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (2, 2), (9, 1)])
def test_the_smallest_grounds_hold(shape: tuple[int, int]) -> None:
    field = lw.Heightfield(np.arange(shape[0] * shape[1], dtype=float).reshape(shape), cell_size=10.0)
    made = press_rivers(field, Rivers(min_area=100.0))
    assert made["elevation"].shape == shape


def test_level_ground_holds() -> None:
    field = lw.Heightfield(np.zeros((20, 20)), cell_size=10.0)
    noun = Rivers(min_area=500.0)
    _check(field, noun, press_rivers(field, noun))


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(SettingError, match="water must name a layer made by an earlier stage"):
        press_rivers({"elevation": _valley()}, Rivers(water="flood"))
    with pytest.raises(FieldError, match="must hold the ground"):
        press_rivers({}, Rivers())
    noun = Rivers(source="lines", lines=(Line(points=[(0.0, 1.0), (2.0, 3.0)]),), bank=2.0)
    assert Rivers.from_json(noun.to_json()) == noun
    assert noun.replace(network="brooks").layers_written() == {"elevation", "water", "brooks"}
