"""The tables of a recipe that say where its world lies: one row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from landwright.grid import Grid
from landwright.hexmap.settings import Layout
from landwright.planet.settings import Frame as PlanetFrame
from landwright.settings import Settings

__all__ = ["FRAMES", "Frame", "given"]


class Frame(NamedTuple):
    """A table: its noun, what a person must write into it, what a file always says, and what only follows from other settings."""

    noun: type[Settings]
    must: str
    always: frozenset[str]
    follows: Callable[[Any], frozenset[str]] = lambda noun: frozenset()


def _origin(grid: Grid) -> frozenset[str]:
    default = grid.origin == (0.0, (grid.rows - 1) * grid.cell_size)
    return frozenset({"origin"} if default else ())


FRAMES: Final[Mapping[str, Frame]] = {
    "grid": Frame(Grid, "shape = [rows, columns] and cell_size in metres", frozenset({"shape", "cell_size"}), _origin),
    "hexmap": Frame(Layout, "columns and rows, the number of cells", frozenset({"columns", "rows"})),
    "planet": Frame(
        PlanetFrame,
        "radius in metres and resolution, the nodes along an edge of a face",
        frozenset({"radius", "resolution"}),
    ),
}
"""Word of the table, which is also the recipe's field, to what it holds."""


def given(word: str, noun: Settings) -> dict[str, Any]:
    """Return the settings of a table without those that only follow from the others, so that they follow them again."""
    follows = FRAMES[word].follows(noun)
    return {name: getattr(noun, name) for name in type(noun).model_fields if name not in follows}
