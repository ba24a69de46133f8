"""Features: what stands on the cells, and how many models there are to choose from."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from landwright.settings import Settings, flag, quantity

__all__ = ["Features"]

_Count = Annotated[int, Field(ge=1, le=64)]
_Counts = tuple[_Count, _Count, _Count]


class Features(Settings):
    """What stands on a hex map: buildings, fields, trees, special features, bridges, towers and gates.

    The defaults are the rules of the tutorial this map comes from and fit the models of ``hexmap.feature_models``. With other models, say
    how many variants there are of each.

    Parameters
    ----------
    urban_variants, farm_variants, plant_variants : (int, int, int)
        Models to choose from for high, medium and low density.
    bridges, towers : bool
        Whether roads bridge rivers, and whether corners of walls carry towers.
    gates : bool
        Whether a gate stands where a road goes through a wall.
    avoid_walls : bool
        Whether the places beside a wall stay empty.
    """

    urban_variants: _Counts = quantity(
        (2, 2, 2), unit="count", help="Buildings to choose from for high, medium and low density; more varies a town."
    )
    farm_variants: _Counts = quantity(
        (2, 2, 2), unit="count", help="Fields to choose from for high, medium and low density; more varies farmland."
    )
    plant_variants: _Counts = quantity(
        (2, 2, 2), unit="count", help="Plants to choose from for high, medium and low density; more varies a forest."
    )
    bridges: bool = flag(True, help="On puts a bridge where a road goes on beyond a river.")
    towers: bool = flag(True, help="On puts towers on corners of walls, as often as the metrics say.")
    gates: bool = flag(False, help="On puts a gate where a road goes through a wall, in place of an open gap.")
    avoid_walls: bool = flag(False, help="On keeps the places beside a wall empty.")
