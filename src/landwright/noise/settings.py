"""Nouns of ``noise``: what kind of noise, how large its features are, and how octaves of it add up.

A *basis* (white, value, Perlin, simplex, cellular) has a ``wavelength`` in metres. A *fractal* (fbm, ridged, billow, hybrid
multifractal) stacks octaves of a basis. A *warp* moves the points at which another noise is read. All are told apart by ``kind``, so a
recipe nests them: ``{kind = "fbm", base = {kind = "perlin", wavelength = 500.0}}``.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from landwright.settings import Settings, choice, nested, quantity

__all__ = [
    "AnyBasis",
    "AnyNoise",
    "Billow",
    "Cellular",
    "Fbm",
    "HybridMultifractal",
    "Perlin",
    "Ridged",
    "Simplex",
    "Value",
    "Warp",
    "White",
]


def _wavelength() -> float:
    made: float = quantity(
        500.0,
        unit="m",
        ge=1e-9,
        le=1e15,
        help="Size of the features: longer gives broader, calmer ground.",
        ui={"scale": "log", "soft": (10.0, 10000.0)},
    )
    return made


class White(Settings):
    """White noise: one random number, uniform in [-1, 1], for every square (cube) of one wavelength."""

    kind: Literal["white"] = "white"
    wavelength: float = _wavelength()


class Value(Settings):
    """Value noise: random numbers at lattice points, smoothly interpolated; in [-1, 1], blobby, cheap."""

    kind: Literal["value"] = "value"
    wavelength: float = _wavelength()


class Perlin(Settings):
    """Perlin's gradient noise: zero at lattice points, with a random slope there; in [-1, 1]."""

    kind: Literal["perlin"] = "perlin"
    wavelength: float = _wavelength()


class Simplex(Settings):
    """Simplex noise: a bump with a random slope at every corner of a triangular (tetrahedral) lattice; in [-1, 1].

    It shows the axes less than Perlin noise. The bumps end inside the neighbouring triangles (radius squared 0.5), so nothing jumps.
    """

    kind: Literal["simplex"] = "simplex"
    wavelength: float = _wavelength()


class Cellular(Settings):
    """Cellular (Worley) noise: distances, in wavelengths, to the nearest of one random feature point per square.

    With j for `jitter` and d for the number of dimensions the outputs lie in these ranges:

    ============ ============================================ ==================== =============================================
    output       euclidean                                    manhattan            chebyshev
    ============ ============================================ ==================== =============================================
    f1           0 to sqrt(d) (1 + j) / 2                     0 to d (1 + j) / 2   0 to (1 + j) / 2
    f2           0 to the larger of that and                  0 to the larger of   0 to 1 + j / 2
                 sqrt((1 + j/2)^2 + (d - 1) j^2 / 4)          that and 1 + d j / 2
    f2_minus_f1  0 to the bound of f2                         as f2                as f2
    value        -1 to 1                                      -1 to 1              -1 to 1
    ============ ============================================ ==================== =============================================
    """

    kind: Literal["cellular"] = "cellular"
    wavelength: float = _wavelength()
    output: Literal["f1", "f2", "f2_minus_f1", "value"] = choice(
        "f1",
        help="What is returned: distance to the nearest point, to the second nearest, their difference (walls between "
        "cells are 0), or one random number per cell.",
    )
    metric: Literal["euclidean", "manhattan", "chebyshev"] = choice(
        "euclidean", help="How distance is measured: round, diamond-shaped or square cells."
    )
    jitter: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=1.0,
        help="How far points stray from the middle of their square: more is less regular.",
    )


AnyBasis = Annotated[White | Value | Perlin | Simplex | Cellular, Field(discriminator="kind")]
"""A noise of one octave."""


def _base() -> AnyBasis:
    made: AnyBasis = nested(Perlin(), help="The noise that is stacked; its wavelength is that of the first octave.")
    return made


