/** The free camera as plain functions: keys held move it, the mouse turns it, the ground carries it. */

import type { Room } from "./orbit";
import { bearing, clamp, direction, rightOf, type Stand, type SurfaceAt, type Vec3 } from "./rig";

export interface Free {
  eye: Vec3;
  heading: number;
  pitch: number;
}

export const FREE_FOV = 55;
export const STEEPEST = 89;
/** Degrees the view turns for one pixel of the mouse. */
const TURN = 0.12;
/** How many times faster with Shift. */
export const HURRY = 4;

/** What each key does: along the view, to the right, up. Keys that are not here do nothing. */
const MOVES: Readonly<Record<string, readonly [number, number, number]>> = {
  KeyW: [1, 0, 0],
  KeyS: [-1, 0, 0],
  KeyD: [0, 1, 0],
  KeyA: [0, -1, 0],
  Space: [0, 0, 1],
  KeyC: [0, 0, -1],
};

export function isMove(code: string): boolean {
  return Object.hasOwn(MOVES, code);
}

/** Look around by a movement of the mouse in pixels; never over the top. */
export function looked(free: Free, dx: number, dy: number): Free {
  return { ...free, heading: bearing(free.heading + dx * TURN), pitch: clamp(free.pitch - dy * TURN, -STEEPEST, STEEPEST) };
}

/**
 * Move for `seconds` with the keys held, at `speed` metres a second. Equal time gives equal ways, however it is cut into frames; keys
 * that pull against each other cancel. Never lower than `clearance` over the surface.
 */
export function moved(free: Free, held: ReadonlySet<string>, seconds: number, speed: number, surface: SurfaceAt, clearance: number): Free {
  let ahead = 0;
  let right = 0;
  let up = 0;
  for (const code of held) {
    const move = Object.hasOwn(MOVES, code) ? MOVES[code] : undefined;
    if (move === undefined) continue;
    ahead += move[0];
    right += move[1];
    up += move[2];
  }
  const size = Math.hypot(ahead, right, up);
  if (size === 0) return free;
  const hurry = held.has("ShiftLeft") || held.has("ShiftRight") ? HURRY : 1;
  const way = (seconds * speed * hurry) / Math.max(size, 1);
  const f = direction(free.heading, free.pitch);
  const r = rightOf(free.heading);
  const x = free.eye[0] + (f[0] * ahead + r[0] * right) * way;
  const z = free.eye[2] + (f[2] * ahead + r[2] * right) * way;
  const y = free.eye[1] + (f[1] * ahead + up) * way;
  return { ...free, eye: [x, Math.max(y, surface(x, z) + clearance), z] };
}

/** How deep the eye looks where it begins to walk (degrees). */
const FIRST_PITCH = -14;
/** How high it stands there over the ground: 200 m over a land of 2 km, its diagonal being `extent`. */
const FIRST_HEIGHT = 0.07;

/**
 * Where a walk begins. An eye that is over the land, and not far above it, stays where it is; one that looks at the land from outside comes
 * to the near side of what it looks at.
 */
export function begun(stand: Stand, target: Vec3, room: Room, surface: SurfaceAt): Free {
  const [x, y, z] = stand.eye;
  const inside = Math.abs(x) <= room.halfWidth && Math.abs(z) <= room.halfLength;
  if (inside && y - surface(x, z) < 0.25 * room.extent) return { eye: stand.eye, heading: stand.heading, pitch: Math.max(stand.pitch, -75) };
  const [fx, , fz] = direction(stand.heading, 0);
  const back = 0.22 * room.extent;
  const east = clamp(target[0] - fx * back, -0.8 * room.halfWidth, 0.8 * room.halfWidth);
  const south = clamp(target[2] - fz * back, -0.8 * room.halfLength, 0.8 * room.halfLength);
  return { eye: [east, surface(east, south) + FIRST_HEIGHT * room.extent, south], heading: stand.heading, pitch: FIRST_PITCH };
}

/** Lift the eye where the ground rose above it. */
export function lifted(free: Free, surface: SurfaceAt, clearance: number): Free {
  const lowest = surface(free.eye[0], free.eye[2]) + clearance;
  return free.eye[1] >= lowest ? free : { ...free, eye: [free.eye[0], lowest, free.eye[2]] };
}

export function freeStand(free: Free): Stand {
  return { eye: free.eye, heading: free.heading, pitch: free.pitch, fov: FREE_FOV, shift: 0 };
}
