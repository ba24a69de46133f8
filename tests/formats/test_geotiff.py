"""GeoTIFF: what rasterio reads in ours, and what we make of the maps of others."""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FileWarning, FormatError, MemoryLimit, MissingExtra, SettingError
from landwright.io import Geotiff, ReadGeotiff, ReadImage
from landwright.io._warp import utm

rasterio = pytest.importorskip("rasterio")
Affine = rasterio.Affine

UTM = "EPSG:32610"
GRID = lw.Grid(shape=(4, 6), cell_size=30.0, origin=(557_970.0, 5_121_870.0), crs=UTM)
FIELD = lw.Heightfield(np.arange(24, dtype=np.float32).reshape(4, 6) * 10.1 + 1000, grid=GRID)
NORTH_UP = Affine(30.0, 0.0, 557_955.0, 0.0, -30.0, 5_121_885.0)


def foreign(
    path: Path,
    array: np.ndarray,
    *,
    transform: Any = NORTH_UP,
    crs: str | None = UTM,
    tags: dict[str, str] | None = None,
    unit: str | None = None,
    scale: float | None = None,
    offset: float = 0.0,
    mask: np.ndarray | None = None,
    **profile: Any,
) -> Path:
    """Write a GeoTIFF as others do."""
    array = array if array.ndim == 3 else array[None]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
        given = {"transform": transform} if transform is not None else {}
        with rasterio.open(
            path,
            "w",
            driver="GTiff",
            count=array.shape[0],
            height=array.shape[1],
            width=array.shape[2],
            dtype=array.dtype,
            crs=crs,
            **given,
            **profile,
        ) as made:
            made.write(array)
            if tags:
                made.update_tags(**tags)
            if unit is not None:
                made.units = (unit,) * array.shape[0]
            if scale is not None:
                made.scales, made.offsets = (scale,), (offset,)
            if mask is not None:
                made.write_mask(mask)
    return path


def quiet_read(path: Path, noun: Any = None, **more: Any) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return lw.read(path, noun, **more)


def test_rasterio_reads_what_we_write(tmp_path: Path) -> None:
    lw.write(FIELD, tmp_path / "a.tif")
    assert [file.name for file in tmp_path.iterdir()] == ["a.tif"], "no sidecar of GDAL"
    with rasterio.open(tmp_path / "a.tif") as source:
        np.testing.assert_array_equal(source.read(1), FIELD.elevation)
        assert source.crs.to_epsg() == 32610
        assert source.transform == NORTH_UP
        assert source.nodata is None
        assert source.profile["compress"] == "deflate"
        assert source.tags(ns="IMAGE_STRUCTURE")["PREDICTOR"] == "3"
        assert source.units == ("m",)
        assert source.descriptions == ("elevation",)
        assert source.xy(0, 0) == GRID.north_west, "the center of a cell is a sample"
        record = json.loads(source.tags()["LANDWRIGHT"])
    assert (record["shape"], record["origin"], record["holds"]) == ([4, 6], list(GRID.north_west), "heightfield")


