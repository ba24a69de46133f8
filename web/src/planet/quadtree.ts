/**
 * Level of detail of a planet: the quadtree of the landscape (CDLOD), once for each face, and on below the nodes of the globe: level -k has
 * quads of 2^-k of their steps, and reads its heights from a tile of depth k where there is one, else from what is there above it.
 *
 * Distances are chords of the unit sphere between the eye's direction and a place, plus the eye's height over the ground. They are the same
 * from both faces along an edge, so patches of two faces meet as those of one do. Lengths are planet radii.
 */

import { type Frustum, Sphere, Vector3 } from "three";
import type { Bounds } from "../scene/quadtree";
import { cubePoint, dot, onSphere, plus, scaled, type Mapping, type Vec3 } from "./sphere";
import { placeKey, type Tile, TILE, type TilePlace, type TileStore } from "./tiles";

/** Ranges are this many quads long: five of the largest patches, fewer would show cracks. */
export const RANGE_QUADS = 160;
/** Part of a range in which vertices move to the coarser level: it begins beyond what patches of the finer level can touch. */
export const PLANET_MORPH = [0.8, 0.98] as const;

export interface GlobeSize {
  /** Nodes along an edge of a face. */
  side: number;
  mapping: Mapping;
  faces: readonly number[];
  /** Factor from metres to radii, with exaggeration. */
  scale: number;
  sea: boolean;
}

export interface PlanetEye {
  direction: Vec3;
  /** From the planet's center. */
  away: number;
  /** Over the surface below. */
  above: number;
}

/** The longest step between nodes. */
export const cellOf = (side: number): number => 2 / (side - 1);

/** Distance within which quads of `level` are drawn. */
export function rangeOf(level: number, side: number): number {
  return RANGE_QUADS * cellOf(side) * 2 ** level;
}

/** The angle between two directions; small ones keep their digits. */
function between(a: Vec3, b: Vec3): number {
  return 2 * Math.asin(Math.min(Math.hypot(...plus(a, b, -1)) / 2, 1));
}

/** The middle of a part of a face on the sphere, and the angle to its farthest corner. */
export function coneOf(face: number, s0: number, t0: number, s1: number, t1: number, mapping: Mapping): { middle: Vec3; angle: number } {
  const middle = onSphere(cubePoint(face, (s0 + s1) / 2, (t0 + t1) / 2), mapping);
  const corners = [[s0, t0], [s0, t1], [s1, t0], [s1, t1]] as const;
  return { middle, angle: Math.max(...corners.map(([s, t]) => between(middle, onSphere(cubePoint(face, s, t), mapping)))) };
}

/** The patches that were chosen, as the vertex shader takes them. */
export class Chosen {
  count = 0;
  /** Column, row and quad size in steps of the nodes that heights are read from; range. */
  readonly node: Float32Array;
  /** Face; layer of the tile, -1 for the globe; last column and row that may be read. */
  readonly place: Float32Array;
  /** Column and row of the middle, length of a step on the cube, height (radii) that those of the tile are told from. */
  readonly middle: Float32Array;
  /** The middle on the cube. */
  readonly cube: Float32Array;
  /** The middle at that height, as seen from the eye. */
  readonly origin: Float32Array;
  /** The middle on the unit sphere, as seen from the eye's direction. */
  readonly chord: Float32Array;
  /** What the tile's place is in its parent: layer (-1: the globe, -2: no other), column, row. */
  readonly parent: Float32Array;

  constructor(readonly room: number) {
    const made = (size: number): Float32Array => new Float32Array(size * room);
    [this.node, this.place, this.middle, this.cube, this.origin, this.chord, this.parent] = [made(4), made(4), made(4), made(3), made(3), made(3), made(3)];
  }

  get arrays(): Record<string, [Float32Array, number]> {
    const { node, place, middle, cube, origin, chord, parent } = this;
    return { node: [node, 4], place: [place, 4], middle: [middle, 4], cube: [cube, 3], origin: [origin, 3], chord: [chord, 3], parent: [parent, 3] };
  }
}

const ball = new Sphere(new Vector3(), 0);

