"""What the server tells the page."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from landwright.studio.protocol._base import Told
from landwright.studio.protocol.documents import RecipeJson


class Template(Told):
    """A recipe to start from; its thumbnail is ``/api/templates/{name}.jpg``."""

    name: str
    summary: str
    world: Literal["grid", "hexmap", "planet"] = Field("grid", description="What it makes.")


class Recent(Told):
    """A file opened before."""

    path: str
    name: str
    unsaved: bool = Field(description="Whether edits are kept that the file does not have.")


class Limits(Told):
    """What the server accepts."""

    message_bytes: int
    upload_bytes: int
    view_side: int = Field(description="Largest side of a streamed layer, in samples.")
    preview_side: int = Field(description="Largest side of a preview while dragging, in samples.")
    undo_steps: int


class StageTime(Told):
    """How long one stage took; 0 when its result was there already."""

    id: str
    seconds: float
    cached: bool


class Hello(Told):
    """First message on a connection. Keep `session` and connect with ``/ws?session=...`` to get the same edits back."""

    type: Literal["hello"] = "hello"
    version: str
    session: str
    templates: list[Template]
    recent: list[Recent]
    limits: Limits


class Step(Told):
    """A step of the history, for which the page has the words."""

    word: Literal[
        "set", "reset", "add", "remove", "move", "duplicate",
        "add_output", "set_output", "remove_output", "stroke", "new", "open", "folder",
    ]  # fmt: skip
    what: str = Field(
        description="Title of the stage or name of the file it is about, kind or template; empty for the world."
    )
    setting: str = Field(description="Path of the setting in it; what a stroke sets, with commas; or empty.")
    more: int = Field(description="How many operations came with this one.")


class Document(Told):
    """The recipe under edit, after every change and on connecting."""

    type: Literal["document"] = "document"
    revision: int = Field(description="Counts up with every change of the document.")
    recipe: RecipeJson
    text: str | None = Field(
        description="The recipe as TOML; null right after an edit. A message of the same revision brings it when the pointer rests."
    )
    name: str
    path: str | None = Field(description="The file it was opened from; null when it has none.")
    undo: Step | None = Field(description="What undo takes back; null when there is nothing.")
    redo: Step | None = Field(description="What redo makes again; null when there is nothing.")
    saved: bool
    seq: int | None = Field(description="Of the edit this answers; null when it answers none.")


class Closed(Told):
    """No document is open: show the menu."""

    type: Literal["closed"] = "closed"
    recent: list[Recent]


class Invalid(Told):
    """An edit was refused and nothing changed; `message` is for people, to be shown at the setting `path`."""

    type: Literal["invalid"] = "invalid"
    seq: int
    path: str
    message: str


class Progress(Told):
    """How far a job is; at most ten a second."""

    type: Literal["progress"] = "progress"
    job: int
    stage: str = Field(description="Id of the stage, or name of the file, that is being made.")
    title: str
    fraction: float
    remaining_s: float | None
    kind: Literal["preview", "full", "export"]


class Done(Told):
    """A job is done; a world frame came before it, unless it was an export."""

    type: Literal["done"] = "done"
    job: int
    revision: int
    seconds: float
    kind: Literal["preview", "full", "export"]
    stages: list[StageTime]


class Failed(Told):
    """A job could not be done; `stage` is the id of the stage that refused, when it is known."""

    type: Literal["failed"] = "failed"
    job: int
    message: str
    stage: str | None


class Cancelled(Told):
    """A job was stopped, by a newer edit or by request."""

    type: Literal["cancelled"] = "cancelled"
    job: int


class News(Told):
    """Something a person should know, for which the page has the words."""

    type: Literal["news"] = "news"
    word: Literal["edits_back", "kernels_compiled"]
    what: str = Field(description="Name of the file it is about; or empty.")


class Notice(Told):
    """A sentence of an error or a warning, for people."""

    type: Literal["notice"] = "notice"
    level: Literal["info", "warning", "error"]
    message: str


class Saved(Told):
    """The file was written."""

    type: Literal["saved"] = "saved"
    path: str
    recent: list[Recent]


class Bye(Told):
    """The studio ends; there is nothing to reconnect to."""

    type: Literal["bye"] = "bye"


class Measured(Told):
    """The answer to a measure message."""

    type: Literal["measured"] = "measured"
    seq: int
    start: tuple[int, int]
    goal: tuple[int, int] | None
    distances: list[int] = Field(
        description="Points of movement to every cell, row by row from the south; -1 unreachable."
    )
    way: list[tuple[int, int]] = Field(
        description="Column and row of the cells from start to goal; empty: there is no way."
    )
    cost: int = Field(description="Points of the whole way.")
    turns: list[int] = Field(description="In which turn each cell of the way is reached.")


class Pong(Told):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    Hello
    | Document
    | Closed
    | Invalid
    | Progress
    | Done
    | Failed
    | Cancelled
    | News
    | Notice
    | Saved
    | Bye
    | Measured
    | Pong,
    Field(discriminator="type"),
]