def _octaves() -> int:
    made: int = quantity(8, unit="count", ge=1, le=32, help="Number of layers: more adds finer detail.")
    return made


def _lacunarity() -> float:
    made: float = quantity(
        2.0,
        unit="1",
        ge=1.0,
        le=16.0,
        help="Frequency of a layer over the one before: more makes detail finer at once.",
    )
    return made


def _gain() -> float:
    made: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        le=4.0,
        help="Amplitude of a layer over the one before: more is rougher. Also called persistence.",
        aliases=("persistence", "roughness"),
    )
    return made


def _feedback(default: float) -> float:
    made: float = quantity(
        default,
        unit="1",
        ge=0.0,
        le=16.0,
        help="How fast detail returns away from low ground: more roughens valleys too; 0 keeps the first octave alone.",
        aliases=("weight_multiplier",),
    )
    return made


class Fbm(Settings):
    """Fractional Brownian motion: octaves of a basis, each finer and weaker, summed with weights that add up to 1.

    In [-1, 1]; with a cellular base that measures distances, a mean distance in wavelengths.
    """

    kind: Literal["fbm"] = "fbm"
    base: AnyBasis = _base()
    octaves: int = _octaves()
    lacunarity: float = _lacunarity()
    gain: float = _gain()


class Ridged(Settings):
    """Ridged multifractal (Musgrave): sharp crests where the basis n crosses zero; in [-1, 1].

    Each octave is ``(1 - |n|)^2``, times a weight; the next weight is this product times `feedback`, clamped to [0, 1], so crests carry
    detail and valleys stay smooth. The sum, in [0, 1], is stretched to [-1, 1].
    """

    kind: Literal["ridged", "rigid", "ridgid"] = "ridged"
    base: AnyBasis = _base()
    octaves: int = _octaves()
    lacunarity: float = _lacunarity()
    gain: float = _gain()
    feedback: float = _feedback(2.0)

    @field_validator("kind")
    @classmethod
    def _one_spelling(cls, word: str) -> str:
        return "ridged"


class Billow(Settings):
    """Billow: octaves of ``2 |n| - 1``, so hills are round and valleys are creases; in [-1, 1]."""

    kind: Literal["billow"] = "billow"
    base: AnyBasis = _base()
    octaves: int = _octaves()
    lacunarity: float = _lacunarity()
    gain: float = _gain()


class HybridMultifractal(Settings):
    """Hybrid multifractal (Musgrave): rough heights, smooth valleys; in [-1, 1].

    Each octave is ``s = (n + offset) / (1 + offset)``, times a weight; the next weight is weight * feedback * s, clamped to [0, 1].
    The lowest value is ``(offset - 1) / (offset + 1)``.
    """

    kind: Literal["hybrid"] = "hybrid"
    base: AnyBasis = _base()
    octaves: int = _octaves()
    lacunarity: float = _lacunarity()
    gain: float = _gain()
    offset: float = quantity(
        0.7, unit="1", ge=0.0, le=4.0, help="Where rough ground begins: more makes more of the land rough."
    )
    feedback: float = _feedback(1.7)


class Warp(Settings):
    """Domain warp: `base`, read at points that `by` has pushed aside by up to `amplitude` along each axis.

    Its range is that of `base`.
    """

    kind: Literal["warp"] = "warp"
    base: AnyNoise = nested(Fbm(), help="The noise that is read.")
    by: AnyNoise = nested(
        Fbm(octaves=4), help="The noise that moves the points; its wavelength sets the size of the bends."
    )
    amplitude: float = quantity(
        100.0, unit="m", ge=0.0, le=1e12, help="Farthest a point is moved along one axis: more folds the land more."
    )


AnyNoise = Annotated[
    White | Value | Perlin | Simplex | Cellular | Fbm | Ridged | Billow | HybridMultifractal | Warp,
    Field(discriminator="kind"),
]
"""Any noise; recipes tell them apart by ``kind``."""

Warp.model_rebuild()
