import type { HexChunk, HexHeader, LayerHeader, PlanetHeader, PlanetTile, WorldHeader } from "../protocol";
import type { LayerArray } from "../scene/view";

/** A frame taken apart; the arrays lie in `buffer`. */
export interface Frame {
  header: WorldHeader;
  arrays: Map<string, LayerArray>;
}

/** A frame of a hex map; `chunkOf` and the model lay arrays over the bytes. */
export interface HexBytes {
  header: HexHeader;
  buffer: ArrayBuffer;
}

/** A frame of a planet; the model lays arrays over the bytes. */
export interface PlanetBytes {
  header: PlanetHeader;
  buffer: ArrayBuffer;
}

/** A frame of a tile of a planet. */
export interface TileBytes {
  header: PlanetTile;
  buffer: ArrayBuffer;
}

export type AnyHeader = WorldHeader | HexHeader | PlanetHeader | PlanetTile;
export type AnyFrame = Frame | HexBytes | PlanetBytes | TileBytes;

const sizes: Record<LayerHeader["dtype"], number> = { f32: 4, u8: 1 };

/** Bytes of a cell in a frame: index, height, two levels, ten bytes. */
export const CELL_BYTES = 4 + 4 + 2 + 2 + 10;
/** Bytes that the vertices of each mesh of a chunk take: terrain, rivers, roads, water, shore, estuaries, walls. */
const VERTEX_BYTES = [28, 20, 20, 12, 20, 28, 12] as const;

/** Whether what was parsed has the words of a header. */
function isHeader(value: unknown): value is AnyHeader {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "world") return "layers" in value && Array.isArray(value.layers);
  if (value.type === "tile") return "ground" in value && "elevation" in value && "colors" in value;
  if (value.type === "planet") return "elevation" in value && "paint" in value;
  return value.type === "hexmap" && "chunks" in value && Array.isArray(value.chunks);
}

/** Bytes of a chunk, from its counts. */
export function chunkBytes(chunk: HexChunk): number {
  return chunk.counts.reduce((sum, [vertices, faces], k) => sum + vertices * (VERTEX_BYTES[k] ?? 0) + faces * 12, 0) + chunk.instances * 32;
}

function checkHexMap(header: HexHeader, size: number): void {
  const inside = (offset: number, bytes: number, what: string): void => {
    if (offset % 8 !== 0 || offset + bytes > size) throw new Error(`frame: ${what} is not where its header says`);
  };
  inside(header.cells.offset, header.cells.count * CELL_BYTES, "cells");
  if (header.noise !== null) inside(header.noise, header.noise_size ** 2 * 4, "noise");
  for (const model of header.models ?? []) inside(model.offset, model.vertices * 16 + model.faces * 12, model.name);
  for (const chunk of header.chunks) {
    if (chunk.counts.length !== VERTEX_BYTES.length || chunkBytes(chunk) !== chunk.bytes) throw new Error("frame: a chunk has another size than its header says");
    inside(chunk.offset, chunk.bytes, `chunk ${chunk.key.join()}`);
  }
}

function checkPlanet(header: PlanetHeader, size: number): void {
  const parts = [[header.elevation, 4], [header.biomes, 1], [header.colors, 3]] as const;
  for (const [part, bytes] of parts) {
    if (part === null) continue;
    const whole = part.side >= 2 && 6 * part.side ** 2 * bytes === part.bytes;
    if (!whole || part.offset % 8 !== 0 || part.offset + part.bytes > size) throw new Error("frame: nodes are not where the header says");
  }
  const { ramps } = header;
  if (ramps !== null && (ramps.rows < 2 || ramps.offset % 8 !== 0 || ramps.offset + ramps.rows * ramps.steps * 3 > size)) throw new Error("frame: gradients are not where the header says");
}

function checkTile({ elevation, colors }: PlanetTile, size: number): void {
  const parts = [[elevation, 67 * 67 * 4], [colors, 65 * 65 * 3]] as const;
  for (const [offset, bytes] of parts) {
    if (offset !== null && (offset % 8 !== 0 || offset + bytes > size)) throw new Error("frame: a tile's nodes are not where the header says");
  }
}

/** Read the header: a length, JSON, spaces. Throws when the bytes are no frame. */
export function headerOf(buffer: ArrayBuffer): AnyHeader {
  if (buffer.byteLength < 4) throw new Error("frame: too short for a header");
  const length = new DataView(buffer).getUint32(0, true);
  if (length > buffer.byteLength - 4) throw new Error("frame: the header is cut short");
  const header: unknown = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  if (!isHeader(header)) throw new Error("frame: not a world");
  if (header.type === "hexmap") {
    checkHexMap(header, buffer.byteLength);
    return header;
  }
  if (header.type === "planet") {
    checkPlanet(header, buffer.byteLength);
    return header;
  }
  if (header.type === "tile") {
    checkTile(header, buffer.byteLength);
    return header;
  }
  for (const layer of header.layers) {
    const [rows, cols] = layer.shape;
    const whole = rows * cols * sizes[layer.dtype] === layer.bytes && layer.offset % 8 === 0;
    if (!whole || layer.offset + layer.bytes > buffer.byteLength) throw new Error(`frame: ${layer.name} is not where its header says`);
  }
  return header;
}

/** Lay typed arrays over the bytes; nothing is copied. */
export function arraysOf(buffer: ArrayBuffer, header: WorldHeader): Map<string, LayerArray> {
  return new Map(
    header.layers.map((layer) => {
      const count = layer.shape[0] * layer.shape[1];
      const array = layer.dtype === "f32" ? new Float32Array(buffer, layer.offset, count) : new Uint8Array(buffer, layer.offset, count);
      return [layer.name, array] as const;
    }),
  );
}

/** A frame from its header and its bytes. */
export function frameOf(buffer: ArrayBuffer, header: AnyHeader): AnyFrame {
  if (header.type === "hexmap") return { header, buffer };
  if (header.type === "planet") return { header, buffer };
  if (header.type === "tile") return { header, buffer };
  return { header, arrays: arraysOf(buffer, header) };
}

/** One mesh of a chunk; what a mesh does not carry is null. */
export interface HexMesh {
  places: Float32Array;
  uv0: Float32Array | null;
  uv1: Float32Array | null;
  weights: Uint8Array | null;
  cells: Uint32Array | null;
  faces: Uint32Array;
}

/** Lay arrays over the bytes of a chunk: its seven meshes and its instances. */
export function chunkOf(buffer: ArrayBuffer, chunk: HexChunk): { meshes: HexMesh[]; instances: Float32Array } {
  let at = chunk.offset;
  const floats = (count: number): Float32Array => {
    const array = new Float32Array(buffer, at, count);
    at += 4 * count;
    return array;
  };
  const whole = (count: number): Uint32Array => {
    const array = new Uint32Array(buffer, at, count);
    at += 4 * count;
    return array;
  };
  const meshes = chunk.counts.map(([vertices, faces], k): HexMesh => {
    const places = floats(3 * vertices);
    const textured = k === 1 || k === 2 || k === 4 || k === 5;
    const uv0 = textured ? floats(2 * vertices) : null;
    const uv1 = k === 5 ? floats(2 * vertices) : null;
    let weights: Uint8Array | null = null;
    let cells: Uint32Array | null = null;
    if (k === 0) {
      weights = new Uint8Array(buffer, at, 4 * vertices);
      at += 4 * vertices;
      cells = whole(3 * vertices);
    }
    return { places, uv0, uv1, weights, cells, faces: whole(3 * faces) };
  });
  return { meshes, instances: floats(8 * chunk.instances) };
}
