"""Files: bytes in, bytes out.

Words: a *heightmap* is an encoded file of a heightfield; a *DEM* is a measured heightfield we did not make. Only this package turns
nodata into a mask and changes frames. Files are written whole or not at all. Not for: deciding anything about terrain.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.io._dem import dem as dem
    from landwright.io._door import read as read
    from landwright.io._door import write as write
    from landwright.io._linefile import lines_from_file as lines_from_file
    from landwright.io._photo import read_photo as read_photo
    from landwright.io._registry import noun_for as noun_for
    from landwright.io._saved_map import saved_map as saved_map
    from landwright.io._whole import whole_file as whole_file
    from landwright.io._whole import whole_files as whole_files
    from landwright.io._whole import whole_folder as whole_folder
    from landwright.io.settings import Cells as Cells
    from landwright.io.settings import CubeMap as CubeMap
    from landwright.io.settings import Dem as Dem
    from landwright.io.settings import Geojson as Geojson
    from landwright.io.settings import Geotiff as Geotiff
    from landwright.io.settings import Glb as Glb
    from landwright.io.settings import Hex as Hex
    from landwright.io.settings import HexGlb as HexGlb
    from landwright.io.settings import HexObj as HexObj
    from landwright.io.settings import HexPly as HexPly
    from landwright.io.settings import HexStl as HexStl
    from landwright.io.settings import LineFile as LineFile
    from landwright.io.settings import LinesGeojson as LinesGeojson
    from landwright.io.settings import LinesSvg as LinesSvg
    from landwright.io.settings import Normals as Normals
    from landwright.io.settings import Npy as Npy
    from landwright.io.settings import Obj as Obj
    from landwright.io.settings import PlanetGlb as PlanetGlb
    from landwright.io.settings import PlanetObj as PlanetObj
    from landwright.io.settings import PlanetPly as PlanetPly
    from landwright.io.settings import PlanetStl as PlanetStl
    from landwright.io.settings import Ply as Ply
    from landwright.io.settings import Png8 as Png8
    from landwright.io.settings import Png16 as Png16
    from landwright.io.settings import Raw as Raw
    from landwright.io.settings import ReadGeotiff as ReadGeotiff
    from landwright.io.settings import ReadImage as ReadImage
    from landwright.io.settings import ReadNpy as ReadNpy
    from landwright.io.settings import ReadRaw as ReadRaw
    from landwright.io.settings import SavedMap as SavedMap
    from landwright.io.settings import SceneGlb as SceneGlb
    from landwright.io.settings import Splat as Splat
    from landwright.io.settings import Stl as Stl
    from landwright.io.settings import WorldMap as WorldMap

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_dem": ["dem"],
        "_saved_map": ["saved_map"],
        "_door": ["read", "write"],
        "_linefile": ["lines_from_file"],
        "_photo": ["read_photo"],
        "_registry": ["noun_for"],
        "_whole": ["whole_file", "whole_files", "whole_folder"],
        "settings": [
            "Dem",
            "SavedMap",
            "Geotiff",
            "Glb",
            "Cells",
            "CubeMap",
            "Geojson",
            "Hex",
            "HexGlb",
            "HexObj",
            "HexPly",
            "HexStl",
            "LineFile",
            "LinesGeojson",
            "LinesSvg",
            "Normals",
            "Npy",
            "Obj",
            "PlanetGlb",
            "PlanetObj",
            "PlanetPly",
            "PlanetStl",
            "Ply",
            "Png16",
            "Png8",
            "Raw",
            "ReadGeotiff",
            "ReadImage",
            "ReadNpy",
            "ReadRaw",
            "SceneGlb",
            "Splat",
            "Stl",
            "WorldMap",
        ],
    },
)
