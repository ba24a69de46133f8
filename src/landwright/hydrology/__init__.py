"""The path of water: depressions, receivers, drainage area, basins, streams, lakes.

Words: *receivers* (the cell that takes my flow; a base level receives from itself), *drainage area* (m2), *fill* and *breach* a
*depression*, *basin*, *divide*, *reach*, *Strahler order*. Not for: what the water then does to the ground (``erosion``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.hydrology._depressions import Depressions as Depressions
    from landwright.hydrology._depressions import depressions as depressions
    from landwright.hydrology._depressions import lakes as lakes
    from landwright.hydrology._fill import breach as breach
    from landwright.hydrology._fill import fill as fill
    from landwright.hydrology._flow import fill_on as fill_on
    from landwright.hydrology._flow import flow as flow
    from landwright.hydrology._flow import flow_on as flow_on
    from landwright.hydrology._graph import FlowGraph as FlowGraph
    from landwright.hydrology._graph import Shares as Shares
    from landwright.hydrology._layers import flow_area as flow_area
    from landwright.hydrology._layers import map_basins as map_basins
    from landwright.hydrology._layers import map_streams as map_streams
    from landwright.hydrology._streams import Reaches as Reaches
    from landwright.hydrology._streams import basins as basins
    from landwright.hydrology._streams import reaches as reaches
    from landwright.hydrology._streams import strahler_order as strahler_order
    from landwright.hydrology._streams import streams as streams
    from landwright.hydrology._sums import downstream_sum as downstream_sum
    from landwright.hydrology._sums import drainage_area as drainage_area
    from landwright.hydrology._sums import upstream_sum as upstream_sum
    from landwright.hydrology.settings import Basins as Basins
    from landwright.hydrology.settings import Breach as Breach
    from landwright.hydrology.settings import Fill as Fill
    from landwright.hydrology.settings import Flow as Flow
    from landwright.hydrology.settings import FlowArea as FlowArea
    from landwright.hydrology.settings import Lakes as Lakes
    from landwright.hydrology.settings import Streams as Streams

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_depressions": ["Depressions", "depressions", "lakes"],
        "_fill": ["breach", "fill"],
        "_flow": ["fill_on", "flow", "flow_on"],
        "_graph": ["FlowGraph", "Shares"],
        "_layers": ["flow_area", "map_basins", "map_streams"],
        "_streams": ["Reaches", "basins", "reaches", "strahler_order", "streams"],
        "_sums": ["downstream_sum", "drainage_area", "upstream_sum"],
        "settings": ["Basins", "Breach", "Fill", "Flow", "FlowArea", "Lakes", "Streams"],
    },
)
