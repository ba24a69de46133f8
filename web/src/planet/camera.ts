/**
 * The camera of a planet: it looks at a place of the surface from a distance, straight down from space and along the ground when near.
 * Pure functions; lengths are planet radii, angles degrees.
 */

import { clamp } from "../camera/rig";
import { cross, directionOf, dot, latitudeLongitude, plus, scaled, unit, type Vec3 } from "./sphere";

export interface PlanetCamera {
  latitude: number;
  longitude: number;
  /** Clockwise from north, as seen from above. */
  heading: number;
  /** How far the person tilted the view from what the distance gives. */
  tilt: number;
  /** From the eye to the place it looks at. */
  distance: number;
}

/** Where the lens is and how it is turned; `eye` from the planet's center. */
export interface PlanetStand {
  eye: Vec3;
  forward: Vec3;
  right: Vec3;
  up: Vec3;
  fov: number;
}

export const FOV = 36;
export const FARTHEST = 14;
/** Degrees a pixel of a drag turns the view. */
const TURN = 0.3;
const STEEPEST = 86;

/** Height (radii) of the surface, ground or sea, in a direction. */
export type GroundAt = (direction: Vec3) => number;

/** How much lower than straight down the view looks of itself: none from space, along the ground when near. */
export function leanOf(distance: number): number {
  const t = clamp((Math.log(1.1) - Math.log(Math.max(distance, 1e-9))) / (Math.log(1.1) - Math.log(0.03)), 0, 1);
  return 76 * t * t * (3 - 2 * t);
}

/** The angle between straight down and the view. */
export function pitchOf(camera: PlanetCamera): number {
  return clamp(leanOf(camera.distance) + camera.tilt, 0, STEEPEST);
}

/** North, and what lies to the right of it as seen from above. */
export function axesAt(up: Vec3): { north: Vec3; east: Vec3 } {
  // at a pole north is where the front face's meridian comes from
  const pole: Vec3 = Math.hypot(up[0], up[1]) < 1e-9 ? [0, -Math.sign(up[2]), 0] : [0, 0, 1];
  const north = unit(plus(pole, up, -dot(pole, up)));
  return { north, east: cross(north, up) };
}

/** Where the lens is; never nearer to the surface than `clearance`. */
export function standOf(camera: PlanetCamera, ground: GroundAt, clearance: number): PlanetStand {
  const out = directionOf(camera.latitude, camera.longitude);
  const { north, east } = axesAt(out);
  const [h, p] = [(camera.heading * Math.PI) / 180, (pitchOf(camera) * Math.PI) / 180];
  const ahead = plus(scaled(north, Math.cos(h)), east, Math.sin(h));
  const forward = plus(scaled(out, -Math.cos(p)), ahead, Math.sin(p));
  const up = plus(scaled(ahead, Math.cos(p)), out, Math.sin(p));
  let eye = plus(scaled(out, 1 + ground(out)), forward, -camera.distance);
  const away = Math.hypot(...eye);
  const lowest = 1 + ground(scaled(eye, 1 / away)) + clearance;
  if (away < lowest) eye = scaled(eye, lowest / away);
  return { eye, forward, right: cross(forward, up), up, fov: FOV };
}

function normal(camera: PlanetCamera, clearance: number): PlanetCamera {
  const lean = leanOf(camera.distance);
  return {
    latitude: clamp(camera.latitude, -89.5, 89.5),
    longitude: ((((camera.longitude + 180) % 360) + 360) % 360) - 180,
    heading: ((camera.heading % 360) + 360) % 360,
    tilt: clamp(camera.tilt, -lean, STEEPEST - lean),
    distance: clamp(camera.distance, 2 * clearance, FARTHEST),
  };
}

/** Move the surface with the pointer, by pixels of a canvas of that height. */
export function dragged(camera: PlanetCamera, dx: number, dy: number, height: number, clearance: number): PlanetCamera {
  // a pixel's size on the surface, at most that of a pointer that turns the whole globe
  const size = (2 * Math.tan((FOV * Math.PI) / 360) * Math.min(camera.distance, 2.2)) / Math.max(height, 1);
  const far = 1 / Math.max(Math.cos((pitchOf(camera) * Math.PI) / 180), 0.35);
  return moved(camera, -dx * size, dy * size * far, clearance);
}

