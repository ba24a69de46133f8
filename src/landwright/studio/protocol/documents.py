"""The recipe as the page gets it."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class GridJson(BaseModel):
    """Where the samples lie."""

    model_config = ConfigDict(extra="allow")
    shape: tuple[int, int]
    cell_size: float
    origin: tuple[float, float]


class LayoutJson(BaseModel):
    """The frame of a hex map."""

    model_config = ConfigDict(extra="allow")
    columns: int
    rows: int
    wrap: bool
    origin: tuple[float, float]


class PlanetJson(BaseModel):
    """The frame of a planet."""

    model_config = ConfigDict(extra="allow")
    radius: float
    resolution: int
    mapping: str
    faces: str


class StageJson(BaseModel):
    """One stage: the recipe's words, and beside them the settings of its kind."""

    model_config = ConfigDict(extra="allow")
    id: str
    kind: str
    title: str
    enabled: bool
    output: str
    combine: str
    mask: str | None
    input: str | None


class OutputJson(BaseModel):
    """One file the recipe ends in, with the settings of its kind."""

    model_config = ConfigDict(extra="allow")
    kind: str
    path: str


class RecipeJson(BaseModel):
    """A recipe, complete with defaults. A whole-number seed that JavaScript cannot hold exactly is given as text."""

    model_config = ConfigDict(extra="forbid")
    format: int
    name: str
    seed: int | str
    sea_level: float
    grid: GridJson | None = None
    hexmap: LayoutJson | None = None
    planet: PlanetJson | None = None
    stages: list[StageJson]
    outputs: list[OutputJson]
