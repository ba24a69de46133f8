"""A hex map that is looked at while it is edited: chunks of geometry, what an edit changes, ways and distances.

The studio asks here and computes no terrain. Everything is given piece by piece, so that an edit costs what it touches.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.hexmap.settings import Layout, Movement, Stroke, Triangulation

if TYPE_CHECKING:
    from landwright.hexmap import HexMap, Instances, ShadeScales
    from landwright.hexmap._models import Models
    from landwright.mesh import Mesh

__all__ = [
    "HexWay",
    "hex_changed",
    "hex_chunk",
    "hex_models",
    "hex_noise",
    "hex_painted",
    "hex_scales",
    "hex_tops",
    "hex_way",
]

Cell = tuple[int, int]


class HexWay(NamedTuple):
    """How far cells are from one, and the way to another.

    Attributes
    ----------
    distances : (rows, columns) int64 array
        Points of movement, -1 where nobody comes.
    way : list of (int, int)
        Column and row from start to goal; empty when there is no way.
    cost : int
        Points of the whole way.
    turns : list of int
        In which turn each cell of the way is reached.
    """

    distances: NDArray[np.int64]
    way: list[Cell]
    cost: int
    turns: list[int]


def hex_chunk(land: HexMap, row: int, column: int) -> tuple[dict[str, Mesh], Instances]:
    """Return the meshes of one chunk by name, and what stands on it.

    Parameters
    ----------
    land : HexMap
        The map.
    row, column : int
        Of the chunk, from the south-west.

    Returns
    -------
    dict of str to Mesh, Instances
        As ``hexmap.triangulate_chunk`` and ``hexmap.features_chunk`` give them, with a skirt at the edge of the map.
    """
    from landwright.hexmap import features_chunk, triangulate_chunk

    skirt = 4.0 * land.layout.metrics.elevation_step
    meshes = triangulate_chunk(land, row, column, Triangulation(skirt_depth=skirt, sunken_roads=False))
    return meshes, features_chunk(land, row, column)


def hex_changed(before: HexMap | None, after: HexMap) -> list[tuple[int, int]]:
    """Return which chunks have other meshes or instances; all of them when the frame differs.

    Parameters
    ----------
    before : HexMap or None
        The map before; None when there was none.
    after : HexMap
        The map now.

    Returns
    -------
    list of (int, int)
        Row and column of chunks.
    """
    from landwright.hexmap import dirty_chunks

    if before is None or before.layout != after.layout:
        rows, columns = after.layout.chunks
        return [(row, column) for row in range(rows) for column in range(columns)]
    return list(dirty_chunks(before, after))


def hex_painted(land: HexMap, strokes: Iterable[Stroke]) -> HexMap:
    """Return the map with more strokes, as a build of a stage with these strokes after all others would.

    Parameters
    ----------
    land : HexMap
        The map before.
    strokes : iterable of Stroke
        In this order.

    Returns
    -------
    HexMap
        The map after.
    """
    from landwright.hexmap import edit

    return edit(land, list(strokes))


def hex_noise(land: HexMap) -> NDArray[np.uint8]:
    """Return the noise that shakes the map, for the shaders of water and roads.

    Parameters
    ----------
    land : HexMap
        The map.

    Returns
    -------
    (size, size, 4) uint8 array
        One period, in steps of 1/255.
    """
    from landwright.hexmap import noise_texture

    made: NDArray[np.uint8] = np.rint(np.asarray(noise_texture(land.seeds[1])) * 255.0).astype(np.uint8)
    return made


def hex_models() -> Models:
    """Return the models of everything that stands on maps, by kind, level and variant."""
    from landwright.hexmap import feature_models

    return feature_models()


def hex_scales(layout: Layout) -> ShadeScales:
    """Return how fine the patterns of water and roads are.

    Parameters
    ----------
    layout : Layout
        Size of the cells, and whether the map wraps.

    Returns
    -------
    ShadeScales
        As ``hexmap.shade_scales`` gives them.
    """
    from landwright.hexmap import shade_scales

    return shade_scales(layout)


def hex_tops(land: HexMap) -> NDArray[np.float32]:
    """Return the height of every cell's top.

    Parameters
    ----------
    land : HexMap
        The map.

    Returns
    -------
    (rows, columns) float32 array
        Metres.
    """
    from landwright.hexmap import cell_heights

    return np.asarray(cell_heights(land), np.float32)


def hex_way(land: HexMap, start: Cell, goal: Cell | None, movement: Movement) -> HexWay:
    """Return how far all cells are from one, and the way to another.

    Parameters
    ----------
    land : HexMap
        The map.
    start, goal : (int, int)
        Column and row; without a goal there is no way.
    movement : Movement
        What steps cost.

    Returns
    -------
    HexWay
        Distances, the way, its cost and turns.
    """
    from landwright.hexmap import find_path, reachable

    found = None if goal is None else find_path(land, start, goal, movement)
    reached = reachable(land, start, movement)
    far = np.where(reached.reached, reached.costs, -1)
    if found is None:
        return HexWay(far, [], 0, [])
    return HexWay(far, [(int(column), int(row)) for column, row in found.cells], found.cost, found.turns.tolist())
