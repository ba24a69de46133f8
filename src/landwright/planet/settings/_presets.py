"""Planets to begin with."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from landwright.planet.settings._climate import Climate, ClimateBelt, ClimateColors
from landwright.planet.settings._colors import Biome, Colors, stops
from landwright.planet.settings._continents import Continents
from landwright.planet.settings._craters import Craters
from landwright.planet.settings._filters import Rigid, Simple
from landwright.planet.settings._planet import Planet
from landwright.planet.settings._shape import NoiseLayer, Shape

__all__ = ["PRESETS"]

_NO_SHAPE: Final = Shape(layers=())

_RUST: Final = stops(
    (0.0, "#43261c"), (0.25, "#6b3b26"), (0.42, "#965331"), (0.55, "#b8733f"), (0.75, "#c98f5c"), (1.0, "#e0bd96")
)
_FROST: Final = stops((0.0, "#e6dcd2"), (0.4, "#f3efea"), (1.0, "#ffffff"))


def _mars() -> Planet:
    """Dry and red: old cratered highlands in the south, lowlands in the north, a bulge with volcanoes, canyons, caps of frost."""
    lowlands = Simple(strength=0.0042, octaves=3, frequency=0.55, gain=0.5, floor=0.86, center=(0.4, 0.2, -0.35))
    plains = Simple(strength=0.0011, octaves=9, frequency=3.1, gain=0.5, floor=1.0, center=(3.0, 1.0, 2.0))
    bulge = Simple(strength=0.021, octaves=3, frequency=0.9, gain=0.38, floor=1.02, center=(5.2, 2.2, 7.1))
    canyons = Rigid(
        strength=-0.0042, octaves=5, frequency=1.1, gain=0.45, floor=1.18, weight_multiplier=1.2, center=(8.0, 1.3, 4.4)
    )
    shape = Shape(
        layers=(
            NoiseLayer(filter=lowlands),
            NoiseLayer(filter=plains),
            NoiseLayer(filter=bulge),
            NoiseLayer(filter=canyons),
        ),
        ocean=False,
    )
    colors = Colors(
        biomes=(
            Biome(start=0.0, gradient=_FROST),
            Biome(start=0.035, gradient=_RUST),
            Biome(start=0.55, gradient=_RUST, tint="#8f5a3c", tint_share=0.25),
            Biome(start=0.962, gradient=_FROST),
        ),
        noise=Simple(octaves=6, frequency=2.2, gain=0.6),
        noise_offset=1.2,
        noise_strength=0.12,
        blend=0.06,
    )
    return Planet(
        radius=3389.5e3,
        shape=shape,
        craters=Craters(
            largest=130e3, smallest=8e3, cover=0.05, complex_from=4e3, depth=0.34, wear=0.75, irregularity=0.16
        ),
        colors=colors,
    )


def _moon() -> Planet:
    """No air and no water: highlands full of craters, dark seas of old lava."""
    dust = stops((0.0, "#3b3a3b"), (0.42, "#4a4948"), (0.56, "#7d7a76"), (0.72, "#98948d"), (1.0, "#c4bfb5"))
    seas = Simple(strength=0.009, octaves=6, frequency=0.9, gain=0.5, floor=0.9, center=(2.0, 6.0, 1.0))
    return Planet(
        radius=1737.4e3,
        shape=Shape(layers=(NoiseLayer(filter=seas),), ocean=False),
        craters=Craters(largest=110e3, smallest=3e3, cover=0.09, irregularity=0.1),
        colors=Colors(biomes=(Biome(gradient=dust),), noise_strength=0.0),
    )


def _earth() -> Planet:
    """Continents on drifting plates, deserts and forests by climate, caps of ice."""
    return Planet(radius=6371e3, continents=Continents(), shape=_NO_SHAPE, climate=Climate(), colors=ClimateColors())


def _ice() -> Planet:
    """A frozen world: white plains, blue cracks and ridges, a last open sea about the equator."""
    cold = (
        ClimateBelt(temperature=-40.0, gradient=stops((0.0, "#cfdbe6"), (0.5, "#e6eef5"), (1.0, "#f8fbff"))),
        ClimateBelt(temperature=-14.0, gradient=stops((0.0, "#b3c7d8"), (0.5, "#dde8f1"), (1.0, "#f6faff"))),
        ClimateBelt(temperature=-5.0, gradient=stops((0.0, "#8194a3"), (0.5, "#b6c8d4"), (1.0, "#e8f0f6"))),
        ClimateBelt(temperature=4.0, gradient=stops((0.0, "#6f7b80"), (0.5, "#7f8f8c"), (1.0, "#8fa49b"))),
    )
    sea = stops((0.0, "#04223f"), (0.5, "#07406a"), (0.85, "#1d7ba0"), (0.96, "#62b7cc"), (1.0, "#a9dfe6"))
    return Planet(
        radius=4200e3,
        continents=Continents(plates=22, land=0.35, mountain_height=6500.0, roughness=1.6),
        shape=Shape(
            layers=(NoiseLayer(filter=Rigid(strength=-0.0009, octaves=7, frequency=2.3, gain=0.55, floor=0.75)),)
        ),
        climate=Climate(equator=0.5, poles=-62.0, moisture=1.2),
        colors=ClimateColors(
            belts=cold,
            ocean=sea,
            ocean_depth=6000.0,
            rock="#6c7884",
            rock_from=3800.0,
            snow_below=-12.0,
            ice_below=-6.0,
        ),
    )


def _archipelago() -> Planet:
    """A warm sea with thousands of islands, atolls and turquoise shallows."""
    islands = Simple(
        strength=0.0034, octaves=10, frequency=2.6, lacunarity=2.1, gain=0.53, floor=1.22, center=(1.0, 4.0, 2.0)
    )
    peaks = Rigid(strength=0.3, octaves=8, frequency=5.0, lacunarity=2.2, gain=0.5, floor=0.2, weight_multiplier=1.1)
    sea = stops(
        (0.0, "#052246"), (0.45, "#083a68"), (0.75, "#0e6592"), (0.9, "#1fa0b4"), (0.97, "#5ccfc8"), (1.0, "#a6ead8")
    )
    return Planet(
        radius=5200e3,
        shape=Shape(layers=(NoiseLayer(filter=islands), NoiseLayer(filter=peaks, mask=True))),
        climate=Climate(equator=31.0, poles=4.0, moisture=1.5, inland=2.5e6),
        colors=ClimateColors(ocean=sea, ocean_depth=5000.0, rock_from=3200.0),
    )


def _volcanic() -> Planet:
    """Young and hot: black basalt, ranges of ash, seas and cracks of lava."""
    basalt = stops(
        (0.0, "#2a1410"),
        (0.03, "#1b1413"),
        (0.2, "#241f1e"),
        (0.45, "#3a3230"),
        (0.7, "#55483f"),
        (0.9, "#7a6550"),
        (1.0, "#a48a68"),
    )
    lava = stops(
        (0.0, "#fff0a0"), (0.2, "#ffb52e"), (0.45, "#f2640e"), (0.7, "#b92d06"), (0.88, "#5f1405"), (1.0, "#2a0c08")
    )
    land = Simple(
        strength=0.0022, octaves=8, frequency=1.4, lacunarity=2.1, gain=0.52, floor=0.80, center=(2.1, -0.8, 3.3)
    )
    cracks = Rigid(
        strength=-0.0024,
        octaves=6,
        frequency=1.9,
        lacunarity=2.2,
        gain=0.5,
        floor=0.92,
        weight_multiplier=1.1,
        center=(7.1, 2.0, 5.0),
    )
    ranges = Rigid(strength=0.55, octaves=8, frequency=2.4, lacunarity=2.2, gain=0.5, floor=0.2, center=(0.5, 9.0, 2.0))
    return Planet(
        radius=5800e3,
        shape=Shape(layers=(NoiseLayer(filter=land), NoiseLayer(filter=cracks), NoiseLayer(filter=ranges, mask=True))),
        craters=Craters(
            largest=140e3, smallest=12e3, cover=0.02, complex_from=60e3, depth=0.16, wear=0.4, irregularity=0.2
        ),
        colors=Colors(biomes=(Biome(gradient=basalt),), noise_strength=0.0, ocean=lava, smoothness=0.1),
    )


PRESETS: Final = MappingProxyType({
    "published": Planet(),
    "earth": _earth(),
    "mars": _mars(),
    "moon": _moon(),
    "ice": _ice(),
    "archipelago": _archipelago(),
    "volcanic": _volcanic(),
})  # fmt: skip
"""Planets to begin with, by name; ``PRESETS["earth"].replace(seed=7)`` is another one of the kind."""
