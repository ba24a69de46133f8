"""Level of detail: square pieces of a face, at any depth, that fit each other without cracks.

A face at level L is cut into 2^L x 2^L patches. Nodes are whole numbers of half steps on the cube, so a node has the same bits in every
patch and at every level that holds it. Steps beyond a face's edge are folded around it, so normals see the neighboring face's own nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import MeshError, sentence
from landwright.mesh import Mesh
from landwright.planet._at import Ground, ground_of, linear_light
from landwright.planet._sphere import AXES, face_triangles, sphere_points
from landwright.planet.settings import Planet

__all__ = ["Patch", "patch_mesh"]

DEEPEST: Final = 24
SIDES: Final = ("north", "east", "south", "west")


@dataclass(frozen=True)
class Patch:
    """A square piece of a face.

    Parameters
    ----------
    face : int
        0 to 5, as in ``FACES``.
    level : int
        The face is cut into 2^level x 2^level patches.
    row, column : int
        Which one.
    coarser : (int, int, int, int)
        How many levels coarser the patches at its first row, last column, last row and first column are.
    """

    face: int
    level: int
    row: int
    column: int
    coarser: tuple[int, int, int, int] = (0, 0, 0, 0)

    def __post_init__(self) -> None:
        """Refuse what is no part of a face."""
        if not 0 <= self.face < 6:
            raise MeshError(sentence("planet.Patch: face", "must be from 0 (top) to 5 (back)", self.face))
        if not 0 <= self.level <= DEEPEST:
            raise MeshError(sentence("planet.Patch: level", f"must be from 0 to {DEEPEST}", self.level))
        for name in ("row", "column"):
            if not 0 <= getattr(self, name) < 1 << self.level:
                must = f"must be from 0 to {(1 << self.level) - 1} at level {self.level}"
                raise MeshError(sentence(f"planet.Patch: {name}", must, getattr(self, name)))

    @property
    def parent(self) -> Patch:
        """The patch of the level above that holds this one."""
        return Patch(self.face, self.level - 1, self.row // 2, self.column // 2)

    @property
    def children(self) -> tuple[Patch, Patch, Patch, Patch]:
        """The four patches of the next level, by row and column."""
        face, level, row, column = self.face, self.level + 1, 2 * self.row, 2 * self.column
        return (
            Patch(face, level, row, column),
            Patch(face, level, row, column + 1),
            Patch(face, level, row + 1, column),
            Patch(face, level, row + 1, column + 1),
        )

    def neighbor(self, side: int) -> Patch:
        """Return the patch of the same level at side 0 (first row), 1 (last column), 2 (last row) or 3 (first column)."""
        step = ((0, -2), (2, 0), (0, 2), (-2, 0))[side]
        edge = 1 << self.level
        a, b = 2 * self.column + 1 - edge + step[0], 2 * self.row + 1 - edge + step[1]
        place = folded(self.face, np.array([a]), np.array([b]), edge)[0]
        face = next(f for f in range(6) if int(AXES[f, 0] @ place) == edge)
        a, b = int(AXES[face, 1] @ place), int(AXES[face, 2] @ place)
        return Patch(face, self.level, (b + edge - 1) // 2, (a + edge - 1) // 2)


def folded(face: int, a: NDArray[np.int64], b: NDArray[np.int64], edge: int) -> NDArray[np.int64]:
    """Return places of the cube (..., 3) in units of 1 / edge; what lies beyond the face's edge is bent around it."""
    over = np.maximum(np.abs(a) - edge, 0) + np.maximum(np.abs(b) - edge, 0)
    up, across, along = AXES[face]
    place: NDArray[np.int64] = (
        up * (edge - over)[..., np.newaxis]
        + across * np.clip(a, -edge, edge)[..., np.newaxis]
        + along * np.clip(b, -edge, edge)[..., np.newaxis]
    )
    return place


