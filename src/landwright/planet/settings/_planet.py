"""Planet: shape and colors of a whole planet in one noun."""

from __future__ import annotations

from landwright.planet.settings._colors import Colors
from landwright.planet.settings._frame import Face, Frame, Mapping
from landwright.planet.settings._shape import Shape
from landwright.seeds import Seed
from landwright.settings import Settings, choice, nested, quantity

__all__ = ["Planet"]


class Planet(Settings):
    """A planet: its size, the layers of its land, its colors. The defaults are the one that people learn from.

    Parameters
    ----------
    radius : float
        Metres.
    mapping, faces : str
        As in ``Frame``.
    seed : int or str
        Another one is another planet.
    shape : Shape
        Layers of noise.
    colors : Colors
        Belts and gradients.
    """

    radius: float = quantity(2.73, unit="m", gt=0.0, le=1e8, help="Distance from the center to elevation 0.")
    mapping: Mapping = choice("normalized", help="How cube nodes reach the sphere.")
    faces: Face = choice("all", help="Build the whole planet, or one face of the cube.")
    seed: Seed = quantity(
        0, unit="count", help="Any whole number of 64 bits, or any text; another one is another planet."
    )
    shape: Shape = nested(Shape(), help="Layers of noise that raise the land.")
    colors: Colors = nested(Colors(), help="Belts of climate and their colors.")

    def frame(self, resolution: int) -> Frame:
        """Return the frame at a resolution."""
        return Frame(radius=self.radius, resolution=resolution, mapping=self.mapping, faces=self.faces)
