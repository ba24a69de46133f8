import { describe, expect, test } from "vitest";
import { between, brushed, cellAt, centerOf, cornerOf, distance, indexOf, inside, type Layout, locate, neighbor, same, sideBetween } from "../src/hex/cells";

const layout: Layout = { columns: 9, rows: 8, wrap: false, origin: [-40, 25], outer_radius: 10, inner_radius: 8.660254037844386 };
const round: Layout = { ...layout, columns: 10, wrap: true };

/** Numbers that look random and are the same at every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

const all = (of: Layout) => Array.from({ length: of.columns * of.rows }, (_, index) => cellAt(of, index));

describe("cells", () => {
  test("a point is in the cell whose center is nearest", () => {
    const roll = dice(3);
    for (let k = 0; k < 2000; k++) {
      const [x, y] = [-60 + 190 * roll(), roll() * 150];
      const found = locate(layout, x, y);
      const far = (cell: { column: number; row: number }): number => Math.hypot(...centerOf(layout, cell).map((at, axis) => at - [x, y][axis]!));
      const nearest = all(layout).reduce((best, cell) => (far(cell) < far(best) ? cell : best));
      if (inside(layout, found)) expect(same(found, nearest)).toBe(true);
      else expect(far(nearest)).toBeGreaterThanOrEqual(layout.inner_radius - 1e-9);
    }
  });

  test("centers and indices go there and back", () => {
    for (const cell of all(round)) {
      expect(locate(round, ...centerOf(round, cell))).toEqual(cell);
      expect(cellAt(round, indexOf(round, cell))).toEqual(cell);
    }
  });

  test("the same table as in Python", () => {
    // landwright.hexmap.locate(Layout(columns=9, rows=8, origin=(-40, 25)), x, y)
    const table = [
      [-40, 25, 0, 0],
      [-31.4, 39.9, 0, 1],
      [0, 60, 2, 2],
      [33.3, 91.2, 4, 4],
      [77.7, 118.1, 7, 6],
      [-49, 25, -1, 0],
      [-41, 14, -1, -1],
    ] as const;
    for (const [x, y, column, row] of table) expect(locate(layout, x, y)).toEqual({ column, row });
  });

  test("neighbors see each other across opposite sides", () => {
    for (const of of [layout, round]) {
      for (const cell of all(of)) {
        for (let side = 0; side < 6; side++) {
          const next = neighbor(of, cell, side);
          if (next === null) continue;
          expect(neighbor(of, next, (side + 3) % 6)).toEqual(cell);
          expect(distance(of, cell, next)).toBe(1);
          expect(sideBetween(of, cell, next)).not.toBeNull();
        }
      }
    }
    expect(neighbor(layout, { column: 0, row: 0 }, 4)).toBeNull();
    expect(neighbor(round, { column: 0, row: 0 }, 4)).toEqual({ column: 9, row: 0 });
  });

  test("a side's corners are as far from both centers", () => {
    const here = { column: 4, row: 3 };
    const [x, y] = centerOf(layout, here);
    for (let side = 0; side < 6; side++) {
      const [nx, ny] = centerOf(layout, neighbor(layout, here, side)!);
      for (const [cx, cy] of [cornerOf(layout, side), cornerOf(layout, side + 1)]) {
        expect(Math.hypot(cx, cy)).toBeCloseTo(10, 9);
        expect(Math.hypot(x + cx - nx, y + cy - ny)).toBeCloseTo(10, 9);
      }
    }
  });

  test("a brush of radius k has 1 + 3 k (k + 1) cells away from the edges, each once", () => {
    const wide: Layout = { ...layout, columns: 30, rows: 30 };
    for (let radius = 0; radius <= 4; radius++) {
      for (const middle of [{ column: 12, row: 12 }, { column: 15, row: 17 }]) {
        const cells = brushed(wide, middle, radius);
        expect(cells).toHaveLength(1 + 3 * radius * (radius + 1));
        expect(cells.every((cell) => distance(wide, middle, cell) <= radius)).toBe(true);
      }
    }
    expect(brushed(layout, { column: 0, row: 0 }, 4).every((cell) => inside(layout, cell))).toBe(true);
    const small = brushed({ ...round, columns: 3 }, { column: 0, row: 4 }, 4);
    expect(new Set(small.map((cell) => indexOf({ columns: 3 }, cell))).size).toBe(small.length);
  });

  test("a line leads from neighbor to neighbor by the shortest way, also around a map that wraps", () => {
    const roll = dice(9);
    for (const of of [layout, round]) {
      for (let k = 0; k < 200; k++) {
        const [a, b] = [0, 1].map(() => cellAt(of, Math.floor(roll() * of.columns * of.rows))) as [{ column: number; row: number }, { column: number; row: number }];
        const way = between(of, a, b);
        expect(way[0]).toEqual(a);
        expect(way.at(-1)).toEqual(b);
        expect(way).toHaveLength(distance(of, a, b) + 1);
        for (let n = 1; n < way.length; n++) expect(sideBetween(of, way[n - 1]!, way[n]!)).not.toBeNull();
      }
    }
  });
});
