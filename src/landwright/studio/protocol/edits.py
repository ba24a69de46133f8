"""Changes of the document that a page asks for."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from landwright.studio.protocol._base import ID, INDEX, PATH, Said


class SetOp(Said):
    """Change one setting: ``seed``, ``grid.cell_size``, ``base.octaves``, ``base.title``, ``base.noise.kind``."""

    op: Literal["set"]
    path: PATH
    value: Any


class ResetOp(Said):
    """Give one setting its default again."""

    op: Literal["reset"]
    path: PATH


class AddOp(Said):
    """Add a stage of a kind; the server chooses its id. Without `index` it goes to the end."""

    op: Literal["add"]
    kind: ID
    index: INDEX | None = None
    settings: dict[str, Any] = Field({}, description="What differs from the defaults, such as combine or path.")


class RemoveOp(Said):
    """Remove a stage."""

    op: Literal["remove"]
    id: ID


class MoveOp(Said):
    """Move a stage to a position, counted without the stage itself."""

    op: Literal["move"]
    id: ID
    index: INDEX


class DuplicateOp(Said):
    """Put a copy of a stage, with a new id, after it."""

    op: Literal["duplicate"]
    id: ID


class AddOutputOp(Said):
    """Add a file that the recipe ends in; the server chooses its name."""

    op: Literal["add_output"]
    kind: ID


class SetOutputOp(Said):
    """Change one setting of a file: ``path``, ``width``, ``camera.azimuth``."""

    op: Literal["set_output"]
    index: INDEX
    path: PATH
    value: Any


class RemoveOutputOp(Said):
    """Remove a file that the recipe ends in."""

    op: Literal["remove_output"]
    index: INDEX


class StrokeOp(Said):
    """Draw on a hex map: the stroke goes to the last stage, if that holds strokes, else to a new stage."""

    op: Literal["stroke"]
    stroke: dict[str, Any] = Field(description="Settings of a Stroke of `hexmap.strokes`.")
    more: bool = Field(
        False, description="The drag goes on: `cells` are added to the last stroke, if it sets the same."
    )


Op = Annotated[
    SetOp | ResetOp | AddOp | RemoveOp | MoveOp | DuplicateOp | AddOutputOp | SetOutputOp | RemoveOutputOp | StrokeOp,
    Field(discriminator="op"),
]
