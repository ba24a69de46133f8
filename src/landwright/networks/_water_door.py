"""The door of rivers and ponds: the ground, and the water that is there already."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer

__all__ = ["Given", "ground_among", "kept_water"]

Given = Heightfield | Mapping[str, Any]


def ground_among(given: Given, where: str) -> Heightfield:
    """Return the ground that a verb was given, alone or among layers."""
    if isinstance(given, Heightfield):
        return given
    if not isinstance(given, Mapping):
        raise FieldError(sentence(f"{where}: input", "must be a Heightfield or named layers", type(given).__name__))
    ground = given.get("elevation")
    if isinstance(ground, Layer):
        return Heightfield(ground.values, grid=ground.grid)
    if not isinstance(ground, Heightfield):
        raise FieldError(sentence(f"{where}: input", "must hold the ground, elevation", sorted(given)))
    return ground


def kept_water(given: Given, name: str, field: Heightfield, where: str) -> NDArray[np.float32]:
    """Return the depth of the water that is there already, (rows, cols); 0 everywhere where none is named."""
    if not name:
        return np.zeros(field.shape, np.float32)
    layer = None if isinstance(given, Heightfield) else given.get(name)
    if not isinstance(layer, Layer):
        there = [] if isinstance(given, Heightfield) else sorted(given)
        raise SettingError(sentence(f"{where}: water", "must name a layer made by an earlier stage", name, valid=there))
    if layer.grid != field.grid:
        must = f"must lie on the grid of the ground, {field.shape} at {field.cell_size:g} m"
        raise FieldError(sentence(f"{where}: {name}", must, f"{layer.shape} at {layer.cell_size:g} m"))
    return layer.values
