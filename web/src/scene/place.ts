/** Where the land, its block and the camera's subject lie in the view's frame: x east, y up, z south, metres from the middle. */

import type { SurfaceAt, Vec3 } from "../camera/rig";
import type { Room, Subject } from "../camera/orbit";
import { topAt, type World } from "./world";

export function roomOf(world: World): Room {
  return { halfWidth: world.width / 2, halfLength: world.length / 2, extent: Math.hypot(world.width, world.length) };
}

/** Whether two worlds cover the same ground, but for the rounding of their samples: then the camera stays. */
export function sameSize(a: World, b: World): boolean {
  return Math.abs(b.width / a.width - 1) < 0.02 && Math.abs(b.length / a.length - 1) < 0.02;
}

/** World coordinates (m; x east, y north, z up) of a place in the view's frame. */
export function placeIn(world: World, exaggeration: number, place: Vec3): Vec3 {
  return [place[0] + world.west + world.width / 2, world.north - world.length / 2 - place[2], place[1] / exaggeration];
}

/** Thickness (m) of the block below the lowest ground. */
export function thickness(world: World, exaggeration: number): number {
  return Math.max(0.025 * Math.hypot(world.width, world.length), 0.08 * (world.high - world.low) * exaggeration);
}

/** What a camera must stay above. */
export function surfaceOf(world: World, exaggeration: number): SurfaceAt {
  return (x, z) => topAt(world, (x + world.width / 2) / world.cell, (z + world.length / 2) / world.cell) * exaggeration;
}

/** What the first picture shows: the whole block, or what rises from the sea. */
export function subjectOf(world: World, exaggeration: number): Subject {
  const { rows, cols, cell, z, sea, openSea } = world;
  let [x0, x1, y0, y1] = [0, cols - 1, 0, rows - 1];
  let sum = 0;
  let top = -Infinity;
  let peak: Vec3 = [0, 0, 0];
  if (openSea) [x0, x1, y0, y1] = [cols, -1, rows, -1];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const h = z[r * cols + c]!;
      sum += Math.max(h, world.hasSea ? sea : h);
      if (h > top) {
        top = h;
        peak = [c * cell - world.width / 2, h * exaggeration, r * cell - world.length / 2];
      }
      if (openSea && h > sea) {
        x0 = Math.min(x0, c);
        x1 = Math.max(x1, c);
        y0 = Math.min(y0, r);
        y1 = Math.max(y1, r);
      }
    }
  }
  if (x1 < x0) [x0, x1, y0, y1] = [0, cols - 1, 0, rows - 1];
  const middle = (openSea ? sea : sum / z.length) * exaggeration;
  const foot = openSea ? middle : world.low * exaggeration - 0.5 * thickness(world, exaggeration);
  const at = (c: number, r: number, y: number): Vec3 => [c * cell - world.width / 2, y, r * cell - world.length / 2];
  const points: Vec3[] = [peak];
  for (const c of [x0, x1]) for (const r of [y0, y1]) points.push(at(c, r, foot), at(c, r, middle));
  // steep land hides what is behind it: look down on it from higher
  const steep = ((world.high - world.low) * exaggeration) / Math.hypot(world.width, world.length);
  const elevation = openSea ? 14 : 22 + 60 * Math.min(Math.max(steep - 0.1, 0), 0.2);
  return { points, target: at((x0 + x1) / 2, (y0 + y1) / 2, middle), elevation };
}

/** How far from the eye (m) the picture may begin without cutting into ground. */
export function nearOf(eye: Vec3, surface: SurfaceAt, finest: number): number {
  let near = Math.max(0.12 * (eye[1] - surface(eye[0], eye[2])), finest);
  const blocked = (reach: number): boolean => {
    for (let k = 0; k < 8; k++) {
      const a = (k * Math.PI) / 4;
      if (surface(eye[0] + reach * Math.cos(a), eye[2] + reach * Math.sin(a)) > eye[1] - reach) return true;
    }
    return false;
  };
  while (near > finest && blocked(1.5 * near)) near = Math.max(0.5 * near, finest);
  return near;
}
