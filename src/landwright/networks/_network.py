"""Network: nodes, edges and their centerlines; read-only and checked at the door.

The container holds, it does not compute. Rivers, roads and whatever else runs over the ground share it; what each of them keeps for
a point, an edge or a node goes by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence

__all__ = ["Network"]

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, eq=False, init=False)
class Network:
    """Lines over the ground that meet at nodes: right-handed, X east, Y north, Z up, metres.

    Edge i runs from node ``edges[i, 0]`` to node ``edges[i, 1]``; its centerline is ``line(i)``, rows ``starts[i]`` to
    ``starts[i + 1]`` of `points`. Its first and last point lie where its nodes lie (east and north to the bit; a node's z is
    its own).

    Parameters
    ----------
    nodes : (k, 3) array
        Where lines begin, meet and end.
    edges : (m, 2) array of integers
        The nodes an edge runs between; rivers run downstream.
    points : (n, 3) array
        The centerlines, edge after edge.
    starts : (m + 1,) array of integers
        Where each centerline begins in `points`; each has two points or more.
    kind : str
        "river", "road" or any other word.
    of_points, of_edges, of_nodes : mapping of str to array
        What a point, an edge or a node carries; the first axis has the length n, m or k. Words in use: of points ``width`` (m),
        ``grade``, ``class``, ``depth`` (m), ``discharge`` (m3/s); of edges ``order``, ``width``, ``rank``; of nodes ``level`` (m),
        ``lake``.
    names : sequence of str
        One for each edge, or none at all.

    Raises
    ------
    FieldError
        If shapes do not fit each other, a value is not finite, or an edge has no such node.

    Examples
    --------
    >>> cross = Network([[0, 0, 5], [9, 0, 4]], [[0, 1]], [[0, 0, 5], [4, 1, 4.5], [9, 0, 4]], [0, 3], kind="river")
    >>> len(cross), cross.line(0)[1].tolist()
    (1, [4.0, 1.0, 4.5])
    """

    nodes: NDArray[np.float64]
    edges: NDArray[np.int32]
    points: NDArray[np.float64]
    starts: NDArray[np.int64]
    kind: str
    of_points: Mapping[str, NDArray[Any]]
    of_edges: Mapping[str, NDArray[Any]]
    of_nodes: Mapping[str, NDArray[Any]]
    names: tuple[str, ...]

    def __init__(
        self,
        nodes: ArrayLike = (),
        edges: ArrayLike = (),
        points: ArrayLike = (),
        starts: ArrayLike = (0,),
        *,
        kind: str = "",
        of_points: Mapping[str, ArrayLike] = _NOTHING,
        of_edges: Mapping[str, ArrayLike] = _NOTHING,
        of_nodes: Mapping[str, ArrayLike] = _NOTHING,
        names: Sequence[str] = (),
    ) -> None:
        places, lines = _places(nodes, "nodes"), _places(points, "points")
        pairs = _whole(edges, "edges", np.int32).reshape(-1, 2)
        begins = _whole(starts, "starts", np.int64).reshape(-1)
        _check(places, pairs, lines, begins)
        if names and len(names) != len(pairs):
            raise FieldError(sentence("network: names", f"must be {len(pairs)}, one for each edge", len(names)))
        values: dict[str, Any] = {
            "nodes": places,
            "edges": pairs,
            "points": lines,
            "starts": begins,
            "kind": kind,
            "of_points": _carried(of_points, "of_points", len(lines)),
            "of_edges": _carried(of_edges, "of_edges", len(pairs)),
            "of_nodes": _carried(of_nodes, "of_nodes", len(places)),
            "names": tuple(str(name) for name in names),
        }
        for name, value in values.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False
            object.__setattr__(self, name, value)

    def __len__(self) -> int:
        """Return the number of edges."""
        return len(self.edges)

    def __repr__(self) -> str:
        """Say how much it holds."""
        return f"Network({self.kind or 'lines'}: {len(self.nodes)} nodes, {len(self)} edges, {len(self.points)} points)"

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of edges and of points."""
        return len(self.edges), len(self.points)

    def span(self, edge: int) -> slice:
        """Return where the centerline of an edge lies in `points` and in what points carry."""
        return slice(int(self.starts[edge]), int(self.starts[edge + 1]))

    def line(self, edge: int) -> NDArray[np.float64]:
        """Return the centerline of an edge, (p, 3), metres; a view."""
        return self.points[self.span(edge)]

    def lines(self) -> Iterator[NDArray[np.float64]]:
        """Go through the centerlines, edge after edge."""
        return (self.line(edge) for edge in range(len(self)))

    def replace(self, **changes: Any) -> Self:
        """Return a copy with some parts changed, checked like a new one."""
        names = ("nodes", "edges", "points", "starts", "kind", "of_points", "of_edges", "of_nodes", "names")
        given = {name: getattr(self, name) for name in names} | changes
        return type(self)(**given)


def _places(given: ArrayLike, name: str) -> NDArray[np.float64]:
    values = np.array(given, np.float64)
    values = values.reshape(0, 3) if values.size == 0 else values
    if values.ndim != 2 or values.shape[1] != 3:
        raise FieldError(sentence(f"network: {name}", "must have the shape (n, 3)", values.shape))
    if not np.isfinite(values).all():
        raise FieldError(f"network: {name} must be finite; {int((~np.isfinite(values)).sum())} numbers are not.")
    return values


def _whole(given: ArrayLike, name: str, kind: Any) -> NDArray[Any]:
    values = np.asarray(given)
    if values.size and values.dtype.kind not in "iu":
        raise FieldError(sentence(f"network: {name}", "must be integers", values.dtype))
    return np.array(values, kind)


def _check(
    nodes: NDArray[np.float64], edges: NDArray[np.int32], points: NDArray[np.float64], starts: NDArray[np.int64]
) -> None:
    if len(starts) != len(edges) + 1 or starts[0] != 0 or starts[-1] != len(points):
        text = f"must be {len(edges) + 1} numbers from 0 to {len(points)}"
        raise FieldError(sentence("network: starts", text, starts.tolist()[:4]))
    if not len(edges):
        return
    if np.diff(starts).min() < 2:
        raise FieldError(sentence("network: points", "must be two or more for each edge", int(np.diff(starts).min())))
    if edges.min() < 0 or edges.max() >= len(nodes):
        bad = int(edges.max() if edges.max() >= len(nodes) else edges.min())
        raise FieldError(sentence("network: edges", f"must name nodes 0 to {len(nodes) - 1}", bad))
    ends = np.stack([points[starts[:-1]], points[starts[1:] - 1]], axis=1)[:, :, :2]
    if not np.array_equal(ends, nodes[edges][:, :, :2]):
        at = int(np.flatnonzero((ends != nodes[edges][:, :, :2]).any(axis=(1, 2)))[0])
        raise FieldError(f"network: the centerline of edge {at} must begin and end where its nodes lie.")


def _carried(given: Mapping[str, ArrayLike], what: str, count: int) -> Mapping[str, NDArray[Any]]:
    made: dict[str, NDArray[Any]] = {}
    for name, values in given.items():
        array = np.array(values)
        if array.ndim == 0 or len(array) != count or array.dtype.kind not in "biuf":
            shape = f"{array.dtype} {array.shape}"
            raise FieldError(sentence(f"network: {what}[{name!r}]", f"must be {count} numbers", shape))
        array.flags.writeable = False
        made[name] = array
    return MappingProxyType(made)
