/**
 * Tiles of the planet: squares of 64 x 64 steps between nodes that halve from depth to depth. Those that are seen are asked for, coarse ones
 * first; a tile is shown when its three sisters are there too; what was not seen for long makes room.
 */

import type { TileBytes } from "../link/frame";
import type { PlanetDepths, TileWant } from "../protocol";
import { cubePoint, cross, dot, onSphere, placeOf, plus, scaled, type Mapping, type Vec3 } from "./sphere";

/** Steps along an edge. */
export const TILE = 64;
const NODES = TILE + 1;
const RING = TILE + 3;

export interface TilePlace {
  face: number;
  depth: number;
  row: number;
  column: number;
}

export interface Tile {
  readonly place: TilePlace;
  /** Where the graphics device has it. */
  readonly layer: number;
  /** Metres of its nodes, 65 x 65. */
  readonly heights: Float32Array;
  readonly low: number;
  readonly high: number;
  /** The height (m) that those on the graphics device are told from. */
  readonly base: number;
  /** Names the colors it has. */
  paint: string | null;
  /** When it was seen last. */
  seen: number;
  /** Whether its sisters are there. */
  whole: boolean;
}

/** What a tile brings for the graphics device. */
export interface TileData {
  layer: number;
  /** Metres over the tile's base, 65 x 65. */
  heights: Float32Array | null;
  /** Slopes along the sphere, 65 x 65 x 3, of ground that is not exaggerated. */
  slopes: Float32Array | null;
  /** 65 x 65 x 3; null: those of the globe. */
  colors: Uint8Array | null;
}

export const placeKey = ({ face, depth, row, column }: TilePlace): string => `${face} ${depth} ${row} ${column}`;

/** The tile above. */
export function parentPlace({ face, depth, row, column }: TilePlace): TilePlace {
  return { face, depth: depth - 1, row: row >> 1, column: column >> 1 };
}

/** The up to four tiles that share a parent, those that lie on a face of `side` nodes an edge. */
export function sisters({ face, depth, row, column }: TilePlace, side: number): TilePlace[] {
  const steps = (side - 1) * 2 ** depth;
  return [0, 1, 2, 3]
    .map((k) => ({ face, depth, row: (row & ~1) + (k >> 1), column: (column & ~1) + (k & 1) }))
    .filter((one) => one.row * TILE < steps && one.column * TILE < steps);
}

/** The slope along the sphere at every node, from the nodes around it: the same from both sides of an edge. */
export function slopesOf(ring: Float32Array, place: TilePlace, side: number, mapping: Mapping, radius: number): Float32Array {
  const steps = (side - 1) * 2 ** place.depth;
  const points: Vec3[] = [];
  const outs: Vec3[] = [];
  for (let r = -1; r <= NODES; r++) {
    for (let c = -1; c <= NODES; c++) {
      const out = onSphere(bent(place.face, place.column * TILE + c, place.row * TILE + r, steps), mapping);
      outs.push(out);
      points.push(scaled(out, 1 + ring[(r + 1) * RING + c + 1]! / radius));
    }
  }
  const slopes = new Float32Array(3 * NODES * NODES);
  for (let r = 0; r < NODES; r++) {
    for (let c = 0; c < NODES; c++) {
      const k = (r + 1) * RING + c + 1;
      const n = cross(plus(points[k + 1]!, points[k - 1]!, -1), plus(points[k + RING]!, points[k - RING]!, -1));
      const tall = dot(n, outs[k]!);
      if (Math.abs(tall) < 1e-300) continue;
      for (let axis = 0; axis < 3; axis++) slopes[3 * (r * NODES + c) + axis] = Math.min(Math.max(n[axis]! / tall - outs[k]![axis]!, -30), 30);
    }
  }
  return slopes;
}

