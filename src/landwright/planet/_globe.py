"""Globe: what the nodes of a cube-sphere carry. It holds, it does not compute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence
from landwright.planet.settings import Frame

__all__ = ["Globe"]


@dataclass(frozen=True, eq=False, init=False)
class Globe:
    """A planet's nodes: elevation, colors and other layers on the six faces of a cube-sphere.

    Nodes that are one place hold one value: along the twelve edges and at the eight corners of the cube all faces agree.

    Parameters
    ----------
    frame : Frame
        Radius, resolution n, mapping.
    elevation : (6, n, n) array of real numbers, or a number
        Metres above the sphere of ``frame.radius``; below zero is under the sea where there is one. Kept as float32.
    layers : mapping of str to (6, n, n) array
        Anything else by name: temperature (degC), moisture (1), biome. Kept as float32.
    colors : (6, n, n, 3) uint8 array, optional
        sRGB of the ground.
    sea : bool
        Whether there is an ocean, at elevation 0.
    smoothness : float
        How the ocean mirrors the sun, 0 to 1.

    Attributes
    ----------
    low, high : float
        Lowest and highest elevation over all six faces (m).

    Raises
    ------
    FieldError
        If a shape does not fit, a value is not finite, or faces do not agree along an edge.
    """

    frame: Frame
    elevation: NDArray[np.float32]
    layers: Mapping[str, NDArray[np.float32]]
    colors: NDArray[np.uint8] | None
    sea: bool
    smoothness: float

    def __init__(
        self,
        frame: Frame,
        elevation: ArrayLike = 0.0,
        *,
        layers: Mapping[str, ArrayLike] | None = None,
        colors: ArrayLike | None = None,
        sea: bool = False,
        smoothness: float = 0.75,
    ) -> None:
        held = {name: _nodes(values, name, frame) for name, values in (layers or {}).items()}
        object.__setattr__(self, "frame", frame)
        object.__setattr__(self, "elevation", _nodes(elevation, "elevation", frame))
        object.__setattr__(self, "layers", MappingProxyType(held))
        object.__setattr__(self, "colors", None if colors is None else _painted(colors, frame))
        object.__setattr__(self, "sea", bool(sea))
        if not 0.0 <= smoothness <= 1.0:
            raise FieldError(sentence("planet: smoothness", "must be from 0 to 1", smoothness))
        object.__setattr__(self, "smoothness", float(smoothness))

    @property
    def shape(self) -> tuple[int, int, int]:
        """Faces, rows and columns of its nodes."""
        return self.frame.shape

    @property
    def low(self) -> float:
        """Lowest elevation over all six faces (m)."""
        return float(self.elevation.min())

    @property
    def high(self) -> float:
        """Highest elevation over all six faces (m)."""
        return float(self.elevation.max())

    def replace(self, **changes: Any) -> Globe:
        """Return a globe with some parts changed, checked like a new one; the others are shared."""
        values = {name: getattr(self, name) for name in ("elevation", "layers", "colors", "sea", "smoothness")}
        frame = changes.pop("frame", self.frame)
        return Globe(frame, **{**values, **changes})

    def __repr__(self) -> str:
        """Say how large it is and what it carries."""
        carried = [*self.layers, *(["colors"] if self.colors is not None else [])]
        text = f"Globe(6 x {self.frame.resolution} x {self.frame.resolution}, radius {self.frame.radius:g} m"
        return text + (f", with {', '.join(carried)})" if carried else ")")


def _nodes(values: ArrayLike, name: str, frame: Frame) -> NDArray[np.float32]:
    given = np.asarray(values)
    if given.dtype.kind not in "fiub":
        raise FieldError(sentence(f"planet: {name}", "must hold real numbers", str(given.dtype)))
    if given.shape not in (frame.shape, ()):
        raise FieldError(sentence(f"planet: {name}", f"must have the shape {frame.shape}", given.shape))
    own = given.dtype == np.float32 and given.shape == frame.shape and given.flags.c_contiguous
    if own and given.base is None and not given.flags.writeable:
        made = given  # nobody can change it any more: shared, not copied
    else:
        made = np.empty(frame.shape, np.float32)
        made[...] = given
    if not bool(np.isfinite(made).all()):
        raise FieldError(sentence(f"planet: {name}", "must be finite", "a value that is NaN or infinite"))
    _check_edges(made, name)
    made.flags.writeable = False
    return made


def _painted(values: ArrayLike, frame: Frame) -> NDArray[np.uint8]:
    given = np.asarray(values)
    if given.dtype != np.uint8 or given.shape != (*frame.shape, 3):
        got = f"{given.shape} of {given.dtype}"
        raise FieldError(sentence("planet: colors", f"must be uint8 of the shape {(*frame.shape, 3)}", got))
    own = given.base is None and given.flags.c_contiguous and not given.flags.writeable
    made = given if own else np.array(given, order="C")
    _check_edges(made, "colors")
    made.flags.writeable = False
    return made


def _check_edges(values: NDArray[Any], name: str) -> None:
    """Refuse values that differ where faces meet."""
    from landwright.planet._sphere import edge_pairs

    first, second = edge_pairs(values.shape[1])
    flat = values.reshape(-1, *values.shape[3:])
    if not np.array_equal(flat[first], flat[second]):
        raise FieldError(f"planet: {name} differs between faces where they meet; give every place one value.")
