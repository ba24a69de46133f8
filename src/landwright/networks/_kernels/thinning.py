"""Strokes thinned to lines one pixel wide."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel(inline=True)
def _ring(ink: Any, r: int, c: int) -> Any:
    """The eight pixels around one as bits, clockwise from the north; the picture has an empty rim."""
    return (
        np.int64(ink[r - 1, c])
        | np.int64(ink[r - 1, c + 1]) << 1
        | np.int64(ink[r, c + 1]) << 2
        | np.int64(ink[r + 1, c + 1]) << 3
        | np.int64(ink[r + 1, c]) << 4
        | np.int64(ink[r + 1, c - 1]) << 5
        | np.int64(ink[r, c - 1]) << 6
        | np.int64(ink[r - 1, c - 1]) << 7
    )


@kernel(inline=True)
def _parts(ring: Any) -> int:
    """How many pieces the ink around a pixel falls into, corners counted as joined (the Guo-Hall number)."""
    count = 0
    for side in (0, 2, 4, 6):
        here = (ring >> side) & 1
        after = ((ring >> (side + 1)) | (ring >> ((side + 2) & 7))) & 1
        count += (1 - here) & after
    return count


@kernel(inline=True)
def _pairs(ring: Any) -> int:
    """The lesser count of inked pairs around a pixel, which tells ends from corners."""
    one = 0
    two = 0
    for side in (0, 2, 4, 6):
        here = ring >> side
        one += (here | (ring >> ((side + 7) & 7))) & 1
        two += (here | (ring >> (side + 1))) & 1
    return min(one, two)


@kernel("void(u1[:, ::1])")
def thin(ink: Any) -> None:
    """Thin strokes (1 ink, 0 paper, an empty rim) in place to lines one pixel wide that hold together as they did.

    Two turns by Guo and Hall, one for each diagonal, until nothing changes; then every pixel goes without which its neighbors would
    still hold together, so that a pixel of the line has two neighbors, an end one, and only a junction more.
    """
    rows, cols = ink.shape
    gone = np.zeros((rows, cols), np.uint8)
    changed = True
    while changed:
        changed = False
        for turn in range(2):
            for r in range(1, rows - 1):
                for c in range(1, cols - 1):
                    gone[r, c] = 0
                    if ink[r, c] == 0:
                        continue
                    ring = _ring(ink, r, c)
                    if _parts(ring) != 1:
                        continue
                    pairs = _pairs(ring)
                    if pairs < 2 or pairs > 3:
                        continue
                    if turn == 0:
                        kept = ((ring | (ring >> 1) | (1 - ((ring >> 3) & 1))) & 1) & ((ring >> 2) & 1)
                    else:
                        kept = (((ring >> 4) | (ring >> 5) | (1 - ((ring >> 7) & 1))) & 1) & ((ring >> 6) & 1)
                    if kept == 0:
                        gone[r, c] = 1
            for r in range(1, rows - 1):
                for c in range(1, cols - 1):
                    if gone[r, c] == 1:
                        ink[r, c] = 0  # out
                        changed = True
    for r in range(1, rows - 1):
        for c in range(1, cols - 1):
            if ink[r, c] == 0:
                continue
            ring = _ring(ink, r, c)
            around = 0
            for side in range(8):
                around += (ring >> side) & 1
            if around >= 2 and _parts(ring) == 1:
                ink[r, c] = 0  # out
