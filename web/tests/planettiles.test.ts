import { describe, expect, it, vi } from "vitest";
import type { TileBytes } from "../src/link/frame";
import type { Frustum } from "three";
import { axesAt, clearanceOf } from "../src/planet/camera";
import { choosePatches, Chosen, type PlanetEye, PLANET_MORPH, rangeOf } from "../src/planet/quadtree";
import { PlanetLens } from "../src/planet/lens";
import { cross, cubePoint, directionOf, onSphere, plus, scaled, unit, type Vec3, dot } from "../src/planet/sphere";
import { Asking } from "../src/planet/tileask";
import { heightIn, placeKey, sisters, slopesOf, type TileData, type TilePlace, TileStore } from "../src/planet/tiles";
import { boundsOf } from "../src/scene/quadtree";

const SIDE = 257;
const RADIUS = 6.371e6;
const DEPTHS = { ground: "g", paint: null, deepest: 10 };
const SLOW = 60_000; // on a busy machine

/** Ground that any place has one height of. */
const hill = (d: Vec3): number => 4000 * Math.sin(5 * d[0]) * Math.cos(4 * d[1] + 3 * d[2]) + 300 * Math.sin(900 * d[0] + 700 * d[1]) + 2 * Math.sin(60000 * d[0] + 41000 * d[2]);

function frameOf(place: TilePlace, change: Partial<TileBytes["header"]> = {}): TileBytes {
  const buffer = new ArrayBuffer(67 * 67 * 4 + 8);
  const ring = new Float32Array(buffer, 0, 67 * 67);
  const steps = (SIDE - 1) * 2 ** place.depth;
  for (let r = 0; r < 67; r++) {
    for (let c = 0; c < 67; c++) {
      const at = (k: number): number => Math.min(Math.max((2 * k) / steps - 1, -1), 1);
      ring[r * 67 + c] = hill(onSphere(cubePoint(place.face, at(place.column * 64 + c - 1), at(place.row * 64 + r - 1)), "normalized"));
    }
  }
  return { header: { type: "tile", ground: "g", paint: null, ...place, elevation: 0, colors: null, ...change }, buffer };
}

function store(room = 1024): { tiles: TileStore; put: TileData[] } {
  const put: TileData[] = [];
  const tiles = new TileStore(room, (data) => void put.push(data));
  tiles.setPlanet(DEPTHS, SIDE, "normalized", RADIUS);
  return { tiles, put };
}

const eyeAt = (latitude: number, longitude: number, metres: number): PlanetEye => {
  const direction = directionOf(latitude, longitude);
  const ground = hill(direction) / RADIUS;
  return { direction, away: 1 + ground + metres / RADIUS, above: metres / RADIUS };
};
const flat = boundsOf(new Float32Array(SIDE * SIDE).fill(0), SIDE, SIDE, 32);
const rough = { ...flat, levels: flat.levels.map((level) => ({ ...level, low: level.low.map(() => -4400), high: level.high.map(() => 4400) })) };
const GLOBE = { side: SIDE, mapping: "normalized", faces: [0, 1, 2, 3, 4, 5], scale: 1 / RADIUS, sea: false } as const;

/** What one sees to the north, a little downward. */
function frustumAt(eye: PlanetEye): Frustum {
  const lens = new PlanetLens();
  const { north, east } = axesAt(eye.direction);
  const forward = unit(plus(scaled(north, 1), eye.direction, eye.above < 0.01 ? -0.15 : -3));
  lens.set({ eye: scaled(eye.direction, eye.away), forward, right: east, up: cross(east, forward), fov: 36 }, 1.6, 1e-7, 10);
  return lens.frustum;
}

function choose(tiles: TileStore, eye: PlanetEye): Chosen {
  const out = new Chosen(4096);
  tiles.begin();
  choosePatches(Array.from({ length: 6 }, () => rough), GLOBE, eye, frustumAt(eye), tiles, out);
  return out;
}

/** Come down: ask and answer until nothing is missing. */
function settle(tiles: TileStore, eye: PlanetEye): { out: Chosen; rounds: number } {
  for (let rounds = 1; rounds < 40; rounds++) {
    const out = choose(tiles, eye);
    const wants = tiles.asked();
    if (wants.length === 0) return { out, rounds };
    for (const { face, depth, row, column } of wants) tiles.take(frameOf({ face, depth, row, column }));
  }
  throw new Error("never settled");
}

