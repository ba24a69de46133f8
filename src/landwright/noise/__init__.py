"""Noise: numbers at points, in [-1, 1], from a seed.

Words: *wavelength* is the size of the first octave (m); *octaves*, *lacunarity* (frequency ratio), *gain* (amplitude ratio, also called
persistence); *fbm*, *ridged*, *billow*, *domain warp*, *cellular* with outputs F1 and F2. Every noise can be sampled on a ``Grid`` or at
points (n, 2) or (n, 3), so spheres, hexes and rasters share it. Not for: landscapes in metres; those are in ``generate``.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.noise._gradient import NoiseGradient as NoiseGradient
    from landwright.noise._gradient import sample_gradient as sample_gradient
    from landwright.noise._sample import sample as sample
    from landwright.noise._sample import sample_volume as sample_volume
    from landwright.noise.settings import AnyBasis as AnyBasis
    from landwright.noise.settings import AnyNoise as AnyNoise
    from landwright.noise.settings import Billow as Billow
    from landwright.noise.settings import Cellular as Cellular
    from landwright.noise.settings import Fbm as Fbm
    from landwright.noise.settings import HybridMultifractal as HybridMultifractal
    from landwright.noise.settings import Perlin as Perlin
    from landwright.noise.settings import Ridged as Ridged
    from landwright.noise.settings import Simplex as Simplex
    from landwright.noise.settings import Value as Value
    from landwright.noise.settings import Warp as Warp
    from landwright.noise.settings import White as White

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_gradient": ["NoiseGradient", "sample_gradient"],
        "_sample": ["sample", "sample_volume"],
        "settings": [
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
        ],
    },
)
