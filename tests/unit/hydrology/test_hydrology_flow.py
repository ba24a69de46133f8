"""Flow graphs: who receives, in which order, what adds up."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from landwright import Grid, Heightfield, hydrology
from landwright.errors import FieldError, SettingError
from landwright.field import Mask
from landwright.hydrology import Flow, FlowArea
from naive import hydrology_flow as naive
from naive.hydrology_cases import CASES, made

METHODS = ["steepest", "d_infinity", "multiple"]


def position(graph: hydrology.FlowGraph) -> np.ndarray:
    place = np.empty(len(graph), np.int64)
    place[graph.order] = np.arange(len(graph))
    return place


@pytest.mark.jit_off
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", CASES)
def test_every_cell_descends_to_a_base_level(name: str, method: str) -> None:
    field = made(name)
    graph = hydrology.flow(field, Flow(method=method))
    n = field.elevation.size
    assert np.array_equal(np.sort(graph.order), np.arange(n)), "the order holds every cell once"
    place = position(graph)
    own = np.arange(n)
    gives = graph.receivers != own
    assert (place[graph.receivers[gives]] < place[own[gives]]).all(), "a receiver comes before its donors"
    base = naive.edge(field.shape, field.mask)
    assert graph.base_levels.tolist() == sorted(base)
    surface = hydrology.fill(field).elevation.reshape(-1)
    assert (surface[graph.receivers] <= surface).all(), "no receiver is higher on the filled ground"
    near = naive.around(field.shape, 5.0, field.mask)
    for i in np.flatnonzero(gives):
        distance = dict(near[int(i)])[int(graph.receivers[i])]
        assert graph.distances[i] == np.float32(distance)
    area = hydrology.drainage_area(graph)
    data = n if field.mask is None else int(field.mask.sum())
    exact = area[graph.base_levels].sum()
    assert exact == 25.0 * data if method == "steepest" else exact == pytest.approx(25.0 * data, rel=1e-6)
    if graph.shares is not None:
        starts, to, weights = graph.shares
        giver = np.repeat(own, np.diff(starts))
        assert (place[to] < place[giver]).all()
        assert (surface[to] <= surface[giver]).all()
        total = np.bincount(giver, weights, minlength=n)
        assert np.allclose(total, gives, atol=1e-6)
        assert (weights >= 0.0).all()


@pytest.mark.jit_off
@pytest.mark.parametrize("name", CASES)
def test_water_takes_the_steepest_way_where_there_is_one(name: str) -> None:
    field = made(name)
    graph = hydrology.flow(field)
    z = field.elevation.reshape(-1).tolist()
    near, base = naive.around(field.shape, 5.0, field.mask), naive.edge(field.shape, field.mask)
    want = naive.steepest(z, near, base)
    filled = hydrology.fill(field).elevation.reshape(-1)
    lake = {i for i in near if filled[i] > z[i]}
    for i in near:
        r = int(graph.receivers[i])
        if want[i] is not None and i not in lake:
            # only the way carved from a lake leaves the steepest way, and only where that leads back into the lake
            assert r == want[i] or filled[want[i]] == filled[i]
    if not lake:
        assert all(int(graph.receivers[i]) == want[i] for i in near if want[i] is not None)


def test_level_ground_takes_the_nearest_way_out() -> None:
    z = np.full((9, 11), 3.0)
    z[4, 10] = 1.0
    inner = np.full((9, 11), 5.0)
    inner[1:8, 1:10] = 3.0
    inner[4, 10] = 1.0
    graph = hydrology.flow(Heightfield(inner))
    steps = hydrology.downstream_sum(graph, 1.0).reshape(9, 11)
    r, c = np.mgrid[1:8, 1:10]
    assert np.array_equal(steps[1:8, 1:10], np.maximum(np.abs(r - 4), 10 - c) + 1)
    plain = hydrology.downstream_sum(hydrology.flow(Heightfield(np.zeros((9, 12)))), 1.0).reshape(9, 12)
    r, c = np.mgrid[0:9, 0:12]
    edge = np.minimum(np.minimum(r, 8 - r), np.minimum(c, 11 - c))
    assert np.array_equal(plain, edge + 1), "a base level of the same elevation is a way out"
    closed = hydrology.flow(Heightfield(z), Flow(edges="closed"))
    assert closed.base_levels.tolist() == [54]


@pytest.mark.jit_off
def test_of_equally_steep_ways_in_a_table_the_lowest_index_wins() -> None:
    table = [[-1, -1, -1], [-1, -1, -1], [-1, -1, -1], [2, 0, 1]]
    base = [True, True, True, False]
    assert hydrology.flow_on(table, 1.0, [1.0, 1.0, 1.0, 5.0], base_levels=base).receivers.tolist() == [0, 1, 2, 0]
    assert hydrology.flow_on(table, 1.0, [2.0, 1.0, 1.0, 5.0], base_levels=base).receivers.tolist() == [0, 1, 2, 1]


@pytest.mark.jit_off
@pytest.mark.parametrize("exponent", [1.0, 1.1, 3.0])
@pytest.mark.parametrize("name", ["rough", "whole numbers", "masked", "two columns"])
def test_many_receivers_are_those_of_the_twin(name: str, exponent: float) -> None:
    field = made(name)
    graph = hydrology.flow(field, Flow(method="multiple", exponent=exponent))
    filled = hydrology.fill(field).elevation.reshape(-1).astype(float)
    near = naive.around(field.shape, 5.0, field.mask)
    want = naive.divided(field.elevation.reshape(-1).tolist(), filled, near, graph.receivers, exponent)
    compare(graph, want)


@pytest.mark.jit_off
@pytest.mark.parametrize("name", ["rough", "row", "column"])
def test_d_infinity_is_that_of_the_twin(name: str) -> None:
    field = made(name)
    graph = hydrology.flow(field, Flow(method="d_infinity"))
    filled = hydrology.fill(field).elevation.reshape(-1)
    compare(graph, naive.facets(field.elevation.reshape(-1), filled, field.shape, graph.receivers))


def compare(graph: hydrology.FlowGraph, want: list[dict]) -> None:
    assert graph.shares is not None
    starts, to, weights = graph.shares
    for i, shares in enumerate(want):
        got = {int(to[q]): float(weights[q]) for q in range(starts[i], starts[i + 1]) if weights[q] > 0.0}
        assert got == pytest.approx(shares, abs=2e-5), i


def test_d_infinity_follows_a_plane_exactly() -> None:
    grid = Grid(shape=(9, 9), cell_size=2.0)
    for east, north in ((1.0, 0.0), (1.0, 1.0), (1.0, 0.5), (-0.25, 1.0)):
        plane = Heightfield(-east * grid.x[None, :] - north * grid.y[:, None], grid=grid)
        graph = hydrology.flow(plane, Flow(method="d_infinity"))
        assert graph.shares is not None
        starts, to, weights = graph.shares
        i = 4 * 9 + 4
        r, c = np.divmod(to[starts[i] : starts[i + 1]].astype(int), 9)
        w = weights[starts[i] : starts[i + 1]].astype(float)
        bearing = np.arctan2(4 - r, c - 4)
        turn = (
            bearing[0] + w[-1] * ((bearing[-1] - bearing[0] + np.pi) % (2 * np.pi) - np.pi)
            if len(w) > 1
            else bearing[0]
        )
        away = (turn - np.arctan2(north, east) + np.pi) % (2 * np.pi) - np.pi
        assert abs(away) < 1e-6


@pytest.mark.jit_off
@pytest.mark.parametrize("method", METHODS)
def test_sums_are_those_of_the_twin(method: str) -> None:
    field = made("rough")
    graph = hydrology.flow(field, Flow(method=method))
    values = np.random.default_rng(2).random(len(graph))
    up, down = hydrology.upstream_sum(graph, values), hydrology.downstream_sum(graph, values)
    if graph.shares is None:
        assert np.allclose(up, naive.upstream(graph.receivers.tolist(), values.tolist()))
        links = [{int(r): 1.0} if r != i else {} for i, r in enumerate(graph.receivers)]
    else:
        starts, to, weights = graph.shares
        links = [dict(zip(to[a:b].tolist(), weights[a:b].tolist())) for a, b in itertools.pairwise(starts)]
    for i, shares in enumerate(links):
        assert down[i] == pytest.approx(values[i] + sum(w * down[m] for m, w in shares.items()))
    gained = up - values
    for i, shares in enumerate(links):
        for m, w in shares.items():
            gained[m] -= w * up[i]
    assert np.allclose(gained, 0.0, atol=1e-9)


def test_donors_and_weights_mirror_receivers() -> None:
    for method in METHODS:
        graph = hydrology.flow(made("rough"), Flow(method=method))
        for i in range(len(graph)):
            mine = graph.donors[graph.donor_starts[i] : graph.donor_starts[i + 1]]
            assert mine.tolist() == [d for d in np.flatnonzero(graph.receivers == i) if d != i]
        assert (graph.weights[graph.base_levels] == 0.0).all()
        assert ((graph.weights >= 0.0) & (graph.weights <= 1.0)).all()
        if method == "steepest":
            assert graph.weights.sum() == len(graph) - graph.base_levels.size


def test_a_graph_on_a_table_is_the_raster_s() -> None:
    field = made("rough")
    near = naive.around(field.shape, 5.0)
    table = np.full((len(near), 8), -1)
    length = np.ones((len(near), 8))
    for i, ways in near.items():
        for k, (m, d) in enumerate(ways[::-1]):  # another order of ways changes nothing
            table[i, k], length[i, k] = m, d
    for method in ("steepest", "multiple"):
        ours = hydrology.flow(field, Flow(method=method))
        theirs = hydrology.flow_on(table, length, field.elevation, Flow(method=method), areas=25.0)
        assert np.array_equal(ours.receivers, theirs.receivers)
        assert np.allclose(hydrology.drainage_area(ours), hydrology.drainage_area(theirs), rtol=1e-6)
        assert np.array_equal(ours.distances, theirs.distances)
    for tilt in (False, True):
        noun = hydrology.Fill(tilt=tilt)
        assert np.array_equal(
            hydrology.fill(field, noun).elevation.reshape(-1),
            hydrology.fill_on(table, length, field.elevation, noun),
        )


def test_hexagons_drain_to_the_edge_of_their_map() -> None:
    from landwright.hexmap import Layout, neighbors

    layout = Layout(columns=21, rows=17)
    table = neighbors(layout)
    z = np.random.default_rng(3).integers(0, 5, 21 * 17).astype(float)
    for method in ("steepest", "multiple"):
        graph = hydrology.flow_on(table, 8.66, z, Flow(method=method), areas=65.0)
        assert np.array_equal(graph.base_levels, np.flatnonzero((table < 0).any(axis=1)))
        total = hydrology.drainage_area(graph)[graph.base_levels].sum()
        assert total == pytest.approx(65.0 * z.size, rel=1e-6)
        filled = hydrology.fill_on(table, 8.66, z)
        assert (filled[graph.receivers] <= filled).all()
    near = {i: [(int(m), 8.66) for m in row if m >= 0] for i, row in enumerate(table)}
    base = set(graph.base_levels.tolist())
    assert np.array_equal(filled, np.float32(naive.least_surface(z.tolist(), near, base)))


def test_a_sphere_without_edges_drains_to_its_lowest_cell_or_sea() -> None:
    # an octahedron: every corner is a neighbour of four
    table = [[1, 2, 3, 4], [0, 2, 4, 5], [0, 1, 3, 5], [0, 2, 4, 5], [0, 1, 3, 5], [1, 2, 3, 4]]
    graph = hydrology.flow_on(table, 1.0, [5.0, 4.0, 9.0, 3.0, 8.0, 7.0])
    assert graph.base_levels.tolist() == [3]
    assert hydrology.drainage_area(graph)[3] == 6.0
    sea = hydrology.flow_on(table, 1.0, [5.0, 4.0, 9.0, 3.0, 8.0, 7.0], Flow(sea_level=4.5), areas=[1.0] * 5 + [2.5])
    assert sea.base_levels.tolist() == [1, 3]
    assert hydrology.drainage_area(sea)[[1, 3]].sum() == 7.5


def test_rain_and_runoff_make_the_flow() -> None:
    field = made("rough")
    rain = np.random.default_rng(5).random(field.shape)
    layers = {"elevation": field, "moisture": Mask(rain, cell_size=5.0)}
    made_flow = hydrology.flow_area(layers, FlowArea(runoff=0.5, rain="moisture"))["flow"]
    assert made_flow.unit == "m3/yr"
    want = naive.upstream(hydrology.flow(field).receivers.tolist(), (np.float32(rain) * 12.5).reshape(-1).tolist())
    assert np.allclose(made_flow.values.reshape(-1), want, rtol=1e-6)
    plain = hydrology.flow_area(field)
    assert np.array_equal(plain.values.reshape(-1), np.float32(hydrology.drainage_area(hydrology.flow(field))))
    dry = {"elevation": field, "rain": Heightfield(rain - 1.0, cell_size=5.0)}
    with pytest.raises(FieldError, match="must be >= 0 as rain"):
        hydrology.flow_area(dry, FlowArea(rain="rain"))


@pytest.mark.parametrize(
    "change, message",
    [
        ({"neighbors": [[1], [2]]}, "one row for each cell"),
        ({"neighbors": [[1], [0], [3]]}, "must be -1 or from 0 to 2"),
        ({"elevation": [1.0, np.nan, 2.0]}, "must be finite"),
        ({"distances": 0.0}, "must be > 0"),
        ({"distances": [1.0, 2.0]}, "must be a number or have the shape"),
        ({"base_levels": [True]}, "must have 3 values"),
        ({"areas": [1.0, 2.0]}, "must be a number or 3 values"),
    ],
)
def test_a_wrong_table_is_refused(change: dict, message: str) -> None:
    given = {"neighbors": [[1], [0], [1]], "distances": 1.0, "elevation": [1.0, 2.0, 3.0], **change}
    with pytest.raises(FieldError, match=message):
        hydrology.flow_on(**given)


def test_d_infinity_needs_a_raster_and_sums_need_fitting_values() -> None:
    with pytest.raises(SettingError, match="must be steepest or multiple"):
        hydrology.flow_on([[1], [0]], 1.0, [1.0, 2.0], Flow(method="d_infinity"))
    graph = hydrology.flow(made("row"))
    with pytest.raises(FieldError, match="must be a number or 19 values"):
        hydrology.upstream_sum(graph, [1.0, 2.0])
    with pytest.raises(FieldError, match="must be finite"):
        hydrology.downstream_sum(graph, [np.inf] * 19)
    with pytest.raises(SettingError, match="must be > 0"):
        hydrology.streams(graph, 0.0)
    with pytest.raises(FieldError, match="must have 19 values"):
        hydrology.strahler_order(graph, [True])
