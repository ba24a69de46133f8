"""Operations on fields: blend, filters, derivatives, masks, shaping, texture weights, resampling.

Words: *slope* is rise over run, *aspect* the downslope bearing in degrees from north, a *mask* a layer of 0 to 1. Lengths are metres,
so the same settings mean the same landform at any cell size. Not for: making terrain from nothing (``generate``) or moving
material (``erosion``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.ops._combine import blend as blend
    from landwright.ops._combine import combine as combine
    from landwright.ops._derivatives import aspect as aspect
    from landwright.ops._derivatives import curvature as curvature
    from landwright.ops._derivatives import normals as normals
    from landwright.ops._derivatives import slope as slope
    from landwright.ops._derivatives import slope_degrees as slope_degrees
    from landwright.ops._distance import distance as distance
    from landwright.ops._distance import distance_from as distance_from
    from landwright.ops._distance import mask_distance as mask_distance
    from landwright.ops._filters import sharpen as sharpen
    from landwright.ops._filters import smooth as smooth
    from landwright.ops._land import island as island
    from landwright.ops._land import terrace as terrace
    from landwright.ops._land import warp as warp
    from landwright.ops._masks import mask_aspect as mask_aspect
    from landwright.ops._masks import mask_curvature as mask_curvature
    from landwright.ops._masks import mask_height as mask_height
    from landwright.ops._masks import mask_noise as mask_noise
    from landwright.ops._masks import mask_range as mask_range
    from landwright.ops._masks import mask_slope as mask_slope
    from landwright.ops._rank import expand as expand
    from landwright.ops._rank import median as median
    from landwright.ops._rank import shrink as shrink
    from landwright.ops._resample import crop as crop
    from landwright.ops._resample import pad as pad
    from landwright.ops._resample import resample as resample
    from landwright.ops._resample import window as window
    from landwright.ops._shaping import clamp as clamp
    from landwright.ops._shaping import curve as curve
    from landwright.ops._shaping import flatten as flatten
    from landwright.ops._shaping import normalize as normalize
    from landwright.ops._shaping import power as power
    from landwright.ops._shaping import remap as remap
    from landwright.ops._shaping import scale as scale
    from landwright.ops._splat import SplatMap as SplatMap
    from landwright.ops._splat import albedo as albedo
    from landwright.ops._splat import grass_rock as grass_rock
    from landwright.ops._splat import grass_rock_layers as grass_rock_layers
    from landwright.ops._splat import splat as splat
    from landwright.ops._splat import splat_map as splat_map
    from landwright.ops._tiles import stitch as stitch
    from landwright.ops._tiles import tiles as tiles
    from landwright.ops.settings import Aspect as Aspect
    from landwright.ops.settings import Blend as Blend
    from landwright.ops.settings import Clamp as Clamp
    from landwright.ops.settings import Curvature as Curvature
    from landwright.ops.settings import Curve as Curve
    from landwright.ops.settings import Distance as Distance
    from landwright.ops.settings import Expand as Expand
    from landwright.ops.settings import Flatten as Flatten
    from landwright.ops.settings import GrassRock as GrassRock
    from landwright.ops.settings import Island as Island
    from landwright.ops.settings import MaskAspect as MaskAspect
    from landwright.ops.settings import MaskCurvature as MaskCurvature
    from landwright.ops.settings import MaskDistance as MaskDistance
    from landwright.ops.settings import MaskHeight as MaskHeight
    from landwright.ops.settings import MaskNoise as MaskNoise
    from landwright.ops.settings import MaskRange as MaskRange
    from landwright.ops.settings import MaskSlope as MaskSlope
    from landwright.ops.settings import Material as Material
    from landwright.ops.settings import Median as Median
    from landwright.ops.settings import Normalize as Normalize
    from landwright.ops.settings import Power as Power
    from landwright.ops.settings import Remap as Remap
    from landwright.ops.settings import Scale as Scale
    from landwright.ops.settings import Sharpen as Sharpen
    from landwright.ops.settings import Shrink as Shrink
    from landwright.ops.settings import Slope as Slope
    from landwright.ops.settings import SlopeDegrees as SlopeDegrees
    from landwright.ops.settings import Smooth as Smooth
    from landwright.ops.settings import Splat as Splat
    from landwright.ops.settings import Terrace as Terrace
    from landwright.ops.settings import Warp as Warp

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_combine": ["blend", "combine"],
        "_derivatives": ["aspect", "curvature", "normals", "slope", "slope_degrees"],
        "_filters": ["sharpen", "smooth"],
        "_masks": ["mask_aspect", "mask_curvature", "mask_height", "mask_noise", "mask_range", "mask_slope"],
        "_distance": ["distance", "distance_from", "mask_distance"],
        "_rank": ["expand", "median", "shrink"],
        "_shaping": ["clamp", "curve", "flatten", "normalize", "power", "remap", "scale"],
        "_land": ["island", "terrace", "warp"],
        "_splat": ["SplatMap", "albedo", "grass_rock", "grass_rock_layers", "splat", "splat_map"],
        "_resample": ["crop", "pad", "resample", "window"],
        "_tiles": ["stitch", "tiles"],
        "settings": [
            "Aspect",
            "Blend",
            "Clamp",
            "Curvature",
            "Curve",
            "Distance",
            "Expand",
            "Flatten",
            "GrassRock",
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
        ],
    },
)