/** Choose the patches to draw. The frustum has the eye as its origin; `tiles` is told what would be finer. */
export function choosePatches(bounds: readonly Bounds[], globe: GlobeSize, eye: PlanetEye, frustum: Frustum | null, tiles: TileStore | null, out: Chosen): void {
  const { side, mapping, scale, sea } = globe;
  const last = side - 1;
  const finest = -(tiles?.deepest ?? 0);
  const patch = bounds[0]!.patch;
  const lowest = sea ? 1 : Math.min(1, ...bounds.map(({ levels }) => 1 + levels.at(-1)!.low[0]! * scale));
  const dip = eye.away > lowest ? Math.acos(lowest / eye.away) : 0;
  const from = scaled(eye.direction, eye.away);
  out.count = 0;

  const visit = (face: number, level: number, row: number, column: number, above: Tile | null): void => {
    const quad = 2 ** level;
    const [c0, r0] = [column * patch * quad, row * patch * quad];
    if (r0 >= last || c0 >= last || out.count >= out.room) return;
    const [c1, r1] = [Math.min(c0 + patch * quad, last), Math.min(r0 + patch * quad, last)];
    const place = (k: number): number => (2 * k) / last - 1;
    const { middle, angle } = coneOf(face, place(c0), place(r0), place(c1), place(r1), mapping);
    const apart = Math.max(between(middle, eye.direction) - angle, 0);
    let tile = above;
    let wanted: TilePlace | null = null;
    if (level < 0 && tiles !== null) {
      const each = TILE / patch;
      wanted = { face, depth: -level, row: Math.floor(row / each), column: Math.floor(column / each) };
      tile = tiles.get(placeKey(wanted)) ?? above;
    }
    let [lo, hi] = [tile?.low ?? 0, tile?.high ?? 0];
    if (tile === null) {
      const at = bounds[face]!.levels[Math.max(level, 0)]!;
      const down = level < 0 ? 2 ** -level : 1;
      const k = Math.floor(row / down) * at.cols + Math.floor(column / down);
      [lo, hi] = [at.low[k]!, at.high[k]!];
    }
    const low = 1 + (sea ? Math.max(lo, 0) : lo) * scale;
    const high = 1 + Math.max(hi, sea ? 0 : -Infinity) * scale;
    if (apart > dip + (high > lowest ? Math.acos(lowest / high) : 0) + 1e-6) return;
    if (frustum !== null) {
      ball.center.set(...plus(scaled(middle, (low + high) / 2), from, -1));
      ball.radius = Math.hypot(2 * Math.sin(angle / 2) * high, (high - low) / 2) + high * (1 - Math.cos(angle));
      if (!frustum.intersectsSphere(ball)) return;
    }
    if (wanted !== null) tiles!.use(wanted, apart);
    if (level > finest && Math.hypot(2 * Math.sin(Math.min(apart / 2, Math.PI / 2)), eye.above) < rangeOf(level - 1, side)) {
      for (let child = 0; child < 4; child++) visit(face, level - 1, row * 2 + (child >> 1), column * 2 + (child & 1), tile);
      return;
    }
    put(face, level, [c0, r0, c1, r1], tile);
  };

  const put = (face: number, level: number, [c0, r0, c1, r1]: readonly [number, number, number, number], tile: Tile | null): void => {
    const k = out.count++;
    const fine = tile === null ? 1 : 2 ** tile.place.depth;
    const [left, top] = tile === null ? [0, 0] : [tile.place.column * TILE, tile.place.row * TILE];
    const [mc, mr] = [(c0 + c1) / 2, (r0 + r1) / 2];
    const base = (tile?.base ?? 0) * scale;
    const cube = cubePoint(face, (2 * mc) / last - 1, (2 * mr) / last - 1);
    const center = onSphere(cube, mapping);
    out.node.set([c0 * fine - left, r0 * fine - top, 2 ** level * fine, rangeOf(level, side)], 4 * k);
    out.place.set([face, tile?.layer ?? -1, last * fine - left, last * fine - top], 4 * k);
    out.middle.set([mc * fine - left, mr * fine - top, 2 / (last * fine), base], 4 * k);
    out.cube.set(cube, 3 * k);
    out.origin.set(plus(scaled(center, 1 + base), from, -1), 3 * k);
    out.chord.set(plus(center, eye.direction, -1), 3 * k);
    // a patch of the tile's own level becomes what lies above it; a finer one reads the same nodes as its neighbors do
    const own = tile !== null && tile.place.depth === -level;
    const over = own ? tiles!.parentOf(tile) : null;
    out.parent.set([own ? (over?.layer ?? -1) : -2, own ? (tile.place.column % 2) * (TILE / 2) : 0, own ? (tile.place.row % 2) * (TILE / 2) : 0], 3 * k);
  };

  for (const face of globe.faces) visit(face, bounds[face]!.levels.length - 1, 0, 0, null);
  if (tiles !== null && dot(eye.direction, eye.direction) > 0) tiles.below(eye, (depth) => eye.above < rangeOf(-depth, side));
}
