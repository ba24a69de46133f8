"""Tunnels: the bore, its mouths, where the ground is open for them, and the cap that puts the hill back over the bore."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield, Mask
from landwright.grid import Grid
from landwright.mesh import Builder, Mesh, Regular, regular
from landwright.networks._classes import TUNNEL, runs
from landwright.networks._corridor import Corridor, corridor
from landwright.networks._network import Network
from landwright.networks._sweep import Track3, finished, sweep, track_of
from landwright.networks.settings import Structures

__all__ = ["ground_meshes", "holes_over", "tunnel_meshes"]

Floats = NDArray[np.float64]

_BESIDE: Final = 1.0
"""How far beyond the edge of the road the ground over a tunnel is open, in cells."""
_FOOT: Final = 0.5
"""How far the walls of a mouth go into the ground (m)."""
_LAP: Final = 0.05
"""How far a mouth reaches over the edge of the opening in the ground (m)."""
_FLOOR: Final = 0.02
"""What lies less than this above the road (m) is its floor."""


def tunnels_in(network: Network, noun: Structures) -> Iterator[tuple[Track3, float]]:
    """Go through the tunnels of a network, each with its height: the noun's, or the road's own, or 0.75 of its width."""
    if "class" not in network.of_points:
        return
    for edge in range(len(network)):
        for run in runs(network, edge):
            if run.code == TUNNEL and len(run) > 1:
                track, own = track_of(network, edge, run), network.of_edges.get("tunnel_height")
                usual = 0.75 * float(track.width[0]) if own is None else float(own[edge])
                yield track, usual if noun.tunnel_height is None else noun.tunnel_height


def _bores(network: Network, noun: Structures) -> Network:
    """Return the tunnels alone as a network whose points carry width and height."""
    tunnels = list(tunnels_in(network, noun))
    if not tunnels:
        return Network()
    tracks = [track for track, _ in tunnels]
    points = np.concatenate([track.points for track in tracks])
    ends = np.concatenate([track.points[[0, -1]] for track in tracks])
    width = np.concatenate([track.width for track in tracks])
    height = np.concatenate([np.full(len(track.points), high) for track, high in tunnels])
    return Network(
        ends,
        np.arange(2 * len(tracks), dtype=np.int32).reshape(-1, 2),
        points,
        np.cumsum([0, *(len(track.points) for track in tracks)]),
        of_points={"width": width, "height": height},
    )


def _over(grid: Grid, bores: Network, beyond: float) -> tuple[Corridor, NDArray[np.bool_]]:
    """Return the samples beside the bores, and which of them lie between the two ends of theirs."""
    found = corridor(grid, bores, beyond, bores.of_points["width"] / 2.0)
    rows, cols = np.divmod(found.cells, grid.cols)
    places = np.column_stack([grid.x[cols], grid.y[rows]])
    within = np.ones(len(found), np.bool_)
    first, last = bores.starts[:-1][found.edge], bores.starts[1:][found.edge] - 1
    for end, inner in ((first, first + 1), (last, last - 1)):
        inward = bores.points[inner, :2] - bores.points[end, :2]
        within &= ((places - bores.points[end, :2]) * inward).sum(axis=1) >= 0.0
    return found, within


def _opened(ground: Heightfield, bores: Network) -> tuple[NDArray[np.bool_], Floats]:
    """Return where the ground is open, and the height of the vault's crown there, both (rows, cols)."""
    holes, crown = np.zeros(ground.shape, np.bool_), np.full(ground.shape, -np.inf)
    if not len(bores):
        return holes, crown
    found, within = _over(ground.grid, bores, _BESIDE * ground.cell_size)
    road, height = found.carry(bores.points[:, 2]), found.carry(bores.of_points["height"])
    within &= ground.elevation.reshape(-1)[found.cells] > road + _FLOOR
    cells = found.cells[within]
    holes.reshape(-1)[cells] = True
    crown.reshape(-1)[cells] = (road + height)[within]
    return holes, crown


def holes_over(ground: Heightfield, network: Network, noun: Structures = Structures()) -> Mask:
    """Return where the ground is open over the tunnels of a network of roads.

    Parameters
    ----------
    ground : Heightfield
        With the roads pressed into it; over tunnels it is the hill as it was.
    network : Network
        Of roads, with ``class`` and ``width`` of points.
    noun : Structures
        How high tunnels are.

    Returns
    -------
    Mask
        1 over the tunnels, as wide as their roads and a cell more on both sides, 0 elsewhere. An engine that hides
        these samples and shows the caps of :func:`tunnel_meshes` has the hill whole, and open where roads enter it.

    Notes
    -----
    Reach: whole. Cost: O(samples over tunnels), and one pass over the raster.
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] Arslan, Jorgensen, "Real-time Procedural Generation of Environments", M.Sc. thesis, Technical University of Denmark,
       2014, section 4.11.2.
    """
    return Mask(_opened(ground, _bores(network, noun))[0].astype(np.float32), grid=ground.grid)


