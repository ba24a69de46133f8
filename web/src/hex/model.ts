/** The hex map as the page has it: every frame brings what changed. */

import { chunkOf, type HexBytes, type HexMesh } from "../link/frame";
import type { HexBlock, HexFrame } from "../protocol";
import { type Cell, indexOf } from "./cells";

/** What is known of every cell, row by row from the south. */
export interface Cells {
  /** Height of the top (m). */
  top: Float32Array;
  elevation: Int16Array;
  water: Int16Array;
  terrain: Uint8Array;
  urban: Uint8Array;
  farm: Uint8Array;
  plant: Uint8Array;
  special: Uint8Array;
  walled: Uint8Array;
  riverIn: Uint8Array;
  /** 255: none. */
  riverOut: Uint8Array;
  roads: Uint8Array;
  explored: Uint8Array;
}

const BYTES = ["terrain", "urban", "farm", "plant", "special", "walled", "riverIn", "riverOut", "roads", "explored"] as const;

export interface Chunk {
  key: readonly [number, number];
  digest: string;
  origin: readonly [number, number, number];
  low: number;
  high: number;
  meshes: HexMesh[];
  instances: Float32Array;
}

export interface Model {
  name: string;
  places: Float32Array;
  colors: Uint8Array;
  faces: Uint32Array;
}

/** What a frame changed. */
export interface Change {
  whole: boolean;
  chunks: string[];
  cells: boolean;
}

export const keyOf = (key: readonly [number, number]): string => `${key[0]},${key[1]}`;

export class HexModel {
  frame: HexFrame;
  cells: Cells;
  readonly chunks = new Map<string, Chunk>();
  noise: { size: number; bytes: Uint8Array };
  models: Model[] = [];
  job = 0;
  revision = 0;
  /** Counts up with every frame. */
  version = 0;
  /** Highest top, and lowest and highest point of all chunks (m). */
  low = 0;
  high = 0;

  /** Throws when the first frame is not whole. */
  constructor(first: HexBytes) {
    if (!first.header.whole) throw new Error("hex map: the first frame is only a part");
    this.frame = first.header.frame;
    this.cells = noCells(0);
    this.noise = { size: 1, bytes: new Uint8Array(4).fill(128) };
    this.apply(first);
  }

  /** Take a frame in; returns what changed. */
  apply({ header, buffer }: HexBytes): Change {
    this.frame = header.frame;
    this.job = header.job;
    this.revision = header.revision;
    this.version += 1;
    if (header.whole) {
      this.chunks.clear();
      this.cells = noCells(header.frame.columns * header.frame.rows);
    }
    if (header.noise !== null) this.noise = { size: header.noise_size, bytes: new Uint8Array(buffer, header.noise, header.noise_size ** 2 * 4) };
    if (header.models !== null) this.models = header.models.map((block) => modelOf(buffer, block));
    this.takeCells(buffer, header.cells.offset, header.cells.count);
    for (const told of header.chunks) {
      this.chunks.set(keyOf(told.key), { key: told.key, digest: told.digest, origin: told.origin, low: told.low, high: told.high, ...chunkOf(buffer, told) });
    }
    this.low = Math.min(...[...this.chunks.values()].map((chunk) => chunk.low));
    this.high = Math.max(...[...this.chunks.values()].map((chunk) => chunk.high));
    return { whole: header.whole, chunks: header.chunks.map((chunk) => keyOf(chunk.key)), cells: header.cells.count > 0 };
  }

  private takeCells(buffer: ArrayBuffer, offset: number, count: number): void {
    let at = offset;
    const index = new Uint32Array(buffer, at, count);
    const top = new Float32Array(buffer, (at += 4 * count), count);
    const elevation = new Int16Array(buffer, (at += 4 * count), count);
    const water = new Int16Array(buffer, (at += 2 * count), count);
    at += 2 * count;
    const bytes = BYTES.map((_, k) => new Uint8Array(buffer, at + k * count, count));
    const { cells } = this;
    for (let k = 0; k < count; k++) {
      const to = index[k]!;
      cells.top[to] = top[k]!;
      cells.elevation[to] = elevation[k]!;
      cells.water[to] = water[k]!;
      for (let b = 0; b < BYTES.length; b++) cells[BYTES[b]!][to] = bytes[b]![k]!;
    }
  }

  /** Height of the water's surface at a cell (m); null where it is dry. */
  waterAt(index: number): number | null {
    const { cells, frame } = this;
    return cells.water[index]! > cells.elevation[index]! ? (cells.water[index]! + frame.water_offset) * frame.elevation_step : null;
  }

  /** Height of what one sees of a cell from above (m). */
  surfaceAt(index: number): number {
    return Math.max(this.cells.top[index] ?? 0, this.waterAt(index) ?? -Infinity);
  }

  /** The values of a cell. */
  at(cell: Cell): { [name in keyof Cells]: number } {
    const index = indexOf(this.frame, cell);
    return Object.fromEntries(Object.entries(this.cells).map(([name, array]) => [name, array[index]])) as { [name in keyof Cells]: number };
  }
}

function noCells(count: number): Cells {
  const bytes = (): Uint8Array => new Uint8Array(count);
  return {
    top: new Float32Array(count),
    elevation: new Int16Array(count),
    water: new Int16Array(count),
    terrain: bytes(),
    urban: bytes(),
    farm: bytes(),
    plant: bytes(),
    special: bytes(),
    walled: bytes(),
    riverIn: bytes(),
    riverOut: bytes(),
    roads: bytes(),
    explored: bytes(),
  };
}

function modelOf(buffer: ArrayBuffer, block: HexBlock): Model {
  const colors = block.offset + 12 * block.vertices;
  return {
    name: block.name,
    places: new Float32Array(buffer, block.offset, 3 * block.vertices),
    colors: new Uint8Array(buffer, colors, 4 * block.vertices),
    faces: new Uint32Array(buffer, colors + 4 * block.vertices, 3 * block.faces),
  };
}
