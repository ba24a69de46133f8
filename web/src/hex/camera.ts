/**
 * The camera over a hex map: a swivel that tilts and a stick that draws out with the zoom. Pure functions.
 *
 * Lengths are those of cells of 10 m radius and grow with the cells.
 */

import { bearing, clamp, direction, type Stand } from "../camera/rig";
import type { Layout } from "./cells";

export interface HexCamera {
  /** Where it stands, x and y (m). */
  x: number;
  y: number;
  /** Bearing it looks along (degrees). */
  heading: number;
  /** 0 far and straight down, 1 near and slanted. */
  zoom: number;
}

export const STICK = [250, 45] as const;
export const SWIVEL = [90, 45] as const;
export const SPEED = [400, 100] as const;
export const TURN = 180;
export const FOV = 60;

const mixed = ([a, b]: readonly [number, number], t: number): number => a + (b - a) * t;

/** How much larger than 10 m cells are. */
const scaleOf = (layout: Layout): number => layout.outer_radius / 10;

/** Where the middle of the map's cells may lie: x and y from the origin (m). */
export function roomOf(layout: Layout): [number, number] {
  return [(layout.columns - 0.5) * 2 * layout.inner_radius, (layout.rows - 1) * 1.5 * layout.outer_radius];
}

/** The camera kept over the map; a map that wraps is round. */
export function clamped(camera: HexCamera, layout: Layout): HexCamera {
  const [width, depth] = roomOf(layout);
  const [west, south] = layout.origin;
  const around = 2 * layout.inner_radius * layout.columns;
  const x = layout.wrap ? west + ((((camera.x - west) % around) + around) % around) : clamp(camera.x, west, west + width);
  return { ...camera, x, y: clamp(camera.y, south, south + depth), heading: bearing(camera.heading), zoom: clamp(camera.zoom, 0, 1) };
}

export function zoomed(camera: HexCamera, by: number, layout: Layout): HexCamera {
  return clamped({ ...camera, zoom: camera.zoom + by }, layout);
}

/** Turn for some seconds: 180 degrees a second. */
export function turned(camera: HexCamera, sign: number, seconds: number, layout: Layout): HexCamera {
  return clamped({ ...camera, heading: camera.heading + sign * TURN * seconds }, layout);
}

/** Move for some seconds, right and ahead of -1 to 1: 400 m a second when far, 100 when near. */
export function moved(camera: HexCamera, right: number, ahead: number, seconds: number, layout: Layout): HexCamera {
  const length = Math.max(Math.hypot(right, ahead), 1);
  const way = (mixed(SPEED, camera.zoom) * scaleOf(layout) * seconds) / length;
  return shifted(camera, right * way, ahead * way, layout);
}

/** Move by metres to the right and ahead, along the ground. */
export function shifted(camera: HexCamera, right: number, ahead: number, layout: Layout): HexCamera {
  const [east, , south] = direction(camera.heading, 0);
  return clamped({ ...camera, x: camera.x + right * -south + ahead * east, y: camera.y - right * east + ahead * -south }, layout);
}

/** Metres of ground that a pixel covers in the middle of a picture of that height. */
export function metresPerPixel(camera: HexCamera, layout: Layout, height: number): number {
  return (2 * mixed(STICK, camera.zoom) * scaleOf(layout) * Math.tan((FOV * Math.PI) / 360)) / Math.max(height, 1);
}

/** The lens, in the view's frame around a middle (m): x east, y up, z south. */
export function standOf(camera: HexCamera, layout: Layout, middle: readonly [number, number], ground: number): Stand {
  const pitch = mixed(SWIVEL, camera.zoom);
  const away = mixed(STICK, camera.zoom) * scaleOf(layout);
  const [dx, dy, dz] = direction(camera.heading, -pitch);
  const target = [camera.x - middle[0], ground, -(camera.y - middle[1])] as const;
  return { eye: [target[0] - dx * away, target[1] - dy * away, target[2] - dz * away], heading: camera.heading, pitch: -pitch, fov: FOV, shift: 0 };
}

/** Over the middle of the map, as near as shows all of it, or as much as the stick allows. */
export function framed(layout: Layout, aspect: number): HexCamera {
  const [width, depth] = roomOf(layout);
  const scale = scaleOf(layout);
  let zoom = 0;
  for (let z = 0; z <= 1; z += 0.02) {
    const tall = 2 * mixed(STICK, z) * Math.tan((FOV * Math.PI) / 360);
    const slant = Math.sin((mixed(SWIVEL, z) * Math.PI) / 180);
    const whole = (depth / scale + 24) * (0.55 + 0.45 * slant) <= tall * 0.86 && width / scale + 24 <= tall * aspect * (0.55 + 0.3 * slant);
    if (whole) zoom = z;
  }
  // a map that is larger than the farthest look is seen from a slant: that shows more of it, and its heights
  return { x: layout.origin[0] + width / 2, y: layout.origin[1] + depth / 2, heading: 0, zoom: Math.max(zoom, 0.3) };
}
