"""Lakes as level surfaces, clipped just inside the ground of their shores."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.mesh import Builder, Mesh
from landwright.networks._corridor import corridor
from landwright.networks._network import Network

__all__ = ["lake_mesh"]

Floats = NDArray[np.float64]
_LEVEL = 1e-3
"""Largest step (m) between the surfaces of two samples of one lake: float32 rounding, and no slope."""


def lake_mesh(water: Layer, ground: Heightfield, network: Network | None = None, *, overlap: float = 0.1) -> Mesh:
    """Return the surfaces of lakes as level triangles.

    Parameters
    ----------
    water : Layer
        Metres of depth.
    ground : Heightfield
        Elevation of the bed and the shore (m), on the same grid.
    network : Network, optional
        Rivers with nodes that carry ``lake``: water counts as a lake where such a node lies in it. Left out, all level water of two
        samples or more counts.
    overlap : float
        How far below the ground (m) the surface goes on behind the shore, so that no gap shows; more covers coarser ground.

    Returns
    -------
    Mesh
        Up-facing, a group for each lake ("lake_1" and so on); ``uv0`` are metres to the east and the south of the lake's north-west corner.
        Attribute: ``depth`` (m), below 0 behind the shore.

    Raises
    ------
    FieldError
        If the layers do not lie on the same grid.
    SettingError
        If `overlap` is below 0.

    See Also
    --------
    river_mesh : Running water.

    Notes
    -----
    Reach: whole. Cost: O(samples).
    Deterministic: yes.

    Examples
    --------
    >>> import numpy as np
    >>> bowl = np.full((5, 5), 3.0); bowl[1:4, 1:4] = 1.0
    >>> depth = np.where(bowl < 2.0, 1.0, 0.0)
    >>> lake_mesh(Layer(depth, unit="m"), Heightfield(bowl)).vertices[:, 2].max()
    np.float64(2.0)
    """
    if water.grid != ground.grid:
        must = f"must lie on the grid of the ground, {ground.shape} at {ground.cell_size:g} m"
        raise FieldError(sentence("networks.lake_mesh: water", must, f"{water.shape} at {water.cell_size:g} m"))
    if not overlap >= 0.0:
        raise SettingError(sentence("networks.lake_mesh: overlap", "must be >= 0 (m)", overlap))
    z = ground.elevation.astype(np.float64)
    number, levels = _lakes(water.values, z, network, ground)
    builder = Builder("normals", "uv0", "depth")
    from scipy.ndimage import find_objects

    for k, box in enumerate(find_objects(number), 1):
        if box is None:
            continue
        rows = slice(max(box[0].start - 1, 0), box[0].stop + 1)
        cols = slice(max(box[1].start - 1, 0), box[1].stop + 1)
        builder.group(f"lake_{k}")
        _surface(
            builder,
            number[rows, cols] == k,
            z[rows, cols],
            levels[k - 1],
            overlap,
            ground.grid.x[cols],
            ground.grid.y[rows],
        )
    return builder.build(name="lakes")


def _lakes(
    depth: NDArray[np.float32], z: Floats, network: Network | None, ground: Heightfield
) -> tuple[NDArray[np.int32], Floats]:
    """Return the number of the lake of each sample, 0 for none, and the level of each lake."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    surface = z + depth
    wet = depth > 0.0
    if network is not None and len(network):
        wet.reshape(-1)[_running(network, ground)] = False
    cells = np.arange(z.size).reshape(z.shape)
    links = []
    for a, b in (
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-1, :], np.s_[1:, :]),
        (np.s_[:-1, :-1], np.s_[1:, 1:]),
        (np.s_[:-1, 1:], np.s_[1:, :-1]),
    ):
        same = wet[a] & wet[b] & (np.abs(surface[a] - surface[b]) <= _LEVEL)
        links.append(np.stack([cells[a][same], cells[b][same]]))
    one, two = np.concatenate(links, axis=1)
    graph = coo_matrix((np.ones(one.size, np.bool_), (one, two)), shape=(z.size, z.size))
    part = connected_components(graph, directed=False)[1].astype(np.int64)
    if network is None:
        found = np.flatnonzero(np.bincount(part) >= 2)
        deepest = np.lexsort((depth.reshape(-1), part))
        levels = surface.reshape(-1)[deepest[np.searchsorted(part[deepest], found, side="right") - 1]]
    else:
        lake = np.asarray(network.of_nodes.get("lake", np.zeros(len(network.nodes))))
        degree = np.bincount(network.edges.reshape(-1), minlength=len(network.nodes))
        at = np.flatnonzero((lake > 0) & (degree == 0))
        at = at[np.argsort(lake[at], kind="stable")]
        west, north = ground.grid.north_west
        col = np.clip(np.rint((network.nodes[at, 0] - west) / ground.cell_size), 0, ground.grid.cols - 1)
        row = np.clip(np.rint((north - network.nodes[at, 1]) / ground.cell_size), 0, ground.grid.rows - 1)
        levels = network.nodes[at, 2]
        near = wet & (np.abs(surface - _nearest_level(surface, levels)) <= 2.0 * _LEVEL) if at.size else wet
        middle = _wet_beside(near, row.astype(np.int64), col.astype(np.int64))
        found = part[middle]
    number = np.zeros(z.size, np.int32)
    ranked = np.argsort(part, kind="stable")
    first, last = (np.searchsorted(part[ranked], found, side=side) for side in ("left", "right"))
    flat = surface.reshape(-1)
    for k in range(found.size):
        cells = ranked[first[k] : last[k]]
        level = np.abs(flat[cells] - levels[k]) <= 2.0 * _LEVEL
        number[cells[level & wet.reshape(-1)[cells]]] = k + 1
    return number.reshape(z.shape), levels


