"""Triangulate: a hex map becomes the meshes of its ground, rivers, roads, waters and walls, whole or chunk by chunk."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.hexmap._ground_normals import Part, flat, smooth
from landwright.hexmap._kernels.meshing import MESHES, build_cells
from landwright.hexmap._kernels.walls import CORNER_VERTICES, EDGE_VERTICES
from landwright.hexmap._map import HexMap
from landwright.hexmap._shaking import frame_of
from landwright.hexmap.settings import Triangulation
from landwright.mesh import Mesh

__all__ = ["triangulate", "triangulate_chunk"]

_UV: Final = {"rivers": 2, "roads": 2, "shore": 2, "estuaries": 4}
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
    down, across = land.layout.chunks
    blocks = _blocks(land, np.arange(down * across))
    size = land.layout.metrics.chunk_size
    run = max(1, 1024 // (size * size))
    runs = -(-len(blocks) // run)
    parts: list[list[list[Part]]] = [[] for _ in range(runs)]
    frame = frame_of(land)

    def build(begin: int, end: int) -> None:
        for index in range(begin, end):
            parts[index] = _parts(land, frame, blocks[index * run : (index + 1) * run], noun)

    _pool.run_rows(build, runs, block=1)
    return {name: _mesh(land, name, [part for one in parts for part in one[k]]) for k, name in enumerate(MESHES)}


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
    down, across = land.layout.chunks
    for name, value, count in (("cz", cz, down), ("cx", cx, across)):
        if not 0 <= value < count:
            raise SettingError(sentence(f"hexmap.triangulate_chunk: {name}", f"must be from 0 to {count - 1}", value))
    chunk = np.array([cz * across + cx])
    parts = _parts(land, frame_of(land), _blocks(land, chunk), noun)
    return {name: _mesh(land, name, part) for name, part in zip(MESHES, parts, strict=True)}


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
        ground = _joined(some[0])
        if noun.normals == "flat":
            some[0] = [flat(ground)]
        else:
            wider = block + np.array([-2, 2, -2, 2])
            wider[:2] = np.clip(wider[:2], 0, land.rows)
            if not land.layout.wrap:
                wider[2:] = np.clip(wider[2:], 0, land.columns)
            around = _joined(_bare_parts(land, frame, wider[np.newaxis], noun.replace(skirt_depth=0.0))[0])
            some[0] = [(*ground, smooth(ground, around, land.layout.metrics.outer_radius))]
        for all_parts, more in zip(found, some, strict=True):
            all_parts.extend(more)
    return found


def _bare_parts(
    land: HexMap, frame: tuple[Any, ...], blocks: NDArray[np.int64], noun: Triangulation
) -> list[list[Part]]:
    found: list[list[Part]] = [[] for _ in MESHES]
    options = np.array([float(noun.weld), noun.skirt_depth, float(noun.sunken_roads)])
    most = _most(land)
    room, arena = _arena(most)
    at, used = np.zeros(2, np.int64), np.empty((len(MESHES), 2), np.int64)
    build: Any = build_cells
    while at[0] < len(blocks):
        build(at, len(blocks), blocks, *frame, options, room, most, *arena, used)
        for index, name in enumerate(MESHES):
            if used[index, 0]:
                found[index].append(_taken(name, arena, room[index], used[index]))
    return found


def _most(land: HexMap) -> NDArray[np.int64]:
    """Return the most vertices and faces one cell adds to each mesh."""
    n = land.layout.metrics.terrace_steps
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


def _arena(most: NDArray[np.int64]) -> tuple[NDArray[np.int64], tuple[NDArray[Any], ...]]:
    """Return the rooms of the meshes in this thread's buffers, and the buffers, which are made once and kept."""
    key = most.tobytes()
    if getattr(_kept, "key", None) != key:
        sizes = most * _CELLS_AT_ONCE
        room = np.empty((len(MESHES), 4), np.int64)
        room[:, 1], room[:, 3] = sizes[:, 0], sizes[:, 1]
        room[:, 0], room[:, 2] = np.cumsum(sizes[:, 0]) - sizes[:, 0], np.cumsum(sizes[:, 1]) - sizes[:, 1]
        vertices, faces, ground = int(sizes[:, 0].sum()), int(sizes[:, 1].sum()), int(sizes[0, 0])
        _kept.arena = (
            np.empty((vertices, 3)),
            np.empty(vertices, np.uint8),
            np.empty((vertices, 4), np.float32),
            np.empty((faces, 3), np.uint32),
            np.empty((ground, 3), np.float32),
            np.empty((ground, 3), np.int32),
            np.empty((9, 5, 3)),
            np.empty((7, 3), np.int64),
        )
        _kept.room, _kept.key = room, key
    return _kept.room, _kept.arena


def _taken(name: str, arena: tuple[NDArray[Any], ...], room: NDArray[np.int64], used: NDArray[np.int64]) -> Part:
    """Return copies of what is used of one mesh's part of the buffers."""
    vertices, _, uv, faces, weights, cells = arena[:6]
    at = slice(int(room[0]), int(room[0] + used[0]))
    made = [vertices[at].copy(), faces[room[2] : room[2] + used[1]].copy()]
    if name == "terrain":
        made += [weights[: used[0]].copy(), cells[: used[0]].copy()]
    elif name in _UV:
        made += [uv[at, column : column + 2].copy() for column in range(0, _UV[name], 2)]
    return tuple(made)


def _joined(parts: Sequence[Part]) -> Part:
    """Join the parts of one mesh."""
    if len(parts) == 1:
        return parts[0]
    firsts = np.cumsum([0] + [len(part[0]) for part in parts[:-1]])
    faces = [part[1] + np.uint32(first) for part, first in zip(parts, firsts, strict=True)]
    carried = [np.concatenate(arrays) for arrays in list(zip(*parts, strict=True))[2:]]
    return (np.concatenate([part[0] for part in parts]), np.concatenate(faces), *carried)


def _mesh(land: HexMap, name: str, parts: Sequence[Part]) -> Mesh:
    """Make the mesh of some parts."""
    vertices, faces, *carried = _joined(parts or [_nothing(name)])
    options: dict[str, Any] = {"origin": (*land.layout.origin, 0.0), "name": name, "copy": False}
    if name == "terrain":
        options["attributes"] = {"weights": carried[0], "cells": carried[1]}
        options["normals"] = carried[2] if len(carried) > 2 else None
    elif name in _UV:
        options.update(zip(("uv0", "uv1"), carried, strict=False))
    return Mesh(vertices, faces, **options)


def _nothing(name: str) -> Part:
    made: list[NDArray[Any]] = [np.empty((0, 3)), np.empty((0, 3), np.uint32)]
    if name == "terrain":
        made += [np.empty((0, 3), np.float32), np.empty((0, 3), np.int32)]
    return (*made, *(np.empty((0, 2), np.float32) for _ in range(0, _UV.get(name, 0), 2)))
