/**
 * Level of detail of a planet: the quadtree of the landscape (CDLOD), once for each face.
 *
 * Distances are chords of the unit sphere between the eye's direction and a place, plus the eye's height over the ground. They are the same
 * from both faces along an edge, so patches of two faces meet as those of one do. Lengths are planet radii.
 */

import { type Frustum, Sphere, Vector3 } from "three";
import type { Bounds } from "../scene/quadtree";
import { cubePoint, dot, onSphere, scaled, type Mapping, type Vec3 } from "./sphere";

/** Ranges are this many patches long: on a sphere patches are up to 1.3 times as large as their mean. */
export const RANGE_FACTOR = 11;

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
export function rangeOf(level: number, patch: number, side: number): number {
  return RANGE_FACTOR * patch * cellOf(side) * 2 ** level;
}

/** The middle of a part of a face on the sphere, and the angle to its farthest corner. */
export function coneOf(face: number, s0: number, t0: number, s1: number, t1: number, mapping: Mapping): { middle: Vec3; angle: number } {
  const middle = onSphere(cubePoint(face, (s0 + s1) / 2, (t0 + t1) / 2), mapping);
  const corners = [[s0, t0], [s0, t1], [s1, t0], [s1, t1]] as const;
  const least = Math.min(...corners.map(([s, t]) => dot(middle, onSphere(cubePoint(face, s, t), mapping))));
  return { middle, angle: Math.acos(Math.min(Math.max(least, -1), 1)) };
}

const ball = new Sphere(new Vector3(), 0);

/**
 * Choose the patches to draw. `nodes` takes (column, row, quad size in samples, range) of each, `places` (face, column and row of its middle
 * in samples, 0), `origins` the middle on the unit sphere as seen from the eye. Returns how many were written. The frustum has the eye as its
 * origin.
 */
export function choosePatches(bounds: readonly Bounds[], globe: GlobeSize, eye: PlanetEye, frustum: Frustum | null, nodes: Float32Array, places: Float32Array, origins: Float32Array): number {
  const { side, mapping, scale, sea } = globe;
  const room = Math.floor(nodes.length / 4);
  const last = side - 1;
  const lowest = sea ? 1 : Math.min(1, ...bounds.map(({ levels }) => 1 + levels.at(-1)!.low[0]! * scale));
  const dip = eye.away > lowest ? Math.acos(lowest / eye.away) : 0;
  const from = scaled(eye.direction, eye.away);
  let count = 0;
  const visit = (face: number, level: number, row: number, column: number): void => {
    const { patch, levels } = bounds[face]!;
    const at = levels[level]!;
    if (row >= at.rows || column >= at.cols || count >= room) return;
    const quad = 2 ** level;
    const [c0, r0] = [column * patch * quad, row * patch * quad];
    const [c1, r1] = [Math.min(c0 + patch * quad, last), Math.min(r0 + patch * quad, last)];
    const place = (k: number): number => (2 * k) / last - 1;
    const { middle, angle } = coneOf(face, place(c0), place(r0), place(c1), place(r1), mapping);
    const apart = Math.max(Math.acos(Math.min(Math.max(dot(middle, eye.direction), -1), 1)) - angle, 0);
    const k = row * at.cols + column;
    const low = 1 + (sea ? Math.max(at.low[k]!, 0) : at.low[k]!) * scale;
    const high = 1 + Math.max(at.high[k]!, sea ? 0 : -Infinity) * scale;
    if (apart > dip + (high > lowest ? Math.acos(lowest / high) : 0) + 1e-6) return;
    if (frustum !== null) {
      const radius = Math.hypot(2 * Math.sin(angle / 2) * high, (high - low) / 2) + high * (1 - Math.cos(angle));
      ball.center.set(...scaled(middle, (low + high) / 2)).sub(new Vector3(...from));
      ball.radius = radius;
      if (!frustum.intersectsSphere(ball)) return;
    }
    if (level > 0 && Math.hypot(2 * Math.sin(apart / 2), eye.above) < rangeOf(level - 1, patch, side)) {
      for (let child = 0; child < 4; child++) visit(face, level - 1, row * 2 + (child >> 1), column * 2 + (child & 1));
      return;
    }
    const [mc, mr] = [(c0 + c1) / 2, (r0 + r1) / 2];
    const center = onSphere(cubePoint(face, place(mc), place(mr)), mapping);
    nodes.set([c0, r0, quad, rangeOf(level, patch, side)], 4 * count);
    places.set([face, mc, mr, 0], 4 * count);
    origins.set([center[0] - from[0], center[1] - from[1], center[2] - from[2]], 3 * count);
    count += 1;
  };
  for (const face of globe.faces) visit(face, bounds[face]!.levels.length - 1, 0, 0);
  return count;
}

