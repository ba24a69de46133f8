"""A right-triangulated irregular network by recursion, in plain Python, on squares of 2^k + 1 samples.

Slow and obvious: a triangle is split if it, or a triangle that must not be split before it, strays from a sample by more than
is allowed; what must be split before what is found by walking, again and again, until nothing changes.
"""

from __future__ import annotations

from fractions import Fraction


def _inside(a, b, c):
    """Yield (row, col, u, v, w) of every sample of a closed triangle, with its weights."""
    det = (b[0] - c[0]) * (a[1] - c[1]) + (c[1] - b[1]) * (a[0] - c[0])
    for row in range(min(a[0], b[0], c[0]), max(a[0], b[0], c[0]) + 1):
        for col in range(min(a[1], b[1], c[1]), max(a[1], b[1], c[1]) + 1):
            u = Fraction((b[0] - c[0]) * (col - c[1]) + (c[1] - b[1]) * (row - c[0]), det)
            v = Fraction((c[0] - a[0]) * (col - c[1]) + (a[1] - c[1]) * (row - c[0]), det)
            if u >= 0 and v >= 0 and u + v <= 1:
                yield row, col, float(u), float(v), float(1 - u - v)


def _strays(z, a, b, c):
    """Largest distance of a sample from the plane through three samples."""
    za, zb, zc = (float(z[p[0]][p[1]]) for p in (a, b, c))
    return max(abs(u * za + v * zb + w * zc - float(z[row][col])) for row, col, u, v, w in _inside(a, b, c))


def triangles(z, max_error):
    """Return a set of triangles, each a frozenset of three (row, col)."""
    side = len(z) - 1
    corners = (0, 0), (side, side), (0, side), (side, 0)
    roots = [(corners[0], corners[1], corners[2]), (corners[1], corners[0], corners[3])]
    split = set()

    def middle(a, b):
        return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2

    def divisible(a, c):
        return abs(a[0] - c[0]) + abs(a[1] - c[1]) > 1

    def mark(a, b, c):
        """Put the middles of all triangles that stray into the set of points that are split; say whether one below does."""
        if not divisible(a, c):
            return False
        m = middle(a, b)
        left, right = mark(c, a, m), mark(b, c, m)
        if left or right or _strays(z, a, b, c) > max_error:
            split.add(m)
        return m in split

    def leaves(a, b, c):
        m = middle(a, b)
        if divisible(a, c) and m in split:
            yield from leaves(c, a, m)
            yield from leaves(b, c, m)
        else:
            yield a, b, c

    while True:
        before = len(split)
        for root in roots:
            mark(*root)
        if len(split) == before:
            return {frozenset(leaf) for root in roots for leaf in leaves(*root)}
