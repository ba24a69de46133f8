"""The triangle of ground where three cells meet: level, terraced, or terraces that end in a cliff.

Which of the three is lowest decides how it is turned; from there one of four shapes fills it. Where terraces end in a cliff, they
all run to one point on the cliff's edge, one level above its foot (or below its top). That point lies on the straight side of the
strip between the two cells; with the option to weld, the strip gets a vertex there too (:func:`cliff_split`).

*Symbols:* the corner's points ``p`` (3, 5), as those of an edge, and cells ``ids`` (3,) run clockwise; a, b, c are their indices after
turning, ``x`` the point on the cliff.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import CLIFF, FLAT, SLOPE, kind_of_edge, mix, terrace
from landwright.hexmap._kernels.emit import quad, triangle
from landwright.hexmap._kernels.ground import ground_point
from landwright.hexmap._kernels.shake import known

__all__ = ["cliff_split", "corner"]

_PLAIN, _TERRACES, _CLIFF_RIGHT, _CLIFF_LEFT = 0, 1, 2, 3


@kernel(inline=True, borrows=True)
def _kind(low: Any, high: Any, terraced: Any) -> Any:
    difference = abs(high - low)
    if difference == 0:
        return FLAT
    return SLOPE if difference == 1 and terraced else CLIFF


@kernel(borrows=True)
def _plan(h0: Any, h1: Any, h2: Any, terraced: Any) -> Any:
    """Return the shape of a corner of three elevations, and which of them comes first in it."""
    if h0 <= h1:
        first = 0 if h0 <= h2 else 2
    else:
        first = 1 if h1 <= h2 else 2
    if first == 0:
        bottom, left, right = h0, h1, h2
    elif first == 1:
        bottom, left, right = h1, h2, h0
    else:
        bottom, left, right = h2, h0, h1
    to_left, to_right = _kind(bottom, left, terraced), _kind(bottom, right, terraced)
    shape, turn = _PLAIN, 0
    if to_left == SLOPE:
        if to_right == SLOPE:
            shape = _TERRACES
        elif to_right == FLAT:
            shape, turn = _TERRACES, 1
        else:
            shape = _CLIFF_RIGHT
    elif to_right == SLOPE:
        if to_left == FLAT:
            shape, turn = _TERRACES, 2
        else:
            shape = _CLIFF_LEFT
    elif _kind(left, right, terraced) == SLOPE:
        if left < right:
            shape, turn = _CLIFF_LEFT, 2
        else:
            shape, turn = _CLIFF_RIGHT, 1
    return shape, (first + turn) % 3


@kernel(inline=True, borrows=True)
def _plan_of(f: Any, cell0: Any, cell1: Any, cell2: Any) -> Any:
    h_c = f.elevation_c
    return _plan(np.int64(h_c[cell0]), np.int64(h_c[cell1]), np.int64(h_c[cell2]), f.terraces > 1)


@kernel(inline=True, borrows=True)
def _cliff_share(f: Any, cell: Any, cell2: Any) -> Any:
    """Return how far from `cell` the point on the cliff lies: one level."""
    return 1.0 / abs(f.elevation_c[cell] - f.elevation_c[cell2])


@kernel(borrows=True)
def _cliff_point(p: Any, q: Any, share: Any) -> Any:
    """Return the point on the straight line between two corner points after they were shaken."""
    return mix(known(p), known(q), share)


@kernel(borrows=True)
def cliff_split(f: Any, p: Any, cell0: Any, q: Any, cell1: Any, third: Any, clockwise: Any) -> Any:
    """Return the point (x, y, z, share from p) that the corner of these three cells puts on the side from p to q, if any.

    `clockwise` says whether cell0, cell1, third run clockwise. The share is 0 where there is none.
    """
    cells = (cell0, cell1, third) if clockwise else (cell1, cell0, third)
    shape, a = _plan_of(f, cells[0], cells[1], cells[2])
    if shape < _CLIFF_RIGHT:
        return 0.0, 0.0, 0.0, 0.0
    other = (a + 2) % 3 if shape == _CLIFF_RIGHT else (a + 1) % 3
    if a == 2 or other == 2:
        return 0.0, 0.0, 0.0, 0.0
    share = _cliff_share(f, cell0, cell1)
    if (a == 0) == clockwise:
        x, y, z = _cliff_point(p, q, share)
        return x, y, z, share
    x, y, z = _cliff_point(q, p, share)
    return x, y, z, 1.0 - share


@kernel(inline=True, borrows=True)
def _corner_point(out: Any, splat: Any, ids: Any, p: Any, a: Any, b: Any, t: Any, still: Any) -> Any:
    """Append a point a share `t` of the way from corner a to corner b of the three."""
    s = 1.0 - t
    w0 = s if a == 0 else (t if b == 0 else 0.0)
    w1 = s if a == 1 else (t if b == 1 else 0.0)
    w2 = s if a == 2 else (t if b == 2 else 0.0)
    return ground_point(out, splat, p, w0, w1, w2, ids[0], ids[1], ids[2], still)


@kernel(borrows=True)
def _cliff_fan(n: Any, out: Any, splat: Any, p: Any, ids: Any, a: Any, b: Any, x: Any) -> None:  # out, splat: out
    """Add the faces from the terraces between corners a and b to the point on the cliff, vertex x."""
    _corner_point(out, splat, ids, known(p[a]), a, b, 0.0, True)
    for k in range(1, n):
        at = _corner_point(out, splat, ids, terrace(k, n, p[a], p[b]), a, b, k / n, False)
        triangle(out, at - 1, at, x)
    at = _corner_point(out, splat, ids, known(p[b]), a, b, 1.0, True)
    triangle(out, at - 1, at, x)


@kernel(inline=True, borrows=True)
def corner(f: Any, out: Any, splat: Any, p: Any, ids: Any) -> None:  # out, splat: out
    """Fill the corner between three cells."""
    shape, a = _plan_of(f, ids[0], ids[1], ids[2])
    b, c = (a + 1) % 3, (a + 2) % 3
    if shape == _PLAIN:
        at = _corner_point(out, splat, ids, known(p[0]), 0, 1, 0.0, True)
        _corner_point(out, splat, ids, known(p[1]), 1, 2, 0.0, True)
        _corner_point(out, splat, ids, known(p[2]), 2, 0, 0.0, True)
        triangle(out, at, at + 1, at + 2)
    elif shape == _TERRACES:
        n = f.terraces
        at = _corner_point(out, splat, ids, known(p[a]), a, b, 0.0, True)
        for k in range(1, n):
            _corner_point(out, splat, ids, terrace(k, n, p[a], p[b]), a, b, k / n, False)
            _corner_point(out, splat, ids, terrace(k, n, p[a], p[c]), a, c, k / n, False)
        _corner_point(out, splat, ids, known(p[b]), a, b, 1.0, True)
        _corner_point(out, splat, ids, known(p[c]), a, c, 1.0, True)
        triangle(out, at, at + 1, at + 2)
        for k in range(1, n):
            near = at + 2 * k - 1
            quad(out, near, near + 1, near + 2, near + 3)
    else:
        end = c if shape == _CLIFF_RIGHT else b
        share = _cliff_share(f, ids[a], ids[end])
        x = _corner_point(out, splat, ids, _cliff_point(p[a], p[end], share), a, end, share, True)
        if shape == _CLIFF_RIGHT:
            _cliff_fan(f.terraces, out, splat, p, ids, a, b, x)
        else:
            _cliff_fan(f.terraces, out, splat, p, ids, c, a, x)
        if kind_of_edge(f, ids[b], ids[c]) == SLOPE:
            _cliff_fan(f.terraces, out, splat, p, ids, b, c, x)
        else:
            at = _corner_point(out, splat, ids, known(p[b]), b, c, 0.0, True)
            _corner_point(out, splat, ids, known(p[c]), c, a, 0.0, True)
            triangle(out, at, at + 1, x)
