/**
 * Where cells are: the same as `hexmap/_coordinates.py`. Column and row count from the south-west; odd rows lie half a cell further
 * east. Sides 0 to 5 are NE, E, SE, SW, W, NW.
 */

import type { HexFrame } from "../protocol";

export interface Cell {
  column: number;
  row: number;
}

/** What of a map's frame says where cells are. */
export type Layout = Pick<HexFrame, "columns" | "rows" | "wrap" | "origin" | "outer_radius" | "inner_radius">;

export const SIDES = ["NE", "E", "SE", "SW", "W", "NW"] as const;

const COLUMN_STEP = [
  [0, 1, 0, -1, -1, -1],
  [1, 1, 1, 0, -1, 0],
] as const;
const ROW_STEP = [1, 0, -1, -1, 0, 1] as const;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** Center of a cell, x and y (m). */
export function centerOf(layout: Layout, { column, row }: Cell): [number, number] {
  return [layout.origin[0] + (column + 0.5 * modulo(row, 2)) * 2 * layout.inner_radius, layout.origin[1] + 1.5 * layout.outer_radius * row];
}

/** Corner `k` of a cell from its center, clockwise from north. */
export function cornerOf(layout: Layout, k: number): [number, number] {
  const { outer_radius: outer, inner_radius: inner } = layout;
  const corners: [number, number][] = [
    [0, outer],
    [inner, outer / 2],
    [inner, -outer / 2],
    [0, -outer],
    [-inner, -outer / 2],
    [-inner, outer / 2],
  ];
  return corners[modulo(k, 6)]!;
}

/** The cell of unshaken hexagons that holds a point; it may lie outside the map. */
export function locate(layout: Layout, x: number, y: number): Cell {
  const shift = (y - layout.origin[1]) / (3 * layout.outer_radius);
  const across = (x - layout.origin[0]) / (2 * layout.inner_radius);
  const fx = across - shift;
  const fy = -across - shift;
  const fz = -fx - fy;
  let q = even(fx);
  const s = even(fy);
  let r = even(fz);
  if (q + s + r !== 0) {
    const [dx, dy, dz] = [Math.abs(fx - q), Math.abs(fy - s), Math.abs(fz - r)];
    if (dx > dy && dx > dz) q = -s - r;
    else if (dz > dy) r = -q - s;
  }
  const column = q + Math.floor(r / 2);
  return { column: layout.wrap ? modulo(column, layout.columns) : column + 0, row: r + 0 };
}

/** Round half to even, as NumPy does. */
function even(value: number): number {
  const low = Math.floor(value);
  const part = value - low;
  if (part !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}

export function inside(layout: Layout, { column, row }: Cell): boolean {
  return column >= 0 && row >= 0 && column < layout.columns && row < layout.rows;
}

export function same(a: Cell | null, b: Cell | null): boolean {
  return a === b || (a !== null && b !== null && a.column === b.column && a.row === b.row);
}

export const indexOf = (layout: Pick<Layout, "columns">, { column, row }: Cell): number => row * layout.columns + column;

export const cellAt = (layout: Pick<Layout, "columns">, index: number): Cell => ({ column: index % layout.columns, row: Math.floor(index / layout.columns) });

/** The cell across a side; null beyond the edge of the map. */
export function neighbor(layout: Layout, { column, row }: Cell, side: number): Cell | null {
  const next = { column: column + COLUMN_STEP[modulo(row, 2) as 0 | 1][side]!, row: row + ROW_STEP[side]! };
  if (layout.wrap) next.column = modulo(next.column, layout.columns);
  return inside(layout, next) ? next : null;
}

/** The side of `from` that `to` lies across; null when they are not neighbors. */
export function sideBetween(layout: Layout, from: Cell, to: Cell): number | null {
  for (let side = 0; side < 6; side++) if (same(neighbor(layout, from, side), to)) return side;
  return null;
}

/** Steps between cells, whatever stands between them. */
export function distance(layout: Layout, a: Cell, b: Cell): number {
  const steps = (turn: number): number => {
    const dq = b.column + turn - Math.floor(b.row / 2) - (a.column - Math.floor(a.row / 2));
    const dr = b.row - a.row;
    return (Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2;
  };
  return layout.wrap ? Math.min(steps(0), steps(-layout.columns), steps(layout.columns)) : steps(0);
}

/** The cells of a brush: those within `radius` steps, 1 + 3 k (k + 1) of them away from the edges. */
export function brushed(layout: Layout, middle: Cell, radius: number): Cell[] {
  const found: Cell[] = [];
  const seen = new Set<number>();
  const q = middle.column - Math.floor(middle.row / 2);
  for (let dr = -radius; dr <= radius; dr++) {
    for (let dq = Math.max(-radius, -dr - radius); dq <= Math.min(radius, radius - dr); dq++) {
      const row = middle.row + dr;
      const column = q + dq + Math.floor(row / 2);
      const cell = { column: layout.wrap ? modulo(column, layout.columns) : column, row };
      if (!inside(layout, cell) || seen.has(indexOf(layout, cell))) continue;
      seen.add(indexOf(layout, cell));
      found.push(cell);
    }
  }
  return found;
}

/** Cells from one to another, each the neighbor of the one before; the first is `from`. */
export function between(layout: Layout, from: Cell, to: Cell): Cell[] {
  const way = [from];
  let here = from;
  while (!same(here, to) && way.length < 4096) {
    const [x, y] = centerOf(layout, to);
    const width = 2 * layout.inner_radius * layout.columns;
    let best: Cell | null = null;
    let least = Infinity;
    for (let side = 0; side < 6; side++) {
      const next = neighbor(layout, here, side);
      if (next === null) continue;
      const [nx, ny] = centerOf(layout, next);
      const dx = layout.wrap ? modulo(x - nx + width / 2, width) - width / 2 : x - nx;
      const far = distance(layout, next, to) * 1e6 + Math.hypot(dx, y - ny);
      if (far < least) {
        least = far;
        best = next;
      }
    }
    if (best === null || distance(layout, best, to) >= distance(layout, here, to)) break;
    here = best;
    way.push(here);
  }
  return way;
}
