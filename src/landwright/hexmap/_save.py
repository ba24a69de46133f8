"""Maps as bytes: the format of Landwright, and the save files of the original, headers 0 to 5. docs/formats.md lists the bytes."""

from __future__ import annotations

import hashlib
import json
import struct
import warnings
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, FileWarning, FormatError, SettingError, sentence
from landwright.hexmap._map import ATTRIBUTES, HexMap, check_map
from landwright.hexmap.settings import Layout
from landwright.hexmap.settings._layout import MOST_CELLS

__all__ = ["load_cells", "save_cells"]

MAGIC = b"LWHEXMAP"
VERSION = 1
_HEAD = struct.Struct("<8sHHIIIQ")  # magic, version, flags 0, columns, rows, bytes of layout, bytes of cells
_NEWEST = 5
_MARGIN = 127
"""Added to elevations since header 4, so that they fit into a byte."""


def save_cells(land: HexMap, *, header: int | None = None) -> bytes:
    """Write a map to bytes.

    Parameters
    ----------
    land : HexMap
        Any map.
    header : int, optional
        0 to 5 writes a save file of the original in that version instead, which holds no seeds, metrics or origin. Header 0
        knows only maps of 20 x 15 cells, explored cells come with 3, elevations below 0 with 4, wrapping with 5.

    Returns
    -------
    bytes
        The same for the same map.

    Raises
    ------
    SettingError
        If `header` is not 0 to 5.
    FormatError
        If a save file of the original cannot hold the map; the sentence says what it cannot hold.

    See Also
    --------
    load_cells : The way back.
    cells_to_csv : A table for people.

    Examples
    --------
    >>> land = HexMap.empty(3, 2).replace(elevation=[[1, 2, 3]] * 2)
    >>> load_cells(save_cells(land)) == land
    True
    """
    check_map("hexmap.save_cells", land)
    if header is not None:
        return _save_original(land, header)
    layout = json.dumps(land.layout.to_json(), sort_keys=True, separators=(",", ":")).encode("ascii")
    squeeze = zlib.compressobj(6)
    parts = [squeeze.compress(_little(array).tobytes()) for array in land.arrays().values()]
    cells = b"".join([*parts, squeeze.flush()])
    head = _HEAD.pack(MAGIC, VERSION, 0, land.columns, land.rows, len(layout), len(cells))
    body = head + layout + cells
    return body + hashlib.sha256(body).digest()