def _running(network: Network, ground: Heightfield) -> NDArray[np.int64]:
    """Return the samples of rivers, whose surface is their own, but for the ends where they dip into a lake."""
    half = 0.5 * np.asarray(network.of_points.get("width", np.zeros(len(network.points))))
    cells = corridor(ground.grid, network, 0.0, half).cells
    row, col = np.divmod(cells, ground.grid.cols)
    x, y = ground.grid.x[col], ground.grid.y[row]
    keep = np.ones(cells.size, np.bool_)
    lake = np.asarray(network.of_nodes.get("lake", np.zeros(len(network.nodes))))
    for side, last in ((0, network.starts[:-1]), (1, network.starts[1:] - 1)):
        for edge in np.flatnonzero(lake[network.edges[:, side]] > 0):
            at = network.points[last[edge]]
            keep &= np.hypot(x - at[0], y - at[1]) > half[last[edge]] + 2.5 * ground.cell_size
    return cells[keep]


def _nearest_level(surface: Floats, levels: Floats) -> Floats:
    """Return for every sample the level of a lake that is nearest to its water."""
    ranked = np.sort(levels)
    after = np.clip(np.searchsorted(ranked, surface), 0, len(ranked) - 1)
    before = np.maximum(after - 1, 0)
    nearer = np.abs(ranked[before] - surface) < np.abs(ranked[after] - surface)
    return np.asarray(np.where(nearer, ranked[before], ranked[after]))


def _wet_beside(wet: NDArray[np.bool_], row: NDArray[np.int64], col: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the samples of lakes nearest to their middles, which may lie in the bed of a river."""
    if not wet.any():
        return np.asarray(row * wet.shape[1] + col, np.int64)
    from scipy.ndimage import distance_transform_edt

    near = distance_transform_edt(~wet, return_distances=False, return_indices=True)
    return np.asarray(near[0][row, col] * wet.shape[1] + near[1][row, col], np.int64)


def _surface(
    builder: Builder, lake: NDArray[np.bool_], z: Floats, level: float, overlap: float, x: Floats, y: Floats
) -> None:
    """Append the part of the plane at `level` over ground below it, quad by quad, in the quads that touch the lake."""
    rows, cols = z.shape
    if rows < 2 or cols < 2:
        return
    over = level + overlap - z
    touched = lake[:-1, :-1] | lake[:-1, 1:] | lake[1:, :-1] | lake[1:, 1:]
    r, c = np.nonzero(touched)
    corner = np.stack(
        [(r + 1) * cols + c, (r + 1) * cols + c + 1, r * cols + c + 1, r * cols + c], axis=1
    )  # counter-clockwise
    size = rows * cols
    edge = np.stack(
        [size + corner[:, 0], 2 * size + corner[:, 2], size + corner[:, 3], 2 * size + corner[:, 3]], axis=1
    )
    inside = over.reshape(-1)[corner] > 0.0
    case = inside @ np.array([1, 2, 4, 8])
    faces = []
    for kind in range(1, 16):
        ring = []
        for k in range(4):
            if kind >> k & 1:
                ring.append(corner[case == kind, k])
            if (kind >> k & 1) != (kind >> (k + 1) % 4 & 1):
                ring.append(edge[case == kind, k])
        faces += [np.stack([ring[0], ring[k], ring[k + 1]], axis=1) for k in range(1, len(ring) - 1)]
    used, index = np.unique(np.concatenate(faces), return_inverse=True)
    what, cell = np.divmod(used, size)
    other = cell + np.where(what == 1, 1, np.where(what == 2, cols, 0))
    a, b = over.reshape(-1)[cell], over.reshape(-1)[other]
    t = np.where(what == 0, 0.0, a / np.where(a == b, 1.0, a - b))
    px = x[cell % cols] + t * (x[other % cols] - x[cell % cols])
    py = y[cell // cols] + t * (y[other // cols] - y[cell // cols])
    bed = z.reshape(-1)[cell] + t * (z.reshape(-1)[other] - z.reshape(-1)[cell])
    made = builder.vertices(
        np.column_stack([px, py, np.full(used.size, level)]),
        normals=np.tile([0.0, 0.0, 1.0], (used.size, 1)),
        uv0=np.column_stack([px - x[0], y[0] - py]),
        depth=level - bed,
    )
    corners = made[index.reshape(-1, 3)]
    place = np.column_stack([px, py])[index.reshape(-1, 3)]
    u, v = place[:, 1] - place[:, 0], place[:, 2] - place[:, 0]
    builder.triangles(corners[u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0] > 0.0])
