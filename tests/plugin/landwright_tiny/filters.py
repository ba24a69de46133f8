"""A filter of planets from outside the house."""

from __future__ import annotations

from typing import ClassVar, Literal

from landwright.planet import Filter
from landwright.settings import quantity


class Waves(Filter):
    """Waves from pole to pole."""

    kind: Literal["tiny.waves"] = "tiny.waves"
    count: int = quantity(3, unit="count", ge=1, le=100, help="More makes narrower waves.")
    height: float = quantity(0.1, unit="1", ge=-1.0, le=1.0, help="More makes higher waves.")
    verb: ClassVar[str] = "landwright_tiny.filters:waves"


ASKED: list[int] = []
"""How many points each call was asked for."""


def waves(points, noun, *, seed=0):
    import numpy as np  # here, so that reading a recipe loads no arrays

    ASKED.append(len(points))
    phase = (seed % 7) / 7.0
    place = points[:, 2] * noun.count + phase
    return noun.height * (np.abs(place - np.rint(place)) * 4.0 - 1.0)
