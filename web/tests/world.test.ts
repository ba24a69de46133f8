import { describe, expect, it } from "vitest";
import type { LayerHeader, WorldHeader } from "../src/protocol";
import { nearOf, placeIn, sameSize, subjectOf, surfaceOf, thickness } from "../src/scene/place";
import { hit, probeAt, slopeAt } from "../src/scene/probe";
import { heightAt, topAt, worldOf, type World } from "../src/scene/world";
import { contourInterval, scaleBar } from "../src/scene/scalebar";
import type { LayerArray } from "../src/scene/types";

function layer(name: string, rows: number, cols: number, dtype: "f32" | "u8", scale = 1): LayerHeader {
  return { name, unit: "m", dtype, shape: [rows, cols], offset: 0, bytes: rows * cols * (dtype === "f32" ? 4 : 1), scale, bias: 0, low: 0, high: 1 };
}

function world(rows: number, cols: number, at: (r: number, c: number) => number, sea = -1e9, side = 4097, more: [LayerHeader, LayerArray][] = []): World {
  const z = Float32Array.from({ length: rows * cols }, (_, k) => at(Math.floor(k / cols), k % cols));
  const header = {
    type: "world", job: 1, revision: 1, level: "full", shape: [rows, cols], full_shape: [rows, cols], cell_size: 10, origin: [1000, 5000], sea_level: sea,
    low: 0, high: 0, look: null, available: [], layers: [layer("elevation", rows, cols, "f32"), ...more.map(([one]) => one)],
  } as WorldHeader;
  return worldOf(header, new Map<string, LayerArray>([["elevation", z], ...more.map(([one, data]) => [one.name, data] as const)]), side);
}

describe("world", () => {
  it("samples heights between the samples and holds them at the edge", () => {
    const w = world(3, 4, (r, c) => 10 * r + c);
    expect(heightAt(w, 1.5, 0.5)).toBeCloseTo(6.5, 6);
    expect(heightAt(w, -5, 99)).toBe(20);
    expect([w.width, w.length]).toEqual([30, 20]);
  });

  it("thins what is larger than the view can hold, and keeps its place", () => {
    const weights = layer("splat_rock", 9, 17, "u8", 1 / 255);
    const w = world(9, 17, (r, c) => 100 * r + c, -1e9, 9, [[weights, Uint8Array.from({ length: 153 }, (_, k) => k)]]);
    expect([w.rows, w.cols, w.cell]).toEqual([5, 9, 20]);
    expect(w.z[1 * 9 + 1]).toBe(202);
    expect(w.layers.get("splat_rock")?.data[1]).toBe(2);
    expect(w.width).toBe(160);
  });

  it("tells a sea around the map from a bay in it, and keeps the surface above water", () => {
    expect(world(9, 9, (r, c) => (r > 2 && r < 6 && c > 2 && c < 6 ? 50 : -20), 0).openSea).toBe(true);
    const bay = world(9, 9, (_, c) => (c < 3 ? -20 : 50), 0);
    expect([bay.hasSea, bay.openSea]).toEqual([true, false]);
    expect(topAt(bay, 0, 4)).toBe(0);
    expect(topAt(bay, 7, 4)).toBe(50);
    expect(world(3, 3, () => 5).hasSea).toBe(false);
  });

  it("has a top that is nowhere below the triangles, whichever way a cell is parted", () => {
    const w = world(2, 2, (r, c) => (r === c ? 10 : 0), -1e9);
    // one diagonal is a ridge at 10, the other a valley at 0; the curved cell between them is at 5
    expect(topAt(w, 0.5, 0.5)).toBe(10);
    expect(heightAt(w, 0.5, 0.5)).toBe(5);
    const rough = world(6, 5, (r, c) => ((r * 7 + c * 13) % 11) * 9, -1e9);
    for (let k = 0; k < 500; k++) {
      const [x, y] = [(k * 0.37) % 4, (k * 0.61) % 5];
      expect(topAt(rough, x, y)).toBeGreaterThanOrEqual(heightAt(rough, x, y) - 1e-9);
    }
    for (let r = 0; r < 6; r++) for (let c = 0; c < 5; c++) expect(topAt(rough, c, r)).toBe(heightAt(rough, c, r));
  });

  it("refuses a frame without elevation", () => {
    const header = { layers: [] } as unknown as WorldHeader;
    expect(() => worldOf(header, new Map(), 100)).toThrow(/elevation/);
  });
});

