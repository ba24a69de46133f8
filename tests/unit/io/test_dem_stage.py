from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FormatError, InputMissing
from landwright.io import Dem, ReadImage, dem

GRID = lw.Grid(shape=(5, 7), cell_size=10.0, origin=(1000.0, 2000.0), crs="EPSG:32610")


@pytest.fixture
def plane(tmp_path: Path) -> tuple[lw.Heightfield, str]:
    """A slanted plane, which cubic curves follow exactly."""
    y, x = np.mgrid[0:5, 0:7]
    field = lw.Heightfield((3.0 * x + 2.0 * y).astype(np.float32), grid=GRID)
    lw.write(field, tmp_path / "plane.npy")
    return field, str(tmp_path / "plane.npy")


def test_on_the_files_own_grid_it_is_the_file(plane: tuple[lw.Heightfield, str]) -> None:
    field, path = plane
    for place in ("center", "map", "cover"):
        laid = dem(GRID, Dem(path=path, place=place))  # type: ignore[arg-type]
        np.testing.assert_array_equal(laid.elevation, field.elevation)
        assert laid.grid == GRID


def test_center_keeps_metres_and_puts_middle_on_middle(plane: tuple[lw.Heightfield, str]) -> None:
    field, path = plane
    laid = dem(lw.Grid(shape=(3, 3), cell_size=10.0), Dem(path=path))
    np.testing.assert_array_equal(laid.elevation, field.elevation[1:4, 2:5])
    wide = dem(lw.Grid(shape=(7, 9), cell_size=10.0), Dem(path=path))
    assert wide.mask is not None
    assert wide.mask.sum() == 35, "beyond the file there is no data"
    np.testing.assert_array_equal(wide.elevation[1:6, 1:8], field.elevation)


def test_map_goes_by_coordinates(plane: tuple[lw.Heightfield, str]) -> None:
    field, path = plane
    part = GRID.window(1, 3, 2, 6)
    np.testing.assert_array_equal(dem(part, Dem(path=path, place="map")).elevation, field.elevation[1:3, 2:6])
    with pytest.raises(FormatError, match=r"lies elsewhere.*place=\"center\""):
        dem(lw.Grid(shape=(3, 3), cell_size=10.0), Dem(path=path, place="map"))


def test_cover_scales_until_the_grid_is_covered(plane: tuple[lw.Heightfield, str]) -> None:
    field, path = plane
    laid = dem(lw.Grid(shape=(9, 13), cell_size=100.0), Dem(path=path, place="cover"))
    assert laid.mask is None
    np.testing.assert_allclose(laid.elevation[::2, ::2], field.elevation, atol=1e-4)


def test_cubic_curves_stay_within_the_files_range(tmp_path: Path) -> None:
    step = np.zeros((8, 8), np.float32)
    step[:, 4:] = 100.0
    lw.write(lw.Heightfield(step), tmp_path / "step.npy")
    laid = dem(lw.Grid(shape=(29, 29), cell_size=0.25), Dem(path=str(tmp_path / "step.npy")))
    assert (laid.elevation.min(), laid.elevation.max()) == (0.0, 100.0)


def test_a_grey_image_takes_its_range_from_the_noun(tmp_path: Path) -> None:
    from PIL import Image

    Image.fromarray(np.array([[0, 255], [51, 102]], np.uint8)).save(tmp_path / "grey.png")
    noun = Dem(path=str(tmp_path / "grey.png"), reading=ReadImage(relief=1000.0, cell_size=2.0))
    laid = dem(lw.Grid(shape=(2, 2), cell_size=2.0), noun)
    np.testing.assert_allclose(laid.elevation, [[0.0, 1000.0], [200.0, 400.0]], atol=1e-3)
    assert Dem.from_json(noun.to_json()) == noun


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputMissing, match=r"gone\.tif"):
        dem(GRID, Dem(path=str(tmp_path / "gone.tif")))
