/** The map beside the picture: one hexagon a cell on a 2-D canvas, and a mark where the camera is. */

import { type Layout, centerOf } from "./cells";
import type { HexModel } from "./model";
import type { Pose } from "../scene/types";

const GROUND = [
  [217, 196, 143],
  [127, 154, 78],
  [125, 100, 70],
  [141, 139, 134],
  [237, 242, 246],
] as const;
const RIVER = [74, 130, 161] as const;
const SHALLOW = [93, 150, 176] as const;
const DEEP = [38, 84, 118] as const;

/** Color of a cell seen from above. */
export function colorOf(model: HexModel, index: number): [number, number, number] {
  const { cells } = model;
  const depth = cells.water[index]! - cells.elevation[index]!;
  if (depth > 0) {
    const t = Math.min((depth - 1) / 3, 1);
    return [0, 1, 2].map((k) => SHALLOW[k]! + (DEEP[k]! - SHALLOW[k]!) * t) as [number, number, number];
  }
  const base = GROUND[cells.terrain[index]!] ?? GROUND[0];
  const wet = cells.riverIn[index] !== 0 || cells.riverOut[index] !== 255;
  const light = 0.8 + 0.055 * Math.min(Math.max(cells.elevation[index]!, -2), 8);
  return [0, 1, 2].map((k) => Math.min(255, (wet ? 0.35 * base[k]! + 0.65 * RIVER[k]! : base[k]!) * light)) as [number, number, number];
}

/** Left, right, top and bottom of a map (m). */
function extent(layout: Layout): [number, number, number, number] {
  const [west, south] = layout.origin;
  return [west - layout.inner_radius, west + 2 * layout.inner_radius * layout.columns, south + 1.5 * layout.outer_radius * (layout.rows - 1) + layout.outer_radius, south - layout.outer_radius];
}

export interface HexMiniMap {
  /** Show a map; `whole` when its frame may be another, not only its cells. */
  setModel(model: HexModel, whole: boolean): void;
  setPose(pose: Pose): void;
  dispose(): void;
}

/** How long the little map may lag behind a stroke (ms): drawing all cells must not stand between the brush and the picture. */
const LAG = 150;

/** Keep a canvas showing a map from above; `onPlace` is called with the place (m) of a click or drag. */
export function createHexMap(canvas: HTMLCanvasElement, onPlace: (x: number, y: number) => void): HexMiniMap {
  const stop = new AbortController();
  let model: HexModel | null = null;
  let pose: Pose | null = null;
  let picture: OffscreenCanvas | null = null;
  let lagging = 0;

  const fit = (layout: Layout, width: number, height: number): { left: number; top: number; scale: number } => {
    const [west, east, north, south] = extent(layout);
    const scale = Math.min(width / (east - west), height / (north - south));
    return { left: (width - (east - west) * scale) / 2, top: (height - (north - south) * scale) / 2, scale };
  };

  const drawn = (held: HexModel, width: number, height: number): OffscreenCanvas => {
    const made = new OffscreenCanvas(width, height);
    const context = made.getContext("2d");
    const { frame } = held;
    const [west, , north] = extent(frame);
    const place = fit(frame, width, height);
    if (context === null) return made;
    const radius = frame.outer_radius * place.scale * 1.04;
    const wide = 0.8660254 * radius;
    for (let row = 0; row < frame.rows; row++) {
      for (let column = 0; column < frame.columns; column++) {
        const [x, y] = centerOf(frame, { column, row });
        const [px, py] = [place.left + (x - west) * place.scale, place.top + (north - y) * place.scale];
        const [r, g, b] = colorOf(held, row * frame.columns + column);
        context.fillStyle = `rgb(${r.toFixed(0)} ${g.toFixed(0)} ${b.toFixed(0)})`;
        context.beginPath();
        context.moveTo(px, py - radius);
        context.lineTo(px + wide, py - radius / 2);
        context.lineTo(px + wide, py + radius / 2);
        context.lineTo(px, py + radius);
        context.lineTo(px - wide, py + radius / 2);
        context.lineTo(px - wide, py - radius / 2);
        context.fill();
      }
    }
    return made;
  };

  const paint = (): void => {
    const ratio = window.devicePixelRatio;
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    const context = canvas.getContext("2d");
    if (context === null || model === null || w === 0 || h === 0) return;
    if (picture === null || picture.width !== w || picture.height !== h) picture = drawn(model, w, h);
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.clearRect(0, 0, w, h);
    context.drawImage(picture, 0, 0);
    if (pose === null) return;
    const [west, , north] = extent(model.frame);
    const place = fit(model.frame, w, h);
    context.save();
    context.translate(place.left + (pose.target[0] - west) * place.scale, place.top + (north - pose.target[1]) * place.scale);
    context.rotate((pose.heading * Math.PI) / 180);
    context.scale(ratio, ratio);
    context.beginPath();
    context.moveTo(0, -8);
    context.lineTo(5.5, 6);
    context.lineTo(0, 3);
    context.lineTo(-5.5, 6);
    context.closePath();
    context.fillStyle = "#ffffff";
    context.strokeStyle = "#1c2126";
    context.lineWidth = 1.5;
    context.fill();
    context.stroke();
    context.restore();
  };

  const point = (event: PointerEvent): void => {
    if (model === null || event.buttons === 0) return;
    const box = canvas.getBoundingClientRect();
    const [west, , north] = extent(model.frame);
    const place = fit(model.frame, box.width, box.height);
    onPlace(west + (event.clientX - box.left - place.left) / place.scale, north - (event.clientY - box.top - place.top) / place.scale);
  };

  canvas.addEventListener("pointerdown", point, { signal: stop.signal });
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return {
    setModel(next, whole) {
      model = next;
      if (whole) {
        picture = null;
        paint();
      } else if (lagging === 0) {
        lagging = window.setTimeout(() => {
          lagging = 0;
          picture = null;
          paint();
        }, LAG);
      }
    },
    setPose(next) {
      pose = next;
      paint();
    },
    dispose() {
      stop.abort();
      window.clearTimeout(lagging);
      sizes.disconnect();
    },
  };
}
