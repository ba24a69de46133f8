"""Guo-Hall thinning as plainly as it can be said: sets of pixels, named neighbors, no bits."""

from __future__ import annotations

import numpy as np

_RING = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))


def _around(pixels, p):
    return [(p[0] + dr, p[1] + dc) in pixels for dr, dc in _RING]


def _parts(ring):
    return sum(not ring[i] and (ring[i + 1] or ring[(i + 2) % 8]) for i in (0, 2, 4, 6))


def thin(ink):
    pixels = {tuple(p) for p in np.argwhere(ink)}
    while True:
        before = set(pixels)
        for turn in (0, 1):
            gone = set()
            for p in pixels:
                n, ne, e, se, s, sw, w, nw = ring = _around(pixels, p)
                one = (n or nw) + (e or ne) + (s or se) + (w or sw)
                two = (n or ne) + (e or se) + (s or sw) + (w or nw)
                held = ((n or ne or not se) and e) if turn == 0 else ((s or sw or not nw) and w)
                if _parts(ring) == 1 and 2 <= min(one, two) <= 3 and not held:
                    gone.add(p)
            pixels -= gone
        if pixels == before:
            break
    for p in sorted(pixels):
        ring = _around(pixels, p)
        if sum(ring) >= 2 and _parts(ring) == 1:
            pixels.remove(p)
    out = np.zeros(ink.shape, np.uint8)
    for p in pixels:
        out[p] = 1
    return out
