"""Triangulate: a hex map becomes the meshes of its ground, rivers, roads, waters and walls, whole or chunk by chunk."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.hexmap._ground_normals import Part, flat, smooth
from landwright.hexmap._kernels.meshing import MESHES, build_cells
from landwright.hexmap._kernels.walls import CORNER_VERTICES, EDGE_VERTICES
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap._piles import Piles, joined
from landwright.hexmap._shaking import frame_of
from landwright.hexmap.settings import Triangulation
from landwright.mesh import Mesh

__all__ = ["triangulate", "triangulate_chunk"]

_UV: Final = {"rivers": 1, "roads": 1, "shore": 1, "estuaries": 2}
"""How many texture coordinates a mesh carries."""
_CELLS_AT_ONCE = 64
"""Cells that surely fit into the buffers; those of most maps need a third of the room, and it stays in the processor's cache."""

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
    piles = Piles(len(MESHES), runs, land.elevation.size)
    frame = frame_of(land)

    def build(begin: int, end: int) -> None:
        for run in range(begin, end):
            some = blocks[run * many : (run + 1) * many]
            if noun.normals == "none":
                for parts, cells in _fills(land, frame, some, noun):
                    piles.add(run, parts, cells)
            else:
                piles.add(run, _parts(land, frame, some, noun), len(some) * size * size)

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
    return {name: _mesh(land, name, joined(part) if part else ()) for name, part in zip(MESHES, parts, strict=True)}


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
    """Return the parts of each mesh of some blocks of cells, without normals."""
    found: list[list[Part]] = [[] for _ in MESHES]
    for parts, _ in _fills(land, frame, blocks, noun):
        for every, some in zip(found, parts, strict=True):
            every.extend(tuple(array.copy() for array in part) for part in some)
    return found


def _fills(
    land: HexMap, frame: tuple[Any, ...], blocks: NDArray[np.int64], noun: Triangulation
) -> Iterator[tuple[list[list[Part]], int]]:
    """Yield, as often as this thread's buffers are full, the part of each mesh in them (or none) and how many cells it is of."""
    options = np.array([float(noun.weld), noun.skirt_depth, float(noun.sunken_roads)])
    most = _most(land.layout.metrics.terrace_steps)
    room, arena, pairs = _arena(most)
    at, used = np.zeros(2, np.int64), np.empty((len(MESHES), 3), np.int64)
    build: Any = build_cells
    done, sizes = 0, (blocks[:, 1] - blocks[:, 0]) * (blocks[:, 3] - blocks[:, 2])
    before_block = [0, *np.cumsum(sizes).tolist()]
    while at[0] < len(blocks):
        build(at, len(blocks), blocks, *frame, options, room, most, *arena, used)
        before, done = done, before_block[at[0]] + int(at[1])
        counts = zip(MESHES, room.tolist(), used.tolist(), strict=True)
        yield [[_part(name, arena, pairs, *count)] if count[1][0] else [] for name, *count in counts], done - before


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
            [130, 70],
            [130, 80],
            [60, 40],
            [3 * EDGE_VERTICES + 2 * CORNER_VERTICES, 3 * EDGE_VERTICES // 2 + CORNER_VERTICES],
        ],
        np.int64,
    )


def _arena(most: NDArray[np.int64]) -> tuple[NDArray[np.int64], tuple[NDArray[Any], ...], NDArray[np.uint64]]:
    """Return the rooms of the meshes in this thread's buffers, the buffers, which are made once and kept, and pairs of uv as one number."""
    if getattr(_kept, "most", None) is not most:
        sizes = most * _CELLS_AT_ONCE
        room = np.empty((len(MESHES), 4), np.int64)
        room[:, 1], room[:, 3] = sizes[:, 0], sizes[:, 1]
        room[:, 0], room[:, 2] = np.cumsum(sizes[:, 0]) - sizes[:, 0], np.cumsum(sizes[:, 1]) - sizes[:, 1]
        vertices, faces, ground = int(sizes[:, 0].sum()), int(sizes[:, 1].sum()), int(sizes[0, 0])
        uv = np.empty((vertices, 4), np.float32)
        _kept.arena = (
            np.empty((vertices, 3)),
            np.empty(vertices, np.int32),
            uv,
            np.empty((faces, 3), np.uint32),
            np.empty((ground, 3), np.float32),
            np.empty((ground, 3), np.int32),
            np.empty((9, 5, 5)),
            np.empty((7, 3), np.int64),
        )
        _kept.room, _kept.most, _kept.pairs = room, most, uv.view(np.uint64)
    return _kept.room, _kept.arena, _kept.pairs


def _part(
    name: str, arena: tuple[NDArray[Any], ...], pairs: NDArray[np.uint64], room: list[int], used: list[int]
) -> Part:
    """Return views of what is used of one mesh's part of the buffers; pairs of uv are one number each, which copies faster."""
    begin, end = room[0], room[0] + used[0]
    made = [arena[0][begin:end], arena[3][room[2] : room[2] + used[1]]]
    if name == "terrain":
        made += [arena[4][: used[0]], arena[5][: used[0]]]
    elif name in _UV:
        made += [pairs[begin:end, column] for column in range(_UV[name])]
    return tuple(made)


def _mesh(land: HexMap, name: str, part: Part) -> Mesh:
    """Make the mesh of a part."""
    vertices, faces, *carried = part or _nothing(name)
    origin = (*land.layout.origin, 0.0)
    if name == "terrain":
        splat = {"weights": carried[0], "cells": carried[1]}
        if len(carried) > 2:
            return Mesh(vertices, faces, origin=origin, name=name, attributes=splat, normals=carried[2], copy=False)
        return Mesh._made(vertices, faces, origin, name, attributes=splat)
    uv = [pairs.view(np.float32).reshape(-1, 2) for pairs in carried]
    return Mesh._made(vertices, faces, origin, name, uv0=uv[0] if uv else None, uv1=uv[1] if len(uv) > 1 else None)


def _nothing(name: str) -> Part:
    made: list[NDArray[Any]] = [np.empty((0, 3)), np.empty((0, 3), np.uint32)]
    if name == "terrain":
        made += [np.empty((0, 3), np.float32), np.empty((0, 3), np.int32)]
    return (*made, *(np.empty(0, np.uint64) for _ in range(_UV.get(name, 0))))
