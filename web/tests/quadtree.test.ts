import { describe, expect, it } from "vitest";
import { boundsOf, choose, distanceTo, MORPH, rangeOf, RANGE_FACTOR, type Viewpoint } from "../src/scene/quadtree";

function land(rows: number, cols: number): Float32Array {
  return Float32Array.from({ length: rows * cols }, (_, k) => Math.sin((k % cols) * 0.31) * 40 + Math.cos(Math.floor(k / cols) * 0.17) * 25);
}

const ground = (rows: number, cols: number, cell: number) => ({ cell, width: (cols - 1) * cell, length: (rows - 1) * cell, exaggeration: 1, floor: -100 });

describe("bounds", () => {
  it("hold every sample of a patch, borders too, at any size", () => {
    for (const [rows, cols] of [[33, 33], [40, 17], [2, 50], [129, 70]] as const) {
      const z = land(rows, cols);
      const { levels, patch } = boundsOf(z, rows, cols, 16);
      levels.forEach((level, k) => {
        const size = patch * 2 ** k;
        for (let r = 0; r < rows; r++) {
          for (let c = 0; c < cols; c++) {
            const at = Math.min(Math.floor(r / size), level.rows - 1) * level.cols + Math.min(Math.floor(c / size), level.cols - 1);
            if (level.low[at]! > z[r * cols + c]! || level.high[at]! < z[r * cols + c]!) throw new Error(`level ${k} misses sample ${r}, ${c}`);
          }
        }
      });
      const top = levels[levels.length - 1]!;
      expect([top.rows, top.cols]).toEqual([1, 1]);
      expect(top.low[0]).toBe(Math.min(...z));
      expect(top.high[0]).toBe(Math.max(...z));
    }
  });
});

describe("choose", () => {
  const out = new Float32Array(4 * 4096);
  const eyes: Viewpoint[] = [
    { x: 100, y: 900, above: 2 },
    { x: 5000, y: 5000, above: 50 },
    { x: -3000, y: 12000, above: 900 },
    { x: 6000, y: 2000, above: 30000 },
  ];

  it("covers every quad of the map once", () => {
    const [rows, cols, patch] = [300, 513, 16];
    const bounds = boundsOf(land(rows, cols), rows, cols, patch);
    for (const eye of eyes) {
      const count = choose(bounds, ground(rows, cols, 20), eye, null, out);
      const seen = new Uint8Array((rows - 1) * (cols - 1));
      for (let k = 0; k < count; k++) {
        const [col, row, quad] = [out[4 * k]!, out[4 * k + 1]!, out[4 * k + 2]!];
        for (let r = row; r < Math.min(row + patch * quad, rows - 1); r++) for (let c = col; c < Math.min(col + patch * quad, cols - 1); c++) seen[r * (cols - 1) + c]!++;
      }
      expect(seen.every((times) => times === 1)).toBe(true);
    }
  });

  it("meets without cracks: where two sizes touch, the finer has become the coarser", () => {
    const [rows, cols, patch, cell] = [513, 513, 16, 20];
    const bounds = boundsOf(land(rows, cols), rows, cols, patch);
    let borders = 0;
    for (const eye of eyes) {
      const count = choose(bounds, ground(rows, cols, cell), eye, null, out);
      const nodes = Array.from({ length: count }, (_, k) => Array.from(out.subarray(4 * k, 4 * k + 4)) as [number, number, number, number]);
      for (const [ca, ra, qa, range] of nodes) {
        for (const [cb, rb, qb] of nodes) {
          if (qb <= qa) continue;
          const [sa, sb] = [patch * qa, patch * qb];
          const touchX = (ca + sa === cb || cb + sb === ca) && ra < rb + sb && rb < ra + sa;
          const touchY = (ra + sa === rb || rb + sb === ra) && ca < cb + sb && cb < ca + sa;
          if (!touchX && !touchY) continue;
          borders++;
          if (qb !== 2 * qa) throw new Error(`quads of ${qa} and ${qb} samples touch`);
          const x0 = Math.max(ca, cb);
          const y0 = Math.max(ra, rb);
          const x1 = Math.min(ca + sa, cb + sb);
          const y1 = Math.min(ra + sa, rb + sb);
          // the border's nearest point is beyond the end of the morph of the finer patch
          const near = distanceTo(eye, x0 * cell, y0 * cell, x1 * cell, y1 * cell);
          expect(near / range).toBeGreaterThanOrEqual(MORPH[1] - 1e-6);
        }
      }
    }
    expect(borders).toBeGreaterThan(20);
  });

  it("draws near ground finest, and never more than there is room for", () => {
    const bounds = boundsOf(land(513, 513), 513, 513, 16);
    const few = new Float32Array(4 * 7);
    expect(choose(bounds, ground(513, 513, 20), eyes[0]!, null, few)).toBeLessThanOrEqual(7);
    const count = choose(bounds, ground(513, 513, 20), eyes[0]!, null, out);
    const under = Array.from({ length: count }, (_, k) => out.subarray(4 * k, 4 * k + 3)).find(([c, r, q]) => 5 >= c! && 5 < c! + 16 * q! && 45 >= r! && 45 < r! + 16 * q!);
    expect(under?.[2]).toBe(1);
    expect(RANGE_FACTOR).toBeGreaterThanOrEqual(8);
    expect(rangeOf(3, 16, 20)).toBe(8 * rangeOf(0, 16, 20));
  });
});

describe("order", () => {
  it("puts near patches before those they hide", () => {
    const out = new Float32Array(4 * 4096);
    const z = land(513, 513);
    const bounds = boundsOf(z, 513, 513, 16);
    for (const eye of [{ x: -2000, y: 6000, above: 400 }, { x: 9000, y: 9000, above: 400 }, { x: 4100, y: 4000, above: 20 }] as const) {
      const count = choose(bounds, ground(513, 513, 16), eye, null, out);
      const away = Array.from({ length: count }, (_, k) => {
        const [x, y, size] = [out[4 * k]! * 16, out[4 * k + 1]! * 16, 16 * out[4 * k + 2]! * 16];
        return Math.hypot(x + size / 2 - eye.x, y + size / 2 - eye.y);
      });
      const third = Math.floor(count / 3);
      const mean = (part: number[]): number => part.reduce((sum, one) => sum + one, 0) / part.length;
      expect(mean(away.slice(0, third))).toBeLessThan(0.75 * mean(away.slice(-third)));
    }
  });
});
