/** Places and directions of a camera in the view's frame: x east, y up, z south, metres from the middle of the map. */

export type Vec3 = readonly [number, number, number];

/** What a lens sees from where. Heading is a bearing (degrees), pitch rises from the horizon (degrees). */
export interface Stand {
  eye: Vec3;
  heading: number;
  pitch: number;
  /** Angle between the top and bottom edges (degrees). */
  fov: number;
  /** How far the middle of the view lies below that of the picture, -1 to 1. */
  shift: number;
}

/** Height (m) of ground or water at a place; used to stay above it. */
export type SurfaceAt = (x: number, z: number) => number;

export const RADIANS = Math.PI / 180;

/** Unit vector along a heading and pitch. */
export function direction(heading: number, pitch: number): Vec3 {
  const h = heading * RADIANS;
  const p = pitch * RADIANS;
  return [Math.sin(h) * Math.cos(p), Math.sin(p), -Math.cos(h) * Math.cos(p)];
}

/** Unit vector to the right of a heading. */
export function rightOf(heading: number): Vec3 {
  const h = heading * RADIANS;
  return [Math.cos(h), 0, Math.sin(h)];
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Bearing of 0 to 360. */
export function bearing(degrees: number): number {
  return ((degrees % 360) + 360) % 360;
}