/** Go over the surface, to the right and ahead (radii). */
export function moved(camera: PlanetCamera, right: number, ahead: number, clearance: number): PlanetCamera {
  const way = Math.hypot(right, ahead);
  if (way === 0) return camera;
  const out = directionOf(camera.latitude, camera.longitude);
  const { north, east } = axesAt(out);
  const h = (camera.heading * Math.PI) / 180;
  const a = (ahead * Math.cos(h) - right * Math.sin(h)) / way;
  const b = (ahead * Math.sin(h) + right * Math.cos(h)) / way;
  const step = plus(scaled(north, a), east, b);
  const to = plus(scaled(out, Math.cos(way)), step, Math.sin(way));
  const [latitude, longitude] = latitudeLongitude(to);
  if (Math.abs(latitude) > 89.5) return camera;
  // near the ground one goes on straight ahead; from space north stays up
  const course = plus(scaled(step, Math.cos(way)), out, -Math.sin(way));
  const axes = axesAt(to);
  const turned = Math.atan2(dot(course, axes.east), dot(course, axes.north)) - Math.atan2(b, a);
  const keep = clamp((0.8 - camera.distance) / 0.5, 0, 1);
  return normal({ ...camera, latitude, longitude, heading: camera.heading + keep * wrapped((turned * 180) / Math.PI) }, clearance);
}

const wrapped = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Come nearer (factor below 1) or go away. */
export function zoomed(camera: PlanetCamera, factor: number, clearance: number): PlanetCamera {
  return normal({ ...camera, distance: camera.distance * factor }, clearance);
}

/** Turn and tilt by a drag in pixels. */
export function turned(camera: PlanetCamera, dx: number, dy: number, clearance: number): PlanetCamera {
  return normal({ ...camera, heading: camera.heading + dx * TURN, tilt: camera.tilt - dy * TURN }, clearance);
}

/** All of the planet in the picture. */
export function framed(aspect: number): PlanetCamera {
  const half = Math.tan((FOV * Math.PI) / 360) * Math.min(aspect, 1);
  return { latitude: 16, longitude: 0, heading: 0, tilt: 0, distance: clamp(1.24 / Math.sin(Math.atan(half)) - 1, 1, FARTHEST) };
}

/** Near the ground, looking along it. */
export function landed(camera: PlanetCamera, clearance: number): PlanetCamera {
  return normal({ ...camera, tilt: 4, distance: Math.min(14 * clearance, 0.03) }, clearance);
}

/** Between two cameras, 0 to 1; distances change by equal factors. */
export function between(from: PlanetCamera, to: PlanetCamera, t: number): PlanetCamera {
  const mixed = (a: number, b: number): number => a + (b - a) * t;
  return {
    latitude: mixed(from.latitude, to.latitude),
    longitude: wrapped(from.longitude + wrapped(to.longitude - from.longitude) * t),
    heading: from.heading + wrapped(to.heading - from.heading) * t,
    tilt: mixed(from.tilt, to.tilt),
    distance: Math.exp(mixed(Math.log(from.distance), Math.log(to.distance))),
  };
}

/** How low the eye may stand over the ground (radii): as high as a person, or on a planet without finer ground a part of a step between its nodes. */
export function clearanceOf(radius: number, deepest: number, cell: number): number {
  return deepest > 0 ? Math.min(2 / radius, 0.002) : Math.max(0.3 * cell, 2e-6);
}

/** How near and how far there is something to see (radii): the ground below, the horizon and the peaks behind it. */
export function depthRange(away: number, above: number, high: number, clearance: number): [number, number] {
  const horizon = Math.sqrt(Math.max(away * away - 1, 0)) + Math.sqrt(Math.max((1 + high) ** 2 - 1, 0));
  const near = Math.max(0.35 * above, 0.5 * clearance);
  return [Math.min(near, 0.5 * horizon), horizon * 1.02 + 0.02];
}
