/** The map beside the picture: the planet by latitude and longitude on a 2-D canvas, and a mark where the camera is. */

import type { PlanetModel } from "./model";
import { directionOf, dot, type Vec3 } from "./sphere";

const WIDTH = 192;
const HEIGHT = 96;

/** The colors of a map, four bytes a pixel: north on top, east to the right. */
export function mapOf(model: PlanetModel, sun: Vec3, width = WIDTH, height = HEIGHT): Uint8ClampedArray<ArrayBuffer> {
  const out = new Uint8ClampedArray(4 * width * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const d = directionOf(90 - ((row + 0.5) / height) * 180, ((column + 0.5) / width) * 360 - 180);
      const day = 0.42 + 0.58 * Math.min(Math.max(dot(d, sun) * 4 + 0.5, 0), 1);
      const color = model.colorAt(d);
      const at = 4 * (row * width + column);
      for (let c = 0; c < 3; c++) out[at + c] = color[c]! * day;
      out[at + 3] = 255;
    }
  }
  return out;
}

export interface PlanetMap {
  setModel(model: PlanetModel, sun: Vec3): void;
  setPose(latitude: number, longitude: number): void;
  dispose(): void;
}

/** Keep a canvas showing the map; `onPlace` is called with the latitude and longitude of a click or drag. */
export function createPlanetMap(canvas: HTMLCanvasElement, onPlace: (latitude: number, longitude: number) => void): PlanetMap {
  const stop = new AbortController();
  const picture = new OffscreenCanvas(WIDTH, HEIGHT);
  let pose: readonly [number, number] = [0, 0];
  let there = false;
  let waiting = 0;

  const paint = (): void => {
    waiting = 0;
    const ratio = window.devicePixelRatio;
    const [w, h] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    const context = canvas.getContext("2d");
    if (context === null || w === 0 || h === 0) return;
    [canvas.width, canvas.height] = [w, h];
    if (!there) return;
    const tall = Math.min(h, w / 2);
    const top = (h - tall) / 2;
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, top, w, tall);
    const [x, y] = [((pose[1] + 180) / 360) * w, top + ((90 - pose[0]) / 180) * tall];
    context.lineWidth = 2 * ratio;
    for (const [color, radius] of [["rgba(0, 0, 0, 0.7)", 5.5], ["#ffffff", 4]] as const) {
      context.strokeStyle = color;
      context.beginPath();
      context.arc(x, y, radius * ratio, 0, 2 * Math.PI);
      context.stroke();
    }
  };
  const again = (): void => {
    if (waiting === 0) waiting = requestAnimationFrame(paint);
  };
  const place = (event: PointerEvent): void => {
    if (event.buttons === 0) return;
    const box = canvas.getBoundingClientRect();
    const tall = Math.min(box.height, box.width / 2);
    const v = (event.clientY - box.top - (box.height - tall) / 2) / tall;
    onPlace(90 - Math.min(Math.max(v, 0), 1) * 180, ((event.clientX - box.left) / box.width) * 360 - 180);
  };
  canvas.addEventListener("pointerdown", (event) => (canvas.setPointerCapture(event.pointerId), place(event)), { signal: stop.signal });
  canvas.addEventListener("pointermove", place, { signal: stop.signal });
  const sizes = new ResizeObserver(again);
  sizes.observe(canvas);
  return {
    setModel: (model, sun) => {
      picture.getContext("2d")?.putImageData(new ImageData(mapOf(model, sun), WIDTH, HEIGHT), 0, 0);
      there = true;
      again();
    },
    setPose: (latitude, longitude) => {
      if (pose[0] === latitude && pose[1] === longitude) return;
      pose = [latitude, longitude];
      again();
    },
    dispose: () => {
      stop.abort();
      sizes.disconnect();
      cancelAnimationFrame(waiting);
    },
  };
}
