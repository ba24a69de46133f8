"""Line and Town: what a person draws on the ground, in metres."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from landwright.settings import Settings, flag, quantity, words

__all__ = ["Line", "Point", "Town"]

_Metre = Annotated[float, Field(ge=-1e8, le=1e8)]
Point = tuple[_Metre, _Metre]
"""East and north, metres, in the frame of the recipe's grid."""


class Line(Settings):
    """One stroke on the ground: the places it goes through, in this order. A river is drawn from its source down.

    Parameters
    ----------
    points : tuple of (float, float)
        East and north (m) of at least two places.
    width : float, optional
        From edge to edge (m); the stage's own where it is left out.
    closed : bool
        Whether the last place is joined to the first.
    name : str
        For maps, files and messages.
    """

    points: tuple[Point, ...] = quantity(
        ..., unit="m", help="East and north of the places the line goes through; more places follow a drawing closer."
    )
    width: float | None = quantity(
        None, unit="m", gt=0.0, le=10000.0, help="From edge to edge; more is wider, none takes the width of the stage."
    )
    closed: bool = flag(False, help="Join the last place to the first.")
    name: str = words("", max_length=100, help="What it is called on maps, in files and in messages.")


class Town(Settings):
    """A place that roads join.

    Parameters
    ----------
    at : (float, float)
        East and north (m).
    size : int
        3 a city, 2 a town, 1 a village.
    name : str
        For maps, files and messages.
    """

    at: Point = quantity(..., unit="m", help="East and north of its middle.")
    size: int = quantity(
        2, unit="count", ge=1, le=3, help="1 a village, 2 a town, 3 a city; more gets wider roads that run straighter."
    )
    name: str = words("", max_length=100, help="What it is called on maps, in files and in messages.")