def load_cells(data: bytes) -> HexMap:
    """Read a map from bytes of :func:`save_cells`, or from a save file of the original.

    Parameters
    ----------
    data : bytes
        The whole file.

    Returns
    -------
    HexMap
        The map. Units of a save file of the original are left out, with a FileWarning.

    Raises
    ------
    FormatError
        If the bytes are damaged, cut off, of a newer version or no map at all; one sentence says which.

    See Also
    --------
    save_cells : The way there.

    Examples
    --------
    >>> load_cells(save_cells(HexMap.empty(), header=1)).shape
    (15, 20)
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise FormatError(sentence("hexmap.load_cells", "must be given the bytes of a file", type(data).__name__))
    data = bytes(data)
    if data[: len(MAGIC)] == MAGIC:
        return _load_own(data)
    if len(data) >= 4 and data[1:4] == b"\0\0\0":
        return _load_original(data)
    if MAGIC.startswith(data[: len(MAGIC)]):
        raise FormatError(f"hexmap.load_cells: the file ends after {len(data)} bytes, before its header is complete.")
    raise FormatError(
        f"hexmap.load_cells: this is no hex map: it begins with {data[:8]!r}, not with {MAGIC!r} or a header number from 0 to "
        f"{_NEWEST}."
    )


def _little(array: NDArray[Any]) -> NDArray[Any]:
    return array.astype(array.dtype.newbyteorder("<"), copy=False)


def _load_own(data: bytes) -> HexMap:
    where = "hexmap.load_cells"
    if len(data) < _HEAD.size + 32:
        raise FormatError(f"{where}: the file ends after {len(data)} bytes, before its header is complete.")
    _, version, flags, columns, rows, layout_size, cells_size = _HEAD.unpack_from(data)
    if version > VERSION or version < 1 or flags:
        raise FormatError(
            f"{where}: the file has version {version}, this Landwright reads up to {VERSION}. Read it with a newer one."
        )
    end = _HEAD.size + layout_size + cells_size
    if len(data) != end + 32:
        raise FormatError(
            f"{where}: the file has {len(data)} bytes, its header says {end + 32}; it is cut off or damaged."
        )
    if hashlib.sha256(data[:end]).digest() != data[end:]:
        raise FormatError(f"{where}: the checksum does not fit; the file is damaged. Take another copy of it.")
    try:
        layout = Layout.from_json(json.loads(data[_HEAD.size : _HEAD.size + layout_size]))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"{where}: the layout cannot be read: {error}") from None
    if layout.shape != (rows, columns):
        raise FormatError(
            f"{where}: the header says {columns} x {rows} cells, the layout {layout.columns} x {layout.rows}."
        )
    count = rows * columns
    if count > MOST_CELLS:
        raise FormatError(f"{where}: the file has {count} cells; a map has at most {MOST_CELLS}.")
    size = count * sum(np.dtype(about.dtype).itemsize for about in ATTRIBUTES.values())
    pour = zlib.decompressobj()
    try:
        cells = pour.decompress(data[_HEAD.size + layout_size : end], size + 1)
    except zlib.error as error:
        raise FormatError(f"{where}: the cells cannot be unpacked: {error}.") from None
    if len(cells) != size or not pour.eof or pour.unused_data:
        raise FormatError(f"{where}: the file unpacks to another number of bytes than {count} cells have ({size}).")
    arrays, at = {}, 0
    for name, about in ATTRIBUTES.items():
        kind = np.dtype(about.dtype)
        stored = np.dtype(np.uint8) if kind == np.bool_ else kind.newbyteorder("<")
        arrays[name] = np.frombuffer(cells, stored, count, at).reshape(rows, columns)
        at += count * stored.itemsize
    return _map(layout, arrays)


def _map(layout: Layout, arrays: dict[str, NDArray[Any]]) -> HexMap:
    try:
        return HexMap(layout, **{name: array.astype(array.dtype.newbyteorder("=")) for name, array in arrays.items()})
    except FieldError as error:
        raise FormatError(f"hexmap.load_cells: the file holds what no map can: {error}") from None


# The original. A row for each version: what its header brought.
#   0 cells of a map of 20 x 15    1 width and height    2 units after the cells    3 explored    4 elevation + 127    5 wrapping

_BYTES = ("terrain", "elevation", "water_level", "urban", "farm", "plant", "special", "walled", "in", "out", "roads")


def _save_original(land: HexMap, header: int) -> bytes:
    where = f"hexmap.save_cells: a save file with header {header}"
    if isinstance(header, bool) or header not in range(_NEWEST + 1):
        raise SettingError(sentence("hexmap.save_cells: header", f"must be from 0 to {_NEWEST}", header))
    if header == 0 and land.shape != (15, 20):
        raise FormatError(
            f"{where} holds 20 x 15 cells only, the map has {land.columns} x {land.rows}. Take header 1 or more."
        )
    if header < 5 and land.layout.wrap:
        raise FormatError(f"{where} cannot say that the map wraps. Take header 5.")
    if land.columns % 5 or land.rows % 5:
        raise FormatError(f"{where} needs multiples of 5 cells, the map has {land.columns} x {land.rows}.")
    if (land.river_in & (land.river_in.astype(np.int64) - 1)).any():
        raise FormatError(f"{where} holds one river into a cell only, the map has confluences.")
    shift = _MARGIN if header >= 4 else 0
    for name, add in (("elevation", shift), ("water_level", 0)):
        low, high = int(getattr(land, name).min()), int(getattr(land, name).max())
        if low + add < 0 or high + add > 255:
            hint = " Take header 4 or 5 for levels below 0." if name == "elevation" and not shift else ""
            raise FormatError(f"{where} holds a {name} from {-add} to {255 - add}, the map has {low} to {high}.{hint}")
    side_in = np.zeros(land.shape, np.uint8)
    for side in range(6):
        side_in[land.river_in == 1 << side] = 128 + side
    values: dict[str, NDArray[Any]] = {
        **land.arrays(),
        "elevation": land.elevation + shift,
        "in": side_in,
        "out": np.where(land.river_out >= 0, land.river_out.astype(np.int64) + 128, 0),
    }
    names = (*_BYTES, "explored") if header >= 3 else _BYTES
    cells = np.stack([values[name].astype(np.uint8) for name in names], axis=-1)
    head = struct.pack("<i", header)
    if header >= 1:
        head += struct.pack("<ii", land.columns, land.rows)
    if header >= 5:
        head += struct.pack("<?", land.layout.wrap)
    units = struct.pack("<i", 0) if header >= 2 else b""
    return head + cells.tobytes() + units


def _load_original(data: bytes) -> HexMap:
    header = data[0]
    where = f"hexmap.load_cells: the save file with header {header}"
    if header > _NEWEST:
        raise FormatError(f"{where} is of a version that is not known; 0 to {_NEWEST} are.")
    at, columns, rows, wrap = 4, 20, 15, False
    needs = at + (8 if header >= 1 else 0) + (1 if header >= 5 else 0)
    if len(data) < needs:
        raise FormatError(f"{where} ends after {len(data)} bytes, before its size.")
    if header >= 1:
        columns, rows = struct.unpack_from("<ii", data, at)
        at += 8
    if header >= 5:
        wrap = data[at] != 0
        at += 1
    if columns < 1 or rows < 1 or columns % 5 or rows % 5:
        raise FormatError(f"{where} says it has {columns} x {rows} cells; both must be positive multiples of 5.")
    names = (*_BYTES, "explored") if header >= 3 else _BYTES
    count = columns * rows
    end = at + count * len(names)
    if len(data) < end + (4 if header >= 2 else 0):
        raise FormatError(f"{where} says it has {columns} x {rows} cells, but ends after {len(data)} bytes.")
    table = np.frombuffer(data, np.uint8, count * len(names), at).reshape(rows, columns, len(names))
    arrays: dict[str, NDArray[Any]] = {name: table[:, :, i].astype(np.int64) for i, name in enumerate(names)}
    units = 0
    if header >= 2:
        (units,) = struct.unpack_from("<i", data, end)
        end += 4 + 12 * max(units, 0)
    if units < 0 or len(data) != end:
        raise FormatError(f"{where} has {len(data)} bytes, its cells and {units} units take {end}.")
    if header >= 4:
        arrays["elevation"] -= _MARGIN
    for name in ("in", "out"):
        wrong = (arrays[name] != 0) & ((arrays[name] < 128) | (arrays[name] > 133))
        if wrong.any():
            raise FormatError(
                f"{where} has a river with the direction byte {int(arrays[name][wrong][0])}; 0 and 128 to 133 are valid."
            )
    into, out = arrays.pop("in"), arrays.pop("out")
    arrays["river_in"] = np.where(into >= 128, 1 << np.maximum(into - 128, 0), 0)
    arrays["river_out"] = np.where(out >= 128, out - 128, -1)
    try:
        layout = Layout(columns=columns, rows=rows, wrap=wrap)
    except SettingError as error:
        raise FormatError(f"{where} holds what no map can: {error}") from None
    land = _map(layout, arrays)
    if units:
        warnings.warn(
            f"{where} holds {units} units, which a map does not; they were left out.", FileWarning, stacklevel=3
        )
    return land
