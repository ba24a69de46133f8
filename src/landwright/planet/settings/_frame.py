"""Frame: how large a planet is and where its nodes lie."""

from __future__ import annotations

from typing import Final, Literal

from landwright.settings import Settings, choice, quantity

__all__ = ["FACES", "Face", "Frame", "Mapping"]

Face = Literal["all", "top", "bottom", "left", "right", "front", "back"]
Mapping = Literal["normalized", "even"]

FACES: Final = ("top", "bottom", "left", "right", "front", "back")
"""The faces of the cube in their order: they look along +z, -z, -x, +x, +y and -y. Top is the north pole, the front longitude 0."""


class Sphere(Settings):
    """A sphere made of a cube: what a frame and a whole planet have in common.

    Parameters
    ----------
    radius : float
        Metres, from the center to elevation 0.
    mapping : {"normalized", "even"}
        How the cube becomes a sphere.
    faces : str
        Which face is built; elevations, their range and colors never depend on it.
    """

    radius: float = quantity(
        2.73,
        unit="m",
        gt=0.0,
        le=1e8,
        help="Distance from the center to elevation 0; the Earth's is 6371000.",
        ui={"scale": "log", "soft": (1.0, 7e6)},
    )
    mapping: Mapping = choice(
        "normalized",
        help="How cube nodes reach the sphere: straight from the center (normalized), or so that cells have nearly one size (even).",
    )
    faces: Face = choice("all", help="Build the whole planet, or one face of the cube.")


class Frame(Sphere):
    """The frame of a planet: a cube of six square grids blown up to a sphere.

    Parameters
    ----------
    radius : float
        Metres, from the center to elevation 0.
    mapping : {"normalized", "even"}
        How the cube becomes a sphere.
    faces : str
        Which face is built; elevations, their range and colors never depend on it.
    resolution : int
        Nodes along an edge of a face; 2^n + 1 suits levels of detail.
    """

    resolution: int = quantity(
        257, unit="count", ge=2, le=4097, help="Nodes along an edge of each of the six faces; more shows finer detail."
    )

    @property
    def active(self) -> tuple[int, ...]:
        """Numbers of the faces that are built, as in ``FACES``."""
        return tuple(range(6)) if self.faces == "all" else (FACES.index(self.faces),)

    @property
    def shape(self) -> tuple[int, int, int]:
        """Faces, rows and columns of an array of nodes."""
        return 6, self.resolution, self.resolution
