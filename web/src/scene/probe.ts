/** What lies under a ray: a march over the heights on the CPU. Frame: x east, y up, z south, metres from the middle of the map. */

import type { Vec3 } from "../camera/rig";
import type { Probe } from "./types";
import { heightAt, sampleAt, type World } from "./world";

/** Distance along a ray to the ground or the sea, whichever comes first; null over the sky. */
export function hit(world: World, exaggeration: number, eye: Vec3, ray: Vec3): number | null {
  const halfW = world.width / 2;
  const halfL = world.length / 2;
  let begin = 0;
  let end = Infinity;
  for (const [o, d, half] of [
    [eye[0], ray[0], halfW],
    [eye[2], ray[2], halfL],
  ] as const) {
    if (Math.abs(d) < 1e-12) {
      if (Math.abs(o) > half) return null;
      continue;
    }
    const a = (-half - o) / d;
    const b = (half - o) / d;
    begin = Math.max(begin, Math.min(a, b));
    end = Math.min(end, Math.max(a, b));
  }
  const top = Math.max(world.high, world.hasSea ? world.sea : -Infinity) * exaggeration;
  const bottom = world.low * exaggeration;
  if (ray[1] < -1e-12) {
    begin = Math.max(begin, (top - eye[1]) / ray[1]);
    end = Math.min(end, (bottom - eye[1]) / ray[1] + world.cell);
  } else if (eye[1] > top) return null;
  else if (ray[1] > 1e-12) end = Math.min(end, (top - eye[1]) / ray[1]);
  if (!(begin <= end) || end === Infinity) return null;
  const above = (t: number): number => {
    const col = (eye[0] + ray[0] * t + halfW) / world.cell;
    const row = (eye[2] + ray[2] * t + halfL) / world.cell;
    const ground = Math.max(heightAt(world, col, row), world.hasSea ? world.sea : -Infinity);
    return eye[1] + ray[1] * t - ground * exaggeration;
  };
  const flat = Math.hypot(ray[0], ray[2]);
  const step = (0.5 * world.cell) / Math.max(flat, 1e-3);
  let before = begin;
  if (above(begin) < 0) return begin;
  for (let t = begin + step; ; t += step) {
    const at = Math.min(t, end);
    if (above(at) <= 0) {
      let low = before;
      let high = at;
      for (let k = 0; k < 24; k++) {
        const middle = 0.5 * (low + high);
        if (above(middle) > 0) low = middle;
        else high = middle;
      }
      return high;
    }
    if (at >= end) return null;
    before = at;
  }
}

/** Steepness of the ground (degrees), true to nature, over one cell around a place in samples. */
export function slopeAt(world: World, col: number, row: number): number {
  const x0 = Math.max(col - 1, 0);
  const x1 = Math.min(col + 1, world.cols - 1);
  const y0 = Math.max(row - 1, 0);
  const y1 = Math.min(row + 1, world.rows - 1);
  const dx = x1 > x0 ? (heightAt(world, x1, row) - heightAt(world, x0, row)) / ((x1 - x0) * world.cell) : 0;
  const dy = y1 > y0 ? (heightAt(world, col, y1) - heightAt(world, col, y0)) / ((y1 - y0) * world.cell) : 0;
  return (Math.atan(Math.hypot(dx, dy)) * 180) / Math.PI;
}

/** What is known of a place, given in metres east and south of the middle of the map. */
export function probeAt(world: World, east: number, south: number): Probe {
  const x = east + world.width / 2;
  const y = south + world.length / 2;
  const [col, row] = [x / world.cell, y / world.cell];
  const layers = [...world.layers.values()].filter((one) => one.header.name !== "elevation");
  return {
    x: world.west + x,
    y: world.north - y,
    elevation: heightAt(world, col, row),
    slope: slopeAt(world, col, row),
    layers: layers.map(({ header, data }) => ({
      name: header.name,
      unit: header.unit,
      value: sampleAt(data, world.rows, world.cols, col, row) * header.scale + header.bias,
    })),
  };
}
