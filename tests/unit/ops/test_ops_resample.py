from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.errors import FieldError
from landwright.testing import assert_refuses, checker, fields, hills, masks, plane
from naive.ops_neighbors import resample as naive_resample

SOURCE = Grid(shape=(7, 9), cell_size=10.0, origin=(100.0, 260.0))


@pytest.mark.jit_off
@pytest.mark.parametrize("method", ["bilinear", "cubic"])
def test_resample_equals_its_plain_twin(method) -> None:
    field = Heightfield(np.random.default_rng(1).normal(0, 50, SOURCE.shape), grid=SOURCE)
    grid = Grid(shape=(8, 10), cell_size=7.3, origin=(95.0, 262.0))
    out = ops.resample(field, grid, method=method).elevation
    for r, c in np.ndindex(grid.shape):
        place = (260.0 - grid.y[r]) / 10.0, (grid.x[c] - 100.0) / 10.0
        assert out[r, c] == pytest.approx(naive_resample(field.elevation, *place, method), rel=1e-5, abs=1e-3)


@given(fields(SOURCE, gaps=True), st.sampled_from(["nearest", "bilinear", "cubic"]))
def test_shared_samples_keep_every_bit(field, method) -> None:
    same = ops.resample(field, SOURCE, method=method)
    assert (same.elevation == field.elevation).all()
    fine = ops.resample(field, cell_size=5.0, method=method)
    assert fine.shape == (13, 17)
    assert (fine.elevation[::2, ::2] == field.elevation).all()
    back = ops.resample(fine, SOURCE, method=method)
    assert (back.elevation == field.elevation).all()
    held = np.ones(SOURCE.shape, bool) if field.mask is None else field.mask
    for one in (same, back):
        assert (held == (True if one.mask is None else one.mask)).all()


@pytest.mark.parametrize("method", ["bilinear", "cubic"])
def test_planes_are_exact_and_smooth_hills_nearly(method) -> None:
    grid = Grid(shape=(20, 20), cell_size=3.7, origin=(115.0, 245.0))
    small = Grid(shape=(8, 8), cell_size=4.0, origin=(120.0, 240.0))
    assert np.allclose(
        ops.resample(plane(SOURCE, 0.4, -0.3), small, method=method).elevation,
        plane(small, 0.4, -0.3).elevation,
        atol=1e-4,
    )
    source = Grid(shape=(60, 60), cell_size=10.0, origin=(0.0, 600.0))
    error = np.abs(
        ops.resample(hills(source, 100, 300), grid, method=method).elevation - hills(grid, 100, 300).elevation
    )
    assert error.max() < (1.2 if method == "bilinear" else 0.1)


def test_outside_the_source_there_is_no_data_and_layers_go_on() -> None:
    wide = Grid(shape=(5, 5), cell_size=40.0, origin=(60.0, 300.0))
    out = ops.resample(plane(SOURCE), wide)
    inside = np.zeros(wide.shape, bool)
    inside[1:3, 1:4] = True
    assert (out.mask == inside).all()
    layer = ops.resample(Layer(plane(SOURCE).elevation, grid=SOURCE, unit="degC"), wide)
    assert layer.unit == "degC"
    assert layer.values[0, 0] == plane(SOURCE).elevation[0, 0]
    assert isinstance(ops.resample(Mask(np.ones(SOURCE.shape), grid=SOURCE), wide, method="cubic"), Mask)


@given(masks(SOURCE))
def test_a_mask_stays_within_zero_and_one(mask) -> None:
    assert isinstance(ops.resample(mask, cell_size=3.0, method="cubic"), Mask)


def test_gaps_do_not_leak() -> None:
    grid = Grid(shape=(20, 20), cell_size=10.0)
    data = np.random.default_rng(7).random(grid.shape) > 0.3
    field = Heightfield(np.where(data, 50.0 + hills(grid, 20.0, 90.0).elevation, -32768.0), grid=grid, mask=data)
    held = field.elevation[data]
    for method in ("nearest", "bilinear", "cubic"):
        out = ops.resample(field, cell_size=3.0, method=method)
        assert out.elevation[out.mask].min() >= held.min() - (5.0 if method == "cubic" else 1e-3)
        assert out.elevation[out.mask].max() <= held.max() + (5.0 if method == "cubic" else 1e-3)
        assert 0.6 < out.mask.mean() < 0.8


def test_beside_a_gap_the_samples_with_data_share_its_weight() -> None:
    field = Heightfield([[10.0, 20.0], [-9999.0, -9999.0]], cell_size=10.0, mask=[[True, True], [False, False]])
    at = Grid(shape=(1, 1), cell_size=10.0, origin=(3.0, 6.0))  # four tenths of a cell south, three east
    assert ops.resample(field, at).elevation[0, 0] == pytest.approx(13.0)
    cubic = ops.resample(field, at, method="cubic").elevation[0, 0]
    assert 10.0 < cubic < 20.0


