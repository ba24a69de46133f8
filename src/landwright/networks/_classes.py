"""Classes: which stretches of a road lie on the ground, in a cut, on an embankment, on a bridge or in a tunnel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.networks._network import Network

__all__ = ["BRIDGE", "CUT", "EMBANKMENT", "SURFACE", "TUNNEL", "Limits", "Run", "classify", "runs"]

SURFACE, CUT, EMBANKMENT, BRIDGE, TUNNEL = range(5)
_STRUCTURE: Final = (BRIDGE, TUNNEL)

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]


@dataclass(frozen=True)
class Limits:
    """What makes a class (m), and how many points a stretch has at least."""

    cut: float
    bank: float
    fill: float
    bore: float
    """Depth from which a tunnel is bored: its height and its cover."""
    shortest: int = 1


@dataclass(frozen=True)
class Run:
    """A stretch of one class. That of a bridge or tunnel, as :func:`runs` gives it, reaches one point into what lies beside it.

    Parameters
    ----------
    code : int
        The class, a number of ``networks.CLASSES``.
    first, last : int
        Its points, counted along the edge; both belong to it.
    """

    code: int
    first: int
    last: int

    def __len__(self) -> int:
        """Return how many points there are."""
        return self.last - self.first + 1


def _split(codes: Codes) -> list[Run]:
    cuts = np.flatnonzero(np.diff(codes)) + 1
    begins = [0, *cuts.tolist()]
    ends = [*(cuts - 1).tolist(), len(codes) - 1]
    return [Run(int(codes[a]), a, b) for a, b in zip(begins, ends)]


def _by_gap(gap: Floats, wet: NDArray[np.bool_], limits: Limits) -> Codes:
    codes = np.full(len(gap), SURFACE, np.int8)
    codes[gap >= limits.bank] = EMBANKMENT
    codes[gap < -limits.cut] = CUT
    codes[gap < -limits.bore] = TUNNEL
    codes[(gap > limits.fill) | wet] = BRIDGE
    return codes


def classify(gap: Floats, wet: NDArray[np.bool_], limits: Limits, near: NDArray[np.bool_] | None = None) -> Codes:
    """Give every point of an edge its class.

    Parameters
    ----------
    gap : (n,) float64
        Height of the road above the highest ground across its width (m).
    wet : (n,) bool
        Whether there is water under it: always a bridge.
    limits : Limits
        Heights and depths that make a class.
    near : (n,) bool, optional
        Points near a crossing, which is neither bored nor, over dry ground, on a bridge.

    Returns
    -------
    (n,) int8
        Numbers of ``networks.CLASSES``. No stretch is shorter than the limit unless the road is; bridges over water grow instead of
        vanishing. A bridge and a tunnel never touch: there is a point of another class between them.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: bit-identical.
    """
    codes = _by_gap(gap, wet, limits)
    if near is not None:
        codes[near & (codes == TUNNEL)] = CUT
        codes[near & (codes == BRIDGE) & ~wet] = EMBANKMENT
    codes = _grown(codes, wet, limits.shortest)
    codes = _merged(codes, wet, limits)
    return _parted(codes, wet)


def _grown(codes: Codes, wet: NDArray[np.bool_], shortest: int) -> Codes:
    """Let bridges over water reach onto land on both sides until they are long enough."""
    out = codes.copy()
    for run in _split(codes):
        if run.code != BRIDGE or not wet[run.first : run.last + 1].any():
            continue
        more = max(1, -(-(shortest - len(run)) // 2))
        out[max(0, run.first - more) : run.last + more + 1] = BRIDGE
    return out


def _merged(codes: Codes, wet: NDArray[np.bool_], limits: Limits) -> Codes:
    """Give stretches that are too short the class of what lies beside them, the shortest first."""
    out = codes.copy()
    while True:
        parts = _split(out)
        short = [i for i, run in enumerate(parts) if len(run) < limits.shortest and _yields(parts, i, wet)]
        if not short:
            return out
        i = min(short, key=lambda at: (len(parts[at]), at))
        run = parts[i]
        beside = [parts[j] for j in (i - 1, i + 1) if 0 <= j < len(parts)]
        ground = [other for other in beside if other.code not in _STRUCTURE]
        if len(beside) == 2 and beside[0].code == beside[1].code:
            code = beside[0].code
        elif run.code in _STRUCTURE:
            code = CUT if run.code == TUNNEL else EMBANKMENT
        else:
            code = max(ground, key=len).code if ground else SURFACE
        out[run.first : run.last + 1] = code


def _yields(parts: list[Run], i: int, wet: NDArray[np.bool_]) -> bool:
    """Return whether a short stretch may become something else: not over water, nor the ground at which a bridge or tunnel ends."""
    run = parts[i]
    if len(parts) < 2 or wet[run.first : run.last + 1].any():
        return False
    beside = {parts[j].code for j in (i - 1, i + 1) if 0 <= j < len(parts)}
    at_end = i in (0, len(parts) - 1)
    if run.code not in _STRUCTURE and beside <= set(_STRUCTURE) and (at_end or len(beside) == 2):
        return run.code != SURFACE and not at_end
    return True


def _parted(codes: Codes, wet: NDArray[np.bool_]) -> Codes:
    """Put a point on the ground between a bridge and a tunnel: the tunnel's last one, which is open."""
    out = codes.copy()
    for i in np.flatnonzero(np.diff(codes)):
        pair = {int(out[i]), int(out[i + 1])}
        if pair == set(_STRUCTURE):
            out[i if out[i] == TUNNEL else i + 1] = SURFACE
    return out


def runs(network: Network, edge: int) -> list[Run]:
    """Return the stretches of one class along an edge of a network of roads, in order.

    Parameters
    ----------
    network : Network
        Of roads, with ``of_points["class"]``.
    edge : int
        Which edge.

    Returns
    -------
    list of Run
        Their points cover the edge. Bridges and tunnels reach one point into what lies beside them, so that what is built there overlaps;
        points are numbered from the edge's first.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: bit-identical.
    """
    codes = np.asarray(network.of_points["class"][network.span(edge)], np.int8)
    last = len(codes) - 1
    return [
        Run(run.code, max(0, run.first - 1), min(last, run.last + 1)) if run.code in _STRUCTURE else run
        for run in _split(codes)
    ]
