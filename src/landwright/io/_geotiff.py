"""GeoTIFF by rasterio: maps in, maps out, metres always.

A sample is the centre of a cell. GDAL's transform speaks of cell corners, for files of either registration, so the north-west
sample lies half a cell inside it. Degrees, feet on the ground, rotated and oblong cells are refused unless they are warped.
"""

from __future__ import annotations

import contextlib
import math
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import (
    FileWarning,
    FormatError,
    LandwrightError,
    MemoryLimit,
    MissingExtra,
    SettingError,
    sentence,
)
from landwright.grid import Grid
from landwright.io._nodata import clean
from landwright.io._record import KEY, MOST, Raster, dumps, loads, raster_of, record_of, thing_of
from landwright.io._whole import whole_file
from landwright.io.settings import Geotiff, ReadGeotiff

__all__ = ["crs_of", "ground_unit", "read_geotiff", "write_geotiff"]

TAG: Final = KEY.upper()
"""Name of the metadata tag with our record."""

_TILE: Final = 256
"""Samples along a tile, and rows written or read at a time."""

_FEET: Final = {"ft": 0.3048, "foot": 0.3048, "feet": 0.3048, "international foot": 0.3048}
_US_FEET: Final = dict.fromkeys(
    ("us survey foot", "us_survey_foot", "us-ft", "ftus", "us foot", "foot_us"), 1200.0 / 3937.0
)
METRES: Final = {
    **dict.fromkeys(("", "m", "metre", "meter", "metres", "meters"), 1.0),
    **_FEET,
    **_US_FEET,
    **dict.fromkeys(("cm", "centimetre", "centimeter", "centimetres", "centimeters"), 0.01),
    **dict.fromkeys(("dm", "decimetre", "decimeter"), 0.1),
    **dict.fromkeys(("mm", "millimetre", "millimeter"), 0.001),
    **dict.fromkeys(("km", "kilometre", "kilometer"), 1000.0),
}
"""Names of units of height, lower case, to metres."""


def write_geotiff(thing: Any, path: Path, noun: Geotiff) -> tuple[Path, ...]:
    """Write one band of float32, deflated and tiled, with reference system, nodata and our record."""
    try:
        from rasterio.io import MemoryFile
    except ImportError:
        raise MissingExtra(f"write: {path.name!r} is a GeoTIFF, and writing one", "geotiff") from None

    raster = raster_of(thing, noun.layer)
    values, nodata = raster.values, None
    if raster.mask is not None:
        nodata = float(np.float32(noun.nodata))
        if (raster.values[raster.mask] == np.float32(nodata)).any():
            raise FormatError(sentence("geotiff: nodata", "must be a number that no sample has", noun.nodata))
        values = np.where(raster.mask, raster.values, np.float32(nodata))
    rows, cols = values.shape
    profile: dict[str, Any] = {
        "driver": "GTiff",
        "dtype": "float32",
        "count": 1,
        "height": rows,
        "width": cols,
        "transform": _transform(raster.grid),
        "nodata": nodata,
        "compress": "DEFLATE",
        "predictor": 3,
        "bigtiff": "IF_SAFER",
        "num_threads": _pool.threads(),
    }
    if min(rows, cols) >= _TILE:
        profile |= {"tiled": True, "blockxsize": _TILE, "blockysize": _TILE}
    with _gdal(path, "write", GDAL_PAM_ENABLED="NO"), MemoryFile() as memory:
        if raster.grid.crs is not None:
            profile["crs"] = crs_of(raster.grid.crs, "geotiff: crs of the grid")
        with memory.open(**profile) as made:
            control = _pool.current()
            for row in range(0, rows, _TILE):
                made.write(values[row : row + _TILE], 1, window=((row, min(row + _TILE, rows)), (0, cols)))
                control.report(0.9 * row / rows)
            made.update_tags(AREA_OR_POINT="Area", **{TAG: dumps(record_of(raster, nodata=nodata))})
            made.set_band_description(1, raster.layer)
            made.units = (raster.unit,)
        with whole_file(path) as stream:
            stream.write(memory.getbuffer())
    return (path,)


