"""The header of a binary frame of a hex map."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from landwright.studio.protocol._base import Told


class HexScales(Told):
    """How fine the patterns of water and roads are: periods per metre, and radians per metre for `slant`."""

    waves: float
    foam: float
    road: float
    slant: float


class HexFrame(Told):
    """The frame of a hex map. Row 0 lies in the south, column 0 in the west; odd rows lie half a cell further east."""

    columns: int
    rows: int
    wrap: bool
    origin: tuple[float, float] = Field(description="X and Y of the center of the south-west cell (m).")
    outer_radius: float
    inner_radius: float
    elevation_step: float
    water_offset: float = Field(description="From a water level to the surface, in levels.")
    chunk_size: int
    chunks: tuple[int, int] = Field(description="Rows and columns of chunks.")
    scales: HexScales


class HexBlock(Told):
    """One small mesh of a binary frame: x, y, z (f32), red, green, blue, 255 (u8), then faces (u32)."""

    name: str
    offset: int
    vertices: int
    faces: int


class HexChunk(Told):
    """One chunk of a binary frame.

    At `offset` lie, for terrain, rivers, roads, water, shore, estuaries, walls in this order: x, y, z of every vertex from the
    chunk's `origin` (f32); uv0 (2 f32) of rivers, roads, shore and estuaries; uv1 (2 f32) of estuaries; of the terrain the three
    weights and a zero (u8) and the three cells they belong to (u32, row times columns plus column); three vertices of every
    face (u32). Then 8 f32 for every instance: x, y, z, turn (radians, counter-clockwise from above), scale along x, y, z, and
    the position of its model in the list of the last frame that had one.
    """

    key: tuple[int, int] = Field(description="Row and column of the chunk.")
    digest: str = Field(description="Of what lies at `offset`.")
    offset: int
    bytes: int
    origin: tuple[float, float, float]
    low: float = Field(description="Lowest and highest vertex, from the origin (m).")
    high: float
    counts: list[tuple[int, int]] = Field(description="Vertices and faces of the seven meshes.")
    instances: int


class HexCells(Told):
    """The cells of a binary frame, one array after the other.

    index (u32), height of the top (f32), elevation and water level (i16), then in u8: terrain, urban, farm, plant, special, walled,
    river in, river out (255 none), roads, explored.
    """

    offset: int
    count: int


class HexHeader(Told):
    """The header of a binary frame of a hex map.

    A frame that is not `whole` holds only what changed since the one before, and none may be left out.
    """

    type: Literal["hexmap"]
    job: int
    revision: int = Field(description="Of the document it was built from.")
    whole: bool
    frame: HexFrame
    noise: int | None = Field(description="Where size x size x 4 u8 of periodic noise lie; null: as before.")
    noise_size: int
    models: list[HexBlock] | None = Field(description="What instances look like; null: as before.")
    cells: HexCells
    chunks: list[HexChunk]
