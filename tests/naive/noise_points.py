"""Noise as a textbook has it, one point and one octave at a time, in Python's float64.

Simplex noise is the sum of the bumps of all lattice points near enough, with no notion of triangles or tetrahedra; cellular noise looks at
every cell that could matter. Perlin and value noise are in ``noise_rows``.
"""

from __future__ import annotations

import itertools
import math

from naive.hashing import centered, hash2, hash3, mix32
from naive.noise_rows import fbm as summed
from naive.noise_rows import perlin, value, wrapped

EDGE, ROW = math.sqrt(2 / 3), math.sqrt(1 / 2)
BITS = {2: (0, 16), 3: (0, 11, 22)}

__all__ = ["cellular", "gradient", "one_octave", "perlin", "sample", "simplex", "value", "white"]


def hashed(corner, words):
    return (hash2 if len(corner) == 2 else hash3)(*(int(k) for k in corner), *words)


def gradient(h, dim):
    return [centered(h << bits) for bits in BITS[dim]]


def white(place, words, cells):
    return centered(hashed(wrapped(tuple(math.floor(p) for p in place), cells), words))


def simplex(place, words, cells):
    return (_simplex2 if len(place) == 2 else _simplex3)(place, words, cells)


def _bump(d, h):
    near = 0.5 - sum(v * v for v in d)
    return near**4 * sum(a * b for a, b in zip(gradient(h, len(d)), d, strict=True)) if near > 0 else 0.0


def _simplex2(place, words, cells):
    """Place is in edges and rows; lattice point (i, j) lies i + j / 2 edges east in row j."""
    base_j = math.floor(place[1])
    base_i = math.floor(place[0] - place[1] / 2)
    total = 0.0
    for i, j in itertools.product(range(base_i - 2, base_i + 4), range(base_j - 2, base_j + 4)):
        d = EDGE * (place[0] - i - j / 2), ROW * (place[1] - j)
        twice, row = 2 * i + j, j
        if cells[1]:
            row = row % cells[1]
        if cells[0]:
            twice = twice % (2 * cells[0])
        total += _bump(d, hashed(((twice - row) // 2, row), words))
    return 72.36 * total


def _simplex3(place, words, cells):
    """Lattice points: whole numbers, and whole numbers plus one half along all three axes."""
    total = 0.0
    base = [math.floor(2 * p) for p in place]
    for twice in itertools.product(*(range(b - 2, b + 4) for b in base)):
        if len({t % 2 for t in twice}) != 1:
            continue
        d = [p - t / 2 for p, t in zip(place, twice, strict=True)]
        x, y, z = (t % (2 * n) if n else t for t, n in zip(twice, cells, strict=True))
        total += _bump(d, hashed(((y + z) // 2, (x + z) // 2, (x + y) // 2), words))
    return 62.15 * total


def cellular(place, words, cells, noun):
    dim = len(place)
    base = tuple(math.floor(p) for p in place)
    found = []
    for step in itertools.product(range(-3, 4), repeat=dim):
        h = hashed(wrapped(tuple(b + s for b, s in zip(base, step, strict=True)), cells), words)
        d = [
            abs(b + s + 0.5 + 0.5 * noun.jitter * g - p)
            for b, s, g, p in zip(base, step, gradient(h, dim), place, strict=True)
        ]
        length = {"euclidean": math.hypot(*d), "manhattan": sum(d), "chebyshev": max(d)}[noun.metric]
        found.append((length, h))
    found.sort()
    first, second = found[0], found[1]
    if noun.output == "value":
        return centered(mix32(first[1] ^ 0x5851F42D))
    return {"f1": first[0], "f2": second[0], "f2_minus_f1": second[0] - first[0]}[noun.output]


def one_octave(basis):
    plain = {"white": white, "value": value, "perlin": perlin, "simplex": simplex}
    if basis.kind in plain:
        return plain[basis.kind]
    return lambda place, words, cells: cellular(place, words, cells, basis)


def sample(noun, plan, point):
    """One point of a bare noise or a fractal, from the numbers of its octave plan."""
    one = one_octave(plan.basis)
    if noun.kind in ("white", "value", "perlin", "simplex", "cellular", "fbm"):
        return summed(plan, one, point)
    octaves = []
    for o in range(len(plan.amplitude)):
        place = tuple(p * float(f) + float(d) for p, f, d in zip(point, plan.frequency[o], plan.offset[o], strict=True))
        n = one(place, tuple(int(w) for w in plan.words[o]), tuple(int(c) for c in plan.cells[o]))
        octaves.append((float(plan.amplitude[o]), n * float(plan.shape[0]) + float(plan.shape[1])))
    if noun.kind == "billow":
        return sum(a * (2 * abs(n) - 1) for a, n in octaves)
    total, weight = 0.0, 1.0
    for a, n in octaves:
        if noun.kind == "ridged":
            signal = (1 - abs(n)) ** 2 * weight
            total += a * signal
            weight = min(max(signal * noun.feedback, 0.0), 1.0)
        else:
            signal = (n + noun.offset) / (1 + noun.offset)
            total += a * weight * signal
            weight = min(max(weight * noun.feedback * signal, 0.0), 1.0)
    return 2 * total - 1 if noun.kind == "ridged" else total