describe("tiles", () => {
  it("are not asked for from space, and down to the deepest at the ground", () => {
    const { tiles } = store();
    choose(tiles, eyeAt(12, 30, 2e7));
    expect(tiles.asked()).toEqual([]);
    choose(tiles, eyeAt(12, 30, 2));
    const depths = tiles.asked().map(({ depth }) => depth);
    expect(new Set(depths)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]));
    expect([...depths].sort((a, b) => a - b)).toEqual(depths); // coarse ones first
  });

  it("are asked with their sisters, those that lie on the face", () => {
    expect(sisters({ face: 1, depth: 3, row: 5, column: 2 }, SIDE).map(placeKey)).toEqual(["1 3 4 2", "1 3 4 3", "1 3 5 2", "1 3 5 3"]);
    expect(sisters({ face: 0, depth: 1, row: 0, column: 0 }, 65).map(placeKey)).toHaveLength(4);
    expect(sisters({ face: 0, depth: 1, row: 2, column: 2 }, 66).map(placeKey)).toEqual(["0 1 2 2"]);
  });

  it("are shown when all four are there; until then what lies above them is", () => {
    const { tiles } = store();
    const place = { face: 4, depth: 1, row: 3, column: 2 };
    const four = sisters(place, SIDE);
    for (const one of four.slice(0, 3)) tiles.take(frameOf(one));
    expect(tiles.get(placeKey(place))).toBeNull();
    tiles.take(frameOf(four[3]!));
    expect(tiles.get(placeKey(place))).not.toBeNull();
  });

  it("of another shape are not taken, and go when the shape changes", () => {
    const { tiles } = store();
    expect(tiles.take(frameOf({ face: 0, depth: 1, row: 0, column: 0 }, { ground: "old" }))).toBe(false);
    tiles.take(frameOf({ face: 0, depth: 1, row: 0, column: 0 }));
    tiles.setPlanet({ ...DEPTHS, paint: "other" }, SIDE, "normalized", RADIUS);
    expect(tiles.size).toBe(1); // colors alone change nothing of it
    tiles.setPlanet({ ...DEPTHS, ground: "new" }, SIDE, "normalized", RADIUS);
    expect(tiles.size).toBe(0);
  });

  it("with other colors are asked for their colors alone, after all that is missing", { timeout: SLOW }, () => {
    const { tiles, put } = store();
    const eye = eyeAt(12, 30, 1.2e6);
    settle(tiles, eye);
    tiles.setPlanet({ ...DEPTHS, paint: "p" }, SIDE, "normalized", RADIUS);
    choose(tiles, eye);
    const wants = tiles.asked();
    expect(wants.length).toBeGreaterThan(0);
    expect(wants.every(({ colors }) => colors)).toBe(true);
    const { face, depth, row, column } = wants[0]!;
    const before = put.length;
    expect(tiles.take(frameOf({ face, depth, row, column }, { elevation: null, paint: "p" }))).toBe(true);
    expect(put[before]).toMatchObject({ heights: null, slopes: null });
    choose(tiles, eye);
    expect(tiles.asked()).toHaveLength(wants.length - 1);
  });

  it("make room for new ones, and never those in the picture", { timeout: SLOW }, () => {
    const { tiles } = store(300);
    for (const [latitude, longitude] of [[10, 10], [-40, 100], [80, -20]] as const) {
      const eye = eyeAt(latitude, longitude, 3e4);
      const { rounds } = settle(tiles, eye);
      expect(rounds).toBeLessThan(30);
      expect(tiles.size).toBeLessThanOrEqual(300);
    }
  });

  it("have one height for a place, the one that is drawn", { timeout: SLOW }, () => {
    const { tiles } = store();
    const eye = eyeAt(12, 30, 2);
    settle(tiles, eye);
    expect(tiles.elevationAt(eye.direction)).toBeCloseTo(hill(eye.direction), 0);
    expect(tiles.elevationAt(directionOf(-12, -150))).toBeNull();
    const heights = new Float32Array(65 * 65);
    [heights[0], heights[1], heights[65], heights[66]] = [0, 1, 2, 10];
    expect(heightIn(heights, 0.5, 0.5, true)).toBeCloseTo(1.5); // on the diagonal of the first two triangles
    expect(heightIn(heights, 0.5, 0.5, false)).toBeCloseTo(3.25);
    expect(heightIn(heights, 1, 1, true)).toBe(10);
  });

  it("slope the same from both sides of an edge, of the cube too", () => {
    const pairs: [TilePlace, (k: number) => number, TilePlace, (k: number) => number][] = [
      [{ face: 4, depth: 2, row: 5, column: 3 }, (k) => k * 65 + 64, { face: 4, depth: 2, row: 5, column: 4 }, (k) => k * 65],
    ];
    for (const [one, at, other, there] of pairs) {
      const slopes = (place: TilePlace): Float32Array => slopesOf(new Float32Array(frameOf(place).buffer, 0, 67 * 67), place, SIDE, "normalized", RADIUS);
      const [a, b] = [slopes(one), slopes(other)];
      for (let k = 0; k < 65; k++) for (let c = 0; c < 3; c++) expect(a[3 * at(k) + c]).toBe(b[3 * there(k) + c]);
      expect(Math.hypot(...a)).toBeGreaterThan(0.01);
    }
  });
});

