"""Illnesses of ground, made on purpose: each is found, at its place, and nothing else is; healthy ground has none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import landwright as lw
from landwright import testing
from landwright.doctor import Checkup, Finding, Place, examine
from landwright.errors import FieldError

GRID = lw.Grid(shape=(96, 112), cell_size=10.0, origin=(1000.0, 5000.0))


@pytest.fixture(scope="module")
def land() -> np.ndarray:
    """Rough ground without an illness."""
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=400.0), octaves=7, gain=0.45)
    return 300.0 + 120.0 * lw.noise.sample(noun, GRID, seed=5).astype(np.float64)


def ill(z: Any, noun: Checkup = Checkup(), **given: Any) -> list[Finding]:
    field = z if isinstance(z, lw.Heightfield) else lw.Heightfield(z, grid=GRID, **given)
    return [one for one in examine(field, noun) if one.severity != "info"]


def only(found: list[Finding]) -> Finding:
    assert len(found) == 1, [str(one) for one in found]
    return found[0]


def test_healthy_ground_has_no_illness(land: np.ndarray) -> None:
    assert ill(land) == []


@pytest.mark.parametrize("form", ["flat", "plane", "cone", "bowl", "paraboloid", "hills", "ramp", "checker"])
def test_simple_forms_have_no_errors(form: str) -> None:
    made = getattr(testing, form)(lw.Grid(shape=(65, 65), cell_size=10.0))
    assert [str(one) for one in examine(made) if one.severity == "error"] == []


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 92), st.integers(3, 108), st.sampled_from([-9999.0, -32768.0, 50000.0, -3000.0]))
def test_a_number_that_stands_apart_is_found_where_it_is(row: int, column: int, value: float) -> None:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=400.0), octaves=5)
    z = 300.0 + 120.0 * lw.noise.sample(noun, GRID, seed=1)
    z[row, column] = value
    one = only(ill(z))
    assert (one.kind, one.severity, one.count) == ("nodata", "error", 1)
    assert one.place == Place(row=row, column=column, x=1000.0 + 10.0 * column, y=5000.0 - 10.0 * row)
    assert f"{value:g} m" in one.message


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 91), st.integers(3, 107), st.sampled_from([-150.0, 150.0]), st.integers(1, 2))
def test_a_spike_is_found_where_it_is(row: int, column: int, height: float, wide: int) -> None:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=400.0), octaves=5)
    z = 300.0 + 120.0 * lw.noise.sample(noun, GRID, seed=1)
    z[row : row + wide, column : column + wide] += height
    one = only(ill(z))
    assert (one.kind, one.severity, one.count) == ("spike", "error", wide * wide)
    assert one.place is not None
    assert row <= one.place.row < row + wide  # type: ignore[operator]
    assert column <= one.place.column < column + wide  # type: ignore[operator]
    assert ("over" if height > 0 else "under") in one.message


def test_a_spike_of_gentle_ground_is_one_of_the_steepness_asked_for(land: np.ndarray) -> None:
    z = land.copy()
    z[20, 30] += 120.0
    assert only(ill(z)).kind == "spike"
    assert ill(z, Checkup(spike_slope=100.0)) == []


def test_what_the_mask_hides_is_not_examined(land: np.ndarray) -> None:
    z, mask = land.copy(), np.ones(land.shape, np.bool_)
    z[20, 30], z[21, 30], z[50] = -9999.0, 5000.0, 0.0
    mask[20:22, 30], mask[50] = False, False
    assert ill(z, mask=mask) == []
    assert {one.kind for one in ill(z)} >= {"nodata"}


@pytest.mark.parametrize("levels", [64, 128, 200])
def test_levels_of_8_bits_are_terraces(land: np.ndarray, levels: int) -> None:
    low, wide = land.min(), np.ptp(land)
    z = low + np.rint((land - low) / wide * (levels - 1)) * (wide / (levels - 1))
    one = only(ill(z))
    assert one.kind == "terraces"
    assert f"only {len(np.unique(z.astype(np.float32)))} heights" in one.message
    place = one.place
    assert place is not None
    assert place.row is not None
    assert place.column is not None
    assert z[place.row, place.column] == z[place.row, place.column + 1]


def test_levels_of_16_bits_and_whole_metres_are_none(land: np.ndarray) -> None:
    low, wide = land.min(), np.ptp(land)
    assert ill(low + np.rint((land - low) / wide * 65535) * (wide / 65535)) == []
    assert ill(np.rint(land)) == []
    assert ill(low + np.rint((land - low) / wide * 255) * (wide / 255), Checkup(min_levels=100)) == []


@pytest.mark.parametrize("kind", [np.uint16, np.int16])
def test_swapped_bytes_are_found_and_nothing_else_is_said(land: np.ndarray, kind: Any) -> None:
    words = np.rint(land * (5.0 if kind is np.int16 else 9.0)).astype(kind)
    one = only(ill(words.byteswap().astype(np.float64)))
    assert (one.kind, one.severity) == ("byte-order", "error")
    assert one.place is not None
    assert one.place.row is not None
    assert ill(words.astype(np.float64) / 9.0) == []
    assert not [one for one in ill(words.astype(np.float64)) if one.kind == "byte-order"]


def test_swapped_levels_of_a_picture_are_found(land: np.ndarray) -> None:
    unit = lw.io.settings.IMAGE_RELIEF / 65535.0
    words = np.rint((land - land.min()) / np.ptp(land) * 60000).astype(np.uint16)
    assert only(ill(words.byteswap() * unit)).kind == "byte-order"
    assert [one.kind for one in ill(words * unit) if one.kind == "byte-order"] == []


def test_white_noise_is_as_rough_either_way() -> None:
    words = np.random.default_rng(3).integers(0, 8000, GRID.shape)
    assert "byte-order" not in {one.kind for one in ill(words.astype(np.float64))}


@settings(max_examples=20, deadline=None)
@given(st.integers(16, 40), st.booleans(), st.integers(0, 1000))
def test_tiles_that_do_not_fit_show_at_their_distance(tile: int, across: bool, seed: int) -> None:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=400.0), octaves=5)
    z = 300.0 + 120.0 * lw.noise.sample(noun, GRID, seed=seed % 5).astype(np.float64)
    draw = np.random.default_rng(seed)
    for k in range(0, z.shape[1 if across else 0], tile):
        part = z[:, k : k + tile] if across else z[k : k + tile]
        part += (1 if (k // tile) % 2 else -1) * draw.uniform(8.0, 12.0)
    one = only(ill(z))
    assert (one.kind, one.severity) == ("seam", "error")
    assert f"{tile} apart" in one.message
    assert one.place is not None
    at = one.place.column if across else one.place.row
    assert at is not None
    assert at % tile in (0, tile - 1)
    assert (one.place.row is None) == across


def test_tiles_scaled_each_to_its_own_range_show(land: np.ndarray) -> None:
    z = land.copy()
    for k in range(0, 96, 32):
        for j in range(0, 112, 32):
            part = z[k : k + 32, j : j + 32]
            part[:] = (part - part.min()) / np.ptp(part) * 200.0
    found = [one for one in ill(z) if one.kind != "scale"]
    assert [one.kind for one in found] == ["seam", "seam"]
    assert all("32 apart" in one.message for one in found)


def test_one_jump_alone_is_a_warning(land: np.ndarray) -> None:
    z = land.copy()
    z[:, 60:] += 12.0
    one = only(ill(z))
    assert (one.kind, one.severity) == ("seam", "warning")
    assert one.place is not None
    assert one.place.column in (59, 60)


@pytest.mark.parametrize("turned", [False, True])
def test_a_line_without_data_is_named_once(land: np.ndarray, turned: bool) -> None:
    z = land.copy()
    (z.T if turned else z)[33] = 312.0
    one = only(ill(z))
    assert (one.kind, one.severity) == ("constant-line", "error")
    assert one.place == (Place(column=33, x=1330.0) if turned else Place(row=33, y=4670.0))


def test_level_ground_is_no_line_without_data(land: np.ndarray) -> None:
    z = land.copy()
    z[80:] = z[:80].min()
    assert "constant-line" not in {one.kind for one in ill(z)}


def test_an_edge_that_is_there_twice_is_named(land: np.ndarray) -> None:
    z = np.insert(land, 48, land[48], axis=0)
    one = only(ill(lw.Heightfield(z, cell_size=10.0)))
    assert (one.kind, one.count) == ("repeated-line", 1)
    assert one.place is not None
    assert one.place.row == 49


def test_a_stretched_map_is_named_for_each_direction(land: np.ndarray) -> None:
    found = ill(lw.Heightfield(np.repeat(np.repeat(land, 2, 0), 2, 1), cell_size=5.0))
    assert [(one.kind, one.severity) for one in found] == [("repeated-line", "warning")] * 2


def test_tops_that_were_cut_off(land: np.ndarray) -> None:
    level = float(np.quantile(land, 0.9))
    one = only(ill(np.minimum(land, level)))
    assert (one.kind, one.severity) == ("clipped", "warning")
    assert one.place is not None
    assert one.place.row is not None
    assert one.place.column is not None
    assert land[one.place.row, one.place.column] >= level
    bottom = [
        one
        for one in examine(lw.Heightfield(np.maximum(land, np.quantile(land, 0.1)), grid=GRID))
        if one.kind == "clipped"
    ]
    assert only(bottom).severity == "info"  # so is a sea


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda z: z * 60.0, "higher than any on Earth"),
        (lambda z: (z - z.min()) / np.ptp(z), "shares of a range"),
        (lambda z: z * 12.0, "steeper than"),
    ],
)
def test_heights_that_are_no_metres(land: np.ndarray, change: Any, word: str) -> None:
    one = only([one for one in ill(change(land)) if one.kind == "scale"])
    assert word in one.message


def test_numbers_that_are_no_heights_are_found_in_arrays(land: np.ndarray) -> None:
    z = land.copy()
    z[4, 5], z[6, 7:9], z[9, 1] = np.nan, np.inf, 1e30
    found = {(one.kind, str(one.place), one.count) for one in examine(z) if one.severity == "error"}
    assert ("non-finite", "row 4, column 5 (x 5 m, y 91 m)", 1) in found
    assert ("non-finite", "row 6, column 7 (x 7 m, y 89 m)", 2) in found
    assert ("nodata", "row 9, column 1 (x 1 m, y 86 m)", 1) in found
    assert len(found) == 3


def test_pits_are_counted_with_the_deepest() -> None:
    z = np.full((12, 12), 10.0) + np.arange(12)[:, None]
    z[4, 4], z[8, 8] = 3.0, 1.0
    one = only([one for one in examine(lw.Heightfield(z, cell_size=10.0)) if one.kind == "pit"])
    assert (one.severity, one.count) == ("info", 2)
    assert one.place is not None
    assert (one.place.row, one.place.column) == (8, 8)
    assert "16 m" in one.message
    assert examine(lw.Heightfield(z, cell_size=10.0), Checkup(pit_depth=50.0)) == ()


def test_the_worst_comes_first_and_severities_are_words(land: np.ndarray) -> None:
    z = land.copy()
    z[20, 30] += 150.0
    found = examine(lw.Heightfield(np.minimum(z, 400.0), grid=GRID))
    order = [("error", "warning", "info").index(one.severity) for one in found]
    assert order == sorted(order)
    assert all(one.message.endswith(".") for one in found)


def test_a_strange_thing_is_refused_with_a_sentence() -> None:
    with pytest.raises(FieldError, match=r"doctor\.examine: thing must be a Heightfield, World"):
        examine("land")


def test_examination_changes_nothing_and_says_the_same_again(land: np.ndarray) -> None:
    field = lw.Heightfield(land, grid=GRID)
    before = field.elevation.copy()
    assert examine(field) == examine(field)
    assert np.array_equal(field.elevation, before)


DATA = sorted((Path(__file__).resolve().parents[3] / "examples" / "data").glob("*.tif"))


@pytest.mark.parametrize("path", DATA, ids=lambda path: path.stem)
def test_measured_land_is_healthy(path: Path) -> None:
    assert [str(one) for one in lw.doctor.examine_file(path) if one.severity != "info"] == []


def test_the_usual_number_is_known_on_high_land_too(land: np.ndarray) -> None:
    z = (land - land.min()) / np.ptp(land) * 6000.0
    z[40, 50] = -9999.0
    one = only([one for one in ill(z) if one.kind == "nodata"])
    assert "the usual number for no data" in one.message
    z[40, 50] = -9998.0  # no further from the rest than the rest reaches
    assert [one for one in ill(z) if one.kind == "nodata"] == []


def test_whole_metres_are_told_only_where_their_steps_show(land: np.ndarray) -> None:
    def told(z: np.ndarray) -> list[str]:
        return [one.severity for one in examine(lw.Heightfield(z, grid=GRID)) if one.kind == "terraces"]

    steep = np.rint(land * 0.5 + np.random.default_rng(1).uniform(0.0, 40.0, land.shape))
    assert np.unique(steep).size < 256
    assert told(steep) == []
    assert told(np.rint(land * 0.15)) == ["info"]


def test_bytes_are_swapped_only_if_that_makes_land_so_much_smoother(land: np.ndarray) -> None:
    z = np.rint(land * 9.0).astype(np.uint16).byteswap().astype(np.float64)
    assert "byte-order" not in {one.kind for one in ill(z, Checkup(swapped_ratio=1000.0))}
