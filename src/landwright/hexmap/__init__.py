"""Hex maps: cells with elevation, water, rivers, roads, features and walls, and their triangulation.

Words: *axial* (q, r) coordinates, *pointy* and *flat* layouts, *chunk*. Not for: rasters; converters are in ``works``.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.hexmap._baking import bake_instances as bake_instances
    from landwright.hexmap._baking import footprints as footprints
    from landwright.hexmap._baking import rotations as rotations
    from landwright.hexmap._continent import Climate as Climate
    from landwright.hexmap._continent import climate as climate
    from landwright.hexmap._continent import continent as continent
    from landwright.hexmap._coordinates import Direction as Direction
    from landwright.hexmap._coordinates import axial_to_offset as axial_to_offset
    from landwright.hexmap._coordinates import cell_centers as cell_centers
    from landwright.hexmap._coordinates import cell_distance as cell_distance
    from landwright.hexmap._coordinates import corners as corners
    from landwright.hexmap._coordinates import locate as locate
    from landwright.hexmap._coordinates import neighbor as neighbor
    from landwright.hexmap._coordinates import neighbors as neighbors
    from landwright.hexmap._coordinates import offset_to_axial as offset_to_axial
    from landwright.hexmap._edit import dirty_chunks as dirty_chunks
    from landwright.hexmap._edit import edit as edit
    from landwright.hexmap._edit import flood as flood
    from landwright.hexmap._features import features as features
    from landwright.hexmap._features import features_chunk as features_chunk
    from landwright.hexmap._features import hash_grid as hash_grid
    from landwright.hexmap._grounding import from_ground as from_ground
    from landwright.hexmap._grounding import ground_to_hexes as ground_to_hexes
    from landwright.hexmap._grounding import hexes_to_ground as hexes_to_ground
    from landwright.hexmap._grounding import layout_over as layout_over
    from landwright.hexmap._grounding import to_ground as to_ground
    from landwright.hexmap._history import History as History
    from landwright.hexmap._instances import KINDS as KINDS
    from landwright.hexmap._instances import SLOTS as SLOTS
    from landwright.hexmap._instances import Instances as Instances
    from landwright.hexmap._instances import join_instances as join_instances
    from landwright.hexmap._map import ATTRIBUTES as ATTRIBUTES
    from landwright.hexmap._map import HexMap as HexMap
    from landwright.hexmap._models import FEATURE_SIZES as FEATURE_SIZES
    from landwright.hexmap._models import feature_models as feature_models
    from landwright.hexmap._palette import ROAD_COLOR as ROAD_COLOR
    from landwright.hexmap._palette import TERRAIN_COLORS as TERRAIN_COLORS
    from landwright.hexmap._palette import WALL_COLOR as WALL_COLOR
    from landwright.hexmap._paths import HexPath as HexPath
    from landwright.hexmap._paths import Reached as Reached
    from landwright.hexmap._paths import find_path as find_path
    from landwright.hexmap._paths import reachable as reachable
    from landwright.hexmap._presets import CONTINENTS as CONTINENTS
    from landwright.hexmap._river_lines import rivers_from_lines as rivers_from_lines
    from landwright.hexmap._save import load_cells as load_cells
    from landwright.hexmap._save import save_cells as save_cells
    from landwright.hexmap._shading import WATER_COLOR as WATER_COLOR
    from landwright.hexmap._shading import ShadeScales as ShadeScales
    from landwright.hexmap._shading import shade_estuary as shade_estuary
    from landwright.hexmap._shading import shade_foam as shade_foam
    from landwright.hexmap._shading import shade_river as shade_river
    from landwright.hexmap._shading import shade_road as shade_road
    from landwright.hexmap._shading import shade_scales as shade_scales
    from landwright.hexmap._shading import shade_shore as shade_shore
    from landwright.hexmap._shading import shade_water as shade_water
    from landwright.hexmap._shading import shade_waves as shade_waves
    from landwright.hexmap._shaking import cell_heights as cell_heights
    from landwright.hexmap._shaking import noise_texture as noise_texture
    from landwright.hexmap._shaking import perturb as perturb
    from landwright.hexmap._table import cell_table as cell_table
    from landwright.hexmap._table import cells_from_csv as cells_from_csv
    from landwright.hexmap._table import cells_from_json as cells_from_json
    from landwright.hexmap._table import cells_from_table as cells_from_table
    from landwright.hexmap._table import cells_to_csv as cells_to_csv
    from landwright.hexmap._table import cells_to_json as cells_to_json
    from landwright.hexmap._triangulate import triangulate as triangulate
    from landwright.hexmap._triangulate import triangulate_chunk as triangulate_chunk
    from landwright.hexmap._validate import Finding as Finding
    from landwright.hexmap._validate import validate as validate
    from landwright.hexmap._vision import explore as explore
    from landwright.hexmap._vision import visibility as visibility
    from landwright.hexmap._vision import visible_cells as visible_cells
    from landwright.hexmap._wall_length import WallLengths as WallLengths
    from landwright.hexmap._wall_length import wall_lengths as wall_lengths
    from landwright.hexmap.settings import Biomes as Biomes
    from landwright.hexmap.settings import Continent as Continent
    from landwright.hexmap.settings import Erosion as Erosion
    from landwright.hexmap.settings import Features as Features
    from landwright.hexmap.settings import Flood as Flood
    from landwright.hexmap.settings import FromGround as FromGround
    from landwright.hexmap.settings import Land as Land
    from landwright.hexmap.settings import Layout as Layout
    from landwright.hexmap.settings import Metrics as Metrics
    from landwright.hexmap.settings import Movement as Movement
    from landwright.hexmap.settings import Rivers as Rivers
    from landwright.hexmap.settings import Stroke as Stroke
    from landwright.hexmap.settings import Strokes as Strokes
    from landwright.hexmap.settings import Temperature as Temperature
    from landwright.hexmap.settings import ToGround as ToGround
    from landwright.hexmap.settings import Towns as Towns
    from landwright.hexmap.settings import Triangulation as Triangulation
    from landwright.hexmap.settings import Vision as Vision
    from landwright.hexmap.settings import WaterCycle as WaterCycle

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_baking": ["bake_instances", "footprints", "rotations"],
        "_continent": ["Climate", "climate", "continent"],
        "_coordinates": [
            "Direction",
            "axial_to_offset",
            "cell_centers",
            "cell_distance",
            "corners",
            "locate",
            "neighbor",
            "neighbors",
            "offset_to_axial",
        ],
        "_edit": ["dirty_chunks", "edit", "flood"],
        "_features": ["features", "features_chunk", "hash_grid"],
        "_grounding": ["from_ground", "ground_to_hexes", "hexes_to_ground", "layout_over", "to_ground"],
        "_history": ["History"],
        "_instances": ["Instances", "KINDS", "SLOTS", "join_instances"],
        "_map": ["ATTRIBUTES", "HexMap"],
        "_models": ["FEATURE_SIZES", "feature_models"],
        "_palette": ["ROAD_COLOR", "TERRAIN_COLORS", "WALL_COLOR"],
        "_paths": ["HexPath", "Reached", "find_path", "reachable"],
        "_presets": ["CONTINENTS"],
        "_river_lines": ["rivers_from_lines"],
        "_save": ["load_cells", "save_cells"],
        "_shading": [
            "ShadeScales",
            "WATER_COLOR",
            "shade_estuary",
            "shade_foam",
            "shade_river",
            "shade_road",
            "shade_scales",
            "shade_shore",
            "shade_water",
            "shade_waves",
        ],
        "_shaking": ["cell_heights", "noise_texture", "perturb"],
        "_table": [
            "cell_table",
            "cells_from_csv",
            "cells_from_json",
            "cells_from_table",
            "cells_to_csv",
            "cells_to_json",
        ],
        "_triangulate": ["triangulate", "triangulate_chunk"],
        "_validate": ["Finding", "validate"],
        "_vision": ["explore", "visibility", "visible_cells"],
        "_wall_length": ["WallLengths", "wall_lengths"],
        "settings": [
            "Biomes",
            "Continent",
            "Erosion",
            "Features",
            "Flood",
            "FromGround",
            "Land",
            "Layout",
            "Metrics",
            "Movement",
            "Rivers",
            "Stroke",
            "Strokes",
            "Temperature",
            "ToGround",
            "Towns",
            "Triangulation",
            "Vision",
            "WaterCycle",
        ],
    },
)