/** A place of the cube by steps of a face; one beyond the edge lies on the next face. */
function bent(face: number, column: number, row: number, steps: number): Vec3 {
  const [a, b] = [(2 * column) / steps - 1, (2 * row) / steps - 1];
  const over = Math.max(Math.abs(a) - 1, 0) + Math.max(Math.abs(b) - 1, 0);
  const inside = (value: number): number => Math.min(Math.max(value, -1), 1);
  const [x, y] = [inside(a), inside(b)];
  const edge = cubePoint(face, x, y);
  return over === 0 ? edge : plus(edge, cubePoint(face, 0, 0), -over);
}

export class TileStore {
  depths: PlanetDepths | null = null;
  private side = 2;
  private mapping: Mapping = "normalized";
  private radius = 1;
  private readonly held = new Map<string, Tile>();
  private free: number[];
  private wants = new Map<string, { place: TilePlace; apart: number; colors: boolean }>();
  private moment = 0;

  constructor(
    readonly room: number,
    private readonly put: (data: TileData) => void,
  ) {
    this.free = Array.from({ length: room }, (_, k) => room - 1 - k);
  }

  get deepest(): number {
    return this.depths?.deepest ?? 0;
  }

  get size(): number {
    return this.held.size;
  }

  /** Take a planet in; tiles of another shape are dropped. */
  setPlanet(depths: PlanetDepths | null, side: number, mapping: Mapping, radius: number): void {
    if (this.depths?.ground !== depths?.ground) this.clear();
    this.depths = depths;
    [this.side, this.mapping, this.radius] = [side, mapping, radius];
  }

  clear(): void {
    for (const tile of this.held.values()) this.free.push(tile.layer);
    this.held.clear();
  }

  /** The tile of a place, when it and its sisters are there. */
  get(key: string): Tile | null {
    const tile = this.held.get(key);
    return tile?.whole ? tile : null;
  }

  parentOf(tile: Tile): Tile | null {
    return tile.place.depth <= 1 ? null : this.get(placeKey(parentPlace(tile.place)));
  }

  // ---------------------------------------------------------------- what is seen

  /** A picture begins: nothing is wanted yet. */
  begin(): void {
    this.moment += 1;
    this.wants.clear();
  }

  /** A tile is seen from that far (radians): it is kept, or asked for. */
  use(place: TilePlace, apart: number): void {
    const { depths } = this;
    if (depths === null) return;
    for (const one of sisters(place, this.side)) {
      const key = placeKey(one);
      const tile = this.held.get(key);
      if (tile !== undefined) tile.seen = this.moment;
      const colors = tile !== undefined;
      if (tile !== undefined && (depths.paint === null || tile.paint === depths.paint)) continue;
      const before = this.wants.get(key);
      if (before === undefined || before.apart > apart) this.wants.set(key, { place: one, apart, colors });
    }
  }

  /** The ground under the eye is needed whether it is in the picture or not. */
  below(eye: { direction: Vec3 }, near: (depth: number) => boolean): void {
    for (let depth = 1; depth <= this.deepest && near(depth); depth++) this.use(this.at(eye.direction, depth).place, 0);
  }

  /** What to ask for, the most wanted first, as much as there is room for. */
  asked(): TileWant[] {
    const order = [...this.wants.values()].sort((a, b) => Number(a.colors) - Number(b.colors) || a.place.depth - b.place.depth || a.apart - b.apart);
    let fresh = this.room - [...this.held.values()].filter((tile) => tile.seen === this.moment).length;
    const some = order.filter(({ colors }) => colors || fresh-- > 0);
    return some.slice(0, 256).map(({ place, colors }) => ({ ...place, colors }));
  }

  // ---------------------------------------------------------------- what comes