def ground_meshes(ground: Heightfield, network: Network, noun: Structures = Structures()) -> dict[str, Mesh]:
    """Return the ground as a mesh that is open over tunnels, and the caps that close it but for the mouths.

    Parameters
    ----------
    ground : Heightfield
        With the roads pressed into it; metres.
    network : Network
        Of roads.
    noun : Structures
        How high tunnels are.

    Returns
    -------
    dict
        ``terrain``, every face of the regular mesh that touches no open sample; ``caps``, those that do and lie above the vault; both
        together lack only the mouths. Vertices are in the order of the raster, none twice.

    Notes
    -----
    Reach: whole. Cost: O(samples).
    Deterministic: bit-identical for any thread count.
    """
    whole = regular(ground, Regular())
    kinds = _faces(ground, whole, network, noun)
    return {"terrain": _part(whole, kinds == 0, "terrain"), "caps": _part(whole, kinds == 1, "caps")}


def _faces(ground: Heightfield, whole: Mesh, network: Network, noun: Structures) -> NDArray[np.int8]:
    """Return for each face of the ground's mesh: 0 it stays, 1 it is cap, 2 it is open."""
    holes, crown = _opened(ground, _bores(network, noun))
    where = _samples(ground, whole)
    open_corner, top = holes.reshape(-1)[where][whole.faces], crown.reshape(-1)[where][whole.faces].max(axis=1)
    kinds = np.zeros(len(whole.faces), np.int8)
    touching = open_corner.any(axis=1)
    kinds[touching] = 1
    kinds[touching & (whole.vertices[:, 2][whole.faces].min(axis=1) < top)] = 2
    return kinds


def _samples(ground: Heightfield, whole: Mesh) -> NDArray[np.int64]:
    """Return the sample of each vertex of the regular mesh: all of them, or those with data at a face."""
    if len(whole.vertices) == ground.elevation.size:
        return np.arange(ground.elevation.size)
    grid = ground.grid
    cols = np.rint((whole.vertices[:, 0] - grid.x[0]) / grid.cell_size).astype(np.int64)
    rows = np.rint((grid.y[0] - whole.vertices[:, 1]) / grid.cell_size).astype(np.int64)
    return np.asarray(rows * grid.cols + cols)


def _part(whole: Mesh, chosen: NDArray[np.bool_], name: str) -> Mesh:
    faces = whole.faces[chosen]
    used = np.unique(faces)
    number = np.zeros(len(whole.vertices), np.uint32)
    number[used] = np.arange(len(used), dtype=np.uint32)
    normals, uv = whole.normals, whole.uv0
    return Mesh(
        whole.vertices[used],
        number[faces],
        normals=None if normals is None else normals[used],
        uv0=None if uv is None else uv[used],
        origin=whole.origin,
        crs=whole.crs,
        name=name,
    )


def tunnel_meshes(ground: Heightfield, network: Network, noun: Structures = Structures()) -> dict[str, Mesh]:
    """Build the tunnels of a network of roads.

    Parameters
    ----------
    ground : Heightfield
        With the roads pressed into it; over tunnels it is the hill as it was.
    network : Network
        Of roads, with ``class`` and ``width`` of points.
    noun : Structures
        How tunnels look.

    Returns
    -------
    dict
        ``tunnels``, the bores: a half ellipse over each point of the road, faces inward, uv0 around (0 to 1) and along (widths);
        ``portals``, a wall around each mouth that covers the edge of the opening in the ground; ``caps``, see :func:`ground_meshes`.
        Without a tunnel all are empty.

    Notes
    -----
    Reach: whole. Cost: O(points of tunnels + samples).
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] Arslan, Jorgensen, "Real-time Procedural Generation of Environments", M.Sc. thesis, Technical University of Denmark,
       2014, section 4.11.
    """
    tubes, walls = Builder("uv0"), Builder("uv0")
    tunnels = list(tunnels_in(network, noun))
    if not tunnels:
        return {
            name: Mesh(np.empty((0, 3)), np.empty((0, 3), np.uint32), name=name)
            for name in ("tunnels", "portals", "caps")
        }
    for track, height in tunnels:
        u, rings = _rings(track, height, noun)
        sweep(tubes, rings, u, track.along / track.width, inward=True)
    whole = regular(ground, Regular())
    kinds = _faces(ground, whole, network, noun)
    mouths = whole.vertices[np.unique(whole.faces[kinds == 2])]
    for track, height in tunnels:
        for end in (track, _turned(track)):
            _portal(walls, end, height, mouths, noun, ground.cell_size)
    return {
        "tunnels": finished(tubes, "tunnels"),
        "portals": finished(walls, "portals"),
        "caps": _part(whole, kinds == 1, "caps"),
    }