def patch_mesh(
    planet: Planet, patch: Patch, resolution: int = 33, *, skirt: float = 0.0, sea_floor: bool = False
) -> Mesh:
    """Return one square piece of a planet's face, as fine as its level says.

    Parameters
    ----------
    planet : Planet
        What it is a piece of. Elevations are those of :func:`build_globe`, bit for bit where nodes are shared.
    patch : Patch
        Which piece, and which of its neighbors are coarser: along those its border keeps to the nodes that they have.
    resolution : int
        Nodes along an edge, 2^n + 1.
    skirt : float
        How far a curtain hangs down from the border (m); 0 hangs none. It hides cracks beside patches drawn at other levels than said.
    sea_floor : bool
        Whether the mesh goes down to the floor of the sea; by default its surface is part of the mesh.

    Returns
    -------
    Mesh
        Metres from `origin`, which is near the patch's middle, so that float32 tells millimetres apart on the ground of a planet
        like the Earth; vertices are float32. With normals, colors, ``uv0`` and attributes as :func:`globe_mesh` gives them; the
        border's nodes have the bits of the neighboring patches' of the same level, across edges and corners of the cube too. Beside
        a coarser one they are its nodes, to the float32 rounding of its size.

    Raises
    ------
    MeshError
        If the resolution is not 2^n + 1, or a neighbor is too coarse for it.

    See Also
    --------
    lod_patches : Which patches a camera needs.

    Notes
    -----
    Reach: point; the ends of colors by elevation and the distance to the sea are the whole planet's, from a globe of 129 nodes an
    edge that is built once. Cost: O((resolution + 2)^2 x octaves).
    Deterministic: bit-identical on every machine, for any thread count.

    Examples
    --------
    >>> from landwright.planet import Patch
    >>> len(patch_mesh(Planet(), Patch(0, 3, 5, 2), 17).vertices)
    289
    """
    cells = resolution - 1
    if resolution < 3 or cells & (cells - 1):
        raise MeshError(sentence("planet.patch_mesh: resolution", "must be 2^n + 1, from 3 on", resolution))
    if any(1 << k > cells for k in patch.coarser) or min(patch.coarser) < 0:
        must = f"must be from 0 to {cells.bit_length() - 1} levels at resolution {resolution}"
        raise MeshError(sentence("planet.patch_mesh: coarser", must, patch.coarser))
    ground = ground_of(planet)
    unit, height = _nodes(planet, ground, patch, resolution)
    far = planet.radius + (height if sea_floor or not ground.globe.sea else np.maximum(height, 0.0))
    points = unit * far[..., np.newaxis]
    normals = _normals(points, patch, resolution)
    inner = (slice(1, -1), slice(1, -1))
    middle = points[resolution // 2 + 1, resolution // 2 + 1]
    quantum = _quantum(planet.radius, patch.level)
    origin = np.rint(middle / quantum) * quantum
    own = points[inner].reshape(-1, 3)
    vertices = np.rint(own / quantum) * quantum - origin  # whole numbers of a power of two: exact in float32
    triangles = _stitched(resolution, patch.coarser)
    flat = unit[inner].reshape(-1, 3)
    elevation = height[inner].reshape(-1).astype(np.float32)
    colors, layers = ground.painted(flat, elevation)
    carried = np.arange(len(vertices))
    if skirt > 0.0:
        rim = _rim(resolution)
        below = vertices[rim] - flat[rim] * skirt
        first = len(vertices)
        vertices = np.concatenate([vertices, below])
        hung = np.arange(len(rim))
        after = np.roll(hung, -1)
        curtain = np.stack([rim, first + hung, rim[after], rim[after], first + hung, first + after], axis=1)
        triangles = np.concatenate([triangles, curtain.reshape(-1, 3).astype(np.uint32)])
        carried = np.concatenate([carried, rim])
    uv = np.zeros((len(carried), 2), np.float32)
    if "biome_value" in layers:
        uv[:, 0] = layers["biome_value"][carried]
    uv[:, 1] = elevation[carried] / np.float32(planet.radius)
    return Mesh(
        vertices.astype(np.float32),
        triangles,
        normals=normals.reshape(-1, 3)[carried],
        uv0=uv,
        colors=linear_light()[colors][carried],
        attributes={"elevation": elevation[carried], **{name: values[carried] for name, values in layers.items()}},
        origin=tuple(float(x) for x in origin),  # type: ignore[arg-type]
        name=f"patch {patch.face} {patch.level} {patch.row} {patch.column}",
        copy=False,
    )


def _quantum(radius: float, level: int) -> float:
    """Return the power of two that positions are whole numbers of: a patch is less than 2^24 of them wide."""
    _, exponent = np.frexp(2.0 * radius / (1 << level))
    return float(np.ldexp(1.0, max(int(exponent) - 24, -20)))


def _nodes(
    planet: Planet, ground: Ground, patch: Patch, resolution: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return unit vectors and elevations (float32 metres in float64) of the nodes and one more around them."""
    edge = (resolution - 1) << patch.level
    step = 2 * np.arange(-1, resolution + 1, dtype=np.int64) - edge
    a = np.broadcast_to(step + 2 * patch.column * (resolution - 1), (resolution + 2, resolution + 2))
    b = np.broadcast_to((step + 2 * patch.row * (resolution - 1))[:, np.newaxis], a.shape)
    unit = sphere_points(folded(patch.face, a, b, edge) / edge, planet.mapping)
    height = ground.elevation(unit.reshape(-1, 3)).astype(np.float64).reshape(a.shape)
    return unit, height


def _normals(points: NDArray[np.float64], patch: Patch, resolution: int) -> NDArray[np.float32]:
    """Return normals (n, n, 3) across the neighbors of each node along columns and rows: the same from both sides of an edge."""
    east = points[1:-1, 2:] - points[1:-1, :-2]
    south = points[2:, 1:-1] - points[:-2, 1:-1]
    across = np.stack(
        [
            east[..., 1] * south[..., 2] - east[..., 2] * south[..., 1],
            east[..., 2] * south[..., 0] - east[..., 0] * south[..., 2],
            east[..., 0] * south[..., 1] - east[..., 1] * south[..., 0],
        ],
        axis=-1,
    )
    last = (1 << patch.level) - 1
    for row, r in ((0, 0), (last, resolution - 1)):
        for column, c in ((0, 0), (last, resolution - 1)):
            if patch.row == row and patch.column == column:
                across[r, c] = _corner(points, r + 1, c + 1)
    outward = np.einsum("ijk,ijk->ij", across, points[1:-1, 1:-1])
    across[outward < 0.0] *= -1.0
    size = np.sqrt(across[..., 0] ** 2 + across[..., 1] ** 2 + across[..., 2] ** 2)
    normals: NDArray[np.float32] = (across / np.maximum(size, 1e-300)[..., np.newaxis]).astype(np.float32)
    return normals


def _corner(points: NDArray[np.float64], r: int, c: int) -> NDArray[np.float64]:
    """Return the normal at a corner of the cube, where three faces meet: across its three neighbors, in one order for all faces."""
    n = points.shape[0]
    around = [
        points[r, c - 1 if c > 1 else c + 1],
        points[r - 1 if r > 1 else r + 1, c],
        points[r, 0 if c == 1 else n - 1],
    ]
    one, two, three = sorted(around, key=lambda p: tuple(p))
    u, v = two - one, three - one
    return np.array([u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]])


def _stitched(resolution: int, coarser: tuple[int, int, int, int]) -> NDArray[np.uint32]:
    """Return the triangles of a patch; along coarser neighbors border nodes that those lack are passed over."""
    triangles = face_triangles(resolution)
    if not any(coarser):
        return triangles
    last = resolution - 1
    row, column = np.divmod(np.arange(resolution * resolution), resolution)
    north, east, south, west = (1 << k for k in coarser)
    column = np.where(row == 0, column // north * north, column)
    column = np.where(row == last, column // south * south, column)
    whole = np.arange(resolution * resolution) // resolution, np.arange(resolution * resolution) % resolution
    row = np.where(whole[1] == 0, row // west * west, row)
    row = np.where(whole[1] == last, row // east * east, row)
    moved = (row * resolution + column).astype(np.uint32)[triangles]
    kept = (moved[:, 0] != moved[:, 1]) & (moved[:, 1] != moved[:, 2]) & (moved[:, 2] != moved[:, 0])
    return np.ascontiguousarray(moved[kept])


def _rim(resolution: int) -> NDArray[np.int64]:
    """Return the border's nodes once around, with the ground on the left: along the first column down, and on."""
    n = resolution
    line = np.arange(n - 1)
    return np.concatenate([line * n, (n - 1) * n + line, (n - 1 - line) * n + n - 1, n - 1 - line])


def with_borders(patches: Iterable[Patch]) -> list[Patch]:
    """Return patches that cover a planet, each told how much coarser its neighbors are."""
    there = {(p.face, p.level, p.row, p.column) for p in patches}
    made = []
    for key in sorted(there):
        patch = Patch(*key)
        coarser = []
        for side in range(4):
            near = patch.neighbor(side)
            up = 0
            while near.level > 0 and (near.face, near.level, near.row, near.column) not in there:
                near = near.parent
                up += 1
            found = (near.face, near.level, near.row, near.column) in there
            coarser.append(up if found else 0)
        north, east, south, west = coarser
        made.append(replace(patch, coarser=(north, east, south, west)))
    return made
