/** Which cell a ray meets: the ground and water one sees, triangle by triangle in the chunks it passes. */

import type { Vec3 } from "../camera/rig";
import { type Cell, cellAt, inside, locate } from "./cells";
import type { HexModel } from "./model";

/** Places of a chunk's mesh that can be hit: ground, water, shore, estuaries. */
const SOLID = [0, 3, 4, 5] as const;

export interface Hit {
  cell: Cell;
  /** x, y, z (m). */
  at: Vec3;
  distance: number;
}

/** Distance along a ray to a triangle, and where in it; null when it misses. */
export function meet(eye: Vec3, ray: Vec3, a: Vec3, b: Vec3, c: Vec3): [number, number, number] | null {
  const e1 = [b[0] - a[0], b[1] - a[1], b[2] - a[2]] as const;
  const e2 = [c[0] - a[0], c[1] - a[1], c[2] - a[2]] as const;
  const p = [ray[1] * e2[2] - ray[2] * e2[1], ray[2] * e2[0] - ray[0] * e2[2], ray[0] * e2[1] - ray[1] * e2[0]] as const;
  const det = e1[0] * p[0] + e1[1] * p[1] + e1[2] * p[2];
  if (Math.abs(det) < 1e-12) return null;
  const s = [eye[0] - a[0], eye[1] - a[1], eye[2] - a[2]] as const;
  const u = (s[0] * p[0] + s[1] * p[1] + s[2] * p[2]) / det;
  if (u < -1e-9 || u > 1 + 1e-9) return null;
  const q = [s[1] * e1[2] - s[2] * e1[1], s[2] * e1[0] - s[0] * e1[2], s[0] * e1[1] - s[1] * e1[0]] as const;
  const v = (ray[0] * q[0] + ray[1] * q[1] + ray[2] * q[2]) / det;
  if (v < -1e-9 || u + v > 1 + 1e-9) return null;
  const t = (e2[0] * q[0] + e2[1] * q[1] + e2[2] * q[2]) / det;
  return t > 0 ? [t, u, v] : null;
}

/** Whether a ray passes a box before a distance. */
function passes(eye: Vec3, ray: Vec3, low: Vec3, high: Vec3, before: number): boolean {
  let near = 0;
  let far = before;
  for (let k = 0; k < 3; k++) {
    const [e, d] = [eye[k]!, ray[k]!];
    if (Math.abs(d) < 1e-12) {
      if (e < low[k]! || e > high[k]!) return false;
      continue;
    }
    const [t0, t1] = [(low[k]! - e) / d, (high[k]! - e) / d];
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1));
    if (near > far) return false;
  }
  return true;
}

/** The cell that a ray meets first; `eye` and `ray` in x east, y north, z up, `over` the x that the camera looks at. Null beside the map. */
export function pick(model: HexModel, eye: Vec3, ray: Vec3, over = eye[0]): Hit | null {
  const { frame } = model;
  // a map that wraps lies around the place the camera is over
  const around = frame.wrap ? 2 * frame.inner_radius * frame.columns : 0;
  const middle = frame.chunk_size * frame.inner_radius;
  const reach = frame.chunk_size + 1;
  const [wide, deep] = [2 * frame.inner_radius * reach, 1.5 * frame.outer_radius * reach];
  let best = Infinity;
  let owner = -1;
  for (const chunk of model.chunks.values()) {
    const [x, oy, oz] = chunk.origin;
    const ox = around === 0 ? x : x + around * Math.round((over - x - middle) / around);
    const from: Vec3 = [eye[0] - ox, eye[1] - oy, eye[2] - oz];
    if (!passes(from, ray, [-2 * frame.outer_radius, -2 * frame.outer_radius, chunk.low], [wide, deep, chunk.high], best)) continue;
    for (const k of SOLID) {
      const mesh = chunk.meshes[k]!;
      const { places, faces } = mesh;
      const at = (corner: number): Vec3 => [places[3 * corner]!, places[3 * corner + 1]!, places[3 * corner + 2]!];
      for (let f = 0; f < faces.length; f += 3) {
        const [i, j, l] = [faces[f]!, faces[f + 1]!, faces[f + 2]!];
        const found = meet(from, ray, at(i), at(j), at(l));
        if (found === null || found[0] >= best) continue;
        best = found[0];
        owner = mesh.weights === null || mesh.cells === null ? -1 : heaviest(mesh.weights, mesh.cells, [i, j, l], found[1], found[2]);
      }
    }
  }
  if (best === Infinity) return null;
  const at: Vec3 = [eye[0] + ray[0] * best, eye[1] + ray[1] * best, eye[2] + ray[2] * best];
  const cell = owner >= 0 ? cellAt(frame, owner) : locate(frame, at[0], at[1]);
  return inside(frame, cell) ? { cell, at, distance: best } : null;
}

/** The cell with the largest weight at a place of a triangle: borders are shaken, and this is where they are seen. */
function heaviest(weights: Uint8Array, cells: Uint32Array, corners: readonly [number, number, number], u: number, v: number): number {
  const shares = [1 - u - v, u, v];
  let best = -1;
  let most = -1;
  for (let k = 0; k < 3; k++) {
    const weight = corners.reduce((sum, corner, c) => sum + shares[c]! * weights[4 * corner + k]!, 0);
    if (weight > most) {
      most = weight;
      best = cells[3 * corners[0] + k]!;
    }
  }
  return best;
}