def test_a_round_trip_is_exact(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    grid = lw.Grid(shape=(300, 270), cell_size=0.1, origin=(1 / 3, 2e6 / 7), crs=UTM)
    mask = rng.random(grid.shape) > 0.1
    field = lw.Heightfield(rng.normal(0, 900, grid.shape), grid=grid, mask=mask)
    lw.write(field, tmp_path / "a.tif")
    back = quiet_read(tmp_path / "a.tif")
    np.testing.assert_array_equal(back.mask, mask)
    np.testing.assert_array_equal(back.elevation[mask], field.elevation[mask])
    assert back.grid == grid, "to the last bit"
    with rasterio.open(tmp_path / "a.tif") as source:
        assert source.nodata == -9999.0
        assert source.profile["tiled"]
        np.testing.assert_array_equal(source.read(1) == -9999.0, ~mask)


def test_any_place_comes_back_to_the_last_bit(tmp_path: Path) -> None:
    """Half a cell out and half a cell in again is not the same number; the record is."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        grid = lw.Grid(
            shape=(2, 2), cell_size=float(rng.uniform(0.01, 90)), origin=tuple(rng.uniform(-1e6, 1e6, 2)), crs=UTM
        )
        lw.write(lw.Heightfield(np.zeros((2, 2)), grid=grid), tmp_path / "a.tif")
        assert quiet_read(tmp_path / "a.tif").grid == grid


def test_same_field_same_bytes_for_any_number_of_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    field = lw.Heightfield(np.random.default_rng(0).normal(size=(600, 520)), grid=lw.Grid(shape=(600, 520), crs=UTM))
    seen = set()
    for workers in ("1", "4"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", workers)
        lw.write(field, tmp_path / f"{workers}.tif")
        seen.add((tmp_path / f"{workers}.tif").read_bytes())
    assert len(seen) == 1


def test_without_a_reference_system(tmp_path: Path) -> None:
    field = lw.Heightfield(FIELD.elevation, cell_size=30.0)
    lw.write(field, tmp_path / "a.tif")
    back = quiet_read(tmp_path / "a.tif")
    assert back.grid == field.grid
    assert back.grid.crs is None


def test_layers_and_large_numbers(tmp_path: Path) -> None:
    lw.write(lw.Layer([[1.0, 3e9]], unit="m3/yr"), tmp_path / "a.tif", Geotiff(layer="flow"))
    back = quiet_read(tmp_path / "a.tif")
    assert (type(back), back.unit, back.values.tolist()) == (lw.Layer, "m3/yr", [[1.0, 3e9]])
    high = lw.Heightfield([[-9999.0, 2e5]])
    lw.write(high, tmp_path / "b.tif")
    assert quiet_read(tmp_path / "b.tif").elevation.tolist() == [[-9999.0, 2e5]], "our own files need no guesses"


def test_nodata_must_be_a_number_that_no_sample_has(tmp_path: Path) -> None:
    field = lw.Heightfield([[-9999.0, 1.0]], mask=[[True, False]])
    with pytest.raises(FormatError, match="must be a number that no sample has"):
        lw.write(field, tmp_path / "a.tif")
    lw.write(field, tmp_path / "a.tif", Geotiff(nodata=-1e6))
    assert quiet_read(tmp_path / "a.tif").mask.tolist() == [[True, False]]


def test_a_map_that_was_cut_elsewhere_goes_by_its_transform(tmp_path: Path) -> None:
    lw.write(FIELD, tmp_path / "a.tif")
    with rasterio.open(tmp_path / "a.tif") as source:
        tags = source.tags()
        part = source.read(1)[1:, 2:]
    foreign(tmp_path / "b.tif", part, transform=Affine(30.0, 0.0, 558_015.0, 0.0, -30.0, 5_121_855.0), tags=tags)
    back = quiet_read(tmp_path / "b.tif")
    assert back.grid == GRID.window(1, 4, 2, 6)


@pytest.mark.parametrize("dtype", ["int16", "uint16", "int32", "uint8", "float32", "float64"])
def test_types_of_others(tmp_path: Path, dtype: str) -> None:
    array = np.arange(24).reshape(4, 6).astype(dtype)
    back = quiet_read(foreign(tmp_path / "a.tif", array))
    np.testing.assert_array_equal(back.elevation, array)
    assert back.grid == GRID


def test_pixel_is_point_and_pixel_is_area_are_both_centers(tmp_path: Path) -> None:
    for word in ("Area", "Point"):
        foreign(tmp_path / f"{word}.tif", np.zeros((4, 6), np.float32), tags={"AREA_OR_POINT": word})
    assert quiet_read(tmp_path / "Area.tif").grid == quiet_read(tmp_path / "Point.tif").grid == GRID


def test_south_up_and_mirrored_maps_are_turned(tmp_path: Path) -> None:
    array = FIELD.elevation
    south_up = Affine(30.0, 0.0, 557_955.0, 0.0, 30.0, 5_121_885.0 - 120.0)
    mirrored = Affine(-30.0, 0.0, 557_955.0 + 180.0, 0.0, -30.0, 5_121_885.0)
    for transform, turned in ((south_up, array[::-1]), (mirrored, array[:, ::-1])):
        back = quiet_read(foreign(tmp_path / "a.tif", turned, transform=transform))
        np.testing.assert_array_equal(back.elevation, array)
        assert back.grid == GRID


@pytest.mark.parametrize(
    "nodata, dtype",
    [
        (-9999, "float32"),
        (-32768, "int16"),
        (0, "int16"),
        (255, "uint8"),
        (np.nan, "float32"),
        (-3.4028234663852886e38, "float32"),
        (1e308, "float64"),
        (-1e309, "float64"),
        (float("inf"), "float32"),
    ],
)
def test_declared_nodata_is_a_mask(tmp_path: Path, nodata: float, dtype: str) -> None:
    array = np.arange(1, 25).reshape(4, 6).astype(dtype)
    with np.errstate(over="ignore"):
        array[1, 2:4] = np.asarray(nodata).astype(dtype)
    back = lw.read(foreign(tmp_path / "a.tif", array, nodata=nodata))
    expected = np.ones((4, 6), bool)
    expected[1, 2:4] = False
    np.testing.assert_array_equal(back.mask, expected)
    assert back.elevation.min() == 1.0
    assert back.elevation.max() == 24.0


@pytest.mark.parametrize("number", [-9999.0, -32768.0, 1e38, 3.4028234663852886e38, -np.inf])
def test_undeclared_nodata_is_a_mask_with_a_word(tmp_path: Path, number: float) -> None:
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    array[0, 0] = number
    foreign(tmp_path / "a.tif", array)
    with pytest.warns(FileWarning, match="does not declare it as nodata"):
        back = lw.read(tmp_path / "a.tif")
    assert not back.mask[0, 0]
    assert (back.elevation.min(), back.elevation.max()) == (1.0, 23.0)


def test_a_mask_band_and_an_alpha_band(tmp_path: Path) -> None:
    array = np.arange(24, dtype=np.uint16).reshape(4, 6)
    holes = np.full((4, 6), 255, np.uint8)
    holes[2, 3] = 0
    with rasterio.Env(GDAL_TIFF_INTERNAL_MASK=True):
        foreign(tmp_path / "a.tif", array, mask=holes)
    assert np.argwhere(~quiet_read(tmp_path / "a.tif").mask).tolist() == [[2, 3]]
    both = np.stack([array, holes.astype(np.uint16)])
    foreign(tmp_path / "b.tif", both, alpha="yes", photometric="MINISBLACK")
    back = quiet_read(tmp_path / "b.tif")
    assert np.argwhere(~back.mask).tolist() == [[2, 3]]


@pytest.mark.parametrize(
    "unit, factor", [("ft", 0.3048), ("US survey foot", 1200 / 3937), ("cm", 0.01), ("metre", 1.0), ("", 1.0)]
)
def test_units_of_height(tmp_path: Path, unit: str, factor: float) -> None:
    array = np.full((4, 6), 1000.0, np.float32)
    back = quiet_read(foreign(tmp_path / "a.tif", array, unit=unit))
    np.testing.assert_allclose(back.elevation, 1000.0 * factor, rtol=1e-6)


def test_an_unknown_unit_is_said(tmp_path: Path) -> None:
    foreign(tmp_path / "a.tif", np.ones((4, 6), np.float32), unit="fathom")
    with pytest.warns(FileWarning, match="'fathom', is not known"):
        lw.read(tmp_path / "a.tif")


def test_heights_in_feet_by_the_vertical_reference_system(tmp_path: Path) -> None:
    array = np.full((4, 6), 1000.0, np.float32)
    back = quiet_read(foreign(tmp_path / "a.tif", array, crs="EPSG:32610+6360"))
    np.testing.assert_allclose(back.elevation, 1000.0 * 1200 / 3937, rtol=1e-6)


def test_scale_and_offset_are_applied(tmp_path: Path) -> None:
    array = np.arange(24, dtype=np.int16).reshape(4, 6)
    array[0, 0] = -32768
    back = quiet_read(foreign(tmp_path / "a.tif", array, scale=0.1, offset=100.0, nodata=-32768))
    np.testing.assert_allclose(back.elevation.ravel()[1:], 100 + 0.1 * np.arange(1, 24), rtol=1e-6)
    assert not back.mask[0, 0]


REFUSED = {
    "degrees": (
        {"crs": "EPSG:4326", "transform": Affine(1 / 1200, 0, -122.3, 0, -1 / 1200, 46.3)},
        r"in degrees \(EPSG:4326\).*warp=True",
    ),
    "feet": ({"crs": "EPSG:2285"}, r"US survey foot.*EPSG:2285.*warp=True"),
    "local feet": ({"crs": 'LOCAL_CS["here",UNIT["Foot_US",0.304800609601219]]'}, "on the ground, not in metres"),
    "geocentric": ({"crs": "EPSG:4978"}, "geocentric metre"),
    "oblong": ({"transform": Affine(30.0, 0, 557_955.0, 0, -20.0, 5_121_885.0)}, r"oblong cells, 30 by 20.*warp=True"),
    "rotated": ({"transform": Affine(20.0, 5.0, 557_955.0, 5.0, -20.0, 5_121_885.0)}, "rotated rows.*warp=True"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_is_not_square_metres_is_refused_and_can_be_warped(tmp_path: Path, name: str) -> None:
    profile, words = REFUSED[name]
    array = np.arange(24, dtype=np.float32).reshape(4, 6) + 100
    foreign(tmp_path / "a.tif", array, **profile)
    with pytest.raises(FormatError, match=words):
        lw.read(tmp_path / "a.tif")
    if name in ("local feet", "geocentric"):
        with pytest.raises(FormatError):
            lw.read(tmp_path / "a.tif", warp=True)
        return
    back = quiet_read(tmp_path / "a.tif", warp=True)
    assert back.grid.crs.startswith("EPSG:326")
    assert back.elevation.min() >= 100.0
    assert back.elevation.max() <= 123.0
    assert np.isfinite(back.elevation).all()


def test_numbers_like_degrees_without_a_reference_system(tmp_path: Path) -> None:
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    foreign(tmp_path / "a.tif", array, crs=None, transform=Affine(1 / 1200, 0, -122.3, 0, -1 / 1200, 46.3))
    with pytest.raises(FormatError, match="look like degrees"):
        lw.read(tmp_path / "a.tif")
    with pytest.raises(FormatError, match="names no reference system, so it cannot be warped"):
        lw.read(tmp_path / "a.tif", warp=True)
    assert quiet_read(tmp_path / "a.tif", ReadGeotiff(crs="EPSG:4326", warp="utm")).grid.crs == UTM
    foreign(tmp_path / "b.tif", array)
    with pytest.raises(SettingError, match="names its own reference system"):
        lw.read(tmp_path / "b.tif", ReadGeotiff(crs=UTM))


def test_warping_puts_heights_where_they_belong(tmp_path: Path) -> None:
    """A hill drawn in degrees lies, after warping, where PROJ says, with metres around it."""
    from rasterio.warp import transform as move

    step = 1 / 1200
    lon = -122.3 + (np.arange(80) + 0.5) * step
    lat = 46.3 - (np.arange(60) + 0.5) * step
    (x,), (y,) = move("EPSG:4326", UTM, [-122.27], [46.275])
    xs, ys = move("EPSG:4326", UTM, np.tile(lon, 60), np.repeat(lat, 80))
    distance = np.hypot(np.array(xs) - x, np.array(ys) - y).reshape(60, 80)
    heights = 1000.0 * np.exp(-((distance / 900.0) ** 2))
    foreign(
        tmp_path / "a.tif",
        heights.astype(np.float32),
        crs="EPSG:4326",
        transform=Affine(step, 0, -122.3, 0, -step, 46.3),
    )
    back = quiet_read(tmp_path / "a.tif", ReadGeotiff(warp="utm", cell_size=50.0))
    assert back.grid.crs == UTM
    assert back.cell_size == 50.0
    gx, gy = np.meshgrid(back.grid.x, back.grid.y)
    expected = 1000.0 * np.exp(-((np.hypot(gx - x, gy - y) / 900.0) ** 2))
    inside = back.mask if back.mask is not None else np.ones(back.shape, bool)
    assert inside.mean() > 0.9
    assert np.abs(back.elevation - expected)[inside].max() < 4.0, (
        "the top is cut to the highest sample; half a cell of shift would be 30 m"
    )
    plain = quiet_read(tmp_path / "a.tif", warp=True)
    assert 60 < plain.cell_size < 90, "3 seconds are 93 m north and 64 m east here"
    assert quiet_read(tmp_path / "a.tif", ReadGeotiff(warp="EPSG:26910")).grid.crs == "EPSG:26910"


@pytest.mark.parametrize("axis", ["east", "north"])
def test_warping_moves_nothing(tmp_path: Path, axis: str) -> None:
    """Ground whose height is its own coordinate in metres shows any shift; GDAL's warper is off by 0.4 m here."""
    from rasterio.warp import transform as move

    step = 1 / 1200
    lon, lat = -122.3 + (np.arange(80) + 0.5) * step, 46.3 - (np.arange(120) + 0.5) * step
    xs, ys = move("EPSG:4326", UTM, np.tile(lon, 120), np.repeat(lat, 80))
    there = np.array(xs if axis == "east" else ys).reshape(120, 80)
    base = float(there.min())
    foreign(tmp_path / "a.tif", there - base, crs="EPSG:4326", transform=Affine(step, 0, -122.3, 0, -step, 46.3))
    back = quiet_read(tmp_path / "a.tif", warp=True)
    assert min(back.shape) > 64, "large enough for the spline"
    gx, gy = np.meshgrid(back.grid.x, back.grid.y)
    off = (back.elevation - ((gx if axis == "east" else gy) - base))[4:-4, 4:-4]
    assert np.abs(off).max() < 2e-3


def test_warping_to_much_coarser_samples_takes_means(tmp_path: Path) -> None:
    """A board of 0 and 1000 m is 500 m from afar, whatever sample comes to lie under the new one."""
    board = (np.indices((120, 120)).sum(axis=0) % 2 * 1000).astype(np.float32)
    board[:2] = -9999.0
    foreign(tmp_path / "a.tif", board, nodata=-9999.0)
    back = quiet_read(tmp_path / "a.tif", ReadGeotiff(warp="utm", cell_size=180.0))
    inner = back.elevation[2:-2, 2:-2]
    np.testing.assert_allclose(inner, 500.0, atol=1.0)
    assert back.elevation.min() >= 0.0


def test_warping_keeps_holes_and_the_range(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    array = rng.choice(np.array([0, 1000], np.int16), (40, 40))
    array[10:20, 10:20] = -32768
    foreign(
        tmp_path / "a.tif", array, nodata=-32768, crs="EPSG:4326", transform=Affine(0.001, 0, 10.0, 0, -0.001, 60.0)
    )
    back = quiet_read(tmp_path / "a.tif", warp=True)
    assert (back.elevation.min(), back.elevation.max()) == (0.0, 1000.0)
    row, col = back.shape[0] * 15 // 40, back.shape[1] * 15 // 40
    assert not back.mask[row, col]


@pytest.mark.parametrize(
    "target, words",
    [("EPSG:4326", "in metres"), ("EPSG:2285", "in metres"), ("nowhere", "reference system that PROJ knows")],
)
def test_warping_into_no_metres_is_refused(tmp_path: Path, target: str, words: str) -> None:
    foreign(tmp_path / "a.tif", np.ones((4, 6), np.float32))
    with pytest.raises(SettingError, match=words):
        lw.read(tmp_path / "a.tif", ReadGeotiff(warp=target))


@pytest.mark.parametrize(
    "place, code",
    [
        ((-122.3, 46.3), 32610),
        ((-180.0, 1.0), 32601),
        ((179.9, -1.0), 32760),
        ((180.0, 5.0), 32601),
        ((0.0, 85.0), 32661),
        ((0.0, -85.0), 32761),
    ],
)
def test_utm_zones(place: tuple[float, float], code: int) -> None:
    assert utm(*place) == f"EPSG:{code}"


def test_color_and_many_bands(tmp_path: Path) -> None:
    color = np.stack([np.full((4, 6), v, np.uint8) for v in (10, 20, 30)])
    foreign(tmp_path / "rgb.tif", color, photometric="RGB")
    with pytest.raises(FormatError, match=r"color image.*ReadGeotiff\(band=1\)"):
        lw.read(tmp_path / "rgb.tif")
    assert quiet_read(tmp_path / "rgb.tif", ReadGeotiff(band=2)).elevation[0, 0] == 20.0
    foreign(tmp_path / "two.tif", np.stack([np.full((4, 6), v, np.float32) for v in (1, 2)]))
    with pytest.warns(FileWarning, match="band 1 of 2 is read as the heights"):
        assert lw.read(tmp_path / "two.tif").elevation[0, 0] == 1.0
    assert quiet_read(tmp_path / "two.tif", ReadGeotiff(band=2)).elevation[0, 0] == 2.0
    with pytest.raises(SettingError, match="must be at most 2"):
        lw.read(tmp_path / "two.tif", ReadGeotiff(band=3))
    for dtype in ("complex64", "complex_int16"):
        array = np.ones((4, 6), np.complex64)
        with rasterio.open(
            tmp_path / "c.tif", "w", driver="GTiff", count=1, height=4, width=6, dtype=dtype, transform=NORTH_UP
        ) as made:
            made.write(array[None])
        with pytest.raises(FormatError, match="must hold real numbers"):
            lw.read(tmp_path / "c.tif")


def test_a_picture_without_a_map_is_a_grey_image(tmp_path: Path) -> None:
    array = np.array([[0, 65535], [13107, 26214]], np.uint16)
    foreign(tmp_path / "a.tif", array, transform=None, crs=None)
    np.testing.assert_allclose(quiet_read(tmp_path / "a.tif").elevation, [[0, 255], [51, 102]], atol=1e-3)
    np.testing.assert_allclose(
        quiet_read(tmp_path / "a.tif", ReadImage(relief=10.0)).elevation, [[0, 10], [2, 4]], atol=1e-4
    )
    assert quiet_read(tmp_path / "a.tif", ReadGeotiff(cell_size=2.0)).cell_size == 2.0, (
        "a noun of maps reads its numbers"
    )
    for dtype in ("float32", "float64", "int16"):
        foreign(tmp_path / "b.tif", np.array([[1, 2], [3, 1000]], dtype), transform=None, crs=None)
        assert quiet_read(tmp_path / "b.tif").elevation.tolist() == [[1.0, 2.0], [3.0, 1000.0]], (
            "numbers that are metres"
        )
    foreign(tmp_path / "c.tif", np.array([[1, 2]], "float32"), transform=None, crs=None)
    with pytest.raises(SettingError, match="metres already"):
        lw.read(tmp_path / "c.tif", ReadImage(relief=10.0))
    foreign(tmp_path / "d.tif", array)
    with pytest.raises(SettingError, match="placed already"):
        lw.read(tmp_path / "d.tif", ReadGeotiff(cell_size=2.0))


@pytest.mark.parametrize("order", ["little", "big"])
@pytest.mark.parametrize("big", ["NO", "YES"])
def test_byte_orders_and_bigtiff(tmp_path: Path, order: str, big: str) -> None:
    foreign(tmp_path / "a.tif", FIELD.elevation, ENDIANNESS=order.upper(), BIGTIFF=big)
    np.testing.assert_array_equal(quiet_read(tmp_path / "a.tif").elevation, FIELD.elevation)


def test_ground_control_points_are_refused(tmp_path: Path) -> None:
    points = [
        rasterio.control.GroundControlPoint(row=r, col=c, x=c * 30.0, y=-r * 30.0) for r, c in ((0, 0), (0, 6), (4, 0))
    ]
    foreign(tmp_path / "a.tif", FIELD.elevation, transform=None, gcps=points)
    with pytest.raises(FormatError, match="ground control points"):
        lw.read(tmp_path / "a.tif")


def test_a_map_that_claims_too_much(tmp_path: Path) -> None:
    layout = {"tiled": True, "blockxsize": 256, "blockysize": 256, "SPARSE_OK": "TRUE", "BIGTIFF": "YES"}
    with rasterio.open(
        tmp_path / "a.tif",
        "w",
        driver="GTiff",
        count=1,
        height=40_000,
        width=40_000,
        dtype="float32",
        crs=UTM,
        transform=NORTH_UP,
        **layout,
    ):
        pass
    with pytest.raises(MemoryLimit, match="40000 x 40000 samples"):
        lw.read(tmp_path / "a.tif")


@pytest.mark.parametrize("text", ['LOCAL_CS["here",UNIT["metre",1]]', "EPSG:3857"])
def test_other_reference_systems_in_metres(tmp_path: Path, text: str) -> None:
    back = quiet_read(foreign(tmp_path / "a.tif", FIELD.elevation, crs=text))
    assert back.grid.cell_size == 30.0
    assert back.grid.crs


def test_a_world_file_makes_a_map(tmp_path: Path) -> None:
    foreign(tmp_path / "a.tif", np.arange(24, dtype=np.uint16).reshape(4, 6), transform=None, crs=None)
    (tmp_path / "a.tfw").write_text("30.0\n0.0\n0.0\n-30.0\n557970.0\n5121870.0\n")
    back = quiet_read(tmp_path / "a.tif")
    assert (back.cell_size, back.grid.north_west) == (30.0, GRID.north_west)
    assert back.elevation.max() == 23.0


def test_an_unknown_reference_system_is_refused_at_writing(tmp_path: Path) -> None:
    field = lw.Heightfield([[1.0, 2.0]], grid=lw.Grid(shape=(1, 2), crs="my own planet"))
    with pytest.raises(SettingError, match="must be a reference system that PROJ knows, got 'my own planet'"):
        lw.write(field, tmp_path / "a.tif")
    assert list(tmp_path.iterdir()) == []


def test_without_rasterio_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign(tmp_path / "a.tif", FIELD.elevation)
    foreign(tmp_path / "grey.tif", np.array([[0, 255]], np.uint8), transform=None, crs=None)
    for name in [name for name in sys.modules if name.partition(".")[0] == "rasterio"]:
        monkeypatch.setitem(sys.modules, name, None)  # as where it is not installed, or installed and broken
    with pytest.raises(MissingExtra, match=r"pip install 'landwright\[geotiff\]'"):
        lw.read(tmp_path / "a.tif")
    with pytest.raises(MissingExtra, match=r"pip install 'landwright\[geotiff\]'"):
        lw.write(FIELD, tmp_path / "b.tif")
    assert lw.read(tmp_path / "grey.tif").elevation.tolist() == [[0.0, 255.0]], "a picture needs no map library"


def test_nothing_is_said_on_the_console(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lw.write(FIELD, tmp_path / "a.tif")
    data = (tmp_path / "a.tif").read_bytes()
    for cut in (len(data) - 10, len(data) - 100, len(data) // 2, 300, 40, 9):
        (tmp_path / "b.tif").write_bytes(data[:cut])
        with pytest.raises(FormatError):
            lw.read(tmp_path / "b.tif")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("tiled", [False, True])
def test_a_picture_cut_at_its_end_is_refused(tmp_path: Path, tiled: bool) -> None:
    """GDAL would read zeros, a plain at sea level, where the file ends."""
    layout = {"tiled": True, "blockxsize": 16, "blockysize": 16} if tiled else {}
    foreign(tmp_path / "a.tif", np.ones((64, 64), np.float32), **layout)
    data = (tmp_path / "a.tif").read_bytes()
    (tmp_path / "a.tif").write_bytes(data[:-4])
    with pytest.raises(FormatError, match="it ends too early"):
        lw.read(tmp_path / "a.tif")


def test_the_shipped_map(root: Path) -> None:
    field = quiet_read(root / "examples" / "data" / "st_helens_wa_30m.tif")
    assert field.shape == (460, 317)
    assert field.cell_size == 30.0
    assert field.grid.north_west == (557_970.0, 5_121_870.0)
    assert field.grid.crs == "EPSG:26710"
    assert field.mask is None
    assert (field.elevation.min(), field.elevation.max()) == (694.0, 2543.0), "metres: the summit is 2,549 m high"
