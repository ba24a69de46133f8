"""Texture weights: which material lies where."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from pydantic import model_validator

from landwright.ops.settings._filters import bell_cells
from landwright.ops.settings._masks import ordered
from landwright.settings import Reach, Settings, Stage, nested, quantity, words

__all__ = ["DEFAULT_MATERIALS", "GrassRock", "Material", "Splat"]


class GrassRock(Stage):
    """Two materials mixed in proportion to the height: all grass at the low end, all rock at the high end."""

    kind: Literal["ops.grass_rock"] = "ops.grass_rock"
    low: float = quantity(0.0, unit="m", help="More keeps grass pure up to a greater height.")
    high: float = quantity(1000.0, unit="m", help="More lets grass climb higher; from here on there is only rock.")

    verb: ClassVar[str] = "landwright.ops:grass_rock_layers"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"
    writes: ClassVar[frozenset[str]] = frozenset({"splat_grass", "splat_rock"})
    reach: ClassVar[Reach] = "point"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class Material(Settings):
    """One material and the rules for where it covers those listed before it; without a rule it covers everything."""

    name: str = words(
        help="What the material is called; its weight is written to the layer of that name behind the prefix.",
        max_length=64,
    )
    cover: float = quantity(
        1.0, unit="1", ge=0.0, le=1.0, help="More hides more of the materials below, where the rules hold."
    )
    min_height: float | None = quantity(None, unit="m", help="More moves the lower limit up, above sea level.")
    max_height: float | None = quantity(None, unit="m", help="More moves the upper limit up, above sea level.")
    height_soft: float = quantity(
        0.0, unit="m", ge=0.0, help="More fades the material over a taller band at its height limits."
    )
    min_slope_degrees: float | None = quantity(
        None, unit="degrees", ge=0.0, le=90.0, help="More keeps the material to steeper ground."
    )
    max_slope_degrees: float | None = quantity(
        None, unit="degrees", ge=0.0, le=90.0, help="More lets the material cling to steeper ground."
    )
    slope_soft_degrees: float = quantity(
        0.0, unit="degrees", ge=0.0, le=90.0, help="More fades the material over a wider band at its slope limits."
    )
    layer: str = words("", help="Any layer that must lie in a range as well; empty for none.", ui={"widget": "layer"})
    min_layer: float | None = quantity(
        None, unit="1", help="More asks for larger values of that layer, in its own unit."
    )
    max_layer: float | None = quantity(
        None, unit="1", help="Less asks for smaller values of that layer, in its own unit."
    )
    layer_soft: float = quantity(
        0.0, unit="1", ge=0.0, help="More fades the material over a wider band at the limits of the layer."
    )

    fray: float = quantity(
        0.0,
        unit="1",
        ge=0.0,
        le=20.0,
        help="More frays the edges: noise moves every limit by up to this many times its soft width.",
    )

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.name.isidentifier():
            raise ValueError(f"name must be a word of letters, digits and _, got {self.name!r}.")
        ordered(self.min_height, self.max_height, ("min_height", "max_height"))
        ordered(self.min_slope_degrees, self.max_slope_degrees, ("min_slope_degrees", "max_slope_degrees"))
        ordered(self.min_layer, self.max_layer, ("min_layer", "max_layer"))
        if not self.layer and (self.min_layer is not None or self.max_layer is not None):
            raise ValueError("layer must name the layer that min_layer and max_layer speak of, got nothing.")
        return self


DEFAULT_MATERIALS: tuple[Material, ...] = (
    Material(name="grass"),
    Material(
        name="forest",
        cover=0.85,
        min_height=15.0,
        max_height=1400.0,
        height_soft=80.0,
        max_slope_degrees=30.0,
        slope_soft_degrees=8.0,
        fray=2.0,
    ),
    Material(name="scree", min_slope_degrees=27.0, slope_soft_degrees=6.0, fray=0.6),
    Material(name="rock", min_slope_degrees=36.0, slope_soft_degrees=6.0, fray=0.6),
    Material(name="sand", max_height=4.0, height_soft=3.0, max_slope_degrees=25.0, slope_soft_degrees=8.0, fray=0.5),
    Material(
        name="snow", min_height=1800.0, height_soft=200.0, max_slope_degrees=45.0, slope_soft_degrees=8.0, fray=1.0
    ),
)
"""Grass with forest below 1400 m, scree and rock on steep ground, sand by the water, snow above 1800 m that slides off cliffs."""


class Splat(Stage):
    """Write the weight of each material, from 0 to 1, adding up to 1 everywhere.

    Materials are laid on in order: the first covers everything, each further one covers those before it where its rules hold.
    """

    kind: Literal["ops.splat"] = "ops.splat"
    materials: tuple[Material, ...] = nested(
        DEFAULT_MATERIALS, help="Materials from the ground up; the first needs no rules."
    )
    sea_level: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More moves all height limits up: they count from here."
    )
    radius: float = quantity(15.0, unit="m", ge=0.0, help="More ignores larger bumps when slopes are judged.")
    prefix: str = words(
        "splat_", help="What stands before the material's name in the names of the layers.", max_length=32
    )

    fray_wavelength: float = quantity(
        150.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="More makes frayed edges wander in wider bends.",
        ui={"scale": "log", "soft": (10, 1000)},
    )

    verb: ClassVar[str] = "landwright.ops:splat"
    seeded: ClassVar[bool] = True
    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"
    reach: ClassVar[Reach] = "halo"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.materials:
            raise ValueError("materials must hold at least one material, got none.")
        names = [material.name for material in self.materials]
        if len(set(names)) != len(names):
            raise ValueError(f"materials must have different names, got {', '.join(names)}.")
        return self

    def halo(self, cell_size: float) -> int:
        """Return the window of the smoothing and the ring of neighbours that a slope reads."""
        return 1 + bell_cells(self.radius, cell_size)

    def layers_read(self) -> frozenset[str]:
        """Return elevation and every layer that a rule names."""
        return frozenset({"elevation", *(material.layer for material in self.materials)} - {""})

    def layers_written(self) -> frozenset[str]:
        """Return the layers of weights."""
        return frozenset(self.prefix + material.name for material in self.materials)
