"""The cells as a table: one row a cell, for spreadsheets, data frames and other programs; and the way back."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, FormatError, SettingError, nearest
from landwright.hexmap._coordinates import cell_centers, offset_to_axial
from landwright.hexmap._map import ATTRIBUTES, HexMap, check_map
from landwright.hexmap.settings import Layout

__all__ = ["cell_table", "cells_from_csv", "cells_from_json", "cells_from_table", "cells_to_csv", "cells_to_json"]

_DERIVED = ("q", "r", "x", "y", "underwater")
VERSION = 1


def cell_table(land: HexMap) -> dict[str, NDArray[Any]]:
    """Return the cells as columns of a table, row by row from the south-west.

    Parameters
    ----------
    land : HexMap
        Any map.

    Returns
    -------
    dict of str to (rows * columns,) array
        ``column``, ``row`` (offset coordinates), ``q``, ``r`` (axial), ``x``, ``y`` (m, center of the unshaken cell), then every
        attribute of ``hexmap.ATTRIBUTES``, and ``underwater``. A mapping like this becomes a data frame as it is.

    See Also
    --------
    cells_to_csv : As text.
    cells_from_table : The way back.

    Examples
    --------
    >>> table = cell_table(HexMap.empty(3, 2))
    >>> table["column"].tolist(), table["row"].tolist()
    ([0, 1, 2, 0, 1, 2], [0, 0, 0, 1, 1, 1])
    """
    check_map("hexmap.cell_table", land)
    row, column = (part.reshape(-1) for part in np.indices(land.shape))
    q, r = offset_to_axial(column, row)
    centers = cell_centers(land.layout).reshape(-1, 2)
    table: dict[str, NDArray[Any]] = {"column": column, "row": row, "q": q, "r": r}
    table["x"], table["y"] = centers[:, 0].copy(), centers[:, 1].copy()
    for name, array in land.arrays().items():
        table[name] = array.reshape(-1)
    table["underwater"] = land.underwater.reshape(-1)
    return table


def cells_from_table(table: Mapping[str, ArrayLike], layout: Layout | None = None) -> HexMap:
    """Make a map from columns of a table, in any order of rows.

    Parameters
    ----------
    table : mapping of str to array
        ``column`` and ``row``, and any attributes of ``hexmap.ATTRIBUTES``; the others are as in an empty map. What follows from
        these (``q``, ``r``, ``x``, ``y``, ``underwater``) may be there and is not read.
    layout : Layout, optional
        The frame; as large as the cells need, without wrapping, when left out.

    Returns
    -------
    HexMap
        The map.

    Raises
    ------
    FieldError
        If a column is unknown, missing or of another length, a cell is missing or there twice, or a value does not fit.

    See Also
    --------
    cell_table : The way there.

    Examples
    --------
    >>> land = cells_from_table({"column": [1, 0], "row": [0, 0], "elevation": [5, 4]})
    >>> land.elevation.tolist()
    [[4, 5]]
    """
    where = "hexmap.cells_from_table"
    columns = {str(name): np.asarray(values) for name, values in table.items()}
    for name in columns:
        if name not in ATTRIBUTES and name not in ("column", "row", *_DERIVED):
            close = nearest(name, ATTRIBUTES)
            hint = f" Did you mean {close!r}?" if close else ""
            raise FieldError(
                f"{where}: {name!r} is no column of cells.{hint} Valid: column, row, {', '.join(ATTRIBUTES)}."
            )
    for name in ("column", "row"):
        if name not in columns:
            raise FieldError(f"{where}: the column {name!r} is missing; it says where each cell is.")
    count = columns["row"].size
    for name, values in columns.items():
        if values.shape != (count,):
            raise FieldError(f"{where}: {name} must hold one value a cell, {count}, got the shape {values.shape}.")
        if name not in _DERIVED and values.dtype.kind not in "iub":
            raise FieldError(f"{where}: {name} must hold whole numbers, got {values.dtype}.")
    if not count:
        raise FieldError(f"{where}: the table has no cells.")
    column, row = columns["column"].astype(np.int64), columns["row"].astype(np.int64)
    if layout is None:
        into = columns.get("river_in", np.zeros(1, np.int64)).astype(np.int64)
        size = int(column.max()) + 1, int(row.max()) + 1
        try:
            layout = Layout(columns=size[0], rows=size[1], confluences=bool((into & (into - 1)).any()))
        except SettingError as error:
            raise FieldError(f"{where}: {error}") from None
    inside = (column >= 0) & (column < layout.columns) & (row >= 0) & (row < layout.rows)
    if not inside.all():
        worst = int(np.argmin(inside))
        raise FieldError(
            f"{where}: the cell (column {column[worst]}, row {row[worst]}) lies outside the map of {layout.columns} columns and "
            f"{layout.rows} rows."
        )
    times = np.bincount(row * layout.columns + column, minlength=layout.columns * layout.rows)
    if not (times == 1).all():
        worst = int(np.argmax(times != 1))
        what = "is missing" if not times[worst] else "is there more than once"
        raise FieldError(f"{where}: the cell (column {worst % layout.columns}, row {worst // layout.columns}) {what}.")
    cells: dict[str, NDArray[Any]] = {}
    for name in ATTRIBUTES:
        if name in columns:
            cells[name] = np.empty(layout.shape, columns[name].dtype)
            cells[name][row, column] = columns[name]
    return HexMap(layout, **cells)


def cells_to_csv(land: HexMap) -> str:
    """Write the cell table as comma-separated text: a line of names, then a line for each cell.

    Parameters
    ----------
    land : HexMap
        Any map.

    Returns
    -------
    str
        Lines end in a newline; flags are 0 and 1, positions the shortest numbers that read back the same.

    See Also
    --------
    cells_from_csv : The way back; the layout beyond its size is not in the text.
    cells_to_json : With the layout.

    Examples
    --------
    >>> cells_to_csv(HexMap.empty(1, 1)).splitlines()[1][:12]
    '0,0,0,0,0.0,'
    """
    check_map("hexmap.cells_to_csv", land)
    table = cell_table(land)
    lines = [",".join(table)]
    lists = [(values.astype(np.int64) if values.dtype.kind == "b" else values).tolist() for values in table.values()]
    lines.extend(",".join(map(repr, cell)) for cell in zip(*lists, strict=True))
    return "\n".join(lines) + "\n"


def cells_from_csv(text: str, layout: Layout | None = None) -> HexMap:
    r"""Read a map from comma-separated text, such as :func:`cells_to_csv` writes or a spreadsheet saves.

    Parameters
    ----------
    text : str
        A line of names, then a line for each cell, in any order.
    layout : Layout, optional
        The frame; as large as the cells need when left out.

    Returns
    -------
    HexMap
        The map.

    Raises
    ------
    FormatError
        If a line has another number of values, or one is no whole number; the sentence names the line.
    FieldError
        As :func:`cells_from_table`.

    See Also
    --------
    cells_to_csv : The way there.

    Examples
    --------
    >>> cells_from_csv("column,row,terrain\n0,0,3\n1,0,4\n").terrain.tolist()
    [[3, 4]]
    """
    lines = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        names = [name.strip() for name in next(lines, [])]
        if len(set(names)) != len(names):
            raise FormatError("hexmap.cells_from_csv: line 1 names a column twice.")
        found: list[list[int]] = [[] for _ in names]
        read = [(i, name) for i, name in enumerate(names) if name not in _DERIVED]
        for cell in lines:
            if not cell:
                continue
            if len(cell) != len(names):
                raise FormatError(
                    f"hexmap.cells_from_csv: line {lines.line_num} has {len(cell)} values, line 1 names {len(names)} columns."
                )
            for i, name in read:
                found[i].append(_whole(cell[i], name, lines.line_num))
    except csv.Error as error:
        raise FormatError(f"hexmap.cells_from_csv: line {lines.line_num}: {error}.") from None
    table = {name: np.array(found[i], np.int64) for i, name in read}
    return cells_from_table(table, layout)


def _whole(text: str, name: str, line: int) -> int:
    words = {"true": 1, "false": 0}
    plain = text.strip().lower()
    try:
        value = words[plain] if plain in words else int(plain)
    except ValueError:
        raise FormatError(
            f"hexmap.cells_from_csv: line {line}: {name} must be a whole number, got {text[:40]!r}."
        ) from None
    if abs(value) > 1 << 31:
        raise FormatError(f"hexmap.cells_from_csv: line {line}: {name} is far out of range, got {text[:40]!r}.")
    return value


def cells_to_json(land: HexMap) -> dict[str, Any]:
    """Return the map as plain JSON values: the layout, and each attribute as rows of numbers, southern row first.

    Parameters
    ----------
    land : HexMap
        Any map.

    Returns
    -------
    dict
        ``landwright_hexmap`` (1, the version), ``layout`` and ``cells``; ``json.dumps`` takes it as it is.

    See Also
    --------
    cells_from_json : The way back, exactly.

    Examples
    --------
    >>> cells_to_json(HexMap.empty(2, 1))["cells"]["elevation"]
    [[0, 0]]
    """
    check_map("hexmap.cells_to_json", land)
    cells = {name: array.astype(np.int64).tolist() for name, array in land.arrays().items()}
    return {"landwright_hexmap": VERSION, "layout": land.layout.to_json(), "cells": cells}


def cells_from_json(data: Mapping[str, Any]) -> HexMap:
    """Read a map from what :func:`cells_to_json` gives.

    Parameters
    ----------
    data : mapping
        With ``landwright_hexmap``, ``layout`` and ``cells``; attributes that are left out are as in an empty map.

    Returns
    -------
    HexMap
        The map.

    Raises
    ------
    FormatError
        If it is of a newer version, or something is missing or does not fit.

    See Also
    --------
    cells_to_json : The way there.

    Examples
    --------
    >>> land = HexMap.empty(3, 2)
    >>> cells_from_json(cells_to_json(land)) == land
    True
    """
    where = "hexmap.cells_from_json"
    if (
        not isinstance(data, Mapping)
        or not isinstance(data.get("cells"), Mapping)
        or not isinstance(data.get("layout"), Mapping)
    ):
        raise FormatError(f"{where}: needs an object with landwright_hexmap, layout and cells.")
    if data.get("landwright_hexmap") != VERSION:
        raise FormatError(
            f"{where}: landwright_hexmap must be {VERSION}, got {json.dumps(data.get('landwright_hexmap'))[:40]}."
        )
    try:
        return HexMap(
            Layout.from_json(data["layout"]), **{str(name): _rows(rows) for name, rows in data["cells"].items()}
        )
    except (FieldError, SettingError) as error:
        raise FormatError(f"{where}: {error}") from None


def _rows(rows: Any) -> NDArray[Any]:
    try:
        return np.asarray(rows)
    except ValueError:
        raise FieldError("hexmap: rows of one attribute must have one length.") from None