def _rings(track: Track3, height: float, noun: Structures) -> tuple[Floats, Floats]:
    """Return how far around each point of a ring is (0 to 1), and the rings (n, d + 1, 3), from right to left."""
    u = np.linspace(0.0, 1.0, noun.tunnel_segments + 1)
    across, above = _vault(u)
    return u, track.at(track.width[:, np.newaxis] / 2.0 * across, height * above)


def _vault(u: Floats) -> tuple[Floats, Floats]:
    """Return cosine and sine of half a turn: exactly 1, 0 and -1, 0 at its ends."""
    across, above = np.cos(np.pi * u), np.sin(np.pi * u)
    above[[0, -1]] = 0.0
    return across, above


def _turned(track: Track3) -> Track3:
    """Return a track as one sees it who enters at the other end."""
    return Track3(track.points[::-1], -track.right[::-1], (track.along[-1] - track.along)[::-1], track.width[::-1])


def _portal(builder: Builder, track: Track3, height: float, mouths: Floats, noun: Structures, cell: float) -> None:
    """Append the walls around the mouth at the first point of a track: front, back, sides, top, and the way in up to the bore.

    They cover the faces of the ground that are open here, however wide the cells are.
    """
    middle, right = track.points[0], track.right[0]
    ahead = np.array([-right[1], right[0]])
    width = float(track.width[0])
    to = mouths[:, :2] - middle[:2]
    s, o = to @ ahead, to @ right
    length = float(track.along[-1])
    reach = 0.5 * width + 3.0 * cell
    here = (np.abs(o) <= reach) & (np.abs(s) <= min(0.5 * length, 6.0 * cell + width))
    if not here.any():
        return
    margin = noun.portal_depth
    left, side = (
        min(float(o[here].min()), -0.5 * width - margin) - _LAP,
        max(float(o[here].max()), 0.5 * width + margin) + _LAP,
    )
    begin, end = min(float(s[here].min()), 0.0) - _LAP, min(max(float(s[here].max()), margin) + _LAP, 0.5 * length)
    top = max(float(mouths[here, 2].max() - middle[2]), height + margin) + _LAP
    step = float(np.hypot(*(track.points[1, :2] - middle[:2])))
    grade = (float(track.points[1, 2]) - float(middle[2])) / max(step, 1e-9)

    def place(at: float, across: Floats, above: Floats) -> Floats:
        flat = middle[:2] + ahead * at + right * across[:, np.newaxis]
        return np.column_stack([flat, middle[2] + grade * at + above])

    u = np.linspace(0.0, 1.0, noun.tunnel_segments + 1)
    across, above = _vault(u)
    inner = np.column_stack([0.5 * width * across, height * above])

    def frame(at: float) -> Floats:
        """Return the corners at a place along the way; the top is level, whatever the grade of the road."""
        over = top - grade * at
        return place(at, np.array([side, side, left, left]), np.array([-_FOOT, over, over, -_FOOT]))

    for at, back in ((begin, False), (end, True)):
        _annulus(builder, place(at, *inner.T), frame(at), inner / width, back)
    frames = np.stack([frame(begin), frame(end)])
    around = np.cumsum([0.0, top + _FOOT, side - left, top + _FOOT]) / width
    for j in range(3):
        sweep(builder, frames[:, j : j + 2], around[j : j + 2], np.array([begin, end]) / width)
    if begin < 0.0:
        rings = np.stack([place(at, *inner.T) for at in (begin, 0.0)])
        sweep(builder, rings, u, np.array([begin, 0.0]) / width, inward=True)


def _annulus(builder: Builder, ring: Floats, frame: Floats, flat: Floats, back: bool) -> None:
    """Append the wall between a half ring and the three sides of a frame around it; both run from right to left."""
    inner = builder.vertices(ring, uv0=flat)
    size = max(float(np.abs(flat[:, 0]).max()), 1e-9) / max(float(np.hypot(*(ring[0] - ring[-1])[:2])) / 2.0, 1e-9)
    away = frame - 0.5 * (ring[0] + ring[-1])
    outer = builder.vertices(
        frame, uv0=np.column_stack([np.sign([1, 1, -1, -1]) * np.hypot(*away[:, :2].T), away[:, 2]]) * size
    )
    last = len(ring) - 1
    half = last // 2
    faces = [[outer[0], outer[1], inner[0]], [outer[1], outer[2], inner[half]], [outer[2], outer[3], inner[last]]]
    faces += [[outer[1 if j < half else 2], inner[j + 1], inner[j]] for j in range(last)]
    made = np.array(faces)
    builder.triangles(made[:, ::-1] if back else made)
