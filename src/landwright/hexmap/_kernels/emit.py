"""Buffers that meshes grow in while cells are triangulated, and the few ways to add to them.

Corners are listed **clockwise seen from above**, in the order in which directions and corners run; faces are written the other way
round, counter-clockwise, as every mesh of Landwright. A point is anything with three numbers: a tuple or a row of an array.

*Symbols:* ``count[0]`` vertices and ``count[1]`` faces used so far. A vertex is *still* when it lies where it must already; the others
are on a list, ``loose``, of ``count[2]``, and are shaken together some cells later (``shake.settle``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from landwright._numba import kernel

__all__ = ["Buffer", "add", "add_still", "loosen", "quad", "set_uv", "set_uv1", "triangle"]


class Buffer(NamedTuple):
    """One mesh while it grows; the arrays have room for more than is used.

    Attributes
    ----------
    vertex_v : (room, 3) float64 array
        Metres from the map's origin.
    loose : (some,) int32 array
        Vertices still to be shaken.
    uv_v, uv1_v : (room, 2) float32 arrays
        Texture coordinates; no room in meshes that have none.
    face_f : (room, 3) uint32 array
        Counter-clockwise from above.
    count : (3,) int64 array
        Vertices, faces and loose vertices used.
    """

    vertex_v: Any
    loose: Any
    uv_v: Any
    uv1_v: Any
    face_f: Any
    count: Any


@kernel(inline=True, borrows=True)
def add_still(out: Any, p: Any) -> Any:  # out: out
    """Append a vertex that is already where it belongs; return its index."""
    n = out.count[0]
    out.vertex_v[n, 0] = p[0]
    out.vertex_v[n, 1] = p[1]
    out.vertex_v[n, 2] = p[2]
    out.count[0] = n + 1
    return n


@kernel(inline=True, borrows=True)
def loosen(out: Any, n: Any) -> None:  # out: out
    """Note that vertex `n` is to be shaken."""
    at = out.count[2]
    out.loose[at] = n
    out.count[2] = at + 1


@kernel(inline=True, borrows=True)
def add(out: Any, p: Any) -> Any:  # out: out
    """Append a vertex that will be shaken; return its index."""
    n = add_still(out, p)
    loosen(out, n)
    return n


@kernel(inline=True, borrows=True)
def set_uv(out: Any, n: Any, u: Any, v: Any) -> None:  # out: out
    """Set the first texture coordinates of vertex `n`."""
    out.uv_v[n, 0] = u
    out.uv_v[n, 1] = v


@kernel(inline=True, borrows=True)
def set_uv1(out: Any, n: Any, u: Any, v: Any) -> None:  # out: out
    """Set the second texture coordinates of vertex `n`."""
    out.uv1_v[n, 0] = u
    out.uv1_v[n, 1] = v


@kernel(inline=True, borrows=True)
def triangle(out: Any, a: Any, b: Any, c: Any) -> None:  # out: out
    """Append a face of three vertices, given clockwise from above."""
    m = out.count[1]
    out.face_f[m, 0] = a
    out.face_f[m, 1] = c
    out.face_f[m, 2] = b
    out.count[1] = m + 1


@kernel(inline=True, borrows=True)
def quad(out: Any, a: Any, b: Any, c: Any, d: Any) -> None:  # out: out
    """Append two faces: a and b are the near side from left to right, c and d the far side; the diagonal is b to c."""
    triangle(out, a, c, b)
    triangle(out, b, c, d)
