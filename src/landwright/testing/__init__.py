"""For tests, ours and our users': synthetic terrains with known answers, Hypothesis strategies, asserts.

Stands beside the street: it may import anything below ``works``. Not for: use at run time.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.testing._asserts import assert_refuses as assert_refuses
    from landwright.testing._asserts import assert_round_trips as assert_round_trips
    from landwright.testing._asserts import assert_threads_change_nothing as assert_threads_change_nothing
    from landwright.testing._asserts import assert_tiles_equal_whole as assert_tiles_equal_whole
    from landwright.testing._hexmaps import hexmaps as hexmaps
    from landwright.testing._hexmaps import random_hexmap as random_hexmap
    from landwright.testing._strategies import fields as fields
    from landwright.testing._strategies import grids as grids
    from landwright.testing._strategies import layers as layers
    from landwright.testing._strategies import masks as masks
    from landwright.testing._strategies import world_seeds as world_seeds
    from landwright.testing._terrains import bowl as bowl
    from landwright.testing._terrains import checker as checker
    from landwright.testing._terrains import cone as cone
    from landwright.testing._terrains import flat as flat
    from landwright.testing._terrains import hills as hills
    from landwright.testing._terrains import paraboloid as paraboloid
    from landwright.testing._terrains import plane as plane
    from landwright.testing._terrains import ramp as ramp
    from landwright.testing._terrains import steps as steps

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_asserts": [
            "assert_refuses",
            "assert_round_trips",
            "assert_threads_change_nothing",
            "assert_tiles_equal_whole",
        ],
        "_hexmaps": ["hexmaps", "random_hexmap"],
        "_strategies": ["fields", "grids", "layers", "masks", "world_seeds"],
        "_terrains": ["bowl", "checker", "cone", "flat", "hills", "paraboloid", "plane", "ramp", "steps"],
    },
)