  /** Take a tile in; false when it is of no use any more. */
  take({ header, buffer }: TileBytes): boolean {
    const { face, depth, row, column, ground, paint } = header;
    if (ground !== this.depths?.ground) return false;
    const place = { face, depth, row, column };
    const key = placeKey(place);
    const colors = header.colors === null ? null : new Uint8Array(buffer, header.colors, 3 * NODES * NODES);
    const before = this.held.get(key);
    if (header.elevation === null || before !== undefined) {
      if (before === undefined) return false;
      before.paint = paint;
      this.put({ layer: before.layer, heights: null, slopes: null, colors });
      return true;
    }
    const layer = this.free.pop() ?? this.drop();
    if (layer === null) return false;
    const ring = new Float32Array(buffer, header.elevation, RING * RING);
    const heights = new Float32Array(NODES * NODES);
    for (let r = 0; r < NODES; r++) heights.set(ring.subarray((r + 1) * RING + 1, (r + 1) * RING + 1 + NODES), r * NODES);
    const base = heights[(NODES * NODES - 1) / 2]!;
    const tile: Tile = { place, layer, heights, low: heights.reduce((a, b) => Math.min(a, b)), high: heights.reduce((a, b) => Math.max(a, b)), base, paint, seen: this.moment, whole: false };
    this.held.set(key, tile);
    const family = sisters(place, this.side).map((one) => this.held.get(placeKey(one)));
    if (family.every((one) => one !== undefined)) for (const one of family) one.whole = true;
    this.put({ layer, heights: heights.map((h) => h - base), slopes: slopesOf(ring, place, this.side, this.mapping, this.radius), colors });
    return true;
  }

  /** Make room: the tile that was seen longest ago goes; null when all are in the picture. */
  private drop(): number | null {
    let oldest: Tile | null = null;
    for (const tile of this.held.values()) {
      // the deeper one first, so that no tile lacks its parent
      if (tile.seen < this.moment && (oldest === null || tile.seen < oldest.seen || (tile.seen === oldest.seen && tile.place.depth > oldest.place.depth))) oldest = tile;
    }
    if (oldest === null) return null;
    this.held.delete(placeKey(oldest.place));
    for (const one of sisters(oldest.place, this.side)) {
      const sister = this.held.get(placeKey(one));
      if (sister !== undefined) sister.whole = false;
    }
    return oldest.layer;
  }

  // ---------------------------------------------------------------- heights

  private at(direction: Vec3, depth: number): { place: TilePlace; x: number; y: number } {
    const { face, s, t } = placeOf(direction, this.mapping);
    const steps = (this.side - 1) * 2 ** depth;
    const [x, y] = [((s + 1) / 2) * steps, ((t + 1) / 2) * steps];
    const tile = (value: number): number => Math.max(Math.min(Math.floor(value / TILE), Math.ceil(steps / TILE) - 1), 0);
    const place = { face, depth, row: tile(y), column: tile(x) };
    return { place, x: x - place.column * TILE, y: y - place.row * TILE };
  }

  /** Metres of the ground in a direction, of the finest tile that is there; null where there is none. */
  elevationAt(direction: Vec3): number | null {
    let found: number | null = null;
    for (let depth = 1; depth <= this.deepest; depth++) {
      const { place, x, y } = this.at(direction, depth);
      const tile = this.get(placeKey(place));
      if (tile === null) break;
      found = heightIn(tile.heights, x, y, depth === this.deepest);
    }
    return found;
  }
}

/** A height between nodes; on the triangles that are drawn, or on the curved surface that finer ones lie on. */
export function heightIn(heights: Float32Array, x: number, y: number, flat: boolean): number {
  const [column, row] = [Math.min(Math.max(Math.floor(x), 0), TILE - 1), Math.min(Math.max(Math.floor(y), 0), TILE - 1)];
  const [u, v] = [x - column, y - row];
  const k = row * NODES + column;
  const [a, b, d, e] = [heights[k]!, heights[k + 1]!, heights[k + NODES]!, heights[k + NODES + 1]!];
  if (!flat) return (a * (1 - u) + b * u) * (1 - v) + (d * (1 - u) + e * u) * v;
  // the diagonal alternates, as in the patches
  if ((row + column) % 2 === 0) return u + v <= 1 ? a + (b - a) * u + (d - a) * v : e + (d - e) * (1 - u) + (b - e) * (1 - v);
  return v >= u ? a + (d - a) * v + (e - d) * u : a + (b - a) * u + (e - b) * v;
}
