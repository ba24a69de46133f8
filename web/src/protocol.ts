// Made by tools/make_protocol.py from src/landwright/studio/protocol; do not edit.

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Where the samples lie. */
export interface GridJson {
  shape: [number, number];
  cell_size: number;
  origin: [number, number];
  [key: string]: Json;
}

/** The frame of a hex map. */
export interface LayoutJson {
  columns: number;
  rows: number;
  wrap: boolean;
  origin: [number, number];
  [key: string]: Json;
}

/** One file the recipe ends in, with the settings of its kind. */
export interface OutputJson {
  kind: string;
  path: string;
  [key: string]: Json;
}

/** The frame of a planet. */
export interface PlanetJson {
  radius: number;
  resolution: number;
  mapping: string;
  faces: string;
  [key: string]: Json;
}

/** A recipe, complete with defaults. A whole-number seed that JavaScript cannot hold exactly is given as text. */
export interface RecipeJson {
  format: number;
  name: string;
  seed: number | string;
  sea_level: number;
  grid?: GridJson | null;
  hexmap?: LayoutJson | null;
  planet?: PlanetJson | null;
  stages: StageJson[];
  outputs: OutputJson[];
}

/** One stage: the recipe's words, and beside them the settings of its kind. */
export interface StageJson {
  id: string;
  kind: string;
  title: string;
  enabled: boolean;
  output: string;
  combine: string;
  mask: string | null;
  input: string | null;
  [key: string]: Json;
}

/** Add a stage of a kind; the server chooses its id. Without `index` it goes to the end. */
export interface AddOp {
  op: "add";
  kind: string;
  index?: number | null;
  /** What differs from the defaults, such as combine or path. */
  settings?: { [key: string]: Json };
}

/** Add a file that the recipe ends in; the server chooses its name. */
export interface AddOutputOp {
  op: "add_output";
  kind: string;
}

/** Put a copy of a stage, with a new id, after it. */
export interface DuplicateOp {
  op: "duplicate";
  id: string;
}

/** Move a stage to a position, counted without the stage itself. */
export interface MoveOp {
  op: "move";
  id: string;
  index: number;
}

/** Remove a stage. */
export interface RemoveOp {
  op: "remove";
  id: string;
}

/** Remove a file that the recipe ends in. */
export interface RemoveOutputOp {
  op: "remove_output";
  index: number;
}

/** Give one setting its default again. */
export interface ResetOp {
  op: "reset";
  path: string;
}

/** Change one setting: ``seed``, ``grid.cell_size``, ``base.octaves``, ``base.title``, ``base.noise.kind``. */
export interface SetOp {
  op: "set";
  path: string;
  value: Json;
}

/** Change one setting of a file: ``path``, ``width``, ``camera.azimuth``. */
export interface SetOutputOp {
  op: "set_output";
  index: number;
  path: string;
  value: Json;
}

/** Draw on a hex map: the stroke goes to the last stage, if that holds strokes, else to a new stage. */
export interface StrokeOp {
  op: "stroke";
  /** Settings of a Stroke of `hexmap.strokes`. */
  stroke: { [key: string]: Json };
  /** The drag goes on: `cells` are added to the last stroke, if it sets the same. */
  more?: boolean;
}

/** One small mesh of a binary frame: x, y, z (f32), red, green, blue, 255 (u8), then faces (u32). */
export interface HexBlock {
  name: string;
  offset: number;
  vertices: number;
  faces: number;
}

/**
 * The cells of a binary frame, one array after the other.
 *
 * index (u32), height of the top (f32), elevation and water level (i16), then in u8: terrain, urban, farm, plant, special, walled,
 * river in, river out (255 none), roads, explored.
 */
export interface HexCells {
  offset: number;
  count: number;
}

/**
 * One chunk of a binary frame.
 *
 * At `offset` lie, for terrain, rivers, roads, water, shore, estuaries, walls in this order: x, y, z of every vertex from the
 * chunk's `origin` (f32); uv0 (2 f32) of rivers, roads, shore and estuaries; uv1 (2 f32) of estuaries; of the terrain the three
 * weights and a zero (u8) and the three cells they belong to (u32, row times columns plus column); three vertices of every
 * face (u32). Then 8 f32 for every instance: x, y, z, turn (radians, counter-clockwise from above), scale along x, y, z, and
 * the position of its model in the list of the last frame that had one.
 */
