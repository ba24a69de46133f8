"""A field as tiles, and back, without a seam."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield
from landwright.ops._raster import R, values_of
from landwright.ops._resample import on_grid, window

__all__ = ["stitch", "tiles"]

_NEAR = 1e-6


def tiles(field: R, size: int | tuple[int, int], overlap: int = 1) -> dict[tuple[int, int], R]:
    """Cut a field into tiles that share samples along their borders.

    Engines draw tiles of n samples that meet at their border samples: with an overlap of 1 the last column of a tile is the
    first of the next, and k tiles of n make ``k * (n - 1) + 1``.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    size : int or (int, int)
        Samples of a tile along each side, or its rows and columns.
    overlap : int
        Rows and columns that neighbours share; 0 only lays them side by side.

    Returns
    -------
    dict
        (row, column) of the tile, from the north-west, to the tile. Where the field is no whole number of tiles, the last
        ones are smaller; none is only overlap.

    Raises
    ------
    SettingError
        If a tile is not larger than the overlap.

    See Also
    --------
    stitch : The exact inverse.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: the samples are copied.

    Examples
    --------
    >>> import landwright as lw
    >>> parts = lw.ops.tiles(lw.Heightfield([[1.0, 2.0, 3.0]]), (1, 2))
    >>> {place: part.elevation.tolist() for place, part in parts.items()}
    {(0, 0): [[1.0, 2.0]], (0, 1): [[2.0, 3.0]]}
    """
    sides: tuple[int, int] = (size, size) if isinstance(size, int) else size
    if overlap < 0:
        raise SettingError(sentence("ops.tiles: overlap", "must be >= 0", overlap))
    rows, cols = field.shape
    if any(side <= overlap and side < count for side, count in zip(sides, (rows, cols), strict=True)):
        raise SettingError(sentence("ops.tiles: size", f"must be larger than the overlap of {overlap}", size))
    return {
        (i, j): window(field, r, min(r + sides[0], rows), c, min(c + sides[1], cols))
        for i, r in enumerate(_starts(sides[0], rows, overlap))
        for j, c in enumerate(_starts(sides[1], cols, overlap))
    }


def _starts(side: int, count: int, overlap: int) -> list[int]:
    """Return the first sample of each tile along one axis."""
    return [0] if side >= count else [0, *range(side - overlap, count - overlap, side - overlap)]


def stitch(tiles: Mapping[tuple[int, int], R] | Iterable[R]) -> R:
    """Put tiles together by where they lie in the world.

    Parameters
    ----------
    tiles : mapping or iterable of Heightfield or Layer
        In any order, of any size, with any overlap; one cell size.

    Returns
    -------
    Heightfield or Layer
        Like the tiles. What :func:`tiles` cut comes back to the bit, coordinates included.

    Raises
    ------
    FieldError
        If there is no tile, they differ in kind or cell size, lie between each other's samples, leave a gap, or disagree in
        a sample they share.

    See Also
    --------
    tiles : The exact inverse.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: the samples are copied.

    Examples
    --------
    >>> import landwright as lw
    >>> field = lw.Heightfield([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    >>> lw.ops.stitch(lw.ops.tiles(field, 2)).elevation.tolist()
    [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    """
    parts: list[R] = list(tiles.values() if isinstance(tiles, Mapping) else tiles)
    if not parts:
        raise FieldError("ops.stitch: tiles must hold at least one tile, got none.")
    first = parts[0]
    west = min(part.grid.north_west[0] for part in parts)
    north = max(part.grid.north_west[1] for part in parts)
    places = []
    for number, part in enumerate(parts):
        where = f"ops.stitch: tile {number}"
        if type(part) is not type(first) or part.cell_size != first.cell_size:
            must = f"must be a {type(first).__name__} of {first.cell_size:g} m cells like the others"
            raise FieldError(sentence(where, must, f"{type(part).__name__} of {part.cell_size:g} m"))
        col = (part.grid.north_west[0] - west) / part.cell_size
        row = (north - part.grid.north_west[1]) / part.cell_size
        if abs(col - round(col)) > _NEAR * max(1.0, abs(col)) or abs(row - round(row)) > _NEAR * max(1.0, abs(row)):
            raise FieldError(
                sentence(where, "must lie on the samples of the others", f"{row:.3f} rows and {col:.3f} columns away")
            )
        places.append((round(row), round(col)))
    rows = max(row + part.grid.rows for (row, _), part in zip(places, parts, strict=True))
    cols = max(col + part.grid.cols for (_, col), part in zip(places, parts, strict=True))
    whole = np.zeros((rows, cols), np.float32)
    data, done = np.zeros((rows, cols), np.bool_), np.zeros((rows, cols), np.bool_)
    for number, ((row, col), part) in enumerate(zip(places, parts, strict=True)):
        area = slice(row, row + part.grid.rows), slice(col, col + part.grid.cols)
        values = values_of(part, "ops.stitch")
        held = part.mask if isinstance(part, Heightfield) and part.mask is not None else np.ones(part.shape, np.bool_)
        apart = done[area] & ((whole[area] != values) | (data[area] != held))
        if apart.any():
            r, c = (int(n) for n in np.argwhere(apart)[0])
            seen = f"{whole[area][r, c]:g} and {values[r, c]:g} at its row {r}, column {c}"
            hint = "Were the tiles scaled one by one?"
            raise FieldError(sentence(f"ops.stitch: tile {number}", "must agree where it overlaps", seen, hint=hint))
        whole[area], data[area], done[area] = values, held, True
    if not done.all():
        r, c = (int(n) for n in np.argwhere(~done)[0])
        raise FieldError(sentence("ops.stitch: tiles", "must leave no gap", f"no tile at row {r}, column {c}"))
    grid = parts[places.index((0, 0))].grid.window(0, rows, 0, cols)
    return on_grid(first, whole, grid, data)
