/** Sun, sky and haze as numbers, from the sun's place and the size of the land: those of the renderer in Python, with a bluer horizon. */

import type { Sun } from "./types";

export interface Air {
  /** Toward the sun: east, up, south. */
  sun: [number, number, number];
  sunlight: [number, number, number];
  zenith: [number, number, number];
  horizon: [number, number, number];
  glow: [number, number, number];
  /** Haze per metre for red, green, blue. */
  haze: [number, number, number];
  /** One over the height (m) in which haze thins by e; elevation (m) of its full strength. */
  thin: number;
  base: number;
}

const CLEAR = [0.055, 0.105, 0.215] as const;

/** Unit vector toward a sun: east, up, south. */
export function sunVector(sun: Sun): [number, number, number] {
  const a = (sun.azimuth * Math.PI) / 180;
  const e = (sun.elevation * Math.PI) / 180;
  return [Math.sin(a) * Math.cos(e), Math.sin(e), -Math.cos(a) * Math.cos(e)];
}

/** Light of a clear day; `extent` is the length (m) haze is measured against, `base` and `relief` those of the land, exaggerated. */
export function airOf(sun: Sun, extent: number, base: number, relief: number, haze = 1): Air {
  const direction = sunVector(sun);
  const up = direction[1];
  const mass = 1 / (up + 0.15 * (sun.elevation + 3.885) ** -1.253);
  const through = CLEAR.map((depth) => Math.exp(-depth * mass));
  const day = Math.min(1, 0.35 + 1.1 * up);
  const low = Math.exp(-mass * 0.12);
  const warm = through.map((part) => 1 - 0.55 * (1 - part) * (1 - up) ** 2);
  const thickness = (0.3 * haze) / Math.max(extent, 1e-9);
  const triple = (make: (k: number) => number): [number, number, number] => [make(0), make(1), make(2)];
  const zenith = [0.085, 0.225, 0.54];
  const horizon = [0.54, 0.8, 1.12];
  const rate = [0.7, 0.98, 1.32];
  return {
    sun: direction,
    sunlight: triple((k) => 4.3 * through[k]!),
    zenith: triple((k) => zenith[k]! * day),
    horizon: triple((k) => horizon[k]! * warm[k]! * day),
    glow: triple((k) => 1.3 * through[k]! * (0.4 + 0.6 * low)),
    haze: triple((k) => thickness * rate[k]!),
    thin: 1 / Math.max(1.1 * relief, 0.12 * extent, 1e-9),
    base,
  };
}

/** Brightness of the picture: an eye opens when the sun stands low. */
export function exposureOf(air: Air): number {
  const t = Math.min(Math.max((air.sun[1] - 0.02) / 0.4, 0), 1);
  return 2.4 - 1.4 * t * t * (3 - 2 * t);
}
