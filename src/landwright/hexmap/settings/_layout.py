"""Layout: how many cells a hex map has, where they lie, and what shakes them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, field_validator, model_validator

from landwright.errors import SettingError
from landwright.hexmap.settings._metrics import Metrics
from landwright.seeds import Seed, normalize
from landwright.settings import Settings, flag, nested, quantity

__all__ = ["MOST_CELLS", "Layout"]

MOST_CELLS = 1 << 26
"""Cells a map may have."""

_Count = Annotated[int, Field(ge=1, le=1 << 16)]
_Finite = Annotated[float, Field(allow_inf_nan=False)]


class Layout(Settings):
    """The frame of a hex map: pointy cells in rows, every second row half a cell further east.

    Parameters
    ----------
    columns, rows : int
        Cells from west to east and from south to north.
    wrap : bool
        Whether the east edge joins the west edge.
    confluences : bool
        Whether several rivers may flow into one cell.
    seed, noise_seed : int or str, optional
        What features stand where, and how points are shaken. Left out, a recipe's seed decides; 1234 and 0 without one.
    origin : (float, float)
        x and y (m) of the center of the south-west cell.
    metrics : Metrics
        Lengths and thresholds.
    """

    columns: _Count = quantity(20, unit="count", help="Cells from west to east; more makes a wider map.")
    rows: _Count = quantity(15, unit="count", help="Cells from south to north; more makes a deeper map.")
    wrap: bool = flag(False, help="On joins the east edge to the west edge, as on a cylinder.")
    confluences: bool = flag(False, help="On lets several rivers flow into one cell.")
    seed: Seed | None = quantity(
        None, unit="count", help="Which features stand where; left out, the recipe's seed decides."
    )
    noise_seed: Seed | None = quantity(
        None, unit="count", help="How cells and edges are shaken; left out, the recipe's seed decides."
    )
    origin: tuple[_Finite, _Finite] = quantity(
        (0.0, 0.0), unit="m", help="x and y of the center of the south-west cell."
    )
    metrics: Metrics = nested(Metrics(), help="Lengths and thresholds of the geometry.")

    @field_validator("seed", "noise_seed", mode="before")
    @classmethod
    def _seeds(cls, value: object) -> object:
        if value is not None:
            try:
                normalize(value)  # type: ignore[arg-type]
            except SettingError as error:
                raise ValueError(str(error).removeprefix("seed ")) from None
        return value

    @field_validator("wrap")
    @classmethod
    def _wide(cls, value: bool, info: object) -> bool:
        columns = getattr(info, "data", {}).get("columns", 0)
        if value and columns < 2:
            raise ValueError(f"must be off for a map of {columns} columns: the cell would be its own neighbour")
        return value

    @model_validator(mode="after")
    def _not_too_many(self) -> Layout:
        if self.columns * self.rows > MOST_CELLS:
            raise ValueError(f"columns times rows must be at most {MOST_CELLS}, got {self.columns * self.rows}")
        return self

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, the shape of every array of cells."""
        return self.rows, self.columns

    @property
    def chunks(self) -> tuple[int, int]:
        """Rows and columns of chunks; the last ones may be smaller."""
        size = self.metrics.chunk_size
        return -(-self.rows // size), -(-self.columns // size)
