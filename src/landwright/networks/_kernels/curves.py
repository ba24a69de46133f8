"""Smoothing of polylines: the banded system behind a bend that is not too tight.

Points are (n, 2) float64, metres; ``weight`` (n,) belongs to each point's own bend.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel("void(f8[:, ::1], f8[::1], f8[:, ::1])")
def stiffen(given: Any, weight: Any, out: Any) -> None:
    """Find the points that lie close to `given` and bend little: least sum of distance squared plus weight times second difference squared.

    The first and the last point stay. The normal equations have five diagonals; they are solved by a square-root-free Cholesky
    factorization, L D L^T, which needs no pivots because the matrix is positive definite.
    """
    n = given.shape[0]
    main = np.ones(n)
    near = np.zeros(n)  # entry (i, i + 1)
    far = np.zeros(n)  # entry (i, i + 2)
    for i in range(1, n - 1):
        w = weight[i]
        main[i - 1] += w
        main[i] += 4.0 * w
        main[i + 1] += w
        near[i - 1] -= 2.0 * w
        near[i] -= 2.0 * w
        far[i - 1] += w
    for axis in range(2):
        out[0, axis] = given[0, axis]  # out
        out[n - 1, axis] = given[n - 1, axis]
    if n < 3:
        return
    first, last = 1, n - 2
    d = np.empty(n)
    e = np.zeros(n)
    f = np.zeros(n)
    y = np.empty((n, 2))
    for i in range(first, last + 1):
        pivot = main[i]
        if i - 1 >= first:
            pivot -= d[i - 1] * e[i - 1] * e[i - 1]
        if i - 2 >= first:
            pivot -= d[i - 2] * f[i - 2] * f[i - 2]
        d[i] = pivot
        beside = near[i]
        if i - 1 >= first:
            beside -= d[i - 1] * e[i - 1] * f[i - 1]
        e[i] = beside / pivot
        f[i] = far[i] / pivot
        for axis in range(2):
            right = given[i, axis]
            if i == first:
                right -= near[0] * given[0, axis]
            if i == first + 1:
                right -= far[0] * given[0, axis]
            if i == last:
                right -= near[n - 2] * given[n - 1, axis]
            if i == last - 1:
                right -= far[n - 3] * given[n - 1, axis]
            if i - 1 >= first:
                right -= e[i - 1] * y[i - 1, axis]
            if i - 2 >= first:
                right -= f[i - 2] * y[i - 2, axis]
            y[i, axis] = right
    for i in range(last, first - 1, -1):
        for axis in range(2):
            value = y[i, axis] / d[i]
            if i + 1 <= last:
                value -= e[i] * out[i + 1, axis]
            if i + 2 <= last:
                value -= f[i] * out[i + 2, axis]
            out[i, axis] = value
