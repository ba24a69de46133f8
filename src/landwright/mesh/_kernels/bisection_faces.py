"""Right-triangulated irregular network: from errors to vertices and faces.

A triangle is (a, b, c, depth): flat lattice indices, counter-clockwise seen from above, hypotenuse a-b, apex c. Roots have depth 0; a
triangle of depth ``deepest`` has two sides of one lattice step. A lattice point is a vertex when its error is above the
threshold or it is the corner of a root, so vertices are found without walking, by gathering.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.mesh._kernels.quads import normal


@kernel("i8(i4[::1], i4, i8, i8, i8[:, ::1], i8)")
def plant(errors: Any, limit: Any, deepest: int, enough: int, roots: Any, count: int) -> int:
    """Split roots, generation by generation, until there are `enough` subtrees to share out; return how many there are."""
    grown = True
    while grown and count < enough:
        grown = False
        for k in range(count):
            a, b, c, depth = roots[k, 0], roots[k, 1], roots[k, 2], roots[k, 3]
            middle = (a + b) >> 1
            if depth < deepest - 2 and errors[middle] > limit:
                roots[k, 0], roots[k, 1], roots[k, 2], roots[k, 3] = c, a, middle, depth + 1
                roots[count, 0], roots[count, 1], roots[count, 2], roots[count, 3] = b, c, middle, depth + 1
                count += 1
                grown = True
    return count


@kernel(inline=True)
def _holds(a: Any, b: Any, c: Any, vertex: Any, keep: Any, masked: Any) -> Any:
    return not masked or (keep[vertex[a]] and keep[vertex[b]] and keep[vertex[c]])


@kernel(inline=True)
def _write(a: Any, b: Any, c: Any, vertex: Any, keep: Any, masked: Any, emit: Any, place: Any, out: Any) -> Any:
    if not _holds(a, b, c, vertex, keep, masked):
        return place
    if emit:
        out[place, 0], out[place, 1], out[place, 2] = vertex[a], vertex[b], vertex[c]
    return place + 1


@kernel("void(i8, i8, i4[::1], i4[::1], i4[::1], i4, i8, i8[:, ::1], u4[::1], b1[::1], b1, b1, i8[::1], u4[:, ::1])")
def walk(
    row0: int,
    row1: int,
    errors: Any,
    at_row: Any,
    at_col: Any,
    limit: Any,
    deepest: int,
    roots: Any,
    vertex: Any,
    keep: Any,
    masked: bool,
    emit: bool,
    first: Any,
    out: Any,
) -> None:
    """Count the faces of subtrees into ``first`` or, with `emit`, write them from that place on.

    Faces with a vertex that `keep` denies are left out. Where the middle of a square of two lattice steps is absent, a half of it
    is cut at the middle of a side if that is a vertex.
    """
    cols = at_col.size
    stack = np.empty((64, 4), np.int64)
    for k in range(row0, row1):
        place = first[k] if emit else 0
        top = 1
        for n in range(4):
            stack[0, n] = roots[k, n]
        while top > 0:
            top -= 1
            a, b, c, depth = stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3]
            while True:
                middle = (a + b) >> 1
                if depth == deepest or errors[middle] <= limit:
                    place = _write(a, b, c, vertex, keep, masked, emit, place, out)
                    break
                if depth == deepest - 2:
                    i, j = middle // cols, middle % cols
                    if at_row[i] == at_row[i - 1] or at_col[j] == at_col[j - 1]:
                        side, other = (c + a) >> 1, (b + c) >> 1
                        if errors[side] > limit:
                            place = _write(a, b, side, vertex, keep, masked, emit, place, out)
                            place = _write(side, b, c, vertex, keep, masked, emit, place, out)
                        elif errors[other] > limit:
                            place = _write(a, b, other, vertex, keep, masked, emit, place, out)
                            place = _write(a, other, c, vertex, keep, masked, emit, place, out)
                        else:
                            place = _write(a, b, c, vertex, keep, masked, emit, place, out)
                        break
                depth += 1
                stack[top, 0], stack[top, 1], stack[top, 2], stack[top, 3] = b, c, middle, depth
                top += 1
                a, b, c = c, a, middle
        if not emit:
            first[k] = place


@kernel("void(i8, i8, i4[:, ::1], i4[::1], i4[::1], i4, i8, i8, i8, i8, i8[::1])")
def count_vertices(
    row0: int,
    row1: int,
    errors: Any,
    at_row: Any,
    at_col: Any,
    limit: Any,
    root: int,
    top: int,
    left: int,
    right: int,
    counts: Any,
) -> None:
    """Count the vertices of lattice rows from `top` on, columns `left` to `right`."""
    for r in range(row0, row1):
        i = top + r
        total = 0
        for j in range(left, right + 1):
            if errors[i, j] > limit:
                if not (j & 1 and at_col[j] == at_col[j - 1]):
                    total += 1
            elif (i | j) & (root - 1) == 0:
                total += 1
        counts[r] = 0 if i & 1 and at_row[i] == at_row[i - 1] else total


@kernel("void(i8, i8, i4[:, ::1], i4[::1], i4[::1], i4, i8, i8, i8, i8, i8[::1], u4[:, ::1], i4[:, ::1])")
def list_vertices(
    row0: int,
    row1: int,
    errors: Any,
    at_row: Any,
    at_col: Any,
    limit: Any,
    root: int,
    top: int,
    left: int,
    right: int,
    first: Any,
    vertex: Any,
    samples: Any,
) -> None:
    """Number the vertices in reading order: ``vertex`` is the number of a lattice point, ``samples`` (n, 2) row and column of a number."""
    for r in range(row0, row1):
        i = top + r
        n = first[r]
        if i & 1 and at_row[i] == at_row[i - 1]:
            continue
        for j in range(left, right + 1):
            if errors[i, j] > limit:
                if j & 1 and at_col[j] == at_col[j - 1]:
                    continue
            elif (i | j) & (root - 1) != 0:
                continue
            vertex[i, j] = n
            samples[n, 0], samples[n, 1] = at_row[i], at_col[j]
            n += 1


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i4[:, ::1], f8, f4[:, ::1])")
def normals_at(row0: int, row1: int, z: Any, valid: Any, samples: Any, cell_size: float, out: Any) -> None:
    """Write the upward unit normals of the listed samples; the same numbers as those of the regular mesh."""
    for n in range(row0, row1):
        x, y, up = normal(z, valid, samples[n, 0], samples[n, 1], cell_size)
        out[n, 0], out[n, 1], out[n, 2] = x, y, up
