"""Few triangles within a stated error: the right-triangulated irregular network of a field."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright._pool import call, current, run_rows
from landwright.errors import MeshError, sentence
from landwright.field import Heightfield
from landwright.mesh._ground import Window, checked_window, middle, place, valid_samples
from landwright.mesh._kernels.bisection import axis_errors, center_errors, pin_borders
from landwright.mesh._kernels.bisection_faces import count_vertices, list_vertices, normals_at, plant, walk
from landwright.mesh._kernels.bisection_fine import axis_errors_1, axis_errors_2, center_errors_1, center_errors_2
from landwright.mesh._mesh import Mesh
from landwright.mesh.settings import Rtin

INFINITE = np.int32(0x7F800000)
"""Infinity as float32 bits."""

_WASTE = 4 / 3
"""A lattice may be longer than the map by this factor, that roots can be large; beyond it, smaller roots fit better."""


@dataclass(frozen=True)
class Lattice:
    """The binary lattice laid over the samples of one field.

    Attributes
    ----------
    root : int
        Side of a root square in lattice steps, a power of two.
    at_row, at_col : (rows,), (cols,) int32
        Sample row and column of each lattice row and column. Lattice points come in pairs of steps that span two samples,
        or one; in the latter the middle is absent and repeats its predecessor. So every sample is a lattice point, on
        maps of any size, and for sides of a power of two plus one the lattice is the samples themselves.
    """

    root: int
    at_row: NDArray[np.int32]
    at_col: NDArray[np.int32]


def lattice(shape: tuple[int, int], longest: float) -> Lattice:
    """Lay a lattice over (rows, cols) samples whose root squares have sides of at most `longest` cells, at least 2."""
    cells = shape[0] - 1, shape[1] - 1
    root = 2
    while root * 2 <= longest and all(_steps(n, root * 2) <= _WASTE * n for n in cells):
        root *= 2
    return Lattice(root, _samples_of(cells[0], root), _samples_of(cells[1], root))


def _steps(cells: int, root: int) -> int:
    return -(-cells // root) * root


def _samples_of(cells: int, root: int) -> NDArray[np.int32]:
    pairs = _steps(cells, root) // 2
    bounds = (2 * np.arange(pairs + 1, dtype=np.int64) * cells + pairs) // (2 * pairs)
    made = np.empty(2 * pairs + 1, np.int32)
    made[::2] = bounds
    made[1::2] = np.where(np.diff(bounds) == 2, bounds[:-1] + 1, bounds[:-1])
    return made


def errors_of(
    z: NDArray[np.float32], over: Lattice, limit: np.int32 = INFINITE, pinned: np.int32 | None = None, fine: bool = True
) -> NDArray[np.int32]:
    """Return the error of every lattice point as float32 bits; z is NaN where there is no data.

    Errors up to `limit` are exact; larger ones only say that they are larger. With `pinned`, points on borders of
    roots above that error are infinite, and so is all that must be split before them. `fine` allows the short way.
    """
    errors = np.zeros((len(over.at_row), len(over.at_col)), np.int32)
    rows, root = len(over.at_row) - 1, over.root
    sides = [1 << level for level in range(root.bit_length() - 1)]
    fine = fine and errors.shape == z.shape
    todo: list[tuple[Any, ...]] = []
    for s in sides:
        if fine and s == 1:
            todo.append((axis_errors_1, rows + 1, z, errors))
            todo.append((center_errors_1, rows // 2, z, root, errors))
        elif fine and s == 2:
            todo.append((axis_errors_2, rows // 2 + 1, z, limit, errors))
            todo.append((center_errors_2, rows // 4, z, root, limit, errors))
        else:
            todo += _level(z, over, s, limit, errors, measure=True)
    if pinned is not None:
        todo.append((pin_borders, rows + 1, root, pinned, errors))
        for s in sides:
            todo += _level(z, over, s, INFINITE, errors, measure=False)
    _in_turn(todo)
    return errors


def _level(
    z: NDArray[np.float32], over: Lattice, s: int, limit: np.int32, errors: NDArray[np.int32], *, measure: bool
) -> list[tuple[Any, ...]]:
    rows = len(over.at_row) - 1
    return [
        (axis_errors, rows // s + 1, z, over.at_row, over.at_col, s, measure, limit, errors),
        (center_errors, rows // (2 * s), z, over.at_row, over.at_col, s, over.root, measure, limit, errors),
    ]


def _in_turn(todo: Sequence[tuple[Any, ...]]) -> None:
    """Run kernels over rows, one after the other, each with a like share of the progress."""
    for k, (kernel, rows, *given) in enumerate(todo):
        with current().part(k / len(todo), (k + 1) / len(todo)):
            run_rows(kernel, rows, *given)


def bits_of(value: float) -> np.int32:
    """Return the bits of the largest float32 that is not above `value`."""
    made = np.float32(min(value, float(np.finfo(np.float32).max)))
    if float(made) > value:
        made = np.nextafter(made, np.float32(0))
    return np.int32(made.view(np.int32))


def rtin(field: Heightfield, settings: Rtin = Rtin(), *, window: Window | None = None) -> Mesh:
    """Make a mesh of few triangles that stays within `max_error` of every sample.

    Squares are cut into right triangles again and again, only where the ground asks for it. The error of a triangle
    is measured at every sample that it covers, not estimated from its corners, so the bound holds.
    All vertices are samples. Use it for views, games and simulations; use :func:`regular` where every sample must stay.

    Parameters
    ----------
    field : Heightfield
        At least 2 x 2 samples, any shape. Sides of a power of two plus one are cut into squares; other sides are
        cut as evenly as whole samples allow, so triangles are stretched by a few percent.
    settings : Rtin
        ``max_error`` (m), and how tiles meet.
    window : (int, int, int, int), optional
        Mesh only these rows and columns of samples, which must be whole tiles (see ``longest_edge``). The rest of the
        field is looked at, so that the mesh of a tile is a part of the mesh of the whole; one tile of surroundings on
        each side is enough for that.

    Returns
    -------
    Mesh
        All faces up; normals from the slope of the field at the vertex, uv0 as :func:`regular` has them. Samples
        without data leave holes, outlined at full detail.

    Raises
    ------
    MeshError
        If there are fewer than 2 rows or columns, no triangle has data, `longest_edge` is under two cells, or the
        window is not made of whole tiles.

    See Also
    --------
    regular : Every sample a vertex.
    skirt : Hide gaps to neighbours of other making.

    Notes
    -----
    Reach: one tile of samples around the window; the whole field without ``longest_edge``. Cost: O(samples log samples).
    Deterministic: bit-identical for any number of threads; a tile with its surroundings gives the bits of the whole.

    Tiles meet without cracks when they are made with one `max_error`, or with one `border_error` and any `max_error`:
    the vertices on a border depend on nothing else, and on both sides equally.

    References
    ----------
    .. [1] W. Evans, D. Kirkpatrick, G. Townsend, "Right-Triangulated Irregular Networks", Algorithmica 30, 2001.

    Examples
    --------
    >>> flat = Heightfield(np.zeros((129, 129)), cell_size=10.0)
    >>> len(rtin(flat, Rtin(max_error=0.5)).faces)
    2
    """
    window = checked_window(field, window, "mesh.rtin")
    longest = math.inf if settings.longest_edge is None else settings.longest_edge / field.cell_size
    if longest < 2:
        raise MeshError(
            sentence(
                "mesh.rtin: longest_edge",
                f"must be at least two cells ({2 * field.cell_size:g} m)",
                settings.longest_edge,
                hint="mesh.regular makes every cell two triangles.",
            )
        )
    over = lattice(field.shape, longest)
    tiles = _tiles(window, over, field.shape)
    z = field.elevation if field.mask is None else np.where(field.mask, field.elevation, np.float32(np.nan))
    limit = bits_of(settings.max_error)
    with current().part(0.0, 0.8):
        pinned = None if settings.border_error is None else bits_of(settings.border_error)
        errors = errors_of(z, over, limit, pinned)
    with current().part(0.8, 0.95):
        samples, faces = _extract(z, errors, over, limit, tiles, field.mask is not None)
    if not len(faces):
        raise MeshError("mesh.rtin: field must have data at the corners of a triangle, got a mask without any.")
    origin = middle(field.grid, settings.centered)
    vertices, uv = place(field, window, samples[:, 0], samples[:, 1], origin)
    lines = np.empty((len(samples), 3), np.float32)
    given = field.elevation, valid_samples(field), samples, field.cell_size, lines
    with current().part(0.95, 1.0):
        run_rows(normals_at, len(samples), *given, block=1 << 14)
    return Mesh(vertices, faces, normals=lines, uv0=uv, origin=origin, crs=field.grid.crs, copy=False)


def _tiles(window: Window, over: Lattice, shape: tuple[int, int]) -> Window:
    """Return the window in roots, or refuse one that cuts through a root."""
    found: list[int] = []
    for axis, (at, begin, end) in enumerate(
        ((over.at_row, window[0], window[1] - 1), (over.at_col, window[2], window[3] - 1))
    ):
        bounds = at[:: over.root]
        for sample in (begin, end):
            place = int(np.searchsorted(bounds, sample))
            if bounds[place] != sample:
                near = sorted({int(bounds[max(place - 1, 0)]), int(bounds[place])})
                word = ("row", "column")[axis]
                raise MeshError(
                    sentence(
                        "mesh.rtin: window",
                        f"must begin and end on borders of tiles, near {word} {' or '.join(str(n) for n in near)}",
                        tuple(window),
                        hint=f"Tiles have sides of {over.root} cells here; longest_edge sets them.",
                    )
                )
            found.append(place)
    return found[0], found[1], found[2], found[3]


def _extract(
    z: NDArray[np.float32], errors: NDArray[np.int32], over: Lattice, limit: np.int32, tiles: Window, masked: bool
) -> tuple[NDArray[np.int32], NDArray[np.uint32]]:
    root, cols = over.root, len(over.at_col)
    top, bottom, left, right = (n * root for n in tiles)
    first = np.zeros(bottom - top + 1, np.int64)
    where = errors, over.at_row, over.at_col, limit, root, top, left, right
    with current().part(0.0, 0.2):
        run_rows(count_vertices, len(first), *where, first)
    total = int(first.sum())
    first = np.cumsum(first) - first
    vertex = np.empty(errors.shape, np.uint32)
    samples = np.empty((total, 2), np.int32)
    with current().part(0.2, 0.4):
        run_rows(list_vertices, len(first), *where, first, vertex, samples)
    keep = np.isfinite(z[samples[:, 0], samples[:, 1]]) if masked else np.ones(1, np.bool_)

    i, j = (np.ravel(a) for a in np.meshgrid(np.arange(top, bottom, root), np.arange(left, right, root), indexing="ij"))
    north_west, north_east = i * cols + j, i * cols + j + root
    south_west, south_east = north_west + root * cols, north_east + root * cols
    zero = np.zeros_like(i)
    pairs = [(north_west, south_east, north_east, zero), (south_east, north_west, south_west, zero)]
    sown = np.stack([np.stack(pair, 1) for pair in pairs], 1).reshape(-1, 4)
    enough = max(256, errors.size >> 14)
    roots = np.zeros((2 * max(enough, len(sown)), 4), np.int64)
    roots[: len(sown)] = sown
    flat, deepest = errors.reshape(-1), 2 * (root.bit_length() - 1)
    with current().part(0.4, 0.5):
        roots = roots[: call(plant, flat, limit, deepest, enough, roots, len(sown))]
    place = np.zeros(len(roots), np.int64)
    nothing = np.empty((0, 3), np.uint32)
    given = (flat, over.at_row, over.at_col, limit, deepest, roots, vertex.reshape(-1), keep, masked)
    with current().part(0.5, 0.7):
        run_rows(walk, len(roots), *given, False, place, nothing)
    faces = np.empty((int(place.sum()), 3), np.uint32)
    with current().part(0.7, 1.0):
        run_rows(walk, len(roots), *given, True, np.cumsum(place) - place, faces)
    if masked:
        used = np.zeros(total, np.bool_)
        used[faces] = True
        number = (np.cumsum(used) - 1).astype(np.uint32)
        return samples[used], number[faces]
    return samples, faces
