"""Surface: a mesh as it is drawn, and Hits: the points of it that a picture shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from landwright.errors import MeshError, sentence
from landwright.mesh import Mesh

__all__ = ["Hits", "Paint", "Surface"]

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Hits:
    """Points of one surface that a picture shows.

    Attributes
    ----------
    position : (n, 3) float64
        World metres: x east, y north, z up.
    normal : (n, 3) float32
        Unit vectors toward the eye's side.
    footprint : (n,) float32
        Width of a sub-pixel at the point (m): finer patterns should fade.
    """

    position: NDArray[np.float64]
    normal: Floats
    footprint: Floats
    _mesh: Mesh
    _corners: NDArray[np.uint32]
    _share: Floats

    def value(self, name: str) -> Floats:
        """Return what the mesh's vertices carry at the points: ``uv0``, ``uv1``, ``colors`` (0 to 1) or an attribute, (n, k)."""
        carried = getattr(self._mesh, name) if name in ("uv0", "uv1", "colors") else self._mesh.attributes.get(name)
        if carried is None:
            raise MeshError(f"render.draw: the mesh {self._mesh.name!r} carries no {name}, which its paint asks for.")
        held = np.asarray(carried, np.float32).reshape(len(carried), -1)
        if np.asarray(carried).dtype == np.uint8 and name == "colors":
            held = held / np.float32(255.0)
        mixed = held[self._corners[:, 0]] * self._share[:, :1]
        mixed += held[self._corners[:, 1]] * self._share[:, 1:2]
        mixed += held[self._corners[:, 2]] * self._share[:, 2:]
        return mixed

    def first(self, name: str) -> NDArray[np.generic]:
        """Return what the first corner of each point's face carries, unmixed: ids, kinds."""
        return np.asarray(self._mesh.attributes[name])[self._corners[:, 0]]


Paint = Callable[[Hits], tuple[Floats, Floats]]
"""Gives (n, 3) linear albedo and (n, 3) of opacity (0 to 1), gloss (0 matt, 1 water) and glow (light of its own)."""


@dataclass(frozen=True)
class Surface:
    """A mesh as it is drawn.

    Parameters
    ----------
    mesh : Mesh
        What stands there. With normals it is shaded smoothly, without each face is flat.
    color : (float, float, float)
        Linear red, green, blue from 0 to 1, where there is no `paint`; multiplied with the mesh's colors if it has any.
    paint : callable, optional
        Color of each shown point; see ``render.Hits``.
    gloss : float
        0 matt, 1 a mirror like water; used where there is no `paint`.
    layer : int
        0 for what is opaque. Higher ones are laid over it in rising order and hide nothing from each other.
    shadow : bool
        Whether it keeps the sun from others.
    """

    mesh: Mesh
    color: tuple[float, float, float] = (0.5, 0.5, 0.5)
    paint: Paint | None = field(default=None, compare=False)
    gloss: float = 0.0
    layer: int = 0
    shadow: bool = True

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        if not isinstance(self.mesh, Mesh):
            raise MeshError(sentence("render.Surface: mesh", "must be a Mesh", self.mesh))

    def painted(self, hits: Hits) -> tuple[Floats, Floats]:
        """Return albedo, and opacity, gloss and glow, of points."""
        if self.paint is not None:
            return self.paint(hits)
        color = np.broadcast_to(np.asarray(self.color, np.float32), (len(hits.normal), 3))
        if self.mesh.colors is not None:
            color = color * hits.value("colors")[:, :3]
        finish = np.zeros_like(hits.normal)
        finish[:, 0], finish[:, 1] = 1.0, self.gloss
        return np.array(color, np.float32), finish