export interface HexChunk {
  /** Row and column of the chunk. */
  key: [number, number];
  /** Of what lies at `offset`. */
  digest: string;
  offset: number;
  bytes: number;
  origin: [number, number, number];
  /** Lowest and highest vertex, from the origin (m). */
  low: number;
  high: number;
  /** Vertices and faces of the seven meshes. */
  counts: ([number, number])[];
  instances: number;
}

/** The frame of a hex map. Row 0 lies in the south, column 0 in the west; odd rows lie half a cell further east. */
export interface HexFrame {
  columns: number;
  rows: number;
  wrap: boolean;
  /** X and Y of the center of the south-west cell (m). */
  origin: [number, number];
  outer_radius: number;
  inner_radius: number;
  elevation_step: number;
  /** From a water level to the surface, in levels. */
  water_offset: number;
  chunk_size: number;
  /** Rows and columns of chunks. */
  chunks: [number, number];
  scales: HexScales;
}

/**
 * The header of a binary frame of a hex map.
 *
 * A frame that is not `whole` holds only what changed since the one before, and none may be left out.
 */
export interface HexHeader {
  type: "hexmap";
  job: number;
  /** Of the document it was built from. */
  revision: number;
  whole: boolean;
  frame: HexFrame;
  /** Where size x size x 4 u8 of periodic noise lie; null: as before. */
  noise: number | null;
  noise_size: number;
  /** What instances look like; null: as before. */
  models: HexBlock[] | null;
  cells: HexCells;
  chunks: HexChunk[];
}

/** How fine the patterns of water and roads are: periods per metre, and radians per metre for `slant`. */
export interface HexScales {
  waves: number;
  foam: number;
  road: number;
  slant: number;
}

/** POST ``/api/export``: a kind of output, ``"recipe"``, or ``"all"`` for what ``landwright build`` gives, as a zip. */
export interface ExportRequest {
  kind: string;
  options?: { [key: string]: Json };
  /** Take the recipe's output of this position instead of `options`. */
  output?: number | null;
  /** File name; chosen when left out. */
  name?: string | null;
}

/** Answer to POST ``/api/export``. */
export interface ExportStarted {
  job: number;
  /** Of the file that GET /api/export/{job} gives; a zip when there is more than one. */
  name: string;
}

/** Answer 202 of GET ``/api/export/{job}`` while it runs; the file itself comes with 200. */
export interface ExportState {
  job: number;
  fraction: number;
}

/** Answer to POST ``/api/open?session=...&name=...`` (body: the file's bytes); a ``document`` message follows. */
export interface Opened {
  name: string;
  kind: "recipe" | "heightmap";
}

/** The body of every answer from 400 on. */
export interface Refused {
  error: string;
}

/** Values at the nodes of a planet in a binary frame: six faces of `side` x `side`, as the library orders them. */
export interface PlanetArray {
  offset: number;
  side: number;
  bytes: number;
}

/** What a page asks tiles of a planet with: finer and finer nodes between those of the planet's frame. */
export interface PlanetDepths {
  /** Names the shape; tiles of another one are of no use. */
  ground: string;
  /** Names the colors of tiles; null where gradients give them. */
  paint: string | null;
  /** How often steps between nodes are halved at most. */
  deepest: number;
}

/**
 * The header of a binary frame of a planet.
 *
 * What is null is as it was in the frame before; a frame that is not `whole` goes on from it, so that none may be left out.
 */
export interface PlanetHeader {
  type: "planet";
  job: number;
  /** Of the document it was built from. */
  revision: number;
  level: "preview" | "full";
  whole: boolean;
  radius: number;
  mapping: "normalized" | "even";
  /** Numbers of the faces that are built. */
  faces: number[];
  /** Nodes along an edge of what was built. */
  side: number;
  /** Nodes along an edge that a view shows at most: those of the recipe, or fewer. */
  full_side: number;
  sea: boolean;
  smoothness: number;
  /** Lowest and highest elevation (m). */
  low: number;
  high: number;
  /** Metres (f32). */
  elevation: PlanetArray | null;
  /** Where colors come from: gradients by biome and elevation, or the nodes' own. */
  paint: "none" | "ramps" | "colors";
  /** Where nodes lie among the biomes, in steps of 1/255 (u8). */
  biomes: PlanetArray | null;
  ramps: PlanetRamps | null;
  /** Red, green, blue (u8). */
  colors: PlanetArray | null;
  /** Null: nothing finer than these nodes is to be had. */
  depths: PlanetDepths | null;
}

