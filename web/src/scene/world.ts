/** A streamed world as the view holds it: heights in metres, layers, weights of materials. */

import type { LayerHeader, WorldHeader } from "../protocol";
import type { LayerArrays } from "./types";

export interface LayerData {
  header: LayerHeader;
  data: Float32Array | Uint8Array;
}

export interface World {
  rows: number;
  cols: number;
  /** Between samples (m). */
  cell: number;
  /** X and Y (m) of the north-west sample. */
  west: number;
  north: number;
  /** West to east and north to south (m). */
  width: number;
  length: number;
  sea: number;
  /** Whether some ground lies below the sea. */
  hasSea: boolean;
  /** Whether the sea goes on beyond the map: most of the map's edge lies in it. */
  openSea: boolean;
  low: number;
  high: number;
  /** Ground (m), row by row from the north-west. */
  z: Float32Array;
  /** Depth of lakes and rivers (m). */
  water: Float32Array | null;
  layers: ReadonlyMap<string, LayerData>;
  level: "preview" | "full";
}

/** Read a frame's header and arrays; worlds longer than `side` are thinned. */
export function worldOf(header: WorldHeader, arrays: LayerArrays, side: number): World {
  const found = new Map<string, LayerData>();
  for (const layer of header.layers) {
    const data = arrays.get(layer.name);
    if (data !== undefined && data.length === layer.shape[0] * layer.shape[1]) found.set(layer.name, { header: layer, data });
  }
  const ground = found.get("elevation");
  if (ground === undefined) throw new Error("A world frame must hold the elevation.");
  const [fullRows, fullCols] = ground.header.shape;
  const step = Math.max(1, Math.ceil((Math.max(fullRows, fullCols) - 1) / Math.max(1, side - 1)));
  const rows = thinned(fullRows, step);
  const cols = thinned(fullCols, step);
  const layers = new Map<string, LayerData>();
  for (const [name, layer] of found) {
    const same = layer.header.shape[0] === fullRows && layer.header.shape[1] === fullCols;
    if (same) layers.set(name, step === 1 ? layer : { header: layer.header, data: thin(layer.data, fullRows, fullCols, step) });
  }
  const z = metres(layers.get("elevation") as LayerData);
  const wet = layers.get("water");
  const cell = header.cell_size * step;
  const sea = header.sea_level;
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < z.length; k++) {
    const h = z[k]!;
    if (h < low) low = h;
    if (h > high) high = h;
  }
  const water = wet === undefined ? null : metres(wet);
  const hasSea = low < sea;
  return {
    rows,
    cols,
    cell,
    west: header.origin[0],
    north: header.origin[1],
    width: (cols - 1) * cell,
    length: (rows - 1) * cell,
    sea,
    hasSea,
    openSea: hasSea && edgeShare(z, rows, cols, sea) > 0.8,
    low,
    high,
    z,
    water: water !== null && water.some((depth) => depth > 0) ? water : null,
    layers,
    level: header.level,
  };
}

/** A little flat land, to rehearse with. */
export function flatWorld(): World {
  const [rows, cols, cell] = [3, 3, 1];
  const place = { rows, cols, cell, west: 0, north: 0, width: 2, length: 2, sea: -1, hasSea: false, openSea: false, low: 0, high: 1 };
  return { ...place, z: new Float32Array(rows * cols), water: null, layers: new Map(), level: "preview" };
}

function thinned(count: number, step: number): number {
  return Math.floor((count - 1) / step) + 1;
}

function thin<T extends Float32Array | Uint8Array>(data: T, rows: number, cols: number, step: number): T {
  const outRows = thinned(rows, step);
  const outCols = thinned(cols, step);
  const out = data instanceof Float32Array ? new Float32Array(outRows * outCols) : new Uint8Array(outRows * outCols);
  for (let r = 0; r < outRows; r++) for (let c = 0; c < outCols; c++) out[r * outCols + c] = data[r * step * cols + c * step]!;
  return out as T;
}

/** Values of a layer in its unit; no copy when they are streamed so. */
export function metres(layer: LayerData): Float32Array {
  const { scale, bias } = layer.header;
  if (layer.data instanceof Float32Array && scale === 1 && bias === 0) return layer.data;
  return Float32Array.from(layer.data, (raw) => raw * scale + bias);
}

/** Share of the map's edge that lies at or below `level`. */
export function edgeShare(z: Float32Array, rows: number, cols: number, level: number): number {
  let below = 0;
  for (let c = 0; c < cols; c++) below += Number(z[c]! <= level) + Number(z[(rows - 1) * cols + c]! <= level);
  for (let r = 0; r < rows; r++) below += Number(z[r * cols]! <= level) + Number(z[r * cols + cols - 1]! <= level);
  return below / (2 * (rows + cols));
}

/** Ground (m) at a place given in samples, bilinear; places outside take the edge. */
export function heightAt(world: World, col: number, row: number): number {
  return sampleAt(world.z, world.rows, world.cols, col, row);
}

export function sampleAt(data: Float32Array | Uint8Array, rows: number, cols: number, col: number, row: number): number {
  const x = Math.min(Math.max(col, 0), cols - 1);
  const y = Math.min(Math.max(row, 0), rows - 1);
  const c = Math.min(Math.floor(x), Math.max(cols - 2, 0));
  const r = Math.min(Math.floor(y), Math.max(rows - 2, 0));
  const c1 = Math.min(c + 1, cols - 1);
  const r1 = Math.min(r + 1, rows - 1);
  const u = x - c;
  const v = y - r;
  const north = data[r * cols + c]! * (1 - u) + data[r * cols + c1]! * u;
  const south = data[r1 * cols + c]! * (1 - u) + data[r1 * cols + c1]! * u;
  return north * (1 - v) + south * v;
}

/**
 * Top (m) of the drawn surface of ground and water: a cell is drawn as two triangles, parted along one diagonal or the other, and a curved cell lies between
 * the two ways. The higher one is never below what is drawn, so an eye over it is over the ground.
 */
export function topAt(world: World, col: number, row: number): number {
  const { rows, cols, z, water } = world;
  const x = Math.min(Math.max(col, 0), cols - 1);
  const y = Math.min(Math.max(row, 0), rows - 1);
  const c = Math.min(Math.floor(x), Math.max(cols - 2, 0));
  const r = Math.min(Math.floor(y), Math.max(rows - 2, 0));
  const at = (k: number): number => z[k]! + (water === null ? 0 : Math.max(water[k]!, 0));
  const [east, south] = [Math.min(c + 1, cols - 1) - c, (Math.min(r + 1, rows - 1) - r) * cols];
  const k = r * cols + c;
  const [nw, ne, sw, se] = [at(k), at(k + east), at(k + south), at(k + south + east)];
  const [u, v] = [x - c, y - r];
  const falling = u >= v ? nw + u * (ne - nw) + v * (se - ne) : nw + v * (sw - nw) + u * (se - sw);
  const rising = u + v <= 1 ? nw + u * (ne - nw) + v * (sw - nw) : se + (1 - u) * (sw - se) + (1 - v) * (ne - se);
  return Math.max(falling, rising, world.hasSea ? world.sea : -Infinity);
}
