/** The orbit camera as plain functions of its state: turn, pan, zoom. */

import { bearing, clamp, direction, RADIANS, rightOf, type Stand, type SurfaceAt, type Vec3 } from "./rig";

export interface Orbit {
  target: Vec3;
  distance: number;
  /** Bearing from the target to the eye (degrees). */
  azimuth: number;
  /** Angle of the eye above the target (degrees). */
  elevation: number;
}

/** Room the camera has: half the map east-west and north-south, and its diagonal (m). */
export interface Room {
  halfWidth: number;
  halfLength: number;
  extent: number;
}

export const FOV = 34;
/** Degrees a drag of one pixel turns. */
const TURN = 0.28;
export const LOWEST = 2;

/** Turn by a drag in pixels; the land follows the pointer. */
export function turned(orbit: Orbit, dx: number, dy: number): Orbit {
  return { ...orbit, azimuth: bearing(orbit.azimuth - dx * TURN), elevation: clamp(orbit.elevation + dy * TURN, LOWEST, 90) };
}

/** Come nearer (factor below 1) or go away. */
export function zoomed(orbit: Orbit, factor: number, room: Room): Orbit {
  return { ...orbit, distance: clamp(orbit.distance * factor, room.extent * 2e-3, room.extent * 6) };
}

/** Degrees that two fingers turn clockwise when one of them moves, -180 to 180. */
export function twistOf(from: { x: number; y: number }, to: { x: number; y: number }, other: { x: number; y: number }): number {
  const angle = (at: { x: number; y: number }): number => Math.atan2(at.y - other.y, at.x - other.x) / RADIANS;
  return ((angle(to) - angle(from) + 540) % 360) - 180;
}

/** Size of a pixel (m) at the target. */
export function metresPerPixel(distance: number, fov: number, height: number): number {
  return (2 * distance * Math.tan((fov * Math.PI) / 360)) / Math.max(height, 1);
}

/** Move the target by a drag in pixels, along the ground; it stays over the map. */
export function panned(orbit: Orbit, dx: number, dy: number, scale: number, room: Room): Orbit {
  const heading = orbit.azimuth + 180;
  const [rx, , rz] = rightOf(heading);
  const [fx, , fz] = direction(heading, 0);
  const steep = Math.max(Math.sin((orbit.elevation * Math.PI) / 180), 0.25);
  const x = orbit.target[0] - rx * dx * scale + (fx * dy * scale) / steep;
  const z = orbit.target[2] - rz * dx * scale + (fz * dy * scale) / steep;
  return { ...orbit, target: [clamp(x, -room.halfWidth, room.halfWidth), orbit.target[1], clamp(z, -room.halfLength, room.halfLength)] };
}

/** The target keeps its height over the ground when the ground becomes another. */
export function carried(orbit: Orbit, before: SurfaceAt, after: SurfaceAt): Orbit {
  const [x, y, z] = orbit.target;
  return { ...orbit, target: [x, after(x, z) + (y - before(x, z)), z] };
}

/** Where the lens is; lifted above the ground where the orbit runs into it. */
export function standOf(orbit: Orbit, surface: SurfaceAt, clearance: number, flat = false): Stand {
  const elevation = flat ? 90 : orbit.elevation;
  const azimuth = flat ? 180 : orbit.azimuth;
  const [dx, dy, dz] = direction(azimuth, elevation);
  const eye: [number, number, number] = [
    orbit.target[0] + dx * orbit.distance,
    orbit.target[1] + dy * orbit.distance,
    orbit.target[2] + dz * orbit.distance,
  ];
  eye[1] = Math.max(eye[1], surface(eye[0], eye[2]) + clearance);
  const to = [orbit.target[0] - eye[0], orbit.target[1] - eye[1], orbit.target[2] - eye[2]] as const;
  const pitch = flat ? -90 : Math.atan2(to[1], Math.hypot(to[0], to[2])) / (Math.PI / 180);
  // the horizon stands in the upper third: the target lies a little below the middle of the picture
  const shift = flat ? 0 : 0.1 * clamp((60 - elevation) / 40, 0, 1);
  return { eye, heading: bearing(azimuth + 180), pitch, fov: FOV, shift };
}

/** What has to be in the picture: corners of the land in the view's frame. */
export interface Subject {
  points: readonly Vec3[];
  target: Vec3;
  elevation: number;
}

/** Stand back until all of a subject is in the picture, seen from the south-south-east as the renderer's pictures are. */
export function framed(subject: Subject, aspect: number, extent: number, azimuth = 152): Orbit {
  // a tall picture has room to look down more steeply
  const elevation = subject.elevation + 24 * clamp(1.1 - aspect, 0, 0.7);
  const at = (distance: number): Orbit => ({ target: subject.target, distance, azimuth, elevation });
  const whole = (distance: number): boolean => {
    const stand = standOf(at(distance), () => -Infinity, 0);
    return subject.points.every((point) => {
      const seen = project(stand, point, aspect);
      return seen !== null && Math.abs(seen[0]) <= 0.95 && seen[1] >= -0.9 && seen[1] <= 0.86;
    });
  };
  let near = 1e-3 * extent;
  let far = 4 * extent;
  for (let k = 0; k < 20 && !whole(far); k++) far *= 2;
  for (let k = 0; k < 40; k++) {
    const middle = 0.5 * (near + far);
    if (whole(middle)) far = middle;
    else near = middle;
  }
  return at(far);
}

/** Where a point is in the picture, -1 to 1 to the right and up; null when it is behind the eye. */
export function project(stand: Stand, point: Vec3, aspect: number): [number, number] | null {
  const f = direction(stand.heading, stand.pitch);
  const r = rightOf(stand.heading);
  const u = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]] as const;
  const d = [point[0] - stand.eye[0], point[1] - stand.eye[1], point[2] - stand.eye[2]] as const;
  const depth = d[0] * f[0] + d[1] * f[1] + d[2] * f[2];
  if (depth <= 0) return null;
  const tall = Math.tan((stand.fov * Math.PI) / 360);
  const right = (d[0] * r[0] + d[1] * r[1] + d[2] * r[2]) / (depth * tall * aspect);
  const up = (d[0] * u[0] + d[1] * u[1] + d[2] * u[2]) / (depth * tall);
  return [right, up - stand.shift];
}