/** Gradients in a binary frame: rows of `steps` colors (red, green, blue u8), one a biome, the last that of the ocean. */
export interface PlanetRamps {
  offset: number;
  rows: number;
  steps: number;
}

/** The header of a binary frame of a tile: 64 x 64 steps between nodes, 1 / 2^depth as long as those of the planet's frame. */
export interface PlanetTile {
  type: "tile";
  ground: string;
  paint: string | null;
  face: number;
  depth: number;
  row: number;
  column: number;
  /** Where 67 x 67 metres (f32) lie, the tile's nodes and one around them. */
  elevation: number | null;
  /** Where 65 x 65 colors (red, green, blue u8) lie. */
  colors: number | null;
}

/** Stop what is being built; `job` stops only that one (an export, say). */
export interface Cancel {
  type: "cancel";
  job?: number | null;
}

/** Close the document and go back to the menu. */
export interface Close {
  type: "close";
}

/** Changes made together. All of them are made or none; edits of one drag carry the same `group` and undo as one. */
export interface Edit {
  type: "edit";
  /** Counts up; the answer carries it. */
  seq: number;
  ops: Op[];
  /** True while the pointer is down: a coarse preview only. */
  drag?: boolean;
  /** Names a drag; empty: an edit of its own. */
  group?: string;
}

/** Ask how far the cells of the hex map are from one, and for the way to another. */
export interface Measure {
  type: "measure";
  /** The answer carries it. */
  seq: number;
  /** Column and row. */
  start: [number, number];
  goal?: [number, number] | null;
  /** Points of movement a turn. */
  speed?: number;
}

/** Start from a template. */
export interface New {
  type: "new";
  template: string;
  seed?: number | string | null;
}

/** Open a file of the recent list. */
export interface OpenRecent {
  type: "open_recent";
  path: string;
}

/** Open a recipe given as text, TOML or JSON. */
export interface OpenText {
  type: "open_text";
  text: string;
  name?: string;
}

/** Ask whether the server is there. */
export interface Ping {
  type: "ping";
}

/** End the studio: everything is kept, then the server stops. */
export interface Quit {
  type: "quit";
}

/** Make the step again that was taken back last. */
export interface Redo {
  type: "redo";
}

/** Build at full resolution now. */
export interface Refine {
  type: "refine";
}

/** Write the file; `name` (``"alps.toml"``) writes a new one into the folder the studio was started in. */
export interface Save {
  type: "save";
  name?: string | null;
}

/** Ask for tiles of the planet that is shown, the most wanted first; what was asked before and is not among them is forgotten. */
export interface Tiles {
  type: "tiles";
  ground: string;
  wants: TileWant[];
}

/** A tile of the planet. */
export interface TileWant {
  face: number;
  depth: number;
  row: number;
  column: number;
  /** Only its colors; its elevations are at hand. */
  colors?: boolean;
}

/** Take the last step back. */
export interface Undo {
  type: "undo";
}

/** Which layers to stream beside the elevation (``"*"``: all), and the largest side the view can use. */
export interface Want {
  type: "want";
  layers?: string[];
  size?: number;
}

/** The studio ends; there is nothing to reconnect to. */
export interface Bye {
  type: "bye";
}

/** A job was stopped, by a newer edit or by request. */
export interface Cancelled {
  type: "cancelled";
  job: number;
}

/** No document is open: show the menu. */
export interface Closed {
  type: "closed";
  recent: Recent[];
}

/** The recipe under edit, after every change and on connecting. */
export interface Document {
  type: "document";
  /** Counts up with every change of the document. */
  revision: number;
  recipe: RecipeJson;
  /** The recipe as TOML; null right after an edit. A message of the same revision brings it when the pointer rests. */
  text: string | null;
  name: string;
  /** The file it was opened from; null when it has none. */
  path: string | null;
  /** What undo takes back; null when there is nothing. */
  undo: Step | null;
  /** What redo makes again; null when there is nothing. */
  redo: Step | null;
  saved: boolean;
  /** Of the edit this answers; null when it answers none. */
  seq: number | null;
}

/** A job is done; a world frame came before it, unless it was an export. */
export interface Done {
  type: "done";
  job: number;
  revision: number;
  seconds: number;
  kind: "preview" | "full" | "export";
  stages: StageTime[];
}

/** A job could not be done; `stage` is the id of the stage that refused, when it is known. */
export interface Failed {
  type: "failed";
  job: number;
  message: string;
  stage: string | null;
}

