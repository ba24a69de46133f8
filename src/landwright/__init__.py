"""Landwright, a maker of land: landscapes, hex maps and planets from a seed.

The front door. Everything loads when it is first used::

    import landwright as lw

    grid = lw.Grid(shape=(513, 513), cell_size=8.0)
    field = lw.generate.diamond_square(grid, lw.generate.DiamondSquare(relief=600.0), seed=7)
    lw.write(field, "land.png")
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright import doctor as doctor
    from landwright import erosion as erosion
    from landwright import generate as generate
    from landwright import hexmap as hexmap
    from landwright import hydrology as hydrology
    from landwright import io as io
    from landwright import mesh as mesh
    from landwright import networks as networks
    from landwright import noise as noise
    from landwright import ops as ops
    from landwright import planet as planet
    from landwright import recipe as recipe
    from landwright import render as render
    from landwright import works as works
    from landwright.errors import LandwrightError as LandwrightError
    from landwright.field import Heightfield as Heightfield
    from landwright.field import Layer as Layer
    from landwright.field import Mask as Mask
    from landwright.grid import Grid as Grid
    from landwright.io._door import read as read
    from landwright.io._door import write as write
    from landwright.recipe._recipe import Recipe as Recipe
    from landwright.works._build import build as build
    from landwright.world import World as World

__version__ = "0.1.0"


def _picture(thing: object) -> bytes | None:
    """Make the PNG that a notebook shows of a field; ``render`` loads when the first one is shown."""
    from landwright.render._notebook import png

    return png(thing)


__getattr__, __dir__ = lazy(
    __name__,
    {
        "errors": ["LandwrightError"],
        "field": ["Heightfield", "Layer", "Mask"],
        "grid": ["Grid"],
        "io._door": ["read", "write"],
        "recipe._recipe": ["Recipe"],
        "works._build": ["build"],
        "world": ["World"],
        **{
            package: []
            for package in (
                "doctor",
                "erosion",
                "generate",
                "hexmap",
                "hydrology",
                "io",
                "mesh",
                "networks",
                "noise",
                "ops",
                "planet",
                "recipe",
                "render",
                "works",
            )
        },
    },
)
