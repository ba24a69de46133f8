import { describe, expect, it } from "vitest";
import { axesAt, between, depthRange, dragged, FARTHEST, framed, landed, moved, type PlanetCamera, pitchOf, standOf, turned, zoomed } from "../src/planet/camera";
import { hitSurface } from "../src/planet/picking";
import { cross, directionOf, dot, plus, unit } from "../src/planet/sphere";

const CLEARANCE = 0.002;
const hills = (d: readonly [number, number, number]): number => 0.04 * Math.max(Math.sin(9 * d[0]) * Math.cos(7 * d[1] + 3 * d[2]), 0);
const camera: PlanetCamera = { latitude: 20, longitude: 40, heading: 0, tilt: 0, distance: 3 };

describe("the camera of a planet", () => {
  it("looks straight down from space and along the ground when near", () => {
    expect(pitchOf(camera)).toBe(0);
    expect(pitchOf({ ...camera, distance: 0.03 })).toBeGreaterThan(70);
    const stand = standOf(camera, () => 0, CLEARANCE);
    expect(Math.hypot(...stand.eye)).toBeCloseTo(4);
    expect(dot(stand.forward, directionOf(20, 40))).toBeCloseTo(-1);
    expect(dot(cross(stand.right, stand.up), stand.forward)).toBeCloseTo(-1);
  });

  it("has east to its right when north is up", () => {
    const { east } = axesAt(directionOf(0, 0));
    expect(dot(east, directionOf(0, 90))).toBeCloseTo(1);
    const stand = standOf({ ...camera, latitude: 0, longitude: 0 }, () => 0, CLEARANCE);
    expect(dot(stand.right, directionOf(0, 90))).toBeCloseTo(1);
    expect(dot(stand.up, [0, 0, 1])).toBeCloseTo(1);
  });

  it("never stands below the ground, however it goes", () => {
    let held = landed(camera, CLEARANCE);
    for (let k = 0; k < 400; k++) {
      held = moved(held, 0.02 * Math.sin(k), 0.03, CLEARANCE);
      if (k % 7 === 0) held = turned(held, 13, 40 * Math.sin(k), CLEARANCE);
      if (k % 11 === 0) held = zoomed(held, k % 2 ? 0.3 : 1.8, CLEARANCE);
      const { eye } = standOf(held, hills, CLEARANCE);
      expect(Math.hypot(...eye) - 1 - hills(unit(eye))).toBeGreaterThan(0.999 * CLEARANCE);
      expect([held.latitude, held.longitude, held.heading, held.tilt, held.distance].every(Number.isFinite)).toBe(true);
    }
  });

  it("keeps to its bounds", () => {
    expect(zoomed(camera, 1e9, CLEARANCE).distance).toBe(FARTHEST);
    expect(zoomed(camera, 1e-9, CLEARANCE).distance).toBe(2 * CLEARANCE);
    expect(pitchOf(turned(camera, 0, -1e6, CLEARANCE))).toBeLessThan(90);
    expect(pitchOf(turned(camera, 0, 1e6, CLEARANCE))).toBe(0);
    expect(moved({ ...camera, latitude: 89 }, 0, 0.2, CLEARANCE).latitude).toBeLessThan(89.6);
  });

  it("moves the surface with the pointer", () => {
    const right = dragged({ ...camera, latitude: 0 }, 100, 0, 600, CLEARANCE);
    expect(right.longitude).toBeLessThan(40); // what lay to the left comes into view
    expect(right.latitude).toBeCloseTo(0, 1);
    expect(dragged({ ...camera, latitude: 0 }, 0, 100, 600, CLEARANCE).latitude).toBeGreaterThan(5);
    const near = dragged({ ...camera, latitude: 0, distance: 0.05 }, 100, 0, 600, CLEARANCE);
    expect(Math.abs(near.longitude - 40)).toBeLessThan(Math.abs(right.longitude - 40) / 10);
  });

  it("goes straight on over the ground, and comes around the planet", () => {
    let held: PlanetCamera = { latitude: 30, longitude: 0, heading: 70, tilt: 0, distance: 0.05 };
    const first = directionOf(held.latitude, held.longitude);
    for (let k = 0; k < 200; k++) held = moved(held, 0, (2 * Math.PI) / 200, CLEARANCE);
    expect(dot(first, directionOf(held.latitude, held.longitude))).toBeGreaterThan(0.9999);
    expect(held.heading).toBeCloseTo(70, 0);
  });

  it("glides the short way round", () => {
    expect(between({ ...camera, longitude: 170 }, { ...camera, longitude: -170 }, 0.5).longitude).toBeCloseTo(-180);
    expect(between(camera, { ...camera, distance: 0.03 }, 0.5).distance).toBeCloseTo(0.3);
  });

  it("shows the whole planet, wide or tall", () => {
    for (const aspect of [0.46, 1, 2]) {
      const { eye, fov } = standOf(framed(aspect), () => 0.06, CLEARANCE);
      const half = Math.atan(Math.tan((fov * Math.PI) / 360) * Math.min(aspect, 1));
      expect(Math.asin(1.06 / Math.hypot(...eye))).toBeLessThan(half);
    }
  });

  it("has near and far planes around all there is to see", () => {
    const [near, far] = depthRange(4, 3, 0.1, CLEARANCE);
    expect(near).toBeLessThan(2.9);
    expect(far).toBeGreaterThan(Math.sqrt(15));
    const low = depthRange(1.003, 0.002, 0.1, CLEARANCE);
    expect(low[0]).toBeLessThan(CLEARANCE);
    expect(low[1] / low[0]).toBeLessThan(5000);
  });
});

describe("rays", () => {
  it("meet the surface, and go past it into space", () => {
    const { eye, forward } = standOf(camera, hills, CLEARANCE);
    const t = hitSurface(hills, 0, 0.04, eye, forward)!;
    const p = plus(eye, forward, t);
    expect(Math.hypot(...p) - 1).toBeCloseTo(hills(unit(p)), 5);
    expect(hitSurface(hills, 0, 0.04, eye, unit([-forward[1], forward[0], forward[2]]))).toBeNull();
    expect(hitSurface(hills, 0, 0.04, eye, [-forward[0], -forward[1], -forward[2]])).toBeNull();
  });
});
