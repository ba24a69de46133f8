import { describe, expect, it } from "vitest";
import { choosePatches, Chosen, type GlobeSize, PLANET_MORPH as MORPH, type PlanetEye, rangeOf } from "../src/planet/quadtree";
import { cubePoint, directionOf, onSphere, type Mapping } from "../src/planet/sphere";
import type { TileStore } from "../src/planet/tiles";
import { boundsOf } from "../src/scene/quadtree";

const PATCH = 16;
const flat = (side: number) => {
  const one = boundsOf(new Float32Array(side * side), side, side, PATCH);
  return Array.from({ length: 6 }, () => one);
};
const size = (side: number, mapping: Mapping, faces = [0, 1, 2, 3, 4, 5]): GlobeSize => ({ side, mapping, faces, scale: 1, sea: true });
const eyeAt = (latitude: number, longitude: number, above: number): PlanetEye => ({ direction: directionOf(latitude, longitude), away: 1 + above, above });

interface Patch {
  face: number;
  column: number;
  row: number;
  quad: number;
  range: number;
  layer: number;
  cell: number;
}

function chosen(side: number, mapping: Mapping, eye: PlanetEye, faces?: number[], tiles: TileStore | null = null): Patch[] {
  const out = new Chosen(4096);
  choosePatches(flat(side), size(side, mapping, faces), eye, null, tiles, out);
  return Array.from({ length: out.count }, (_, k) => ({
    face: out.place[4 * k]!,
    layer: out.place[4 * k + 1]!,
    column: out.node[4 * k]!,
    row: out.node[4 * k + 1]!,
    quad: out.node[4 * k + 2]!,
    range: out.node[4 * k + 3]!,
    cell: out.middle[4 * k + 2]!,
  }));
}

const keyOf = (p: readonly number[]): string => p.map((v) => Math.round(v * 1e6)).join();

describe("patches of a planet", () => {
  it("are all of the six faces, each node once, from far away but for what the planet hides", () => {
    const patches = chosen(65, "normalized", eyeAt(10, 20, 5));
    const near = patches.filter(({ face }) => face === 4);
    const area = near.reduce((sum, { quad }) => sum + (PATCH * quad) ** 2, 0);
    expect(area).toBe(64 * 64);
    expect(patches.some(({ face }) => face === 5)).toBe(false); // the back
  });

  it("are only those of the faces that are built", () => {
    expect(new Set(chosen(65, "even", eyeAt(40, 10, 2), [0]).map(({ face }) => face))).toEqual(new Set([0]));
  });

  it("get fine where the eye is near", () => {
    const patches = chosen(257, "normalized", eyeAt(10, 5, 0.002));
    expect(Math.min(...patches.map(({ quad }) => quad))).toBe(1);
    expect(patches.length).toBeLessThan(400);
    expect(Math.min(...chosen(257, "normalized", eyeAt(10, 5, 30)).map(({ quad }) => quad))).toBe(16);
  });

  it("meet without cracks, also where faces meet: where two sizes touch, the finer has become the coarser", { timeout: 60_000 }, () => {
    const side = 1025;
    let borders = 0;
    for (const mapping of ["normalized", "even"] as const) {
      for (const eye of [eyeAt(3, 44.9, 0.01), eyeAt(35, 45, 0.05), eyeAt(88, 10, 0.02), eyeAt(-20, 130, 0.15), eyeAt(35.2, 44.9, 0.004)]) {
        // nodes on the borders of patches by place: with which size of quads and how far moved they are drawn
        const seen = new Map<string, { quad: number; morph: number }[]>();
        for (const { face, column, row, quad, range } of chosen(side, mapping, eye)) {
          for (let k = 0; k <= PATCH; k++) {
            for (const [r, c] of [[0, k], [PATCH, k], [k, 0], [k, PATCH]] as const) {
              const p = onSphere(cubePoint(face, (2 * (column + c * quad)) / (side - 1) - 1, (2 * (row + r * quad)) / (side - 1) - 1), mapping);
              const d = eye.direction;
              const distance = Math.hypot(p[0] - d[0], p[1] - d[1], p[2] - d[2], eye.above);
              const morph = Math.min(Math.max((distance / range - MORPH[0]) / (MORPH[1] - MORPH[0]), 0), 1);
              seen.set(keyOf(p), [...(seen.get(keyOf(p)) ?? []), { quad, morph }]);
            }
          }
        }
        for (const held of seen.values()) {
          const [fine, coarse] = [Math.min(...held.map(({ quad }) => quad)), Math.max(...held.map(({ quad }) => quad))];
          if (fine === coarse) continue;
          borders++;
          expect(coarse).toBe(2 * fine);
          for (const { quad, morph } of held) expect(morph).toBe(quad === fine ? 1 : 0);
        }
      }
    }
    expect(borders).toBeGreaterThan(500);
  });

  it("have ranges that double from level to level", () => {
    expect(rangeOf(3, 257) / rangeOf(2, 257)).toBe(2);
  });
});
