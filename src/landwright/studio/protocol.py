"""What the page and the server say to each other.

Python owns the protocol: every message is a model here, and ``tools/make_protocol.py`` writes ``web/src/protocol.ts`` from
them. Control travels as JSON text frames told apart by ``type``; worlds travel as binary frames whose header is
:class:`WorldHeader` (see ``_wire``). Rows run north to south and columns west to east; world X is east, Y north, Z up.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

__all__ = [
    "CLIENT",
    "ClientMessage",
    "Op",
    "ServerMessage",
    "WorldHeader",
]

PATH = Annotated[str, Field(max_length=240)]
ID = Annotated[str, Field(max_length=64)]
INDEX = Annotated[int, Field(ge=0, le=10_000)]


class _Said(BaseModel):
    """What a page says: nothing unknown, nothing infinite."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class _Told(BaseModel):
    """What the server tells."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# ---------------------------------------------------------------- edits


class SetOp(_Said):
    """Change one setting: ``seed``, ``grid.cell_size``, ``base.octaves``, ``base.title``, ``base.noise.kind``."""

    op: Literal["set"]
    path: PATH
    value: Any


class ResetOp(_Said):
    """Give one setting its default again."""

    op: Literal["reset"]
    path: PATH


class AddOp(_Said):
    """Add a stage of a kind; the server chooses its id. Without `index` it goes to the end."""

    op: Literal["add"]
    kind: ID
    index: INDEX | None = None
    settings: dict[str, Any] = Field({}, description="What differs from the defaults, such as combine or path.")


class RemoveOp(_Said):
    """Remove a stage."""

    op: Literal["remove"]
    id: ID


class MoveOp(_Said):
    """Move a stage to a position, counted without the stage itself."""

    op: Literal["move"]
    id: ID
    index: INDEX


class DuplicateOp(_Said):
    """Put a copy of a stage, with a new id, after it."""

    op: Literal["duplicate"]
    id: ID


class AddOutputOp(_Said):
    """Add a file that the recipe ends in; the server chooses its name."""

    op: Literal["add_output"]
    kind: ID


class SetOutputOp(_Said):
    """Change one setting of a file: ``path``, ``width``, ``camera.azimuth``."""

    op: Literal["set_output"]
    index: INDEX
    path: PATH
    value: Any


class RemoveOutputOp(_Said):
    """Remove a file that the recipe ends in."""

    op: Literal["remove_output"]
    index: INDEX


class StrokeOp(_Said):
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


# ---------------------------------------------------------------- page to server


class Edit(_Said):
    """Changes made together. All of them are made or none; edits of one drag carry the same `group` and undo as one."""

    type: Literal["edit"]
    seq: int = Field(description="Counts up; the answer carries it.")
    ops: Annotated[list[Op], Field(min_length=1, max_length=64)]
    drag: bool = Field(False, description="True while the pointer is down: a coarse preview only.")
    group: Annotated[str, Field(max_length=64)] = Field("", description="Names a drag; empty: an edit of its own.")


class Undo(_Said):
    """Take the last step back."""

    type: Literal["undo"]


class Redo(_Said):
    """Make the step again that was taken back last."""

    type: Literal["redo"]


class Refine(_Said):
    """Build at full resolution now."""

    type: Literal["refine"]


class Cancel(_Said):
    """Stop what is being built; `job` stops only that one (an export, say)."""

    type: Literal["cancel"]
    job: int | None = None


class Want(_Said):
    """Which layers to stream beside the elevation (``"*"``: all), and the largest side the view can use."""

    type: Literal["want"]
    layers: Annotated[list[ID], Field(max_length=64)] = []
    size: int = Field(2049, ge=17, le=4097)


class New(_Said):
    """Start from a template."""

    type: Literal["new"]
    template: ID
    seed: int | Annotated[str, Field(max_length=240)] | None = None


class OpenText(_Said):
    """Open a recipe given as text, TOML or JSON."""

    type: Literal["open_text"]
    text: str
    name: Annotated[str, Field(max_length=240)] = "recipe.toml"


class OpenRecent(_Said):
    """Open a file of the recent list."""

    type: Literal["open_recent"]
    path: Annotated[str, Field(max_length=4096)]


class Save(_Said):
    """Write the file; `name` (``"alps.toml"``) writes a new one into the folder the studio was started in."""

    type: Literal["save"]
    name: Annotated[str, Field(max_length=240)] | None = None


class Close(_Said):
    """Close the document and go back to the menu."""

    type: Literal["close"]


class Quit(_Said):
    """End the studio: everything is kept, then the server stops."""

    type: Literal["quit"]


class Measure(_Said):
    """Ask how far the cells of the hex map are from one, and for the way to another."""

    type: Literal["measure"]
    seq: int = Field(description="The answer carries it.")
    start: tuple[INDEX, INDEX] = Field(description="Column and row.")
    goal: tuple[INDEX, INDEX] | None = None
    speed: int = Field(24, ge=1, le=1000, description="Points of movement a turn.")


class Ping(_Said):
    """Ask whether the server is there."""

    type: Literal["ping"]


ClientMessage = Annotated[
    Edit | Undo | Redo | Refine | Cancel | Want | New | OpenText | OpenRecent | Save | Close | Quit | Measure | Ping,
    Field(discriminator="type"),
]
CLIENT: TypeAdapter[Any] = TypeAdapter(ClientMessage)
"""Reads what a page says."""


# ---------------------------------------------------------------- parts of what the server tells


class Template(_Told):
    """A recipe to start from; its thumbnail is ``/api/templates/{name}.jpg``."""

    name: str
    summary: str
    world: Literal["grid", "hexmap", "planet"] = Field("grid", description="What it makes.")


class Recent(_Told):
    """A file opened before."""

    path: str
    name: str
    unsaved: bool = Field(description="Whether edits are kept that the file does not have.")


class Limits(_Told):
    """What the server accepts."""

    message_bytes: int
    upload_bytes: int
    view_side: int = Field(description="Largest side of a streamed layer, in samples.")
    preview_side: int = Field(description="Largest side of a preview while dragging, in samples.")
    undo_steps: int


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


class StageTime(_Told):
    """How long one stage took; 0 when its result was there already."""

    id: str
    seconds: float
    cached: bool


class LayerHeader(_Told):
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


class Available(_Told):
    """A layer the world has, whether it is streamed or not."""

    name: str
    unit: str
    mask: bool = Field(description="Whether it holds 0 to 1 only.")


class WorldHeader(_Told):
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


class HexScales(_Told):
    """How fine the patterns of water and roads are: periods per metre, and radians per metre for `slant`."""

    waves: float
    foam: float
    road: float
    slant: float


class HexFrame(_Told):
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


class HexBlock(_Told):
    """One small mesh of a binary frame: x, y, z (f32), red, green, blue, 255 (u8), then faces (u32)."""

    name: str
    offset: int
    vertices: int
    faces: int


class HexChunk(_Told):
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


class HexCells(_Told):
    """The cells of a binary frame, one array after the other.

    index (u32), height of the top (f32), elevation and water level (i16), then in u8: terrain, urban, farm, plant, special, walled,
    river in, river out (255 none), roads, explored.
    """

    offset: int
    count: int


class HexHeader(_Told):
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


class PlanetArray(_Told):
    """Values at the nodes of a planet in a binary frame: six faces of `side` x `side`, as the library orders them."""

    offset: int
    side: int
    bytes: int


class PlanetRamps(_Told):
    """Gradients in a binary frame: rows of `steps` colors (red, green, blue u8), one a biome, the last that of the ocean."""

    offset: int
    rows: int
    steps: int


class PlanetHeader(_Told):
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


# ---------------------------------------------------------------- server to page


class Hello(_Told):
    """First message on a connection. Keep `session` and connect with ``/ws?session=...`` to get the same edits back."""

    type: Literal["hello"] = "hello"
    version: str
    session: str
    templates: list[Template]
    recent: list[Recent]
    limits: Limits


class Step(_Told):
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


class Document(_Told):
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


class Closed(_Told):
    """No document is open: show the menu."""

    type: Literal["closed"] = "closed"
    recent: list[Recent]


class Invalid(_Told):
    """An edit was refused and nothing changed; `message` is for people, to be shown at the setting `path`."""

    type: Literal["invalid"] = "invalid"
    seq: int
    path: str
    message: str


class Progress(_Told):
    """How far a job is; at most ten a second."""

    type: Literal["progress"] = "progress"
    job: int
    stage: str = Field(description="Id of the stage, or name of the file, that is being made.")
    title: str
    fraction: float
    remaining_s: float | None
    kind: Literal["preview", "full", "export"]


class Done(_Told):
    """A job is done; a world frame came before it, unless it was an export."""

    type: Literal["done"] = "done"
    job: int
    revision: int
    seconds: float
    kind: Literal["preview", "full", "export"]
    stages: list[StageTime]


class Failed(_Told):
    """A job could not be done; `stage` is the id of the stage that refused, when it is known."""

    type: Literal["failed"] = "failed"
    job: int
    message: str
    stage: str | None


class Cancelled(_Told):
    """A job was stopped, by a newer edit or by request."""

    type: Literal["cancelled"] = "cancelled"
    job: int


class Notice(_Told):
    """One sentence for people."""

    type: Literal["notice"] = "notice"
    level: Literal["info", "warning", "error"]
    message: str


class Saved(_Told):
    """The file was written."""

    type: Literal["saved"] = "saved"
    path: str


class Bye(_Told):
    """The studio ends; there is nothing to reconnect to."""

    type: Literal["bye"] = "bye"


class Measured(_Told):
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


class Pong(_Told):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


ServerMessage = Annotated[
    Hello | Document | Closed | Invalid | Progress | Done | Failed | Cancelled | Notice | Saved | Bye | Measured | Pong,
    Field(discriminator="type"),
]


# ---------------------------------------------------------------- HTTP bodies


class ExportRequest(_Said):
    """POST ``/api/export``: a kind of output, ``"recipe"``, or ``"all"`` for what ``landwright build`` gives, as a zip."""

    kind: ID
    options: dict[str, Any] = {}
    output: INDEX | None = Field(None, description="Take the recipe's output of this position instead of `options`.")
    name: Annotated[str, Field(max_length=240)] | None = Field(None, description="File name; chosen when left out.")


class ExportStarted(_Told):
    """Answer to POST ``/api/export``."""

    job: int
    name: str = Field(description="Of the file that GET /api/export/{job} gives; a zip when there is more than one.")


class ExportState(_Told):
    """Answer 202 of GET ``/api/export/{job}`` while it runs; the file itself comes with 200."""

    job: int
    fraction: float


class Opened(_Told):
    """Answer to POST ``/api/open?session=...&name=...`` (body: the file's bytes); a ``document`` message follows."""

    name: str
    kind: Literal["recipe", "heightmap"]


class Refused(_Told):
    """The body of every answer from 400 on."""

    error: str
