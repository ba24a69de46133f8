import { describe, expect, it } from "vitest";
import { freeStand, HURRY, isMove, lifted, looked, moved, STEEPEST, type Free } from "../src/camera/free";
import { carried, framed, LOWEST, metresPerPixel, panned, project, standOf, turned, twistOf, zoomed, type Orbit } from "../src/camera/orbit";
import { direction, rightOf } from "../src/camera/rig";

const start: Free = { eye: [10, 500, -20], heading: 37, pitch: -12 };
const deep = (): number => -1e9;
const near = (a: readonly number[], b: readonly number[], by = 9): void => a.forEach((value, k) => expect(value).toBeCloseTo(b[k]!, by));

describe("free camera", () => {
  it("is back after W and then S for equal time, however time is cut (F-I21)", () => {
    const cuts = [[1], [0.5, 0.5], Array<number>(60).fill(1 / 60), [0.9, 0.07, 0.03]];
    const ends = cuts.map((cut) => {
      let free = start;
      for (const seconds of cut) free = moved(free, new Set(["KeyW"]), seconds, 120, deep, 2);
      return free;
    });
    for (const end of ends) near(end.eye, ends[0]!.eye);
    expect(Math.hypot(...ends[0]!.eye.map((v, k) => v - start.eye[k]!))).toBeCloseTo(120, 9);
    let back = ends[2]!;
    for (let k = 0; k < 7; k++) back = moved(back, new Set(["KeyS"]), 1 / 7, 120, deep, 2);
    near(back.eye, start.eye);
  });

  it("moves along the view, sideways, up and down, and faster with Shift", () => {
    const way = (...codes: string[]): number[] => moved(start, new Set(codes), 1, 10, deep, 2).eye.map((v, k) => v - start.eye[k]!);
    near(way("KeyW"), direction(37, -12).map((v) => 10 * v));
    near(way("KeyD"), rightOf(37).map((v) => 10 * v));
    near(way("Space"), [0, 10, 0]);
    near(way("KeyC"), [0, -10, 0]);
    expect(Math.hypot(...way("KeyW", "ShiftLeft"))).toBeCloseTo(10 * HURRY, 9);
    expect(Math.hypot(...way("KeyW", "KeyD"))).toBeLessThanOrEqual(10 * Math.SQRT2);
    near(way("KeyW", "KeyS"), [0, 0, 0]);
  });

  it("ignores keys that are not listed, even names of every object", () => {
    for (const code of ["KeyQ", "Digit1", "F5", "toString", "__proto__", ""]) {
      expect(isMove(code)).toBe(false);
      expect(moved(start, new Set([code]), 1, 10, deep, 2)).toEqual(start);
    }
  });

  it("never goes below the ground and its clearance", () => {
    const hill = (x: number, z: number): number => 300 + 0.5 * x + 0.1 * z;
    let free: Free = { eye: [0, 310, 0], heading: 90, pitch: -60 };
    for (let k = 0; k < 50; k++) {
      free = moved(free, new Set(["KeyW"]), 0.1, 80, hill, 3);
      expect(free.eye[1]).toBeGreaterThanOrEqual(hill(free.eye[0], free.eye[2]) + 3 - 1e-9);
    }
    expect(lifted({ ...free, eye: [0, 0, 0] }, hill, 3).eye[1]).toBe(303);
  });

  it("looks around without going over the top", () => {
    expect(looked(start, 0, -1e6).pitch).toBe(STEEPEST);
    expect(looked(start, 0, 1e6).pitch).toBe(-STEEPEST);
    const round = looked(start, -1e5, 0).heading;
    expect(round).toBeGreaterThanOrEqual(0);
    expect(round).toBeLessThan(360);
    expect(freeStand(start).shift).toBe(0);
  });
});

