/** A scale bar of a round number of metres. */

import type { ScaleBar } from "./types";

/** The longest bar of 1, 2 or 5 times a power of ten metres that is not wider than `widest` pixels; null without a scale. */
export function scaleBar(metresPerPixel: number, widest: number): ScaleBar | null {
  const most = metresPerPixel * widest;
  if (!(most > 0) || !Number.isFinite(most)) return null;
  const ten = 10 ** Math.floor(Math.log10(most) + 1e-12);
  const metres = [5, 2, 1].map((k) => k * ten).find((length) => length <= most * (1 + 1e-9)) ?? ten;
  return { metres, pixels: metres / metresPerPixel };
}

/** A round interval of contours: about `count` of them over a relief (m). */
export function contourInterval(relief: number, count = 24): number {
  if (!(relief > 0)) return 1;
  const raw = relief / count;
  const ten = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5].find((k) => k * ten >= raw) ?? 10) * ten;
}
