"""The works: carries a recipe down the street.

Words: *plan* (what must run), *run*, *cache* (by content), *report*. The same build runs from a shell, a notebook and the studio.
Not for: terrain itself; every number comes from a verb.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.works._build import build as build
    from landwright.works._deliver import deliver as deliver
    from landwright.works._deliver import look_of as look_of
    from landwright.works._deliver import paint as paint
    from landwright.works._deliver import write_output as write_output
    from landwright.works._drawing import recipe_from_drawing as recipe_from_drawing
    from landwright.works._files import keep_rasters as keep_rasters
    from landwright.works._heightmap import recipe_from as recipe_from
    from landwright.works._hexlive import HexWay as HexWay
    from landwright.works._hexlive import hex_changed as hex_changed
    from landwright.works._hexlive import hex_chunk as hex_chunk
    from landwright.works._hexlive import hex_models as hex_models
    from landwright.works._hexlive import hex_noise as hex_noise
    from landwright.works._hexlive import hex_painted as hex_painted
    from landwright.works._hexlive import hex_scales as hex_scales
    from landwright.works._hexlive import hex_tops as hex_tops
    from landwright.works._hexlive import hex_way as hex_way
    from landwright.works._memory import needed as needed
    from landwright.works._plan import Plan as Plan
    from landwright.works._plan import Step as Step
    from landwright.works._plan import plan as plan
    from landwright.works._planetlive import PlanetPaint as PlanetPaint
    from landwright.works._planetlive import planet_ground as planet_ground
    from landwright.works._planetlive import planet_paint as planet_paint
    from landwright.works._planettiles import PlanetGround as PlanetGround
    from landwright.works._planettiles import planet_tiles as planet_tiles
    from landwright.works._store import Store as Store

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_build": ["build"],
        "_deliver": ["deliver", "look_of", "paint", "write_output"],
        "_drawing": ["recipe_from_drawing"],
        "_files": ["keep_rasters"],
        "_heightmap": ["recipe_from"],
        "_hexlive": [
            "HexWay",
            "hex_changed",
            "hex_chunk",
            "hex_models",
            "hex_noise",
            "hex_painted",
            "hex_scales",
            "hex_tops",
            "hex_way",
        ],
        "_memory": ["needed"],
        "_plan": ["Plan", "Step", "plan"],
        "_planetlive": ["PlanetPaint", "planet_ground", "planet_paint"],
        "_planettiles": ["PlanetGround", "planet_tiles"],
        "_store": ["Store"],
    },
)
