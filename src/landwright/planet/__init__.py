"""Planets: layered noise on a cube-sphere, biomes, oceans, level of detail.

Words: *face*, *resolution* (nodes along an edge of a face), *layer*, *welded* (one vertex a place). Not for: flat landscapes
(``generate``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.planet._build import build_globe as build_globe
    from landwright.planet._build import build_mesh as build_mesh
    from landwright.planet._climate import climate as climate
    from landwright.planet._climate_paint import climate_paint as climate_paint
    from landwright.planet._continents import continents as continents
    from landwright.planet._continents import continents_at as continents_at
    from landwright.planet._craters import craters as craters
    from landwright.planet._craters import craters_at as craters_at
    from landwright.planet._globe import Globe as Globe
    from landwright.planet._layered import layered as layered
    from landwright.planet._lod import lod_patches as lod_patches
    from landwright.planet._mesh import face_mesh as face_mesh
    from landwright.planet._mesh import face_meshes as face_meshes
    from landwright.planet._mesh import globe_mesh as globe_mesh
    from landwright.planet._mesh import node_areas as node_areas
    from landwright.planet._mesh import ocean_mesh as ocean_mesh
    from landwright.planet._paint import paint as paint
    from landwright.planet._patch import Patch as Patch
    from landwright.planet._patch import patch_mesh as patch_mesh
    from landwright.planet._sample import CUBE_SIDES as CUBE_SIDES
    from landwright.planet._sample import cube_directions as cube_directions
    from landwright.planet._sample import map_directions as map_directions
    from landwright.planet._sample import values_at as values_at
    from landwright.planet._shape import elevation_at as elevation_at
    from landwright.planet._shape import shape as shape
    from landwright.planet._shore import shore_colors as shore_colors
    from landwright.planet._sphere import cube_points as cube_points
    from landwright.planet._sphere import face_triangles as face_triangles
    from landwright.planet._sphere import latitude_longitude as latitude_longitude
    from landwright.planet._sphere import sphere_points as sphere_points
    from landwright.planet._sphere import weld_indices as weld_indices
    from landwright.planet._sphere import welded_count as welded_count
    from landwright.planet._surface import node_normals as node_normals
    from landwright.planet._surface import node_points as node_points
    from landwright.planet._tiles import TILE as TILE
    from landwright.planet._tiles import TileGround as TileGround
    from landwright.planet._tiles import tile_depth as tile_depth
    from landwright.planet.settings import CLIMATE_BIOMES as CLIMATE_BIOMES
    from landwright.planet.settings import FACES as FACES
    from landwright.planet.settings import PRESETS as PRESETS
    from landwright.planet.settings import Biome as Biome
    from landwright.planet.settings import Climate as Climate
    from landwright.planet.settings import ClimateBelt as ClimateBelt
    from landwright.planet.settings import ClimateColors as ClimateColors
    from landwright.planet.settings import Colors as Colors
    from landwright.planet.settings import Continents as Continents
    from landwright.planet.settings import Craters as Craters
    from landwright.planet.settings import Filter as Filter
    from landwright.planet.settings import Frame as Frame
    from landwright.planet.settings import NoiseLayer as NoiseLayer
    from landwright.planet.settings import Planet as Planet
    from landwright.planet.settings import Rigid as Rigid
    from landwright.planet.settings import Shape as Shape
    from landwright.planet.settings import Simple as Simple
    from landwright.planet.settings import Stop as Stop

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_build": ["build_globe", "build_mesh"],
        "_climate": ["climate"],
        "_climate_paint": ["climate_paint"],
        "_continents": ["continents", "continents_at"],
        "_craters": ["craters", "craters_at"],
        "_globe": ["Globe"],
        "_layered": ["layered"],
        "_lod": ["lod_patches"],
        "_mesh": ["face_mesh", "face_meshes", "globe_mesh", "node_areas", "ocean_mesh"],
        "_paint": ["paint"],
        "_patch": ["Patch", "patch_mesh"],
        "_sample": ["CUBE_SIDES", "cube_directions", "map_directions", "values_at"],
        "_shape": ["elevation_at", "shape"],
        "_shore": ["shore_colors"],
        "_sphere": [
            "cube_points",
            "face_triangles",
            "latitude_longitude",
            "sphere_points",
            "weld_indices",
            "welded_count",
        ],
        "_surface": ["node_normals", "node_points"],
        "_tiles": ["TILE", "TileGround", "tile_depth"],
        "settings": [
            "CLIMATE_BIOMES",
            "FACES",
            "PRESETS",
            "Biome",
            "Climate",
            "ClimateBelt",
            "ClimateColors",
            "Colors",
            "Continents",
            "Craters",
            "Filter",
            "Frame",
            "NoiseLayer",
            "Planet",
            "Rigid",
            "Shape",
            "Simple",
            "Stop",
        ],
    },
)
