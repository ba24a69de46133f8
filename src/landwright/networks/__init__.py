"""Networks on the ground: roads, rivers, lakes, tunnels, bridges, and drawings that become them.

Words: *centerline*, *grade* (road slope), *span* (bridge length), *portal* (tunnel mouth), *cover* (ground above a bore). Not for:
where the water runs (``hydrology``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.networks._corridor import Corridor as Corridor
    from landwright.networks._corridor import corridor as corridor
    from landwright.networks._network import Network as Network
    from landwright.networks.settings import Line as Line
    from landwright.networks.settings import Town as Town

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_corridor": ["Corridor", "corridor"],
        "_network": ["Network"],
        "settings": ["Line", "Town"],
    },
)