def read_geotiff(path: Path, noun: ReadGeotiff) -> Any:
    """Read one band as metres on a grid of square cells, north up."""
    try:
        import rasterio
    except ImportError:
        raise MissingExtra(f"read: {path.name!r} is a GeoTIFF, and reading one", "geotiff") from None

    with _gdal(path, "read"), rasterio.open(path, driver="GTiff") as source:
        if source.width * source.height > MOST:
            raise MemoryLimit(
                f"read: {str(path)!r} has {source.height} x {source.width} samples; at most {MOST} are read. Cut it into tiles."
            )
        if source.transform.is_identity and source.gcps[0]:
            raise FormatError(
                f"read: {str(path)!r} is placed by ground control points, which are not followed; rectify it first (gdalwarp)."
            )
        band = _band(source, noun, path)
        if "complex" in source.dtypes[band - 1]:
            raise FormatError(sentence(f"read: {str(path)!r}", "must hold real numbers", source.dtypes[band - 1]))
        data = _band_of(source, band)
        valid = source.read_masks(band) > 0
        tag = source.tags().get(TAG)
        record = loads(tag, path) if tag else {}
        layer = str(record.get("holds")) if record.get("holds") in ("layer", "mask") else "heightfield"
        scale, offset = float(source.scales[band - 1]), float(source.offsets[band - 1])
        unit = (source.units[band - 1] or "").strip().lower()
        transform = source.transform
        crs = source.crs or (crs_of(noun.crs, "read.geotiff: crs") if noun.crs else None)
        if source.crs and noun.crs:
            raise SettingError(
                f"read.geotiff: {path.name!r} names its own reference system; leave crs={noun.crs!r} out."
            )
        if (scale, offset) != (1.0, 0.0):
            data = data.astype(np.float64) * scale + offset
        values, mask = clean(data, path, valid=valid, metres=not record)
        del data
        if layer == "heightfield":
            factor = _metres(unit, crs, path)
            if factor != 1.0:
                values = (values.astype(np.float64) * factor).astype(np.float32)
        if noun.warp is not None:
            from landwright.io._warp import warp

            values, mask, grid = warp(values, mask, transform, crs, noun.warp, noun.cell_size, path)
        else:
            values, mask, grid = _placed(values, mask, transform, crs, noun.cell_size, path)
            grid = _exact(grid, record)
    name = str(record.get("layer", "elevation"))
    return thing_of(Raster(values, mask, grid, layer, name, str(record.get("unit", "m"))), path)


@contextlib.contextmanager
def _gdal(path: Path, doing: str, **options: str) -> Iterator[None]:
    """Keep GDAL's words to ourselves, and say what is wrong in one sentence."""
    import rasterio
    from rasterio._err import CPLE_BaseError  # GDAL's own errors, which rasterio lets through here and there
    from rasterio.errors import CRSError, NotGeoreferencedWarning, RasterioError

    with rasterio.Env(**options), warnings.catch_warnings():
        warnings.simplefilter("ignore", NotGeoreferencedWarning)
        try:
            yield
        except LandwrightError:
            raise
        except (RasterioError, CRSError, CPLE_BaseError) as error:
            text = " ".join(str(error).split()).rstrip(".") or type(error).__name__
            what = "is damaged or is no GeoTIFF" if doing == "read" else "cannot be written"
            raise FormatError(f"{doing}: {str(path)!r} {what} ({text}).") from None


def crs_of(text: str, where: str) -> Any:
    """Return the reference system of that name or WKT."""
    from rasterio.crs import CRS
    from rasterio.errors import CRSError

    try:
        return CRS.from_user_input(text)
    except CRSError:
        raise SettingError(
            sentence(where, "must be a reference system that PROJ knows", text, hint='Such as "EPSG:32610", or WKT.')
        ) from None


def _transform(grid: Grid) -> Any:
    from rasterio import Affine

    x, y = grid.north_west
    half = grid.cell_size / 2.0
    return Affine(grid.cell_size, 0.0, x - half, 0.0, -grid.cell_size, y + half)


def _band(source: Any, noun: ReadGeotiff, path: Path) -> int:
    if noun.band is not None:
        if noun.band > source.count:
            raise SettingError(
                sentence("read.geotiff: band", f"must be at most {source.count} for {path.name!r}", noun.band)
            )
        return noun.band
    names = {color.name for color in source.colorinterp}
    if {"red", "green", "blue"} <= names:
        raise FormatError(
            f"read: {str(path)!r} is a color image, and a color is no height. Say which band is: ReadGeotiff(band=1)."
        )
    others = [index for index, color in enumerate(source.colorinterp, 1) if color.name != "alpha"]
    if len(others) > 1:
        warnings.warn(
            f"{path.name}: band 1 of {source.count} is read as the heights; name another with ReadGeotiff(band=...).",
            FileWarning,
            stacklevel=3,
        )
    return others[0] if others else 1


def _band_of(source: Any, band: int) -> NDArray[Any]:
    """Return a band (rows, cols), read in strips so that it can be cancelled."""
    data = np.empty((source.height, source.width), source.dtypes[band - 1])
    control = _pool.current()
    for row in range(0, source.height, _TILE):
        end = min(row + _TILE, source.height)
        data[row:end] = source.read(band, window=((row, end), (0, source.width)))
        control.report(row / source.height)
    return data


def _metres(unit: str, crs: Any, path: Path) -> float:
    """Return the factor that makes metres of the heights, by the band's unit or else the vertical reference system's."""
    if not unit:
        return _vertical_factor(crs)
    if unit not in METRES:
        warnings.warn(
            f"{path.name}: its unit of height, {unit!r}, is not known; the heights are taken for metres.",
            FileWarning,
            stacklevel=3,
        )
        return 1.0
    return METRES[unit]


def _vertical_factor(crs: Any) -> float:
    if crs is None:
        return 1.0
    tree = crs.to_dict(projjson=True)
    for part in (tree, *tree.get("components", ())):
        if part.get("type") == "VerticalCRS":
            unit = part["coordinate_system"]["axis"][0].get("unit", "metre")
            return float(unit["conversion_factor"]) if isinstance(unit, dict) else METRES.get(str(unit), 1.0)
    return 1.0


