"""Small grounds that hold what is hard about water: ties, plateaus, holes, single rows, zeros of both signs."""

from __future__ import annotations

import numpy as np

from landwright import Heightfield


def cases() -> dict[str, tuple[np.ndarray, np.ndarray | None]]:
    rng = np.random.default_rng(4)
    rough = rng.normal(0.0, 10.0, (13, 17))
    whole = rng.integers(-2, 4, (16, 12)).astype(float)
    mask = rng.random((14, 15)) > 0.15
    plateau = np.full((11, 12), 5.0)
    plateau[3:7, 4:8] = 2.0
    plateau[5, 9] = -3.0
    return {
        "rough": (rough, None),
        "whole numbers": (whole, None),
        "masked": (rng.integers(0, 6, (14, 15)) + 0.5, mask),
        "row": (rng.normal(0, 1, (1, 19)), None),
        "column": (rng.normal(0, 1, (19, 1)), None),
        "two columns": (rng.integers(0, 3, (12, 2)).astype(float), None),
        "one sample": (np.array([[3.0]]), None),
        "flat": (np.zeros((9, 8)), None),
        "plateau": (plateau, None),
        "zeros of both signs": (np.where(rng.random((9, 9)) < 0.5, -0.0, 0.0), None),
    }


CASES = cases()


def made(name: str) -> Heightfield:
    z, mask = CASES[name]
    return Heightfield(z, cell_size=5.0, mask=mask)
