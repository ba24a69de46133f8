"""The header of a binary frame of a planet."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from landwright.studio.protocol._base import Told


class PlanetArray(Told):
    """Values at the nodes of a planet in a binary frame: six faces of `side` x `side`, as the library orders them."""

    offset: int
    side: int
    bytes: int


class PlanetRamps(Told):
    """Gradients in a binary frame: rows of `steps` colors (red, green, blue u8), one a biome, the last that of the ocean."""

    offset: int
    rows: int
    steps: int


class PlanetDepths(Told):
    """What a page asks tiles of a planet with: finer and finer nodes between those of the planet's frame."""

    ground: str = Field(description="Names the shape; tiles of another one are of no use.")
    paint: str | None = Field(description="Names the colors of tiles; null where gradients give them.")
    deepest: int = Field(description="How often steps between nodes are halved at most.")


class PlanetTile(Told):
    """The header of a binary frame of a tile: 64 x 64 steps between nodes, 1 / 2^depth as long as those of the planet's frame."""

    type: Literal["tile"]
    ground: str
    paint: str | None
    face: int
    depth: int
    row: int
    column: int
    elevation: int | None = Field(description="Where 67 x 67 metres (f32) lie, the tile's nodes and one around them.")
    colors: int | None = Field(description="Where 65 x 65 colors (red, green, blue u8) lie.")


class PlanetHeader(Told):
    """The header of a binary frame of a planet.

    What is null is as it was in the frame before; a frame that is not `whole` goes on from it, so that none may be left out.
    """

    type: Literal["planet"]
    job: int
    revision: int = Field(description="Of the document it was built from.")
    level: Literal["preview", "full"]
    whole: bool
    radius: float
    mapping: Literal["normalized", "even"]
    faces: list[int] = Field(description="Numbers of the faces that are built.")
    side: int = Field(description="Nodes along an edge of what was built.")
    full_side: int = Field(description="Nodes along an edge that a view shows at most: those of the recipe, or fewer.")
    sea: bool
    smoothness: float
    low: float = Field(description="Lowest and highest elevation (m).")
    high: float
    elevation: PlanetArray | None = Field(description="Metres (f32).")
    paint: Literal["none", "ramps", "colors"] = Field(
        description="Where colors come from: gradients by biome and elevation, or the nodes' own."
    )
    biomes: PlanetArray | None = Field(description="Where nodes lie among the biomes, in steps of 1/255 (u8).")
    ramps: PlanetRamps | None
    colors: PlanetArray | None = Field(description="Red, green, blue (u8).")
    depths: PlanetDepths | None = Field(description="Null: nothing finer than these nodes is to be had.")