describe("probe", () => {
  const ramp = world(101, 201, (_, c) => 3 * c);

  it("meets the ground where it is", () => {
    // x = 300 east of the middle is column 130: 390 m
    const eye = [300, 2000, 100] as const;
    expect(hit(ramp, 1, eye, [0, -1, 0])).toBeCloseTo(1610, 3);
    expect(hit(ramp, 2, eye, [0, -1, 0])).toBeCloseTo(1220, 3);
    const slant = [-0.28, -0.96, 0] as const;
    const t = hit(ramp, 1, eye, slant)!;
    const x = 300 - 0.28 * t;
    expect(2000 - 0.96 * t).toBeCloseTo(3 * ((x + 1000) / 10), 2);
  });

  it("sees nothing in the sky, beside the map, or from behind it", () => {
    expect(hit(ramp, 1, [0, 2000, 0], [0, 1, 0])).toBeNull();
    expect(hit(ramp, 1, [5000, 2000, 0], [0, -1, 0])).toBeNull();
    expect(hit(ramp, 1, [5000, 300, 0], [1, 0, 0])).toBeNull();
  });

  it("stops at the sea", () => {
    const sea = world(51, 51, () => -80, 0);
    expect(hit(sea, 1, [0, 500, 0], [0, -1, 0])).toBeCloseTo(500, 3);
  });

  it("knows the slope, at the edge as well", () => {
    const degrees = (Math.atan(0.3) * 180) / Math.PI;
    for (const [c, r] of [[50, 50], [0, 0], [200, 100]] as const) expect(slopeAt(ramp, c, r)).toBeCloseTo(degrees, 3);
  });
});

describe("place", () => {
  const hill = world(41, 61, (r, c) => 200 * Math.exp(-((r - 20) ** 2 + (c - 30) ** 2) / 60) - 20, 0);

  it("gives back the coordinates and layers of a point", () => {
    const mask = layer("splat_rock", 101, 201, "u8", 1 / 255);
    const w = world(101, 201, (_, c) => 3 * c, -1e9, 4097, [[mask, Uint8Array.from({ length: 101 * 201 }, (_, k) => k % 201)]]);
    const point = probeAt(w, -500, 200);
    expect([point.x, point.y, point.elevation]).toEqual([1500, 4300, 150]);
    expect(point.layers).toEqual([{ name: "splat_rock", unit: "m", value: 50 / 255 }]);
    expect(placeIn(w, 2, [-500, 300, 200])).toEqual([1500, 4300, 150]);
  });

  it("keeps the camera for the same ground at another resolution, not for another ground", () => {
    const coarse = world(51, 101, () => 0);
    const fine = world(101, 201, () => 0);
    expect(sameSize(fine, { ...coarse, width: fine.width, length: fine.length * 1.01 })).toBe(true);
    expect(sameSize(fine, coarse)).toBe(false);
  });

  it("frames what rises from an open sea, and the whole of other land", () => {
    expect(hill.openSea).toBe(true);
    const isle = subjectOf(hill, 1);
    const width = Math.max(...isle.points.map((p) => p[0])) - Math.min(...isle.points.map((p) => p[0]));
    expect(width).toBeLessThan(0.7 * hill.width);
    expect(isle.target[1]).toBe(0);
    const block = subjectOf({ ...hill, openSea: false }, 1);
    expect(Math.max(...block.points.map((p) => p[0]))).toBe(hill.width / 2);
    expect(thickness(hill, 3)).toBeGreaterThan(thickness(hill, 1));
  });

  it("begins the picture before the ground that is near", () => {
    const surface = surfaceOf(hill, 1);
    expect(surface(0, 0)).toBeCloseTo(180, 3);
    expect(nearOf([0, 5000, 0], surface, 0.2)).toBeCloseTo(0.12 * 4820, 3);
    // beside the hill, level with its flank
    const near = nearOf([95, 120, 0], surface, 0.2);
    for (let k = 0; k < 8; k++) expect(surface(95 + near * Math.cos((k * Math.PI) / 4), near * Math.sin((k * Math.PI) / 4))).toBeLessThan(120 + near);
    expect(nearOf([0, 180.5, 0], surface, 0.2)).toBe(0.2);
  });
});

describe("scale", () => {
  it("makes bars of round length that fit", () => {
    for (const scale of [0.0003, 0.7, 1, 12.5, 4000]) {
      const bar = scaleBar(scale, 160)!;
      expect(bar.pixels).toBeLessThanOrEqual(160.001);
      expect(bar.pixels).toBeGreaterThan(60);
      expect(["1", "2", "5"]).toContain(bar.metres.toExponential(6)[0]);
    }
    expect(scaleBar(1, 100)).toEqual({ metres: 100, pixels: 100 });
    expect(scaleBar(0, 100)).toBeNull();
    expect(scaleBar(Infinity, 100)).toBeNull();
  });

  it("chooses round contour intervals", () => {
    expect(contourInterval(2400)).toBe(100);
    expect(contourInterval(0)).toBe(1);
  });
});
