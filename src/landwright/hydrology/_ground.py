"""The door of hydrology: ground, base levels and neighbours as plain arrays, checked once."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.hydrology.settings import Draining

__all__ = ["Given", "Ground", "Raster", "cells_of", "field_of", "ground_of", "same_grid", "sinks_of"]

Raster = Heightfield | Layer
Given = Heightfield | Mapping[str, Raster]

_SIDES: dict[str, Any] = {"north": np.s_[0, :], "south": np.s_[-1, :], "west": np.s_[:, 0], "east": np.s_[:, -1]}
_MOST = 1 << 32


@dataclass(frozen=True, eq=False)
class Ground:
    """What the kernels see.

    Attributes
    ----------
    z : (n,) float32
        Elevation (m), infinite where there is no data.
    kind : (n,) uint8
        0 ground, 1 base level, 2 no data.
    table : (n, k) int32
        Neighbours, -1 for none; empty for a raster, whose neighbours follow from ``shape``.
    length : (1, 8) or (n, k) float32
        Distance to each neighbour (m).
    shape : (int, int)
        Rows and columns of a raster; (n, 1) else.
    """

    z: NDArray[np.float32]
    kind: NDArray[np.uint8]
    table: NDArray[np.int32]
    length: NDArray[np.float32]
    shape: tuple[int, int]
    grid: Grid | None
    where: str

    @property
    def inverse(self) -> NDArray[np.float32]:
        """One over :attr:`length`."""
        return np.float32(1.0) / self.length

    @property
    def neighbors(self) -> tuple[NDArray[np.int32], int, int]:
        """The first arguments of kernels that look around: table, rows, columns."""
        return self.table, *self.shape

    @property
    def data(self) -> NDArray[np.bool_] | None:
        """Where there is data, or None when everywhere."""
        there = self.kind != 2
        return None if there.all() else there


def same_grid(field: Heightfield, other: Raster, where: str, name: str) -> None:
    """Refuse a layer that lies elsewhere than the ground."""
    if field.grid != other.grid:
        must = f"must lie on the grid of the ground, {field.shape} at {field.cell_size:g} m"
        raise FieldError(sentence(f"{where}: {name}", must, f"{other.shape} at {other.cell_size:g} m"))


def _layer(given: Mapping[str, Raster], name: str, where: str) -> NDArray[np.float32]:
    found = given.get(name)
    if found is None:
        raise SettingError(sentence(where, "must name a layer made by an earlier stage", name, valid=sorted(given)))
    return found.elevation if isinstance(found, Heightfield) else found.values


def field_of(given: Given, where: str) -> Heightfield:
    """Return the ground among what a verb was given."""
    if isinstance(given, Heightfield):
        return given
    if not isinstance(given, Mapping):
        raise FieldError(sentence(f"{where}: input", "must be a Heightfield or named layers", type(given).__name__))
    ground = given.get("elevation")
    if isinstance(ground, Layer):
        return Heightfield(ground.values, grid=ground.grid)
    if ground is None:
        raise FieldError(sentence(f"{where}: input", "must hold the ground, elevation", sorted(given)))
    return ground


def cells_of(given: Given, name: str, where: str) -> NDArray[np.float32] | None:
    """Return the values of a layer that a setting names, or None when it names none."""
    if not name:
        return None
    if isinstance(given, Heightfield):
        must = "can name a layer only where layers are given"
        raise SettingError(
            sentence(where, must, name, hint="Give {'elevation': field, name: layer} instead of the field.")
        )
    values = _layer(given, name, where)
    same_grid(field_of(given, where), given[name], where.partition(":")[0], name)
    return values


def sinks_of(given: Given, noun: Draining, sinks: ArrayLike | None, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    """Return where water may end inland: the array, the layer, or both."""
    where = f"{noun.word}: sinks"
    named = cells_of(given, noun.sinks, where)
    marked = None if named is None else named > 0.5
    if sinks is not None:
        array = np.asarray(sinks)
        if array.shape != shape:
            raise FieldError(sentence(where, f"must have the shape {shape}", array.shape))
        own = array.astype(np.bool_) if array.dtype.kind != "f" else array > 0.5
        marked = own if marked is None else marked | own
    return marked


def ground_of(given: Given, noun: Draining, sinks: ArrayLike | None = None) -> Ground:
    """Return the ground of a heightfield or of layers, with the base levels that the noun asks for."""
    where = str(noun.word)
    field = field_of(given, where)
    rows, cols = field.shape
    if rows * cols >= _MOST // 8:
        must = f"must have fewer than {_MOST // 8} samples"
        raise FieldError(
            sentence(f"{where}: elevation", must, rows * cols, hint="Work on tiles, or ops.resample first.")
        )
    kind = np.zeros(field.shape, np.uint8)
    z = field.elevation
    for side in ("north", "south", "west", "east"):
        if noun.edges in ("all", side):
            kind[_SIDES[side]] = 1
    marked = sinks_of(given, noun, sinks, field.shape)
    if noun.sea_level is not None:
        kind[z < np.float32(noun.sea_level)] = 1
    if marked is not None:
        kind[marked] = 1
    if field.mask is not None:
        void = ~field.mask
        if noun.edges == "all":
            kind[_beside(void)] = 1
        kind[void] = 2
        z = np.where(void, np.float32(np.inf), z)
    near, far = field.cell_size, field.cell_size * math.sqrt(2.0)
    length = np.array([[far, near, far, near, near, far, near, far]], np.float32)
    table = np.empty((0, 8), np.int32)
    return Ground(z.reshape(-1), kind.reshape(-1), table, length, (rows, cols), field.grid, where)


def _beside(void: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return where one of the eight neighbours is marked."""
    wide = np.pad(void, 1)
    rows, cols = void.shape
    out = np.zeros_like(void)
    for r in range(3):
        for c in range(3):
            out |= wide[r : r + rows, c : c + cols]
    return out
