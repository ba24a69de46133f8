/** The map beside the picture: shaded relief on a 2-D canvas, and a mark where the camera is. */

import { LOOKS, type LookName } from "./palette";
import type { Pose } from "./types";
import { heightAt, type World } from "./world";

const WATER = ["#8fbac4", "#6a9fb5", "#4a82a1", "#35698c", "#285476"] as const;

/** Shaded relief of a world, `width` x `height` x RGBA: tint by elevation, light from the north-west. */
export function relief(world: World, width: number, height: number, look: LookName): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(width * height * 4);
  const land = LOOKS[look].land.map(rgb);
  const water = WATER.map(rgb);
  const base = world.hasSea ? Math.max(world.low, world.sea) : world.low;
  const range = Math.max(world.high - base, 1e-9);
  const depth = Math.max(world.sea - world.low, 1e-9);
  const stepX = (world.cols - 1) / Math.max(width - 1, 1);
  const stepY = (world.rows - 1) / Math.max(height - 1, 1);
  // gentle land gets more contrast: a typical slope shades like 25 degrees
  const strength = 1.4 / (1e-9 + Math.max(range / Math.hypot(world.width, world.length), 0.02) * 12);
  for (let r = 0; r < height; r++) {
    for (let c = 0; c < width; c++) {
      const [col, row] = [c * stepX, r * stepY];
      const h = heightAt(world, col, row);
      const wet = world.hasSea && h < world.sea;
      const color = wet ? along(water, ((world.sea - h) / depth) ** 0.6) : along(land, (h - base) / range);
      let light = 1;
      if (!wet) {
        const dx = ((heightAt(world, col + stepX, row) - heightAt(world, col - stepX, row)) / (2 * stepX * world.cell)) * strength;
        const dy = ((heightAt(world, col, row + stepY) - heightAt(world, col, row - stepY)) / (2 * stepY * world.cell)) * strength;
        const facing = (0.5 * dx + 0.5 * dy + 0.71) / Math.hypot(dx, dy, 1);
        light = 0.45 + 0.78 * Math.max(facing, 0);
      }
      const at = 4 * (r * width + c);
      for (let k = 0; k < 3; k++) out[at + k] = color[k]! * light;
      out[at + 3] = 255;
    }
  }
  return out;
}

function rgb(color: string): [number, number, number] {
  return [1, 3, 5].map((k) => parseInt(color.slice(k, k + 2), 16)) as [number, number, number];
}

function along(colors: readonly (readonly [number, number, number])[], share: number): [number, number, number] {
  const place = Math.min(Math.max(share, 0), 1) * (colors.length - 1);
  const k = Math.min(Math.floor(place), colors.length - 2);
  const mix = (c: 0 | 1 | 2): number => colors[k]![c] * (1 - place + k) + colors[k + 1]![c] * (place - k);
  return [mix(0), mix(1), mix(2)];
}

/** Where a world fits in a canvas: its top left corner and its scale (pixels a metre). */
export function fit(width: number, length: number, canvasWidth: number, canvasHeight: number): { left: number; top: number; scale: number } {
  const scale = Math.min(canvasWidth / width, canvasHeight / length);
  return { left: (canvasWidth - width * scale) / 2, top: (canvasHeight - length * scale) / 2, scale };
}

export interface FlatMap {
  setWorld(world: World, look: LookName): void;
  setPose(pose: Pose): void;
  dispose(): void;
}

/** Keep a canvas showing a world from above; `onPlace` is called with the world coordinates (m) of a click or drag. */
export function createFlatMap(canvas: HTMLCanvasElement, onPlace: (x: number, y: number) => void): FlatMap {
  const stop = new AbortController();
  let world: World | null = null;
  let look: LookName = "temperate";
  let pose: Pose | null = null;
  let picture: ImageBitmap | OffscreenCanvas | null = null;

  const paint = (): void => {
    const ratio = window.devicePixelRatio;
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    const context = canvas.getContext("2d");
    if (context === null || world === null || w === 0 || h === 0) return;
    const place = fit(world.width, world.length, w, h);
    const [pw, ph] = [Math.max(2, Math.round(world.width * place.scale)), Math.max(2, Math.round(world.length * place.scale))];
    if (picture === null || picture.width !== pw || picture.height !== ph) {
      const made = new OffscreenCanvas(pw, ph);
      made.getContext("2d")?.putImageData(new ImageData(relief(world, pw, ph, look), pw, ph), 0, 0);
      picture = made;
    }
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.clearRect(0, 0, w, h);
    context.drawImage(picture, place.left, place.top);
    if (pose === null) return;
    const x = place.left + (pose.eye[0] - world.west) * place.scale;
    const y = place.top + (world.north - pose.eye[1]) * place.scale;
    mark(context, Math.min(Math.max(x, 7 * ratio), w - 7 * ratio), Math.min(Math.max(y, 7 * ratio), h - 7 * ratio), pose.heading, ratio);
  };

  const point = (event: PointerEvent): void => {
    if (world === null || event.buttons === 0) return;
    const box = canvas.getBoundingClientRect();
    const place = fit(world.width, world.length, box.width, box.height);
    const x = (event.clientX - box.left - place.left) / place.scale;
    const y = (event.clientY - box.top - place.top) / place.scale;
    if (x < 0 || y < 0 || x > world.width || y > world.length) return;
    onPlace(world.west + x, world.north - y);
  };

  canvas.addEventListener("pointerdown", point, { signal: stop.signal });
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return {
    setWorld(next, nextLook) {
      world = next;
      look = nextLook;
      picture = null;
      paint();
    },
    setPose(next) {
      pose = next;
      paint();
    },
    dispose() {
      stop.abort();
      sizes.disconnect();
    },
  };
}

/** An arrowhead that points along a heading, with the wedge it sees. */
function mark(context: CanvasRenderingContext2D, x: number, y: number, heading: number, ratio: number): void {
  context.save();
  context.translate(x, y);
  context.rotate((heading * Math.PI) / 180);
  context.scale(ratio, ratio);
  const wedge = context.createRadialGradient(0, 0, 2, 0, 0, 46);
  wedge.addColorStop(0, "rgba(255, 255, 255, 0.55)");
  wedge.addColorStop(1, "rgba(255, 255, 255, 0)");
  context.fillStyle = wedge;
  context.beginPath();
  context.moveTo(0, 0);
  context.arc(0, 0, 46, -Math.PI / 2 - 0.45, -Math.PI / 2 + 0.45);
  context.fill();
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
}
