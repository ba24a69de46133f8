"""Movement and Vision: what a step costs, and how far one sees."""

from __future__ import annotations

from landwright.settings import Settings, flag, quantity

__all__ = ["Movement", "Vision"]


class Movement(Settings):
    """What it costs to walk from a cell to its neighbour, in points.

    Water, cliffs, and walls without a road through them cannot be crossed. A road costs `road`, whatever the cell holds; without
    one a step costs `flat` or `slope`, and one more for every level of buildings, fields and trees of the cell that is entered.
    A step that no longer fits into a turn waits for the next; one that costs more than a whole turn is never made.

    Parameters
    ----------
    speed : int
        Points of a turn.
    road, flat, slope : int
        Points of a step.
    explored_only : bool
        Whether only explored cells may be entered.
    """

    speed: int = quantity(24, unit="count", ge=1, le=1_000_000, help="Points of a turn; more goes further in one.")
    road: int = quantity(1, unit="count", ge=1, le=1000, help="Points of a step along a road; more makes it slower.")
    flat: int = quantity(5, unit="count", ge=1, le=1000, help="Points of a step on level ground; more makes it slower.")
    slope: int = quantity(10, unit="count", ge=1, le=1000, help="Points of a step up or down; more makes it slower.")
    explored_only: bool = flag(False, help="On lets only cells that were seen before be entered.")


class Vision(Settings):
    """How far one sees from a cell: further from heights, not behind higher ground.

    Parameters
    ----------
    sight : int
        Steps one sees on flat ground of level 0. The view height of the cell one stands on (the higher one of ground and water, in
        levels) is added, and the view height of a seen cell counts as steps.
    edge : bool
        Whether the cells on the edge of the map can be seen; they are the ones that are never whole on the screen.
    """

    sight: int = quantity(3, unit="count", ge=0, le=1000, help="Steps one sees on flat ground; more sees further.")
    edge: bool = flag(False, help="On lets the cells on the edge of the map be seen too.")