/** First message on a connection. Keep `session` and connect with ``/ws?session=...`` to get the same edits back. */
export interface Hello {
  type: "hello";
  version: string;
  session: string;
  templates: Template[];
  recent: Recent[];
  limits: Limits;
}

/** An edit was refused and nothing changed; `message` is for people, to be shown at the setting `path`. */
export interface Invalid {
  type: "invalid";
  seq: number;
  path: string;
  message: string;
}

/** What the server accepts. */
export interface Limits {
  message_bytes: number;
  upload_bytes: number;
  /** Largest side of a streamed layer, in samples. */
  view_side: number;
  /** Largest side of a preview while dragging, in samples. */
  preview_side: number;
  undo_steps: number;
}

/** The answer to a measure message. */
export interface Measured {
  type: "measured";
  seq: number;
  start: [number, number];
  goal: [number, number] | null;
  /** Points of movement to every cell, row by row from the south; -1 unreachable. */
  distances: number[];
  /** Column and row of the cells from start to goal; empty: there is no way. */
  way: ([number, number])[];
  /** Points of the whole way. */
  cost: number;
  /** In which turn each cell of the way is reached. */
  turns: number[];
}

/** Something a person should know, for which the page has the words. */
export interface News {
  type: "news";
  word: "edits_back" | "kernels_compiled";
  /** Name of the file it is about; or empty. */
  what: string;
}

/** A sentence of an error or a warning, for people. */
export interface Notice {
  type: "notice";
  level: "info" | "warning" | "error";
  message: string;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** How far a job is; at most ten a second. */
export interface Progress {
  type: "progress";
  job: number;
  /** Id of the stage, or name of the file, that is being made. */
  stage: string;
  title: string;
  fraction: number;
  remaining_s: number | null;
  kind: "preview" | "full" | "export";
}

/** A file opened before. */
export interface Recent {
  path: string;
  name: string;
  /** Whether edits are kept that the file does not have. */
  unsaved: boolean;
}

/** The file was written. */
export interface Saved {
  type: "saved";
  path: string;
  recent: Recent[];
}

/** How long one stage took; 0 when its result was there already. */
export interface StageTime {
  id: string;
  seconds: number;
  cached: boolean;
}

/** A step of the history, for which the page has the words. */
export interface Step {
  word: "set" | "reset" | "add" | "remove" | "move" | "duplicate" | "add_output" | "set_output" | "remove_output" | "stroke" | "new" | "open" | "folder";
  /** Title of the stage or name of the file it is about, kind or template; empty for the world. */
  what: string;
  /** Path of the setting in it; what a stroke sets, with commas; or empty. */
  setting: string;
  /** How many operations came with this one. */
  more: number;
}

/** A recipe to start from; its thumbnail is ``/api/templates/{name}.jpg``. */
export interface Template {
  name: string;
  summary: string;
  /** What it makes. */
  world?: "grid" | "hexmap" | "planet";
}

/** A layer the world has, whether it is streamed or not. */
export interface Available {
  name: string;
  unit: string;
  /** Whether it holds 0 to 1 only. */
  mask: boolean;
}

/** One array of a binary frame; a value is ``raw * scale + bias``. */
export interface LayerHeader {
  name: string;
  unit: string;
  dtype: "f32" | "u8";
  shape: [number, number];
  /** Of the first byte, from the start of the frame; a multiple of 8. */
  offset: number;
  bytes: number;
  scale: number;
  bias: number;
  /** Lowest value, in the unit. */
  low: number;
  /** Highest value, in the unit. */
  high: number;
}

/** The header of a binary frame; elevation is always the first layer. */
export interface WorldHeader {
  type: "world";
  job: number;
  /** Of the document it was built from. */
  revision: number;
  level: "preview" | "full";
  /** Rows and columns of the streamed arrays. */
  shape: [number, number];
  /** Rows and columns of the recipe's grid. */
  full_shape: [number, number];
  /** Between streamed samples (m). */
  cell_size: number;
  /** X and Y of the north-west sample (m). */
  origin: [number, number];
  sea_level: number;
  low: number;
  high: number;
  /** Natural colors of the recipe's first picture; null when it has none. */
  look: string | null;
  available: Available[];
  layers: LayerHeader[];
}

export type Op =
  | SetOp
  | ResetOp
  | AddOp
  | RemoveOp
  | MoveOp
  | DuplicateOp
  | AddOutputOp
  | SetOutputOp
  | RemoveOutputOp
  | StrokeOp;

export type ClientMessage =
  | Edit
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
  | Ping;

export type ServerMessage =
  | Hello
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
  | Pong;
