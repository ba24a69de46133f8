"""Digests of every noise on a small grid and at points in space. ``python noise_digests.py NAME...`` prints those of some, as JSON."""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

import landwright.noise as noise
from landwright.grid import Grid

GRID = Grid(shape=(24, 37), cell_size=9.7, origin=(1e8 + 0.3, -2.5e6))
PERIOD = (512.7, 640.1, 777.7)
NOUNS = {
    "white": noise.White(wavelength=80.0),
    "value": noise.Value(wavelength=80.0),
    "perlin": noise.Perlin(wavelength=80.0),
    "simplex": noise.Simplex(wavelength=80.0),
    **{
        f"cellular {output} {metric}": noise.Cellular(wavelength=80.0, output=output, metric=metric)
        for output in ("f1", "f2", "f2_minus_f1", "value")
        for metric in ("euclidean", "manhattan", "chebyshev")
    },
    **{
        f"{name} of {basis}": fractal(base=base(wavelength=200.0), octaves=5, lacunarity=1.97)
        for name, fractal in (
            ("fbm", noise.Fbm),
            ("ridged", noise.Ridged),
            ("billow", noise.Billow),
            ("hybrid", noise.HybridMultifractal),
        )
        for basis, base in (
            ("value", noise.Value),
            ("perlin", noise.Perlin),
            ("simplex", noise.Simplex),
            ("cellular", noise.Cellular),
        )
    },
    "warp": noise.Warp(
        base=noise.Fbm(base=noise.Perlin(wavelength=200.0), octaves=4),
        by=noise.Simplex(wavelength=150.0),
        amplitude=70.0,
    ),
}
SLOPED = (
    "value",
    "perlin",
    "simplex",
    "fbm of perlin",
    "ridged of simplex",
    "billow of value",
    "hybrid of perlin",
    "warp",
)
FEW = ("fbm of perlin", "ridged of simplex", "cellular f1 euclidean")
"""What a processor of another kind repeats: few kernels, because it has to compile them."""


def points() -> np.ndarray:
    """Points in space as multiples of a fraction that float64 does not hold: no random generator to depend on."""
    index = np.arange(300.0)
    return np.stack([index * 37.1 - 4000.3, index * index * 0.73, 1e7 - index * 11.9], 1)


def digest(*arrays: np.ndarray) -> str:
    state = hashlib.sha256()
    for array in arrays:
        state.update(np.ascontiguousarray(array, "<f4").tobytes())
    return state.hexdigest()


def digests(names=None, slopes: bool = True) -> dict[str, str]:
    found = {}
    for name in names or NOUNS:
        noun = NOUNS[name]
        found[f"{name}, grid"] = digest(noise.sample(noun, GRID, seed="golden"))
        found[f"{name}, space"] = digest(noise.sample(noun, points(), seed="golden"))
        if slopes:
            found[f"{name}, grid, period"] = digest(noise.sample(noun, GRID, seed="golden", period=PERIOD[:2]))
            found[f"{name}, space, period"] = digest(noise.sample(noun, points(), seed="golden", period=PERIOD))
        if slopes and name in SLOPED:
            found[f"{name}, grid, slopes"] = digest(*noise.sample_gradient(noun, GRID, seed="golden"))
            found[f"{name}, space, slopes"] = digest(*noise.sample_gradient(noun, points(), seed="golden"))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(digests(sys.argv[1:], slopes=False)))