describe("orbit camera", () => {
  const orbit: Orbit = { target: [5, 100, -7], distance: 1000, azimuth: 152, elevation: 20 };
  const room = { halfWidth: 500, halfLength: 300, extent: 1200 };

  it("looks at its target from its distance", () => {
    const stand = standOf(orbit, deep, 2);
    expect(Math.hypot(...stand.eye.map((v, k) => v - orbit.target[k]!))).toBeCloseTo(1000, 6);
    const seen = project(stand, orbit.target, 1.6)!;
    near(seen, [0, -stand.shift]);
    // 152 degrees: the eye is south-south-east of the target
    expect(stand.eye[0]).toBeGreaterThan(5);
    expect(stand.eye[2]).toBeGreaterThan(-7);
  });

  it("stays above the ground", () => {
    const stand = standOf({ ...orbit, elevation: LOWEST }, () => 900, 5);
    expect(stand.eye[1]).toBe(905);
    expect(stand.pitch).toBeLessThan(0);
  });

  it("turns as two fingers do, the short way around", () => {
    const other = { x: 0, y: 0 };
    expect(twistOf({ x: 10, y: 0 }, { x: 0, y: 10 }, other)).toBeCloseTo(90, 9);
    expect(twistOf({ x: -10, y: 1 }, { x: -10, y: -1 }, other)).toBeCloseTo(2 * 5.710593, 5);
    expect(twistOf({ x: 3, y: 4 }, { x: 6, y: 8 }, other)).toBeCloseTo(0, 9);
  });

  it("is carried by land that grows under it, and comes back with it", () => {
    const low = (x: number, z: number): number => 40 + 0.1 * x - 0.2 * z;
    const grown = (x: number, z: number): number => 9 * low(x, z);
    const up = carried(orbit, low, grown);
    expect(up.target[1] - grown(5, -7)).toBeCloseTo(orbit.target[1] - low(5, -7), 9);
    expect([up.target[0], up.target[2], up.distance]).toEqual([5, -7, 1000]);
    expect(carried(up, grown, low).target[1]).toBeCloseTo(100, 9);
    const stand = standOf(up, grown, 2);
    expect(stand.eye[1]).toBeGreaterThanOrEqual(grown(stand.eye[0], stand.eye[2]) + 2);
  });

  it("turns, pans and zooms within its bounds", () => {
    expect(turned(orbit, 0, 1e5).elevation).toBe(90);
    expect(turned(orbit, 0, -1e5).elevation).toBe(LOWEST);
    const far = panned(orbit, 1e6, 1e6, 3, room).target;
    expect(Math.abs(far[0])).toBeLessThanOrEqual(500);
    expect(Math.abs(far[2])).toBeLessThanOrEqual(300);
    expect(zoomed(orbit, 1e-9, room).distance).toBeGreaterThan(0);
    expect(zoomed(orbit, 1e9, room).distance).toBe(7200);
    near(panned(panned(orbit, 12, -9, 0.2, room), -12, 9, 0.2, room).target, orbit.target);
  });

  it("stands straight above the flat map, north up", () => {
    const stand = standOf({ ...orbit, elevation: 90 }, deep, 0, true);
    expect(stand.heading).toBe(0);
    expect(project(stand, [5, 100, -107], 1)![1]).toBeGreaterThan(0);
    expect(project(stand, [105, 100, -7], 1)![0]).toBeGreaterThan(0);
  });

  it("frames a land so that all of it is in the picture and fills it, wide or tall", () => {
    for (const aspect of [16 / 9, 1, 9 / 19]) {
      const points = [[-500, 0, -300], [500, 0, -300], [-500, 0, 300], [500, 0, 300], [0, 250, 0]] as const;
      const stand = standOf(framed({ points, target: [0, 60, 0], elevation: 16 }, aspect, 1200), deep, 0);
      const places = points.map((point) => project(stand, point, aspect)!);
      const most = Math.max(...places.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
      expect(most).toBeLessThanOrEqual(0.96);
      expect(most).toBeGreaterThan(0.8);
    }
  });

  it("knows the size of a pixel", () => {
    expect(metresPerPixel(1000, 90, 500)).toBeCloseTo(4, 9);
  });
});
