"""Filling and breaching against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import Heightfield, hydrology
from landwright.errors import FieldError, SettingError
from landwright.field import Mask
from landwright.hydrology import Breach, Fill
from naive import hydrology_flow as naive
from naive.hydrology_cases import CASES, made


def twin(field: Heightfield, extra: set[int] = frozenset(), step: bool = False) -> np.ndarray:
    near, base = naive.around(field.shape, 5.0, field.mask), naive.edge(field.shape, field.mask) | set(extra)
    z = field.elevation.reshape(-1).tolist()
    return np.array(naive.least_surface(z, near, base, step), np.float32).reshape(field.shape)


@pytest.mark.jit_off
@pytest.mark.parametrize("name", CASES)
def test_fill_is_the_least_surface_that_drains(name: str) -> None:
    field = made(name)
    out = hydrology.fill(field)
    assert np.array_equal(out.elevation, twin(field))
    assert np.array_equal(hydrology.fill(out).elevation, out.elevation), "filling twice is filling once"


@pytest.mark.jit_off
@pytest.mark.parametrize("name", CASES)
def test_a_tilted_fill_is_the_least_surface_that_descends(name: str) -> None:
    field = made(name)
    out = hydrology.fill(field, Fill(tilt=True))
    assert np.array_equal(out.elevation, twin(field, step=True))
    assert np.array_equal(hydrology.fill(out, Fill(tilt=True)).elevation, out.elevation)


@pytest.mark.parametrize("tilt", [False, True])
def test_a_long_row_of_steps_is_raised_over_higher_ground(tilt: bool) -> None:
    # a level floor so long that tilting it rises above the step beside it, which must then rise too
    z = np.full((3, 40), 50.0, np.float32)
    z[1] = 1.0
    z[1, 20:] = np.nextafter(np.float32(1.0), np.float32(2.0))
    field = Heightfield(z, cell_size=5.0)
    assert np.array_equal(hydrology.fill(field, Fill(tilt=tilt)).elevation, twin(field, step=tilt))


def test_sinks_stay_closed_basins() -> None:
    field = made("rough")
    spot = np.zeros(field.shape, bool)
    spot[6, 8] = True
    out = hydrology.fill(field, sinks=spot)
    assert np.array_equal(out.elevation, twin(field, {6 * 17 + 8}))
    layers = {"elevation": field, "salt": Mask(spot.astype(float), cell_size=5.0)}
    named = hydrology.fill(layers, Fill(sinks="salt"))["output"]
    assert np.array_equal(named.elevation, out.elevation)


def test_deep_depressions_stay_when_asked() -> None:
    z = np.full((9, 20), 10.0)
    z[4, 3], z[4, 10], z[4, 11], z[4, 12], z[4, 16] = 8.0, 1.0, 5.0, 4.0, 2.0
    out = hydrology.fill(Heightfield(z), Fill(keep_depth=6.0)).elevation
    # 2 m deep: filled; 9 and 8 m deep: kept; the pit beside the deepest spills into it at 5 m
    assert out[4, [3, 10, 11, 12, 16]].tolist() == [10.0, 1.0, 5.0, 5.0, 2.0]
    everything = hydrology.fill(Heightfield(z), Fill(keep_depth=0.0)).elevation
    assert np.array_equal(everything, z)


def test_closed_edges_leave_the_lowest_sample_or_the_sea() -> None:
    z = np.array([[9.0, 8.0, 7.0], [3.0, 5.0, 1.0], [4.0, 6.0, 2.0]])
    out = hydrology.fill(Heightfield(z), Fill(edges="closed")).elevation
    assert out.tolist() == [[9.0, 8.0, 7.0], [5.0, 5.0, 1.0], [5.0, 6.0, 2.0]]
    tilted = hydrology.fill(Heightfield(z), Fill(edges="closed", tilt=True)).elevation
    assert tilted[1, 0] == np.nextafter(np.float32(5.0), np.float32(9.0))
    west = hydrology.fill(Heightfield(z), Fill(edges="west")).elevation
    assert west.tolist() == [[9.0, 8.0, 7.0], [3.0, 5.0, 5.0], [4.0, 6.0, 5.0]]
    sea = hydrology.fill(Heightfield(z), Fill(edges="closed", sea_level=3.5)).elevation
    assert np.array_equal(sea, np.float32(z)), "all that is below the sea is a base level"


def test_islands_without_an_edge_keep_their_lowest_sample() -> None:
    z = np.array([[5.0, 4.0, 0.0, 2.0, 9.0], [1.0, 6.0, 0.0, 8.0, 7.0]])
    mask = np.ones(z.shape, bool)
    mask[:, 2] = False
    for tilt in (False, True):
        out = hydrology.fill(Heightfield(z, mask=mask), Fill(edges="closed", tilt=tilt)).elevation
        assert np.array_equal(out[mask], np.float32(z)[mask])


def test_keep_depth_judges_every_depression_where_it_would_spill() -> None:
    field = made("rough")
    d = hydrology.depressions(field)
    outer = d.outermost()
    for keep in (1.0, 5.0, 12.0):
        out = hydrology.fill(field, Fill(keep_depth=keep)).elevation.reshape(-1)
        z = field.elevation.reshape(-1)
        for top in np.unique(outer):
            kept = out[d.pits[top]] == z[d.pits[top]]
            assert kept == bool(d.depth[top] > keep)
        assert ((out >= z) & (out <= hydrology.fill(field).elevation.reshape(-1))).all()


@pytest.mark.jit_off
@pytest.mark.parametrize("name", CASES)
def test_breached_ground_has_no_depression(name: str) -> None:
    field = made(name)
    out = hydrology.breach(field)
    assert (out.elevation <= field.elevation).all(), "nothing is raised"
    assert np.array_equal(hydrology.fill(out).elevation, out.elevation)
    assert np.array_equal(hydrology.breach(out).elevation, out.elevation)


def test_a_breach_takes_the_cheapest_way() -> None:
    z = np.full((5, 7), 50.0)
    z[2, 1:6] = [0.0, 1.0, 12.0, 9.0, 9.0]  # straight east: 12 + 9 + 9, over another edge 50
    z[1, 2:5] = [3.0, 4.0, 3.0]  # around: 4 + 3, more cells and far lower
    z[2, 6] = -1.0
    out = hydrology.breach(Heightfield(z)).elevation
    assert out[2, 3] == 12.0, "the barrier stays"
    path = [out[2, 1], out[2, 2], out[1, 3], out[1, 4], out[2, 5], out[2, 6]]
    assert path == sorted(path, reverse=True)
    assert out[1, 4] < 3.0


def test_limits_of_a_breach_leave_the_rest_to_filling() -> None:
    z = np.full((5, 9), 20.0)
    z[2, 2], z[2, 6], z[2, 7] = 0.0, 15.0, 16.0
    z[2, 8] = 5.0
    field = Heightfield(z, cell_size=10.0)
    out = hydrology.breach(field, Breach(max_depth=3.0)).elevation
    assert out[2, 2] == 20.0, "too deep to cut, so filled"
    assert out[2, 7] < 15.0
    short = hydrology.breach(field, Breach(max_length=15.0, fill_rest=False)).elevation
    assert short[2, 2] == 0.0
    assert np.array_equal(short, np.float32(z)), "both ways out are 20 m long"


def test_a_breach_from_below_all_edges_lowers_one() -> None:
    z = np.full((3, 5), 7.0)
    z[1, 2] = 1.0
    out = hydrology.breach(Heightfield(z)).elevation
    assert np.count_nonzero(out != np.float32(z)) == 1
    assert np.array_equal(hydrology.fill(Heightfield(out)).elevation, out)


def test_a_wrong_layer_is_refused() -> None:
    field = made("rough")
    with pytest.raises(SettingError, match="must name a layer made by an earlier stage"):
        hydrology.fill({"elevation": field}, Fill(sinks="salt"))
    with pytest.raises(SettingError, match="can name a layer only where layers are given"):
        hydrology.fill(field, Fill(sinks="salt"))
    with pytest.raises(FieldError, match="must have the shape"):
        hydrology.fill(field, sinks=np.zeros((3, 3), bool))
    with pytest.raises(FieldError, match="must lie on the grid of the ground"):
        hydrology.fill({"elevation": field, "salt": Mask(np.ones((3, 3)))}, Fill(sinks="salt"))
    with pytest.raises(FieldError, match="must hold the ground"):
        hydrology.fill({"salt": field})
