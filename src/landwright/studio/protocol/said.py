"""What the page says to the server."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from landwright.studio.protocol._base import ID, INDEX, Said
from landwright.studio.protocol.edits import Op


class Edit(Said):
    """Changes made together. All of them are made or none; edits of one drag carry the same `group` and undo as one."""

    type: Literal["edit"]
    seq: int = Field(description="Counts up; the answer carries it.")
    ops: Annotated[list[Op], Field(min_length=1, max_length=64)]
    drag: bool = Field(False, description="True while the pointer is down: a coarse preview only.")
    group: Annotated[str, Field(max_length=64)] = Field("", description="Names a drag; empty: an edit of its own.")


class Undo(Said):
    """Take the last step back."""

    type: Literal["undo"]


class Redo(Said):
    """Make the step again that was taken back last."""

    type: Literal["redo"]


class Refine(Said):
    """Build at full resolution now."""

    type: Literal["refine"]


class Cancel(Said):
    """Stop what is being built; `job` stops only that one (an export, say)."""

    type: Literal["cancel"]
    job: int | None = None


class Want(Said):
    """Which layers to stream beside the elevation (``"*"``: all), and the largest side the view can use."""

    type: Literal["want"]
    layers: Annotated[list[ID], Field(max_length=64)] = Field([])
    size: int = Field(2049, ge=17, le=4097)


class New(Said):
    """Start from a template."""

    type: Literal["new"]
    template: ID
    seed: int | Annotated[str, Field(max_length=240)] | None = None


class OpenText(Said):
    """Open a recipe given as text, TOML or JSON."""

    type: Literal["open_text"]
    text: str
    name: Annotated[str, Field(max_length=240)] = "recipe.toml"


class OpenRecent(Said):
    """Open a file of the recent list."""

    type: Literal["open_recent"]
    path: Annotated[str, Field(max_length=4096)]


class Save(Said):
    """Write the file; `name` (``"alps.toml"``) writes a new one into the folder the studio was started in."""

    type: Literal["save"]
    name: Annotated[str, Field(max_length=240)] | None = None


class Close(Said):
    """Close the document and go back to the menu."""

    type: Literal["close"]


class Quit(Said):
    """End the studio: everything is kept, then the server stops."""

    type: Literal["quit"]


class Measure(Said):
    """Ask how far the cells of the hex map are from one, and for the way to another."""

    type: Literal["measure"]
    seq: int = Field(description="The answer carries it.")
    start: tuple[INDEX, INDEX] = Field(description="Column and row.")
    goal: tuple[INDEX, INDEX] | None = None
    speed: int = Field(24, ge=1, le=1000, description="Points of movement a turn.")


class TileWant(Said):
    """A tile of the planet."""

    face: int = Field(ge=0, le=5)
    depth: int = Field(ge=1, le=24)
    row: int = Field(ge=0, le=1 << 32)
    column: int = Field(ge=0, le=1 << 32)
    colors: bool = Field(False, description="Only its colors; its elevations are at hand.")


class Tiles(Said):
    """Ask for tiles of the planet that is shown, the most wanted first; what was asked before and is not among them is forgotten."""

    type: Literal["tiles"]
    ground: ID
    wants: Annotated[list[TileWant], Field(max_length=512)]


class Ping(Said):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Edit
    | Undo
    | Redo
    | Refine
    | Cancel
    | Want
    | New
    | OpenText
    | OpenRecent
    | Save
    | Close
    | Quit
    | Measure
    | Tiles
    | Ping,
    Field(discriminator="type"),
]
CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)
"""Reads what a page says."""