@given(fields(SOURCE, gaps=True), st.data())
def test_window_crop_and_pad(field, data) -> None:
    r0, c0 = data.draw(st.integers(0, 6)), data.draw(st.integers(0, 8))
    r1, c1 = data.draw(st.integers(r0 + 1, 7)), data.draw(st.integers(c0 + 1, 9))
    part = ops.window(field, r0, r1, c0, c1)
    assert (part.elevation == field.elevation[r0:r1, c0:c1]).all()
    assert (part.grid.x == SOURCE.x[c0:c1]).all()
    box = {"west": part.grid.x[0], "east": part.grid.x[-1], "north": part.grid.y[0], "south": part.grid.y[-1]}
    again = ops.crop(field, **box)
    assert again.grid == part.grid
    assert (again.elevation == part.elevation).all()
    for how in ("edge", "reflect", "constant"):
        wide = ops.pad(part, 3, how, value=-7.0)
        rows, cols = part.shape
        back = ops.window(wide, 3, 3 + rows, 3, 3 + cols)
        assert (back.elevation == part.elevation).all()
        assert back.grid == part.grid
        assert (back.mask is None) == (part.mask is None)
    assert wide.elevation[0, 0] == -7.0


@given(
    fields(max_side=20, gaps=True),
    st.integers(1, 9),
    st.integers(1, 9),
    st.integers(0, 3),
    st.randoms(use_true_random=False),
)
def test_tiles_and_stitch_are_inverse_to_the_bit(field, rows, cols, overlap, shuffle) -> None:
    size = rows + overlap, cols + overlap
    parts = ops.tiles(field, size, overlap)
    for (i, j), part in parts.items():
        for (di, dj), mine, other in (
            ((0, 1), np.s_[:, -overlap:], np.s_[:, :overlap]),
            ((1, 0), np.s_[-overlap:], np.s_[:overlap]),
        ):
            neighbor = parts.get((i + di, j + dj))
            if neighbor is not None and overlap:
                assert (part.elevation[mine] == neighbor.elevation[other]).all()
                assert part.shape == size or di + dj == 1
    mixed = list(parts.values())
    shuffle.shuffle(mixed)
    for whole in (ops.stitch(parts), ops.stitch(mixed)):
        assert whole.grid == field.grid
        assert (whole.grid.x == field.grid.x).all()
        assert (whole.grid.y == field.grid.y).all()
        assert (whole.elevation == field.elevation).all()
        assert (whole.mask is None) == (field.mask is None)
        assert whole.mask is None or (whole.mask == field.mask).all()


def test_k_tiles_of_n_make_k_times_n_minus_one_plus_one() -> None:
    field = checker(Grid(shape=(4 * 8 + 1, 3 * 8 + 1), cell_size=2.0))
    parts = ops.tiles(field, 9)
    assert len(parts) == 12
    assert {part.shape for part in parts.values()} == {(9, 9)}
    assert len(ops.tiles(ops.window(field, 0, 32, 0, 24), 8, overlap=0)) == 12
    assert ops.tiles(field, 100)[0, 0].shape == field.shape


def test_stitch_refuses_what_does_not_fit() -> None:
    parts = ops.tiles(plane(Grid(shape=(9, 9), cell_size=10.0)), 5)
    lifted = {**parts, (1, 1): ops.scale(parts[1, 1], ops.Scale(factor=2.0))}
    assert_refuses(ops.stitch, "must agree where it overlaps", "scaled one by one", tiles=lifted, error=FieldError)
    assert_refuses(ops.stitch, "must leave no gap", tiles=[parts[0, 0], parts[1, 1]], error=FieldError)
    assert_refuses(ops.stitch, "at least one tile", tiles=[], error=FieldError)
    moved = Heightfield(parts[0, 1].elevation, grid=Grid(shape=(5, 5), cell_size=10.0, origin=(43.0, 80.0)))
    assert_refuses(ops.stitch, "must lie on the samples", tiles=[parts[0, 0], moved], error=FieldError)
    coarse = Heightfield(np.zeros((5, 5)), cell_size=20.0)
    assert_refuses(ops.stitch, "20 m", tiles=[parts[0, 0], coarse], error=FieldError)


def test_refusals() -> None:
    field = plane(SOURCE)
    assert_refuses(ops.resample, "method", "Did you mean 'bilinear'", field=field, cell_size=5.0, method="bilinar")
    assert_refuses(ops.resample, "either grid or cell_size", field=field)
    assert_refuses(ops.resample, "either grid or cell_size", field=field, grid=SOURCE, cell_size=1.0)
    assert_refuses(ops.resample, "cell_size must be > 0", field=field, cell_size=-1.0)
    assert_refuses(ops.window, "must lie inside the 7 rows and 9 columns", field=field, row0=0, row1=8, col0=0, col1=1)
    assert_refuses(ops.crop, "must hold a sample of the map", field=field, west=0.0, east=1.0, south=0.0, north=1.0)
    assert_refuses(ops.window, "must be given whole numbers", field=field, row0=0.0, row1=3, col0=0, col1=1)
    for cells in (-1, 2.0, "x"):
        assert_refuses(ops.pad, "cells must be a whole number >= 0", field=field, cells=cells)
    assert_refuses(ops.pad, "how", "Did you mean 'edge'", field=field, cells=1, how="edges")
    assert_refuses(ops.tiles, "larger than the overlap of 3", field=field, size=3, overlap=3)
    assert_refuses(ops.tiles, "overlap must be >= 0", field=field, size=3, overlap=-1)