describe("patches below the globe's nodes", () => {
  it("meet without cracks at two metres over the ground of a planet like the Earth, and keep their digits", { timeout: SLOW }, () => {
    for (const eye of [eyeAt(12, 30, 2), eyeAt(0.01, 44.999, 2000)]) {
      const { tiles } = store();
      const { out } = settle(tiles, eye);
      expect(out.count).toBeGreaterThan(100);
      const from: Vec3 = [eye.direction[0] * eye.away, eye.direction[1] * eye.away, eye.direction[2] * eye.away];
      const seen = new Map<string, { level: number; morph: number; height: number }[]>();
      let near = 0;
      const byLayer = new Map([...tilesOf(tiles)].map((tile) => [tile.layer, tile]));
      for (let k = 0; k < out.count; k++) {
        const layer = out.place[4 * k + 1]!;
        if (layer < 0) continue;
        const found = byLayer.get(layer)!;
        const steps = (SIDE - 1) * 2 ** found.place.depth;
        expect(out.node[4 * k + 2]).toBe(1); // what is drawn has nodes of its own
        for (let n = 0; n <= 32; n++) {
          for (const [r, c] of [[0, n], [32, n], [n, 0], [n, 32]] as const) {
            const [x, y] = [out.node[4 * k]! + c, out.node[4 * k + 1]! + r];
            const [gx, gy] = [found.place.column * 64 + x, found.place.row * 64 + y];
            const p = onSphere(cubePoint(found.place.face, (2 * gx) / steps - 1, (2 * gy) / steps - 1), "normalized");
            const distance = Math.hypot(p[0] - eye.direction[0], p[1] - eye.direction[1], p[2] - eye.direction[2], eye.above);
            const morph = Math.min(Math.max((distance / out.node[4 * k + 3]! - PLANET_MORPH[0]) / (PLANET_MORPH[1] - PLANET_MORPH[0]), 0), 1);
            const key = p.map((v) => Math.round(v * 1e11)).join();
            seen.set(key, [...(seen.get(key) ?? []), { level: found.place.depth, morph, height: found.heights[y * 65 + x]! }]);
          }
        }
        // nodes, as the graphics device finds them in floats, lie where doubles say: to a millimetre near the eye
        for (let n = 0; n < 25; n++) {
          const [r, c] = [8 * Math.floor(n / 5), 8 * (n % 5)];
          const [x, y] = [out.node[4 * k]! + c, out.node[4 * k + 1]! + r];
          const [gx, gy] = [found.place.column * 64 + x, found.place.row * 64 + y];
          const height = found.heights[y * 65 + x]!;
          const p = onSphere(cubePoint(found.place.face, (2 * gx) / steps - 1, (2 * gy) / steps - 1), "normalized");
          const exact = plus(scaled(p, 1 + height / RADIUS), from, -1);
          const away = Math.hypot(...exact);
          if (away * RADIUS > 20e3) continue;
          near += 1;
          const drawn = inFloats(out, k, found.place.face, x, y, height - found.base);
          expect(Math.hypot(...plus(drawn, exact, -1)) * RADIUS).toBeLessThan(1e-3 + 1e-6 * away * RADIUS);
        }
      }
      let borders = 0;
      for (const held of seen.values()) {
        const [coarse, fine] = [Math.min(...held.map(({ level }) => level)), Math.max(...held.map(({ level }) => level))];
        for (const { height } of held) expect(height).toBe(held[0]!.height); // one place, one height
        if (coarse === fine) continue;
        borders++;
        expect(fine).toBe(coarse + 1);
        for (const { level, morph } of held) expect(morph).toBe(level === fine ? 1 : 0);
      }
      expect(borders).toBeGreaterThan(100);
      expect(near).toBeGreaterThan(20);
    }
  });

  it("have ranges that go on halving", () => {
    expect(rangeOf(-3, SIDE) / rangeOf(-4, SIDE)).toBe(2);
  });
});

