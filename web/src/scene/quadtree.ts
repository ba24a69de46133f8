/**
 * Level of detail of the terrain: which square patches of the map are drawn, and how fine (CDLOD, Strugar 2010).
 *
 * A patch of level k has quads of 2^k samples. A patch is split where it is nearer than the range of the finer level; the vertex shader
 * morphs vertices toward the coarser level in the last third of a range, so that patches of two levels meet without cracks. Distances are
 * measured on the plane plus the eye's height over the ground; the shader measures the same way.
 */

import type { Frustum } from "three";
import { Box3, Vector3 } from "three";

/** Ranges are this many patches long: shorter ones show cracks. */
export const RANGE_FACTOR = 8;
/** Part of a range in which vertices move to the coarser level. */
export const MORPH = [0.68, 0.98] as const;

/** Lowest and highest sample of every patch of every level; level 0 first. */
export interface Bounds {
  patch: number;
  levels: readonly { rows: number; cols: number; low: Float32Array; high: Float32Array }[];
}

/** Make the pyramid of bounds over `patch` x `patch` quads; every sample counts, shared edges on both sides. */
export function boundsOf(z: Float32Array, rows: number, cols: number, patch: number): Bounds {
  const r0 = Math.max(1, Math.ceil((rows - 1) / patch));
  const c0 = Math.max(1, Math.ceil((cols - 1) / patch));
  const low = new Float32Array(r0 * c0).fill(Infinity);
  const high = new Float32Array(r0 * c0).fill(-Infinity);
  for (let i = 0; i < r0; i++) {
    const end = Math.min((i + 1) * patch, rows - 1);
    for (let r = i * patch; r <= end; r++) {
      for (let j = 0; j < c0; j++) {
        const stop = r * cols + Math.min((j + 1) * patch, cols - 1);
        let a = low[i * c0 + j]!;
        let b = high[i * c0 + j]!;
        for (let k = r * cols + j * patch; k <= stop; k++) {
          const h = z[k]!;
          if (h < a) a = h;
          if (h > b) b = h;
        }
        low[i * c0 + j] = a;
        high[i * c0 + j] = b;
      }
    }
  }
  const levels: Bounds["levels"][number][] = [{ rows: r0, cols: c0, low, high }];
  for (let last = levels[0]!; last.rows > 1 || last.cols > 1; last = levels[levels.length - 1]!) levels.push(coarser(last));
  return { patch, levels };
}

function coarser(fine: Bounds["levels"][number]): Bounds["levels"][number] {
  const rows = Math.ceil(fine.rows / 2);
  const cols = Math.ceil(fine.cols / 2);
  const low = new Float32Array(rows * cols).fill(Infinity);
  const high = new Float32Array(rows * cols).fill(-Infinity);
  for (let r = 0; r < fine.rows; r++) {
    for (let c = 0; c < fine.cols; c++) {
      const to = (r >> 1) * cols + (c >> 1);
      low[to] = Math.min(low[to]!, fine.low[r * fine.cols + c]!);
      high[to] = Math.max(high[to]!, fine.high[r * fine.cols + c]!);
    }
  }
  return { rows, cols, low, high };
}

/** Where the eye stands, in the frame of the map: metres east and south of the north-west sample, and up. */
export interface Viewpoint {
  x: number;
  y: number;
  /** Height of the eye over the ground below it (m), not negative. */
  above: number;
}

export interface Ground {
  cell: number;
  width: number;
  length: number;
  /** Factor of heights. */
  exaggeration: number;
  /** Lowest height the sides reach (m), before exaggeration. */
  floor: number;
}

/** Distance (m) within which quads of `level` are drawn. */
export function rangeOf(level: number, patch: number, cell: number): number {
  return RANGE_FACTOR * patch * cell * 2 ** level;
}

/** Distance from the eye to the nearest point of a rectangle, the way the shader measures. */
export function distanceTo(eye: Viewpoint, x0: number, y0: number, x1: number, y1: number): number {
  const dx = Math.max(x0 - eye.x, 0, eye.x - x1);
  const dy = Math.max(y0 - eye.y, 0, eye.y - y1);
  return Math.hypot(dx, dy, eye.above);
}

const box = new Box3();
const from = new Vector3();
const to = new Vector3();

/**
 * Choose the patches to draw, near ones first. `out` takes (column, row, quad size in samples, range) of each; returns how many were written.
 * The frustum is in the view's frame: the middle of the map is its origin, y is up, z is south.
 */
export function choose(bounds: Bounds, ground: Ground, eye: Viewpoint, frustum: Frustum | null, out: Float32Array): number {
  const { patch, levels } = bounds;
  const { cell, width, length, exaggeration, floor } = ground;
  const room = Math.floor(out.length / 4);
  let count = 0;
  const visit = (level: number, row: number, col: number): void => {
    const at = levels[level]!;
    if (row >= at.rows || col >= at.cols || count >= room) return;
    const quad = 2 ** level;
    const x0 = col * patch * quad * cell;
    const y0 = row * patch * quad * cell;
    const x1 = Math.min(x0 + patch * quad * cell, width);
    const y1 = Math.min(y0 + patch * quad * cell, length);
    if (frustum !== null) {
      const edge = x0 <= 0 || y0 <= 0 || x1 >= width || y1 >= length;
      const low = edge ? floor : at.low[row * at.cols + col]!;
      const high = at.high[row * at.cols + col]!;
      from.set(x0 - width / 2, low * exaggeration, y0 - length / 2);
      to.set(x1 - width / 2, high * exaggeration, y1 - length / 2);
      if (!frustum.intersectsBox(box.set(from, to))) return;
    }
    if (level > 0 && distanceTo(eye, x0, y0, x1, y1) < rangeOf(level - 1, patch, cell)) {
      // near ones first: what they hide need not be shaded
      const half = (patch * quad * cell) / 2;
      const near = (eye.y > y0 + half ? 2 : 0) + (eye.x > x0 + half ? 1 : 0);
      for (const other of [near, near ^ 1, near ^ 2, near ^ 3]) visit(level - 1, row * 2 + (other >> 1), col * 2 + (other & 1));
      return;
    }
    out.set([col * patch * quad, row * patch * quad, quad, rangeOf(level, patch, cell)], 4 * count++);
  };
  visit(levels.length - 1, 0, 0);
  return count;
}
