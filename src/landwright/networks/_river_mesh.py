"""Rivers as ribbons: one for each stem, with mouths that share the bank of the river they flow into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.field import Heightfield
from landwright.mesh import Builder, Mesh
from landwright.networks._kernels import relax as kernels
from landwright.networks._network import Network
from landwright.networks._river_network import normals_of

__all__ = ["river_mesh"]

Floats = NDArray[np.float64]

_DIP: Final = 0.02
"""How far (m) a ribbon dips below a lake where it ends in it, so that the two surfaces never lie in one plane."""

_UNDER: Final = 0.15
"""How far (m) the outer edges lie below the water, and below the ground where that is lower."""

_WINDOW: Final = 40
"""Points of a stem on each side of a confluence among which a mouth looks for its bank."""


@dataclass
class _Stem:
    """A river from its source to its end, through all confluences where it is the larger one.

    ``lines`` are the four rows of its vertices, (4, n, 3): the left edge under the ground, the left and the right edge of the water, the
    right edge under the ground. ``open`` (n, 2) says where the outer ones lie in the water of a mouth.
    """

    edges: list[int]
    points: NDArray[np.int64]
    at_node: dict[int, int]
    lines: Floats
    open: NDArray[np.bool_]
    normal: Floats
    half: Floats
    along: Floats
    mouth: _Mouth | None = None

    @property
    def kept(self) -> int:
        """How many of its sections are drawn."""
        return len(self.points) if self.mouth is None else self.mouth.keep


@dataclass(frozen=True)
class _Mouth:
    """Where a stem flows into another: how many of its sections lie outside, and the bank from its left edge to its right one."""

    keep: int
    into: _Stem
    row: int
    bank: NDArray[np.int64]


def river_mesh(network: Network, ground: Heightfield | None = None) -> Mesh:
    """Return the surface of rivers as ribbons of triangles.

    A river runs through its confluences in one piece; one that flows into it ends at its bank and shares its vertices there, so that
    there is neither gap nor overlap. Beyond the water ribbons go on under the ground, for half the width of the bank.

    Parameters
    ----------
    network : Network
        Rivers, from ``press_rivers`` or read from a file: points carry ``width``, and may carry ``bank``, ``depth``, ``discharge``.
    ground : Heightfield, optional
        The ground with its beds; edges are then lowered to it wherever it lies below them.

    Returns
    -------
    Mesh
        Up-facing. ``uv0``: 0 to 1 from the left edge to the right one, and metres downstream from the source. Attributes: ``depth`` in
        the middle (m), ``speed`` (m/s), ``edge``, the edge of the network.

    See Also
    --------
    lake_mesh : Standing water.
    press_rivers : Makes the network, and the ground that fits it.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: yes.

    Examples
    --------
    >>> line = [[0, 0, 2], [5, 0, 1], [10, 0, 0]]
    >>> river = Network([line[0], line[-1]], [[0, 1]], line, [0, 3], of_points={"width": [2.0, 2.0, 2.0]})
    >>> mesh = river_mesh(river)
    >>> mesh.vertices[:, 1].min(), mesh.vertices[:, 1].max(), mesh.uv0[:, 1].max()
    (np.float64(-1.0), np.float64(1.0), np.float32(10.0))
    """
    builder = Builder("normals", "uv0", "depth", "speed", "edge")
    if not len(network):
        return builder.build(name="rivers")
    stems = [_sections(edges, network) for edges in _stems(network)]
    home = {node: (stem, at) for stem in stems for node, at in stem.at_node.items()}
    for stem in stems:
        into = home.get(int(network.edges[stem.edges[-1], 1]))
        if into is not None and into[0] is not stem:
            stem.mouth = _mouth(stem, network, *into)
    for stem in stems:
        _lower(stem, ground)
    for stem in stems:
        if stem.kept >= 2:
            _ribbon(builder, stem, network)
    return builder.build(name="rivers")


def _carried(network: Network, name: str, default: float) -> Floats:
    found = network.of_points.get(name)
    return np.full(len(network.points), default) if found is None else np.asarray(found, np.float64)


def _stems(network: Network) -> list[list[int]]:
    """Return the edges of each stem, downstream."""
    count = len(network.nodes)
    out = np.full(count, -1, np.int64)
    out[network.edges[:, 0]] = np.arange(len(network))
    last = network.starts[1:] - 1
    size = network.of_points["discharge" if "discharge" in network.of_points else "width"][last]
    main = np.full(count, -1, np.int64)
    for edge in np.lexsort((-np.arange(len(network)), size)):  # the largest last, and of equals the first one
        main[network.edges[edge, 1]] = edge
    stems = []
    for edge in range(len(network)):
        if main[network.edges[edge, 0]] >= 0 and out[network.edges[edge, 0]] == edge:
            continue
        chain = [edge]
        while True:
            end = network.edges[chain[-1], 1]
            if out[end] < 0 or main[end] != chain[-1]:
                break
            chain.append(int(out[end]))
        stems.append(chain)
    return stems


def _sections(edges: list[int], network: Network) -> _Stem:
    """Return a stem with a cross section at every point."""
    parts, at_node, count = [], {}, 0
    for k, edge in enumerate(edges):
        span = network.span(edge)
        if k:
            at_node[int(network.edges[edge, 0])] = count - 1
        parts.append(np.arange(span.start + (k > 0), span.stop))
        count += len(parts[-1])
    index = np.concatenate(parts)
    points = network.points[index].copy()
    width, bank = _carried(network, "width", 1.0)[index], _carried(network, "bank", 0.0)[index]
    normal = normals_of(points[:, :2])
    lake = network.of_nodes.get("lake")
    if lake is not None:
        for node in (network.edges[edges[0], 0], network.edges[edges[-1], 1]):
            if lake[node]:
                points[np.abs(network.points[index, 2] - network.nodes[node, 2]) < 1e-3, 2] -= _DIP
    half = 0.5 * (width + bank)
    forward = np.column_stack([-normal[:, 1], normal[:, 0]])
    lines = np.repeat(points[np.newaxis], 4, axis=0)
    for row, offset in enumerate((-half, -0.5 * width, 0.5 * width, half)):
        lines[row, :, :2] += normal * offset[:, np.newaxis]
        _unfold(lines[row], forward)
    steps = np.hypot(*np.diff(points[:, :2], axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    return _Stem(edges, index, at_node, lines, np.zeros((count, 2), np.bool_), normal, half, along)


def _unfold(side: Floats, forward: Floats) -> None:
    """Let the inner bank of a bend wait where it would run backwards."""
    step = np.einsum("ij,ij->i", np.diff(side[:, :2], axis=0), forward[1:] + forward[:-1])
    at = 1
    for i in np.flatnonzero(step <= 0.0) + 1:
        at = max(at, int(i))
        while at < len(side):
            ahead = side[at, :2] - side[at - 1, :2]
            if ahead @ (forward[at] + forward[at - 1]) > 0.0:
                break
            side[at, :2] = side[at - 1, :2]
            at += 1


def _carry(stem: _Stem, network: Network, count: int) -> dict[str, Floats]:
    """Return what the sections of a stem carry, each twice: left and right."""
    points = network.points[stem.points]
    slope = np.gradient(points[:, 2], np.maximum.accumulate(stem.along + 1e-9 * np.arange(len(stem.along))))
    forward = np.column_stack([-stem.normal[:, 1], stem.normal[:, 0]])
    normal = np.column_stack([-slope[:, np.newaxis] * forward, np.ones(len(points))])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    depth = _carried(network, "depth", 0.0)[stem.points]
    width = _carried(network, "width", 1.0)[stem.points]
    discharge = _carried(network, "discharge", 0.0)[stem.points]
    speed = discharge / np.maximum(width * depth * (2.0 / 3.0), 1e-6)
    edge = np.searchsorted(network.starts, stem.points, side="right") - 1
    return {"normals": normal[:count], "depth": depth[:count], "speed": speed[:count], "edge": edge[:count]}


def _lower(stem: _Stem, ground: Heightfield | None) -> None:
    """Bring outer edges down below the ground, except where they lie in the water of a mouth."""
    for side, row in ((0, 0), (1, 3)):
        z = stem.lines[row, :, 2].copy()
        if ground is not None:
            west, north = ground.grid.north_west
            places = np.ascontiguousarray(stem.lines[row, :, :2])
            kernels.sample(_pool.thaw(ground.elevation), places, west, north, ground.cell_size, z)
        closed = ~stem.open[:, side]
        stem.lines[row, closed, 2] = np.minimum(stem.lines[row, closed, 2], z[closed]) - _UNDER


def _ribbon(builder: Builder, stem: _Stem, network: Network) -> None:
    """Append the sections of a stem, and its mouth."""
    count = stem.kept
    carried = _carry(stem, network, count)
    outer = np.linalg.norm(stem.lines[1, :, :2] - stem.lines[0, :, :2], axis=1) / np.maximum(2.0 * stem.half, 1e-9)
    rows = []
    for line, across in zip(stem.lines, (np.zeros(len(outer)), outer, 1.0 - outer, np.ones(len(outer))), strict=True):
        uv = np.column_stack([across, stem.along])[:count]
        rows.append(builder.vertices(line[:count], uv0=uv, **carried))
    for k in range(3):
        left, right, a, b = rows[k], rows[k + 1], stem.lines[k], stem.lines[k + 1]
        _triangles(builder, (left[:-1], right[:-1], right[1:]), (a[: count - 1], b[: count - 1], b[1:count]))
        _triangles(builder, (left[:-1], right[1:], left[1:]), (a[: count - 1], b[1:count], a[1:count]))
    if stem.mouth is None:
        return
    chain = stem.mouth.into.lines[stem.mouth.row, stem.mouth.bank]
    last = np.array([row[-1] for row in rows])
    ends = stem.lines[:, count - 1]
    size = len(chain)
    middle = np.hypot(*(chain.mean(axis=0) - ends.mean(axis=0))[:2])
    shared = builder.vertices(
        chain,
        normals=np.tile([0.0, 0.0, 1.0], (size, 1)),
        uv0=np.column_stack([np.linspace(0.0, 1.0, size), np.full(size, stem.along[count - 1] + middle)]),
        **{name: np.repeat(values[-1:], size) for name, values in carried.items() if name != "normals"},
    )
    _zip(builder, last, ends, shared, chain)


def _triangles(builder: Builder, corners: tuple[Any, Any, Any], places: tuple[Floats, Floats, Floats]) -> None:
    """Append the triangles that face up; those without area, where a bend is folded, are none."""
    builder.triangles(np.stack(corners, axis=-1)[_area(*places) > 1e-9])


def _area(a: Floats, b: Floats, c: Floats) -> Floats:
    u, v = b - a, c - a
    return np.asarray(u[..., 0] * v[..., 1] - u[..., 1] * v[..., 0])


def _mouth(stem: _Stem, network: Network, main: _Stem, at: int) -> _Mouth:
    """Find how far a stem is drawn before it reaches the bank of the one it flows into at its point `at`, and which part of that bank."""
    low, high = max(at - _WINDOW, 0), min(at + _WINDOW + 1, len(main.points))
    axis, half = network.points[main.points[low:high], :2], main.half[low:high]
    outside = np.minimum(_gap(stem.lines[0, :, :2], axis, half), _gap(stem.lines[3, :, :2], axis, half)) > 0.0
    keep = len(stem.points)
    while keep > 0 and not outside[keep - 1]:
        keep -= 1
    if keep < 2:
        return _Mouth(0, main, 0, np.zeros(0, np.int64))
    from_right = float((network.points[stem.points[keep - 1], :2] - axis[at - low]) @ main.normal[at]) > 0.0
    row = 3 if from_right else 0
    bank = main.lines[row, low:high, :2]
    near = [int(np.argmin(np.hypot(*(bank - stem.lines[k, keep - 1, :2]).T))) for k in (0, 3)]
    i, j = near if from_right else near[::-1]  # upstream, downstream
    if j <= i:
        i = max(min((i + j) // 2, len(bank) - 2), 0)
        j = i + 1
    tail = stem.points[-_WINDOW:]
    water = 0.5 * _carried(network, "width", 1.0)[tail]
    wet = _gap(bank[i : j + 1], network.points[tail, :2], water) <= 0.0
    main.open[low + i : low + j + 1, int(from_right)] |= wet
    found = np.arange(low + i, low + j + 1)
    return _Mouth(keep, main, row, found if from_right else found[::-1])


def _gap(places: Floats, axis: Floats, half: Floats) -> Floats:
    """Return how far places lie outside a ribbon, by the segments of its axis."""
    a, b = axis[:-1], axis[1:]
    u = b - a
    square = np.maximum(np.einsum("ij,ij->i", u, u), 1e-18)
    t = np.clip(np.einsum("kij,ij->ki", places[:, np.newaxis] - a, u) / square, 0.0, 1.0)
    away = places[:, np.newaxis] - (a + t[..., np.newaxis] * u)
    gap = np.hypot(away[..., 0], away[..., 1]) - (half[:-1] + t * np.diff(half))
    return np.asarray(gap.min(axis=1))


def _zip(builder: Builder, last: NDArray[np.int64], ends: Floats, shared: NDArray[np.int64], chain: Floats) -> None:
    """Fill the mouth between the last section (from left to right) and the bank, each time over the shorter diagonal."""
    i = j = 0
    while i < len(last) - 1 or j < len(chain) - 1:
        if j == len(chain) - 1:
            step = True
        elif i == len(last) - 1:
            step = False
        else:
            step = np.hypot(*(ends[i + 1] - chain[j])[:2]) <= np.hypot(*(ends[i] - chain[j + 1])[:2])
        if step:
            _triangles(builder, (last[i], last[i + 1], shared[j]), (ends[i], ends[i + 1], chain[j]))
            i += 1
        else:
            _triangles(builder, (last[i], shared[j + 1], shared[j]), (ends[i], chain[j + 1], chain[j]))
            j += 1
