"""Generators: a grid and a seed become elevation.

Words: *relief* is highest minus lowest (m); *plasma* is 2-D midpoint displacement; *diamond-square* displaces centers, then edges;
*forms* are single landforms: dunes, a volcano. Not for: changing an existing field (``ops``, ``erosion``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.generate._diamond_square import diamond_square as diamond_square
    from landwright.generate._dunes import dunes as dunes
    from landwright.generate._midpoint import midpoint as midpoint
    from landwright.generate._midpoint import skyline as skyline
    from landwright.generate._noise_field import noise_field as noise_field
    from landwright.generate._noise_field import perlin as perlin
    from landwright.generate._plasma import plasma as plasma
    from landwright.generate._spectral import spectral as spectral
    from landwright.generate._volcano import volcano as volcano
    from landwright.generate._voronoi_peaks import PeakList as PeakList
    from landwright.generate._voronoi_peaks import voronoi_peak_labels as voronoi_peak_labels
    from landwright.generate._voronoi_peaks import voronoi_peak_list as voronoi_peak_list
    from landwright.generate._voronoi_peaks import voronoi_peaks as voronoi_peaks
    from landwright.generate.settings import DiamondSquare as DiamondSquare
    from landwright.generate.settings import Dunes as Dunes
    from landwright.generate.settings import Midpoint as Midpoint
    from landwright.generate.settings import NoiseField as NoiseField
    from landwright.generate.settings import Perlin as Perlin
    from landwright.generate.settings import Plasma as Plasma
    from landwright.generate.settings import Skyline as Skyline
    from landwright.generate.settings import Spectral as Spectral
    from landwright.generate.settings import Volcano as Volcano
    from landwright.generate.settings import VoronoiPeaks as VoronoiPeaks

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_diamond_square": ["diamond_square"],
        "_dunes": ["dunes"],
        "_midpoint": ["midpoint", "skyline"],
        "_noise_field": ["noise_field", "perlin"],
        "_plasma": ["plasma"],
        "_spectral": ["spectral"],
        "_volcano": ["volcano"],
        "_voronoi_peaks": ["PeakList", "voronoi_peak_labels", "voronoi_peak_list", "voronoi_peaks"],
        "settings": [
            "DiamondSquare",
            "Dunes",
            "Midpoint",
            "NoiseField",
            "Perlin",
            "Plasma",
            "Skyline",
            "Spectral",
            "Volcano",
            "VoronoiPeaks",
        ],
    },
)
