"""Small maps of every bit-exact generator, for digests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import numpy as np

from landwright import Grid, generate

GRID = Grid(shape=(61, 83), cell_size=6.0, origin=(-90.0, 300.0))

CASES: dict[str, Callable[[Any], Any]] = {
    "plasma": lambda seed: generate.plasma(GRID, seed=seed),
    "plasma_program": lambda seed: generate.plasma(GRID, generate.Plasma(pixels="program", plains=False), seed=seed),
    "midpoint": lambda seed: generate.midpoint(GRID, seed=seed),
    "diamond_square": lambda seed: generate.diamond_square(GRID, generate.DiamondSquare(gain=0.62), seed=seed),
    "diamond_square_constant": lambda seed: generate.diamond_square(
        GRID, generate.DiamondSquare(border="constant", border_height=40.0), seed=seed
    ),
    "diamond_square_torus": lambda seed: generate.diamond_square(
        Grid(shape=(64, 96)), generate.DiamondSquare(border="torus", feature_size=32.0), seed=seed
    ),
    "skyline": lambda seed: generate.skyline(300, seed=seed),
    "noise": lambda seed: generate.noise_field(GRID, seed=seed),
    "perlin": lambda seed: generate.perlin(GRID, seed=seed),
    "voronoi_linear": lambda seed: generate.voronoi_peaks(GRID, seed=seed),
    "voronoi_power": lambda seed: generate.voronoi_peaks(GRID, generate.VoronoiPeaks(shape="power"), seed=seed),
    "voronoi_sin_power": lambda seed: generate.voronoi_peaks(GRID, generate.VoronoiPeaks(shape="sin_power"), seed=seed),
    "dunes": lambda seed: generate.dunes(GRID, generate.Dunes(wavelength=70.0, height=9.0, supply=0.6), seed=seed),
    "volcano": lambda seed: generate.volcano(
        Grid(shape=(61, 83), cell_size=200.0), generate.Volcano(breach=0.9), seed=seed
    ),
}


def make(name: str, seed: Any = 7) -> np.ndarray:
    """Return the array of a case."""
    made = CASES[name](seed)
    return made if isinstance(made, np.ndarray) else made.elevation


def digest(values: np.ndarray) -> str:
    """Return a short digest of the bits, in the byte order of files."""
    return hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()[:24]
