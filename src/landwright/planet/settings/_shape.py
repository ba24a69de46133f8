"""Shape: the layers of noise that raise a planet's land."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import SerializeAsAny

from landwright.planet.settings._filters import AnyFilter, Rigid, Simple
from landwright.settings import Reach, Settings, Stage, choice, flag, nested

__all__ = ["NoiseLayer", "Shape", "published_layers"]


class NoiseLayer(Settings):
    """One layer of noise.

    Parameters
    ----------
    enabled : bool
        Whether it is added. The first layer is a mask for others even when it is not.
    mask : bool
        Whether the layer is multiplied with the first one: mountains on continents only.
    filter : Filter
        How its noise is made.
    """

    enabled: bool = flag(True, help="Off leaves the layer out.")
    mask: bool = flag(
        False,
        aliases=("use_first_layer_as_mask",),
        help="On multiplies the layer with the first one, so that it rises where there is land.",
    )
    filter: SerializeAsAny[AnyFilter] = nested(Simple(), help="How the noise of the layer is made.")


def published_layers() -> tuple[NoiseLayer, ...]:
    """Return the layers of the planet that people learn from: continents, and ranges on them."""
    land = Simple(
        strength=0.07, octaves=4, frequency=1.07, lacunarity=2.2, gain=0.5, center=(1.11, -0.39, 0.92), floor=0.98
    )
    ranges = Rigid(
        strength=1.42, octaves=4, frequency=1.59, lacunarity=3.3, gain=0.5, floor=0.37, weight_multiplier=0.78
    )
    return NoiseLayer(filter=land), NoiseLayer(filter=ranges, mask=True)


class Shape(Stage):
    """Raise land out of a sphere: layers of noise, added up.

    The first layer makes the continents; later ones may be masked by it. Elevations are shares of the planet's radius until
    the last step, so the same layers fit a planet of any size.
    """

    kind: Literal["planet.shape"] = "planet.shape"
    layers: tuple[NoiseLayer, ...] = nested(
        published_layers(), help="Layers of noise, in the order in which they are added."
    )
    mask_by: Literal["clamped", "raw"] = choice(
        "clamped",
        help="What a masked layer is multiplied with: the first layer above zero (clamped), or as it is, upside down below the sea (raw).",
    )
    ocean: bool = flag(
        True,
        help="On keeps elevations below zero, as a sea floor under an ocean; off raises each layer's lowest parts to zero.",
    )

    verb: ClassVar[str] = "landwright.planet:shape"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "point"
