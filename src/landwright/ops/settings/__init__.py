"""The nouns of ``ops``: one file an idea, all of them offered here.

Every length is metres, every slope limit of a mask degrees (its name says so), every range explicit. A noun that takes a
``radius`` means the ground smoothed over that radius, so the same settings find the same landforms at any cell size.
"""

from __future__ import annotations

from landwright.ops.settings._combine import Blend, How
from landwright.ops.settings._derivatives import Aspect, Curvature, Slope, SlopeDegrees
from landwright.ops.settings._filters import Expand, Median, Sharpen, Shrink, Smooth
from landwright.ops.settings._land import Island, Terrace, Warp
from landwright.ops.settings._masks import (
    Distance,
    MaskAspect,
    MaskCurvature,
    MaskDistance,
    MaskHeight,
    MaskNoise,
    MaskRange,
    MaskSlope,
)
from landwright.ops.settings._shaping import Clamp, Curve, Flatten, Normalize, Power, Remap, Scale
from landwright.ops.settings._splat import GrassRock, Material, Splat

__all__ = [
    "Aspect",
    "Blend",
    "Clamp",
    "Curvature",
    "Curve",
    "Distance",
    "Expand",
    "Flatten",
    "GrassRock",
    "How",
    "Island",
    "MaskAspect",
    "MaskCurvature",
    "MaskDistance",
    "MaskHeight",
    "MaskNoise",
    "MaskRange",
    "MaskSlope",
    "Material",
    "Median",
    "Normalize",
    "Power",
    "Remap",
    "Scale",
    "Sharpen",
    "Shrink",
    "Slope",
    "SlopeDegrees",
    "Smooth",
    "Splat",
    "Terrace",
    "Warp",
]
