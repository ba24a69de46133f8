"""Triangulate: a hex map becomes the meshes of its ground, rivers, roads, waters and walls, whole or chunk by chunk."""

from __future__ import annotations

import functools
import threading
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.hexmap._ground_normals import Part, flat, smooth
from landwright.hexmap._kernels.meshing import BETWEEN, MESHES, build_cells
from landwright.hexmap._kernels.shake import BATCH
from landwright.hexmap._kernels.walls import CORNER_VERTICES, EDGE_VERTICES
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap._piles import Pile, Piles, joined
from landwright.hexmap._shaking import frame_of
from landwright.hexmap.settings import Triangulation
from landwright.mesh import Mesh

__all__ = ["triangulate", "triangulate_chunk"]

_UV: Final = {"rivers": 1, "roads": 1, "shore": 1, "estuaries": 2}
"""How many texture coordinates a mesh carries."""
_CELLS_AT_ONCE = 64
"""Cells that surely fit into the room a pile is given; those of most maps need a third of it."""
_CELLS_TRIED = 64
"""Cells from all over a map that tell how much room the rest will need."""

_kept = threading.local()


def triangulate(land: HexMap, noun: Triangulation = Triangulation()) -> dict[str, Mesh]:
    """Return the meshes of a whole map.

    They are those of its chunks, joined in order: rows of chunks from south to north, in each from west to east. Use
    :func:`triangulate_chunk` for maps of more than some 100,000 cells, where all meshes at once would fill the memory (about
    10 kB a cell).

    Parameters
    ----------
    land : HexMap
        The map.
    noun : Triangulation
        Crack-free, skirts, normals, roads under water.

    Returns
    -------
    dict of str to Mesh
        ``terrain``, ``rivers``, ``roads``, ``water``, ``shore``, ``estuaries``, ``walls``, in this order; some may be empty. Vertices are
        float64 metres from the map's origin, which is the origin of the meshes. Terrain carries the attributes ``weights`` (n, 3)
        float32, shares that sum to 1, and ``cells`` (n, 3) int32, the flat indices of the cells they belong to. Rivers and shore carry
        uv0, along (v) and across (u) the flow, and v from water (0) to land (1); roads u 1 on the middle line; estuaries both
        (uv0 u the share of the river, v that of the shore; uv1 along the flow). Only the ground has normals, and only when asked for.

    See Also
    --------
    triangulate_chunk : The meshes of one chunk.

    Notes
    -----
    Reach: halo of 1 cell.
    Cost: O(cells).
    Deterministic: bit-identical for any thread count, joined or chunk by chunk, and on every machine.

    Examples
    --------
    >>> meshes = triangulate(HexMap.empty(4, 3))
    >>> list(meshes)
    ['terrain', 'rivers', 'roads', 'water', 'shore', 'estuaries', 'walls']
    """
    check_map("hexmap.triangulate", land)
    down, across = land.layout.chunks
    blocks = _blocks(land, np.arange(down * across))
    size = land.layout.metrics.chunk_size
    many = max(1, 1024 // (size * size))
    runs = -(-len(blocks) // many)
    normals = noun.normals != "none"
    piles = Piles([_pattern(name, normals) for name in MESHES], runs)
    frame = frame_of(land)
    expected = np.zeros((len(MESHES), 2), np.int64) if normals else _expected(land, frame, noun)

    def build(begin: int, end: int) -> None:
        for run in range(begin, end):
            some = blocks[run * many : (run + 1) * many]
            pile = piles.begin(run)
            if normals:
                pile.add(_parts(land, frame, some, noun))
            else:
                pile.make_room(np.where(pile.room == 0, expected, 0))
                _fill(pile, land, frame, some, noun)
            piles.end(run)

    _pool.run_rows(build, runs, block=1)
    return {name: _mesh(land, name, part) for name, part in zip(MESHES, piles.meshes(), strict=True)}


def triangulate_chunk(land: HexMap, cz: int, cx: int, noun: Triangulation = Triangulation()) -> dict[str, Mesh]:
    """Return the meshes of one chunk.

    A chunk owns the tops of its cells, what lies between them and their neighbours to the north-east, east and south-east, and the corners
    to the north-east and east, so its meshes reach over its edge by half a cell.

    Parameters
    ----------
    land : HexMap
        The map.
    cz, cx : int
        Row (from the south) and column (from the west) of the chunk, below ``land.layout.chunks``.
    noun : Triangulation
        Crack-free, skirts, normals, roads under water.

    Returns
    -------
    dict of str to Mesh
        As :func:`triangulate` gives them.

    See Also
    --------
    triangulate : All chunks joined.

    Notes
    -----
    Reach: halo of 1 cell; with smooth normals of 3, so an edit changes chunks up to one beyond those of ``hexmap.dirty_chunks``.
    Cost: O(cells of the chunk).
    Deterministic: bit-identical for any thread count and on every machine.

    Examples
    --------
    >>> meshes = triangulate_chunk(HexMap.empty(20, 15), 2, 3)
    >>> len(meshes["terrain"].faces) > 600
    True
    """
    check_map("hexmap.triangulate_chunk", land)
    down, across = land.layout.chunks
    for name, value, count in (("cz", cz, down), ("cx", cx, across)):
        if not 0 <= value < count:
            raise SettingError(sentence(f"hexmap.triangulate_chunk: {name}", f"must be from 0 to {count - 1}", value))
    size = land.layout.metrics.chunk_size
    ends = min(cz * size + size, land.rows), min(cx * size + size, land.columns)
    block = np.array([[cz * size, ends[0], cx * size, ends[1]]])
    parts = _parts(land, frame_of(land), block, noun)
    return {name: _mesh(land, name, joined(part)) for name, part in zip(MESHES, parts, strict=True)}


def _blocks(land: HexMap, chunks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return first and end rows and columns of some chunks, (n, 4); chunks are numbered row by row."""
    _, across = land.layout.chunks
    size = land.layout.metrics.chunk_size
    row, column = np.divmod(chunks, across)
    row, column = row * size, column * size
    ends = np.minimum(row + size, land.rows), np.minimum(column + size, land.columns)
    return np.stack([row, ends[0], column, ends[1]], axis=1)


def _parts(land: HexMap, frame: tuple[Any, ...], blocks: NDArray[np.int64], noun: Triangulation) -> list[list[Part]]:
    """Return the parts of each mesh of some blocks of cells."""
    if noun.normals == "none":
        return _bare_parts(land, frame, blocks, noun)
    found: list[list[Part]] = [[] for _ in MESHES]
    for block in blocks:
        some = _bare_parts(land, frame, block[np.newaxis], noun)
        ground = joined(some[0])
        if noun.normals == "flat":
            some[0] = [flat(ground)]
        else:
            wider = block + np.array([-2, 2, -2, 2])
            wider[:2] = np.clip(wider[:2], 0, land.rows)
            if not land.layout.wrap:
                wider[2:] = np.clip(wider[2:], 0, land.columns)
            around = joined(_bare_parts(land, frame, wider[np.newaxis], noun.replace(skirt_depth=0.0))[0])
            some[0] = [(*ground, smooth(ground, around, land.layout.metrics.outer_radius))]
        for all_parts, more in zip(found, some, strict=True):
            all_parts.extend(more)
    return found


def _bare_parts(
    land: HexMap, frame: tuple[Any, ...], blocks: NDArray[np.int64], noun: Triangulation
) -> list[list[Part]]:
    """Return the part of each mesh of some blocks of cells, without normals."""
    if getattr(_kept, "pile", None) is None:
        _kept.pile = Pile(
            [_pattern(name) for name in MESHES]
        )  # made once: what stays in the processor's cache is quick
    pile: Pile = _kept.pile
    pile.used[:] = 0
    _fill(pile, land, frame, blocks, noun)
    found: list[list[Part]] = []
    for part, used in zip(pile.parts, pile.used.tolist(), strict=True):
        found.append([tuple(array[: used[int(index == 1)]].copy() for index, array in enumerate(part))])
    if pile.room[0, 0] > 1 << 20:
        _kept.pile = None
    return found


def _expected(land: HexMap, frame: tuple[Any, ...], noun: Triangulation) -> NDArray[np.int64]:
    """Return how many vertices and faces a thread's share of a map will have in each mesh, tried on a few cells."""
    count = land.elevation.size
    if count <= 16 * _CELLS_TRIED:
        return _most(land.layout.metrics.terrace_steps) * count // 3
    row, column = np.divmod(np.arange(0, count, max(1, count // _CELLS_TRIED)), land.columns)
    few = _bare_parts(land, frame, np.stack([row, row + 1, column, column + 1], axis=1), noun)
    made = np.array([[len(part[0][0]), len(part[0][1])] for part in few])
    return (made * (1.1 * count / len(row) / min(_pool.threads(), -(-count // 1024)))).astype(np.int64)


def _fill(pile: Pile, land: HexMap, frame: tuple[Any, ...], blocks: NDArray[np.int64], noun: Triangulation) -> None:
    """Add the meshes of some blocks of cells, without normals, to a pile."""
    options = np.array([float(noun.weld), noun.skirt_depth, float(noun.sunken_roads)])
    most = _most(land.layout.metrics.terrace_steps)
    scratch = _scratch(int(most[:, 0].max()))
    pairs = frame[-1][0].view(np.int64)
    at = np.zeros(2, np.int64)
    build: Any = build_cells
    while at[0] < len(blocks):
        pile.make_room(most * _CELLS_AT_ONCE)
        vertices, faces = (tuple(part[of] for part in pile.parts) for of in (0, 1))
        carried = dict(zip(MESHES, (part[2:] for part in pile.parts), strict=True))
        uv = (*(array for name in _UV for array in carried[name]), _NO_UV)
        ends = most, pairs, pile.room, vertices, faces, uv, *carried["terrain"], pile.used
        build(at, len(blocks), blocks, *frame, options, *ends, *scratch)


@functools.lru_cache(maxsize=8)
def _most(n: int) -> NDArray[np.int64]:
    """Return the most vertices and faces one cell adds to each mesh; slopes have `n` strips."""
    return np.array(
        [
            [
                90 + 3 * (5 * n + 9) + 2 * (3 * n + 9) + 60 + 12 * (n + 1),
                96 + 3 * (8 * n + 4) + 2 * (2 * n + 6) + 48 + 12 * n,
            ],
            [120, 80],
            [150 + 18 * (n + 1), 60 + 12 * n],
            [130 + 6 * 23 + 12 * (3 + 5 * n), 70 + 6 * 13 + 12 * (1 + 3 * n)],
            [130, 80],
            [60, 40],
            [3 * EDGE_VERTICES + 2 * CORNER_VERTICES, 3 * EDGE_VERTICES // 2 + CORNER_VERTICES],
        ],
        np.int64,
    )


_NO_UV = np.empty((0, 2), np.float32)


def _scratch(most: int) -> tuple[NDArray[Any], ...]:
    """Return this thread's small arrays, which are made once and kept; one cell adds at most so many vertices to a mesh."""
    if getattr(_kept, "most", -1) < most:
        texel = np.zeros((4, BATCH), np.int64)
        _kept.most = most
        _kept.scratch = (
            np.empty((len(MESHES), most * BETWEEN), np.int32),
            np.empty((12, 5, 5)),
            np.empty((7, 3), np.int64),
            np.zeros((6, BATCH)),
            np.zeros((4, BATCH), np.int64),
            texel,
            texel.view(np.float32),
        )
    made: tuple[NDArray[Any], ...] = _kept.scratch
    return made


def _pattern(name: str, normals: bool = False) -> Part:
    """Return the empty arrays of a mesh."""
    made: list[NDArray[Any]] = [np.empty((0, 3)), np.empty((0, 3), np.uint32)]
    if name == "terrain":
        made += [np.empty((0, 3), np.float32), np.empty((0, 3), np.int32)]
        if normals:
            made.append(np.empty((0, 3), np.float32))
    return (*made, *(_NO_UV for _ in range(_UV.get(name, 0))))


def _mesh(land: HexMap, name: str, part: Part) -> Mesh:
    """Make the mesh of a part."""
    vertices, faces, *carried = part
    origin = (*land.layout.origin, 0.0)
    if name == "terrain":
        splat = {"weights": carried[0], "cells": carried[1]}
        if len(carried) > 2:
            return Mesh(vertices, faces, origin=origin, name=name, attributes=splat, normals=carried[2], copy=False)
        return Mesh._made(vertices, faces, origin, name, attributes=splat)
    uv0, uv1 = (*carried, None, None)[:2]
    return Mesh._made(vertices, faces, origin, name, uv0=uv0, uv1=uv1)
