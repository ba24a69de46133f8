"""Planets: layered noise on a cube-sphere, biomes, oceans, level of detail.

Words: *face*, *resolution* (nodes along an edge of a face), *layer*, *welded* (one vertex a place). Not for: flat landscapes
(``generate``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.planet._globe import Globe as Globe
    from landwright.planet._sphere import cube_points as cube_points
    from landwright.planet._sphere import face_triangles as face_triangles
    from landwright.planet._sphere import latitude_longitude as latitude_longitude
    from landwright.planet._sphere import sphere_points as sphere_points
    from landwright.planet._sphere import weld_indices as weld_indices
    from landwright.planet._sphere import welded_count as welded_count
    from landwright.planet.settings import FACES as FACES
    from landwright.planet.settings import Frame as Frame

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_globe": ["Globe"],
        "_sphere": [
            "cube_points",
            "face_triangles",
            "latitude_longitude",
            "sphere_points",
            "weld_indices",
            "welded_count",
        ],
        "settings": ["FACES", "Frame"],
    },
)
