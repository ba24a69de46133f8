"""Networks on the ground: roads, rivers, lakes, tunnels, bridges, and drawings that become them.

Words: *centerline*, *grade* (road slope), *span* (bridge length), *portal* (tunnel mouth), *cover* (ground above a bore). Not for:
where the water runs (``hydrology``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.networks._beside import mark_beside as mark_beside
    from landwright.networks._bridges import bridge_meshes as bridge_meshes
    from landwright.networks._classes import Run as Run
    from landwright.networks._classes import runs as runs
    from landwright.networks._corridor import Corridor as Corridor
    from landwright.networks._corridor import corridor as corridor
    from landwright.networks._lake_mesh import lake_mesh as lake_mesh
    from landwright.networks._network import Network as Network
    from landwright.networks._ponds import part_strokes as part_strokes
    from landwright.networks._ponds import press_ponds as press_ponds
    from landwright.networks._river_mesh import river_mesh as river_mesh
    from landwright.networks._rivers import press_rivers as press_rivers
    from landwright.networks._road_mesh import road_mesh as road_mesh
    from landwright.networks._roads import build_roads as build_roads
    from landwright.networks._route import Route as Route
    from landwright.networks._route import find_route as find_route
    from landwright.networks._scene import PARTS as PARTS
    from landwright.networks._scene import network_meshes as network_meshes
    from landwright.networks._sketch import Drawing as Drawing
    from landwright.networks._sketch import read_sketch as read_sketch
    from landwright.networks._tunnels import ground_meshes as ground_meshes
    from landwright.networks._tunnels import holes_over as holes_over
    from landwright.networks._tunnels import tunnel_meshes as tunnel_meshes
    from landwright.networks.settings import CLASSES as CLASSES
    from landwright.networks.settings import RANKS as RANKS
    from landwright.networks.settings import Beside as Beside
    from landwright.networks.settings import Line as Line
    from landwright.networks.settings import Pond as Pond
    from landwright.networks.settings import Ponds as Ponds
    from landwright.networks.settings import Rivers as Rivers
    from landwright.networks.settings import Roads as Roads
    from landwright.networks.settings import Search as Search
    from landwright.networks.settings import Sketch as Sketch
    from landwright.networks.settings import Structures as Structures
    from landwright.networks.settings import Town as Town

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_beside": ["mark_beside"],
        "_bridges": ["bridge_meshes"],
        "_classes": ["Run", "runs"],
        "_corridor": ["Corridor", "corridor"],
        "_lake_mesh": ["lake_mesh"],
        "_network": ["Network"],
        "_river_mesh": ["river_mesh"],
        "_ponds": ["part_strokes", "press_ponds"],
        "_rivers": ["press_rivers"],
        "_road_mesh": ["road_mesh"],
        "_roads": ["build_roads"],
        "_route": ["Route", "find_route"],
        "_scene": ["PARTS", "network_meshes"],
        "_tunnels": ["ground_meshes", "holes_over", "tunnel_meshes"],
        "_sketch": ["Drawing", "read_sketch"],
        "settings": [
            "CLASSES",
            "RANKS",
            "Beside",
            "Line",
            "Pond",
            "Ponds",
            "Rivers",
            "Roads",
            "Search",
            "Sketch",
            "Structures",
            "Town",
        ],
    },
)
