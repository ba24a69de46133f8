/** What each quality spends: fewer triangles, fewer fetches and smaller bakes for weak machines. */

import type { Preset, Quality } from "./types";

export interface Spend {
  /** Quads along a side of a terrain patch; a power of two. */
  patch: number;
  /** Longest side of the baked maps (texels), and how many texels a sample gets where that fits. */
  bakeSide: number;
  bakeScale: number;
  /** Directions and steps of the ambient occlusion. */
  occlusion: readonly [number, number];
  /** Fine structure of materials: 1 one fetch of each, 2 two scales, and steep ground from the side. */
  detail: 1 | 2;
  /** Scales of waves. */
  waves: number;
  /** Whether water moves by itself, where motion is allowed. */
  animate: boolean;
  anisotropy: number;
  /** Smooth edges. */
  antialias: boolean;
}

export const SPENDS: Readonly<Record<Preset, Spend>> = {
  low: { patch: 16, bakeSide: 1024, bakeScale: 1, occlusion: [6, 5], detail: 1, waves: 3, animate: false, anisotropy: 1, antialias: false },
  medium: { patch: 32, bakeSide: 2048, bakeScale: 2, occlusion: [8, 7], detail: 2, waves: 4, animate: true, anisotropy: 2, antialias: true },
  high: { patch: 32, bakeSide: 4096, bakeScale: 2, occlusion: [12, 9], detail: 2, waves: 5, animate: true, anisotropy: 8, antialias: true },
};

/** Choose by the name the driver gives its device: rendering by software gets the low preset. */
export function presetFor(renderer: string, cores: number): Preset {
  if (/swiftshader|llvmpipe|softpipe|software|basic render/i.test(renderer)) return "low";
  if (/nvidia|geforce|radeon (rx|pro)|apple m\d|arc\(tm\)/i.test(renderer)) return "high";
  return cores >= 4 ? "medium" : "low";
}

/** The quality a machine starts with. */
export function qualityFor(renderer: string, cores: number, pixelRatio: number): Quality {
  const preset = presetFor(renderer, cores);
  const most = { low: 1, medium: 1.5, high: 2 }[preset];
  return { preset, scale: Math.min(1, most / Math.max(pixelRatio, 1e-3)), shadows: true, water: true, haze: true };
}