def _placed(
    values: NDArray[np.float32],
    mask: NDArray[np.bool_] | None,
    transform: Any,
    crs: Any,
    cell_size: float | None,
    path: Path,
) -> tuple[NDArray[np.float32], NDArray[np.bool_] | None, Grid]:
    """Return values and mask, north up and west left, on the grid that a transform in metres gives."""
    rows, cols = values.shape
    if transform.is_identity and crs is None:
        return values, mask, Grid(shape=(rows, cols), cell_size=cell_size or 1.0)
    if cell_size is not None:
        raise SettingError(
            'read.geotiff: cell_size needs warp, for this file is placed already; add warp="utm" or leave it out.'
        )
    _refuse_units(transform, crs, path)
    if transform.b != 0.0 or transform.d != 0.0:
        raise FormatError(f"read: {str(path)!r} has rotated rows; {_WARP}")
    dx, dy = transform.a, transform.e
    size = abs(dx)
    if size == 0.0 or dy == 0.0:
        raise FormatError(f"read: {str(path)!r} has cells without a size ({dx} x {dy}); its georeferencing is broken.")
    if abs(size - abs(dy)) * max(rows, cols) > 0.05 * size:
        raise FormatError(
            f"read: {str(path)!r} has oblong cells, {size:g} by {abs(dy):g}, and samples must lie on squares; {_WARP}"
        )
    west = transform.c + dx * (0.5 if dx > 0 else cols - 0.5)
    north = transform.f + dy * (0.5 if dy < 0 else rows - 0.5)
    turn = (slice(None, None, -1 if dy > 0 else 1), slice(None, None, -1 if dx < 0 else 1))
    values, mask = values[turn], None if mask is None else mask[turn]
    grid = Grid(shape=(rows, cols), cell_size=size, origin=(west, north), crs=None if crs is None else crs.to_string())
    return values, mask, grid


_WARP: Final = 'warp it to metres: read(path, warp=True), ReadGeotiff(warp="utm"), or landwright import --warp.'


def _refuse_units(transform: Any, crs: Any, path: Path) -> None:
    if crs is None:
        reach = max(abs(transform.a), abs(transform.e))
        if reach < 0.1 and abs(transform.c) <= 360.0 and abs(transform.f) <= 90.0:
            raise FormatError(
                f"read: {str(path)!r} names no reference system, and its numbers look like degrees, which are no metres. If they are: "
                'ReadGeotiff(crs="EPSG:4326", warp="utm").'
            )
        return
    if crs.is_geographic:
        raise FormatError(f"read: {str(path)!r} is in degrees ({_named(crs)}), and degrees are no metres; {_WARP}")
    name, factor = ground_unit(crs)
    if not math.isclose(factor, 1.0, rel_tol=1e-9):
        raise FormatError(f"read: {str(path)!r} is in {name} ({_named(crs)}) on the ground, not in metres; {_WARP}")


def ground_unit(crs: Any) -> tuple[str, float]:
    """Return the unit of x and y and its length in metres; 0 for degrees and places counted from the middle of the earth."""
    if crs.is_projected:
        name, factor = crs.linear_units_factor
        return str(name), float(factor)
    tree = crs.to_dict(projjson=True)
    if tree.get("type") == "CompoundCRS":
        tree = tree["components"][0]
    axes = tree.get("coordinate_system", {}).get("axis", ())
    if crs.is_geographic or len(axes) != 2:
        return "degree" if crs.is_geographic else "geocentric metre", 0.0
    unit = axes[0].get("unit", "metre")
    if isinstance(unit, dict):
        return str(unit.get("name", "unit")), float(unit.get("conversion_factor", 0.0))
    return str(unit), METRES.get(str(unit), 0.0)


def _named(crs: Any) -> str:
    text: str = crs.to_string()
    return text if len(text) <= 40 else text[:37] + "..."


def _exact(grid: Grid, record: dict[str, Any]) -> Grid:
    """Return the grid that the record says, to the last bit, where it is the one that the transform says.

    They differ when someone cut or moved the file and left our tag in it; then the transform is right.
    """
    if not {"shape", "cell_size", "origin"} <= record.keys():
        return grid
    (x, y), size = grid.north_west, grid.cell_size
    near = 1e-6 * size + 1e-12 * max(abs(x), abs(y))
    same = (
        tuple(record["shape"]) == grid.shape
        and abs(record["cell_size"] - size) * max(grid.shape) <= near
        and max(abs(record["origin"][0] - x), abs(record["origin"][1] - y)) <= near
    )
    if not same:
        return grid
    crs = grid.crs
    said = record.get("crs")
    if crs is not None and said is not None and said != crs:
        crs = said if crs_of(said, "crs of the record") == crs_of(crs, "crs") else crs
    return Grid(shape=grid.shape, cell_size=record["cell_size"], origin=tuple(record["origin"]), crs=crs)
