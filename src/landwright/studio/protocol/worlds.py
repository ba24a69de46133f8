"""The header of a binary frame of a landscape."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from landwright.studio.protocol._base import Told


class LayerHeader(Told):
    """One array of a binary frame; a value is ``raw * scale + bias``."""

    name: str
    unit: str
    dtype: Literal["f32", "u8"]
    shape: tuple[int, int]
    offset: int = Field(description="Of the first byte, from the start of the frame; a multiple of 8.")
    bytes: int
    scale: float
    bias: float
    low: float = Field(description="Lowest value, in the unit.")
    high: float = Field(description="Highest value, in the unit.")


class Available(Told):
    """A layer the world has, whether it is streamed or not."""

    name: str
    unit: str
    mask: bool = Field(description="Whether it holds 0 to 1 only.")


class WorldHeader(Told):
    """The header of a binary frame; elevation is always the first layer."""

    type: Literal["world"]
    job: int
    revision: int = Field(description="Of the document it was built from.")
    level: Literal["preview", "full"]
    shape: tuple[int, int] = Field(description="Rows and columns of the streamed arrays.")
    full_shape: tuple[int, int] = Field(description="Rows and columns of the recipe's grid.")
    cell_size: float = Field(description="Between streamed samples (m).")
    origin: tuple[float, float] = Field(description="X and Y of the north-west sample (m).")
    sea_level: float
    low: float
    high: float
    look: str | None = Field(description="Natural colors of the recipe's first picture; null when it has none.")
    available: list[Available]
    layers: list[LayerHeader]
