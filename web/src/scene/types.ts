/** What the view shows and how: the words it shares with the panel. */

import type { WorldHeader } from "../protocol";
import type { LookName } from "./palette";

/** One array of a world frame as it came: `value = raw * scale + bias` by its layer header. */
export type LayerArray = Float32Array | Uint8Array;

/** The arrays of a frame by layer name. */
export type LayerArrays = ReadonlyMap<string, LayerArray>;

/** What is drawn over the ground; contours lie over any color. */
export type Overlay =
  | { kind: "none" }
  | { kind: "contours"; interval: number }
  | { kind: "elevation" }
  | { kind: "slope" }
  | { kind: "layer"; name: string };

export type Preset = "low" | "medium" | "high";

/** How much is spent on a picture. `scale` is drawn pixels over screen pixels of the canvas. */
export interface Quality {
  preset: Preset;
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

/** Where the camera is: what a compass and a flat map show. */
export interface Pose {
  mode: CameraMode;
  /** World coordinates (m) of the eye, and of what it looks at. */
  eye: readonly [number, number, number];
  target: readonly [number, number, number];
  /** Bearing the camera looks along (degrees): 0 is north, 90 east. */
  heading: number;
}

export interface FrameStats {
  frames: number;
  /** Time between frames that followed each other (ms), smoothed; 0 before there were two. */
  frameMs: number;
  /** Time the page spent on the last frame (ms). */
  cpuMs: number;
  triangles: number;
  patches: number;
  calls: number;
  /** Whether everything asked for is in the picture. */
  settled: boolean;
}

export interface ViewOptions {
  quality: Quality;
  sun: Sun;
  exaggeration: number;
  camera: CameraMode;
  /** Waves stand still and the camera does not glide. */
  reducedMotion: boolean;
  look?: LookName;
  /** Share of the canvas' width that nothing covers; the land is framed to fill a little more than that. */
  free?: () => number;
  /** Called when the scale bar changes. */
  onScale?: (bar: ScaleBar | null) => void;
  /** Called when the mouse look ends by Esc, which the browser keeps for itself. */
  onRelease?: () => void;
  /** Called when the camera moved. */
  onPose?: (pose: Pose) => void;
  /** Called when the graphics device has finished the first picture of the world that a job made. */
  onDrawn?: (job: number, now: number) => void;
  /** Called after each frame. */
  onStats?: (stats: FrameStats) => void;
}

/** What every picture can do, of a landscape or of a hex map. */
export type Picture = Pick<View, "frame" | "faceNorth" | "lookAt" | "attachMap" | "screenshot" | "turntable" | "stats" | "dispose">;

/** The picture of a world; draws only when something changed. */
export interface View {
  setWorld(header: WorldHeader, arrays: LayerArrays): void;
  setOverlay(overlay: Overlay): void;
  setQuality(quality: Quality): void;
  setSun(sun: Sun): void;
  setExaggeration(factor: number): void;
  setCamera(mode: CameraMode): void;
  /** Natural colors of a land without texture weights, and where its materials lie. */
  setLook(look: LookName): void;
  setPaused(paused: boolean): void;
  setReducedMotion(reduced: boolean): void;
  /** Bring the whole land into the picture. */
  frame(): void;
  /** Turn to a place of the world (m). */
  lookAt(x: number, y: number): void;
  /** Turn until north is up. */
  faceNorth(): void;
  /** Keep another canvas showing the land from above and the camera's place; a click there turns to the place. Returns what ends it. */
  attachMap(canvas: HTMLCanvasElement): () => void;
  /** `x` and `y` in CSS pixels from the canvas' top left corner; null over the sky. */
  probe(x: number, y: number): Probe | null;
  /** A PNG of any size, whatever the size of the canvas. */
  screenshot(width: number, height: number): Promise<Blob>;
  /** `count` PNGs around the land, in order. */
  turntable(width: number, height: number, count: number, onFrame: (index: number, image: Blob) => void | Promise<void>): Promise<void>;
  stats(): FrameStats;
  dispose(): void;
}
