import { describe, expect, it } from "vitest";
import { AXES, cubePoint, directionOf, dot, folded, latitudeLongitude, type Mapping, onSphere, placeOf, ringed, unit, valueAt } from "../src/planet/sphere";

const MAPPINGS: readonly Mapping[] = ["normalized", "even"];

/** Values at nodes that depend on the place alone, so that faces agree where they meet. */
function nodesOf(n: number, mapping: Mapping, value: (x: number, y: number, z: number) => number): Float32Array {
  const out = new Float32Array(6 * n * n);
  for (let face = 0; face < 6; face++) {
    for (let r = 0; r < n; r++) {
      for (let c = 0; c < n; c++) out[(face * n + r) * n + c] = value(...onSphere(cubePoint(face, (2 * c) / (n - 1) - 1, (2 * r) / (n - 1) - 1), mapping));
    }
  }
  return out;
}

describe("faces", () => {
  it("look along six axes, and their columns and rows lie across", () => {
    expect(new Set(AXES.map(([up]) => up.join())).size).toBe(6);
    for (const [up, across, along] of AXES) expect([dot(up, across), dot(up, along), dot(across, along)]).toEqual([0, 0, 0]);
  });

  it("give every direction its place, in both mappings", () => {
    for (const mapping of MAPPINGS) {
      for (let k = 0; k < 200; k++) {
        const d = unit([Math.sin(k * 1.7), Math.cos(k * 2.3 + 1), Math.sin(k * 0.9 + 2)]);
        const { face, s, t } = placeOf(d, mapping);
        const back = onSphere(cubePoint(face, s, t), mapping);
        expect(Math.hypot(back[0] - d[0], back[1] - d[1], back[2] - d[2])).toBeLessThan(1e-8);
      }
    }
  });

  it("have a ring of their neighbors' nodes: the next step over the edge", () => {
    for (const n of [2, 3, 9, 10]) {
      const step = (2 / (n - 1)) * 1.0001;
      for (let face = 0; face < 6; face++) {
        for (let k = 0; k < n; k++) {
          for (const [row, column] of [[-1, k], [n, k], [k, -1], [k, n]] as const) {
            const at = folded(face, row, column, n);
            expect(at.face).not.toBe(face);
            const edge = cubePoint(face, (2 * Math.min(Math.max(column, 0), n - 1)) / (n - 1) - 1, (2 * Math.min(Math.max(row, 0), n - 1)) / (n - 1) - 1);
            const node = cubePoint(at.face, (2 * at.column) / (n - 1) - 1, (2 * at.row) / (n - 1) - 1);
            const apart = Math.hypot(edge[0] - node[0], edge[1] - node[1], edge[2] - node[2]);
            expect(apart).toBeGreaterThan(0.9 * (2 / (n - 1)));
            expect(apart).toBeLessThan(step);
          }
        }
      }
    }
  });

  it("keep their own nodes inside the ring, and take a smooth field on over the edge", () => {
    const n = 17;
    const values = nodesOf(n, "normalized", (x, y, z) => x + 2 * y + 3 * z);
    const out = ringed(values, n, 1, (length) => new Float32Array(length));
    const m = n + 2;
    expect(out[(2 * m + 5) * m + 7]).toBe(values[(2 * n + 4) * n + 6]);
    let worst = 0;
    for (let face = 0; face < 6; face++) {
      for (let k = 1; k <= n; k++) worst = Math.max(worst, Math.abs(out[(face * m + 0) * m + k]! - out[(face * m + 1) * m + k]!));
    }
    expect(worst).toBeLessThan(0.6); // one step of the field, not a jump to another place
  });

  it("are read between nodes without a jump where they meet", () => {
    for (const mapping of MAPPINGS) {
      const n = 9;
      const values = nodesOf(n, mapping, (x, y, z) => Math.sin(4 * x) + y * z);
      for (let k = 0; k < 40; k++) {
        const along = -0.95 + (1.9 * k) / 39;
        const [a, b] = [onSphere(cubePoint(0, 1 - 1e-9, along), mapping), onSphere(cubePoint(3, 0, -1), mapping)];
        const over = unit([a[0] + 1e-7, a[1], a[2] - 1e-7]);
        expect(Math.abs(valueAt(values, n, mapping, a) - valueAt(values, n, mapping, over))).toBeLessThan(1e-4);
        expect(b.every(Number.isFinite)).toBe(true);
      }
    }
  });
});

describe("latitude and longitude", () => {
  it("go east to the right when north is up and one looks from outside", () => {
    expect(directionOf(0, 0)[1]).toBe(1);
    expect(directionOf(0, 90)[0]).toBeCloseTo(-1);
    expect(directionOf(90, 0)[2]).toBeCloseTo(1);
    for (const [latitude, longitude] of [[12, 34], [-80, -170], [0, 179]] as const) {
      const [a, b] = latitudeLongitude(directionOf(latitude, longitude));
      expect([a, b].map((v) => Number(v.toFixed(9)))).toEqual([latitude, longitude]);
    }
  });
});
