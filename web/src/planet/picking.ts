/** Where a ray meets the surface of a planet. Pure; lengths are planet radii. */

import type { GroundAt } from "./camera";
import { dot, plus, scaled, type Vec3 } from "./sphere";

const STEPS = 96;

/** Distance along a ray (unit direction) to the surface, whose heights are `low` to `high`; null when it meets none. */
export function hitSurface(ground: GroundAt, low: number, high: number, eye: Vec3, ray: Vec3): number | null {
  const b = dot(eye, ray);
  const inside = (radius: number): number | null => {
    const h = b * b - (dot(eye, eye) - radius * radius);
    return h < 0 ? null : Math.sqrt(h);
  };
  const top = inside(1 + high);
  if (top === null || -b + top <= 0) return null;
  const bottom = inside(1 + low);
  const from = Math.max(-b - top, 0);
  const to = bottom !== null && -b - bottom > from ? -b - bottom : -b + top;
  const over = (t: number): number => {
    const p = plus(eye, ray, t);
    const away = Math.hypot(...p);
    return away - 1 - ground(scaled(p, 1 / away));
  };
  let before = from;
  for (let k = 1; k <= STEPS; k++) {
    const t = from + ((to - from) * k) / STEPS;
    if (over(t) <= 0) {
      let [a, c] = [before, t];
      for (let n = 0; n < 24; n++) {
        const middle = (a + c) / 2;
        if (over(middle) > 0) a = middle;
        else c = middle;
      }
      return (a + c) / 2;
    }
    before = t;
  }
  return bottom !== null && -b - bottom > 0 ? to : null;
}