/** Where the vertex shader puts a node, seen from the eye, with its digits. */
function inFloats(out: Chosen, k: number, face: number, x: number, y: number, over: number): Vec3 {
  const f = Math.fround;
  const [mx, my, step, base] = [0, 1, 2, 3].map((n) => out.middle[4 * k + n]!) as [number, number, number, number];
  const off = [f(f(x - mx) * step), f(f(y - my) * step)] as const;
  const axis = (s: number, t: number): Vec3 => plus(cubePoint(face, s, t), cubePoint(face, 0, 0), -1);
  const by = plus(scaled(axis(1, 0), off[0]), axis(0, 1), off[1]).map(f) as unknown as Vec3;
  const cube = [0, 1, 2].map((n) => out.cube[3 * k + n]!) as unknown as Vec3;
  const size = f(Math.hypot(...cube));
  const ratio = f(f(f(2 * f(dot(cube, by))) + f(dot(by, by))) / f(size * size));
  const e = f(ratio / f(1 + f(Math.sqrt(f(1 + ratio)))));
  return [0, 1, 2].map((n) => {
    const away = f(f(by[n]! - f(cube[n]! * e)) / f(size * f(1 + e)));
    const d = f(f(cube[n]! / size) + away);
    return f(f(out.origin[3 * k + n]! + f(away * f(1 + base))) + f(d * f(f(over) * f(1 / RADIUS))));
  }) as unknown as Vec3;
}

interface Held {
  layer: number;
  place: TilePlace;
  heights: Float32Array;
  base: number;
}

function tilesOf(tiles: TileStore): Iterable<Held> {
  return (tiles as unknown as { held: Map<string, Held> }).held.values();
}

describe("the eye", () => {
  it("may stand two metres over the ground of large planets, and in proportion on small ones", () => {
    expect(clearanceOf(RADIUS, 10, 0.01) * RADIUS).toBeCloseTo(2);
    expect(clearanceOf(2.73, 4, 0.01) * 2.73).toBeLessThan(0.01);
    expect(clearanceOf(RADIUS, 0, 0.01)).toBe(0.003); // without tiles there is nothing to see from so near
  });
});

describe("asking", () => {
  it("says what is new at once, then rests; repeats what nothing came of; and is silent when all is there", () => {
    vi.useFakeTimers();
    let clock = 0;
    const said: number[] = [];
    const asking = new Asking((wants) => void said.push(wants.length), () => clock);
    const wants = (count: number) => Array.from({ length: count }, (_, row) => ({ face: 0, depth: 1, row, column: 0, colors: false }));
    const pass = (ms: number): void => {
      for (let k = 0; k < ms; k += 10) {
        clock += 10;
        vi.advanceTimersByTime(10);
      }
    };
    asking.want(wants(3));
    asking.want(wants(2));
    expect(said).toEqual([3]);
    pass(120);
    expect(said).toEqual([3, 2]);
    pass(3200);
    expect(said).toEqual([3, 2, 2]);
    asking.want([]);
    pass(200);
    expect(said.at(-1)).toBe(0); // what was asked before is forgotten
    const count = said.length;
    asking.want([]);
    pass(5000);
    expect(said).toHaveLength(count);
    asking.dispose();
    vi.useRealTimers();
  });
});
