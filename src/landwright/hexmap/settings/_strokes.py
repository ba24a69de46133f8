"""Stroke, Strokes and Flood: edits of a hex map that can be written down and done again."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from landwright.settings import Settings, Stage, choice, nested, quantity

__all__ = ["Flood", "Stroke", "Strokes"]

_Cell = tuple[Annotated[int, Field(ge=0, lt=1 << 16)], Annotated[int, Field(ge=0, lt=1 << 16)]]
_Mode = Literal["ignore", "yes", "no"]


class Stroke(Settings):
    """One drag of the brush: where it went, how wide it is, and what it sets. What is left out stays as it is.

    Rivers and roads are drawn from each cell to the next one of `cells`, for every cell of the brush; where two following cells
    are not neighbours, neither is drawn. What the rules forbid does not happen, and what a change makes impossible goes: a river
    that would run uphill, a road that became too steep or meets a river, the roads of a special feature.

    Parameters
    ----------
    cells : tuple of (int, int)
        Column and row of the cells the brush was dragged over, in this order; those outside the map are refused.
    brush : int
        Radius: 0 is one cell, k is 1 + 3 k (k + 1) cells.
    elevation, water_level, terrain, urban, farm, plant, special : int, optional
        Values that all cells of the brush get.
    river, road : {"ignore", "yes", "no"}
        Draw along the drag, or remove from all cells of the brush.
    walled, explored : {"ignore", "yes", "no"}
        Set or clear.
    """

    cells: tuple[_Cell, ...] = quantity(
        (), unit="count", help="Column and row of the cells the brush is dragged over; more cells make a longer stroke."
    )
    brush: int = quantity(0, unit="count", ge=0, le=4, help="Rings of cells around each one; more makes a wider brush.")
    elevation: int | None = quantity(
        None, unit="count", ge=-1000, le=1000, help="Level that cells get; more makes higher ground, none leaves it."
    )
    water_level: int | None = quantity(
        None, unit="count", ge=-1000, le=1000, help="Level of the water; more drowns higher cells, none leaves it."
    )
    terrain: int | None = quantity(
        None, unit="count", ge=0, le=4, help="Ground: 0 sand, 1 grass, 2 mud, 3 stone, 4 snow; none leaves it."
    )
    urban: int | None = quantity(
        None, unit="count", ge=0, le=3, help="Density of buildings; more builds more and larger ones, none leaves it."
    )
    farm: int | None = quantity(
        None, unit="count", ge=0, le=3, help="Density of fields; more makes more and larger ones, none leaves it."
    )
    plant: int | None = quantity(
        None, unit="count", ge=0, le=3, help="Density of trees; more makes more and larger ones, none leaves it."
    )
    special: int | None = quantity(
        None, unit="count", ge=0, le=3, help="0 nothing, 1 castle, 2 ziggurat, 3 megaflora; none leaves it."
    )
    river: _Mode = choice("ignore", help="Yes draws a river along the stroke, no removes rivers, ignore leaves them.")
    road: _Mode = choice("ignore", help="Yes draws a road along the stroke, no removes roads, ignore leaves them.")
    walled: _Mode = choice("ignore", help="Yes puts cells behind a wall, no takes the wall away, ignore leaves it.")
    explored: _Mode = choice("ignore", help="Yes marks cells as seen, no as never seen, ignore leaves them.")


class Strokes(Stage):
    """A list of brush strokes, drawn on the map one after the other: an editor's work, replayable.

    Parameters
    ----------
    strokes : tuple of Stroke
        In the order they were drawn.
    """

    kind: Literal["hexmap.strokes"] = "hexmap.strokes"
    strokes: tuple[Stroke, ...] = nested((), help="Brush strokes in the order they are drawn; later ones win.")

    verb: ClassVar[str] = "landwright.hexmap:edit"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "hexmap"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    reach: ClassVar[Literal["point", "halo", "basin", "whole"]] = "whole"


class Flood(Stage):
    """Water rises or falls to one level over everything that is joined to a cell and lies below it.

    Parameters
    ----------
    column, row : int
        The cell the water starts from: under water, or below `level`.
    level : int
        Water level it gets.
    max_cells : int
        Most cells the water may reach; beyond, the flood is refused and the map stays as it is.
    """

    kind: Literal["hexmap.flood"] = "hexmap.flood"
    column: int = quantity(0, unit="count", ge=0, lt=1 << 16, help="Column of the cell the water starts from.")
    row: int = quantity(
        0, unit="count", ge=0, lt=1 << 16, help="Row of the cell the water starts from, from the south."
    )
    level: int = quantity(
        1, unit="count", ge=-1000, le=1000, help="Level the water comes to; more floods more and higher cells."
    )
    max_cells: int = quantity(
        10_000, unit="count", ge=1, le=1 << 26, help="Most cells the water may reach; more lets it spread further."
    )

    verb: ClassVar[str] = "landwright.hexmap:flood"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "hexmap"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    reach: ClassVar[Literal["point", "halo", "basin", "whole"]] = "whole"
