import type { LayerHeader, WorldHeader } from "../protocol";

/** One array of a world frame as it came: `value = raw * scale + bias` by its layer header. */
export type LayerArray = Float32Array | Uint8Array;

/** The arrays of a frame by layer name. */
export type LayerArrays = ReadonlyMap<string, LayerArray>;

/** What is drawn over the ground. */
export type Overlay =
  | { kind: "none" }
  | { kind: "contours"; interval: number }
  | { kind: "slope" }
  | { kind: "layer"; name: string };

/** How much is spent on a picture. `scale` is drawn pixels over screen pixels of the canvas. */
export interface Quality {
  preset: "low" | "medium" | "high";
  scale: number;
  shadows: boolean;
  water: boolean;
  haze: boolean;
}

/** Compass direction the light comes from (degrees, 0 north, 90 east) and its height over the horizon (degrees). */
export interface Sun {
  azimuth: number;
  elevation: number;
}

export type CameraMode = "orbit" | "free" | "map";

/** What lies under a point of the canvas, in metres and degrees. */
export interface Probe {
  x: number;
  y: number;
  elevation: number;
  slope: number;
  /** Values of the streamed layers there, in their units. */
  layers: { name: string; unit: string; value: number }[];
}

/** A line on the screen that is a round number of metres long. */
export interface ScaleBar {
  metres: number;
  pixels: number;
}

export interface ViewOptions {
  quality: Quality;
  sun: Sun;
  exaggeration: number;
  camera: CameraMode;
  /** Waves stand still and the camera does not glide. */
  reducedMotion: boolean;
  /** Called when the scale bar changes. */
  onScale?: (bar: ScaleBar | null) => void;
  /** Called when the mouse look ends by Esc, which the browser keeps for itself. */
  onRelease?: () => void;
}

/** The picture of a world; draws only when something changed. */
export interface View {
  setWorld(header: WorldHeader, arrays: LayerArrays): void;
  setOverlay(overlay: Overlay): void;
  setQuality(quality: Quality): void;
  setSun(sun: Sun): void;
  setExaggeration(factor: number): void;
  setCamera(mode: CameraMode): void;
  setPaused(paused: boolean): void;
  setReducedMotion(reduced: boolean): void;
  /** Bring the whole land into the picture. */
  frame(): void;
  /** `x` and `y` in CSS pixels from the canvas' top left corner; null over the sky. */
  probe(x: number, y: number): Probe | null;
  /** A PNG of any size, whatever the size of the canvas. */
  screenshot(width: number, height: number): Promise<Blob>;
  /** `count` PNGs around the land, in order. */
  turntable(width: number, height: number, count: number, onFrame: (index: number, image: Blob) => void | Promise<void>): Promise<void>;
  dispose(): void;
}

/** Draw nothing yet: the scene takes this place. */
export function createView(canvas: HTMLCanvasElement, options: ViewOptions): View {
  let header: WorldHeader | null = null;
  let elevation: { layer: LayerHeader; data: LayerArray } | null = null;
  options.onScale?.(null);
  const nothing = (): void => undefined;
  return {
    setWorld(next, arrays) {
      header = next;
      const layer = next.layers[0];
      const data = layer && arrays.get(layer.name);
      elevation = layer && data ? { layer, data } : null;
      canvas.dataset["revision"] = String(next.revision);
    },
    setOverlay: nothing,
    setQuality: nothing,
    setSun: nothing,
    setExaggeration: nothing,
    setCamera: nothing,
    setPaused: nothing,
    setReducedMotion: nothing,
    frame: nothing,
    probe: () => (header && elevation ? { x: 0, y: 0, elevation: header.low, slope: 0, layers: [] } : null),
    screenshot: () => new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))))),
    turntable: async () => undefined,
    dispose: nothing,
  };
}
