/** The picture of a hex map: renderer, camera, frames on demand, picking, screenshots. */

import { fitRenderer, openRenderer } from "../scene/renderer";
import type { WebGLRenderer } from "three";
import { bearing, direction, RADIANS, rightOf, type Stand, type Vec3 } from "../camera/rig";
import { whenFinished } from "../scene/fence";
import { Lens } from "../scene/lens";
import { photograph } from "../scene/photograph";
import { SPENDS } from "../scene/quality";
import type { FrameStats, Pose, Quality, Sun } from "../scene/types";
import { framed, type HexCamera, metresPerPixel, moved, shifted, standOf, turned, zoomed } from "./camera";
import { clamped, FOV } from "./camera";
import { type Cell, centerOf, indexOf, inside, locate } from "./cells";
import { createHexMap, type HexMiniMap } from "./minimap";
import type { Change, HexModel } from "./model";
import type { Foresight } from "./foresee";
import { type Hit, pick } from "./picking";
import { HexStage } from "./stage";

export interface HexViewOptions {
  quality: Quality;
  sun: Sun;
  reducedMotion: boolean;
  /** Called when the graphics device has finished the first picture of what a job brought. */
  onDrawn?: (job: number, now: number) => void;
}

const GLIDE_MS = 350;

export class HexView {
  private readonly renderer: WebGLRenderer;
  private readonly stage: HexStage;
  private readonly lens = new Lens();
  private readonly stop = new AbortController();
  private readonly sizes: ResizeObserver;
  private readonly maps = new Set<HexMiniMap>();
  private camera: HexCamera = { x: 0, y: 0, heading: 0, zoom: 0 };
  private glide: { from: HexCamera; to: HexCamera; began: number } | null = null;
  private held = { right: 0, ahead: 0, turn: 0, zoom: 0 };
  private quality: Quality;
  private reducedMotion: boolean;
  private paused = false;
  private alive = true;
  private requested = 0;
  private foreseen = 0;
  /** The job whose change has not been drawn yet. */
  private fresh: number | null = null;
  private last = 0;
  private clock = 0;
  private seen: FrameStats = { frames: 0, frameMs: 0, cpuMs: 0, triangles: 0, patches: 0, calls: 0, settled: true };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: HexViewOptions,
  ) {
    this.quality = options.quality;
    this.reducedMotion = options.reducedMotion;
    const antialias = SPENDS[options.quality.preset].antialias;
    this.renderer = openRenderer(canvas, antialias);
    this.stage = new HexStage(this.renderer, options.quality, options.sun);
    const signal = this.stop.signal;
    const lost = (event: Event): void => {
      event.preventDefault();
      this.stage.lost();
    };
    canvas.addEventListener("webglcontextlost", lost, { signal });
    canvas.addEventListener("webglcontextrestored", () => this.invalidate(), { signal });
    document.addEventListener("visibilitychange", () => this.invalidate(), { signal });
    this.sizes = new ResizeObserver(() => this.invalidate());
    this.sizes.observe(canvas);
    this.invalidate();
  }

  private get model(): HexModel | null {
    return this.stage.model;
  }

  /** Take in what a frame changed. */
  update(model: HexModel, change: Change): void {
    const before = this.model;
    const was = before === null ? "" : JSON.stringify([before.frame.columns, before.frame.rows, before.frame.origin, before.frame.outer_radius]);
    this.stage.update(model, change);
    for (const map of this.maps) map.setModel(model, change.whole);
    const is = JSON.stringify([model.frame.columns, model.frame.rows, model.frame.origin, model.frame.outer_radius]);
    if (was !== is) this.camera = framed(model.frame, this.aspect);
    this.fresh = model.job;
    Object.assign(this.canvas.dataset, { revision: model.revision, level: "full", shape: `${model.frame.rows}x${model.frame.columns}`, chunks: change.chunks.length, whole: change.whole });
    this.invalidate();
  }

  /** Show what edits will do before the server has done it. */
  foresee(foreseen: Foresight): void {
    this.foreseen = foreseen.size;
    this.stage.foresee(foreseen);
    this.invalidate();
  }

  setQuality(quality: Quality): void {
    this.quality = quality;
    this.stage.setQuality(quality);
    this.invalidate();
  }

  setSun(sun: Sun): void {
    this.stage.setSun(sun);
    this.invalidate();
  }

  setGrid(strength: number): void {
    this.stage.setGrid(strength);
    this.invalidate();
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    this.invalidate();
  }

  setReducedMotion(reduced: boolean): void {
    this.reducedMotion = reduced;
    this.invalidate();
  }

  setMarks(marks: ReadonlyMap<number, number>): void {
    this.stage.mark(marks);
    this.invalidate();
  }

  setLabels(words: ReadonlyMap<number, string>): void {
    this.stage.labels.set(this.model, words, this.stage.middle);
    this.invalidate();
  }

  // ---------------------------------------------------------------- camera

  frame(): void {
    const { model } = this;
    if (model !== null) this.glideTo({ ...framed(model.frame, this.aspect), heading: this.camera.heading });
  }

  faceNorth(): void {
    this.glideTo({ ...this.camera, heading: 0 });
  }

  lookAt(x: number, y: number): void {
    const { model } = this;
    if (model !== null) this.glideTo(clamped({ ...this.camera, x, y }, model.frame));
  }

  /** Keys that are held: -1 to 1 each. */
  hold(held: { right: number; ahead: number; turn: number; zoom: number }): void {
    this.held = held;
    this.invalidate();
  }

  zoomBy(by: number): void {
    if (this.model === null) return;
    this.glide = null;
    this.camera = zoomed(this.camera, by, this.model.frame);
    this.invalidate();
  }

  turnBy(degrees: number): void {
    if (this.model === null) return;
    this.glide = null;
    this.camera = clamped({ ...this.camera, heading: bearing(this.camera.heading + degrees) }, this.model.frame);
    this.invalidate();
  }

  /** Move the ground with the pointer, by pixels. */
  panBy(dx: number, dy: number): void {
    if (this.model === null) return;
    this.glide = null;
    const scale = metresPerPixel(this.camera, this.model.frame, this.canvas.clientHeight);
    this.camera = shifted(this.camera, -dx * scale, dy * scale, this.model.frame);
    this.invalidate();
  }

  attachMap(canvas: HTMLCanvasElement): () => void {
    const map = createHexMap(canvas, (x, y) => this.lookAt(x, y));
    this.maps.add(map);
    if (this.model !== null) map.setModel(this.model, true);
    this.invalidate();
    return () => {
      this.maps.delete(map);
      map.dispose();
    };
  }

  private glideTo(to: HexCamera): void {
    if (this.reducedMotion || this.paused) this.camera = to;
    else this.glide = { from: this.camera, to, began: performance.now() };
    this.invalidate();
  }

  private glideOn(now: number): void {
    if (this.glide === null) return;
    const { from, to, began } = this.glide;
    const t = Math.min((now - began) / GLIDE_MS, 1);
    const s = t * t * (3 - 2 * t);
    const mixed = (a: number, b: number): number => a + (b - a) * s;
    const turn = ((to.heading - from.heading + 540) % 360) - 180;
    this.camera = { x: mixed(from.x, to.x), y: mixed(from.y, to.y), zoom: mixed(from.zoom, to.zoom), heading: bearing(from.heading + turn * s) };
    if (t >= 1) this.glide = null;
  }

  private get moving(): boolean {
    const { right, ahead, turn, zoom } = this.held;
    return right !== 0 || ahead !== 0 || turn !== 0 || zoom !== 0;
  }

  private move(seconds: number): void {
    const { model, held } = this;
    if (model === null || !this.moving) return;
    this.glide = null;
    if (held.turn !== 0) this.camera = turned(this.camera, held.turn, seconds, model.frame);
    if (held.zoom !== 0) this.camera = zoomed(this.camera, held.zoom * seconds, model.frame);
    if (held.right !== 0 || held.ahead !== 0) this.camera = moved(this.camera, held.right, held.ahead, seconds, model.frame);
  }

  // ---------------------------------------------------------------- frames

  private get aspect(): number {
    return Math.max(this.canvas.clientWidth, 1) / Math.max(this.canvas.clientHeight, 1);
  }

  private invalidate(): void {
    if (!this.alive || this.requested !== 0) return;
    this.requested = requestAnimationFrame((now) => this.tick(now));
    this.canvas.dataset["settled"] = "false";
  }

  private tick(now: number): void {
    this.requested = 0;
    if (document.hidden || !this.alive || this.renderer.getContext().isContextLost()) return;
    const began = performance.now();
    const rest = this.last === 0 ? 0 : now - this.last;
    const seconds = Math.min(rest / 1000, 0.25);
    this.glideOn(began);
    this.move(seconds);
    const waving = this.stage.animated && !this.reducedMotion && !this.paused;
    if (waving) this.clock += seconds;
    fitRenderer(this.renderer, this.canvas, this.quality.scale);
    this.draw(this.stand, this.aspect, this.canvas.height);
    this.fence();
    const going = waving || this.moving || this.glide !== null;
    this.last = going ? now : 0;
    this.count(going ? rest : 0, performance.now() - began);
    this.tell();
    if (going) this.invalidate();
    this.canvas.dataset["settled"] = String(this.requested === 0);
  }

  private fence(): void {
    const [job, gl] = [this.fresh, this.renderer.getContext()];
    if (job === null || this.options.onDrawn === undefined || !(gl instanceof WebGL2RenderingContext)) return;
    this.fresh = null;
    whenFinished(gl, (now) => this.options.onDrawn?.(job, now));
  }

  private get stand(): Stand {
    const { model } = this;
    if (model === null) return { eye: [0, 100, 0], heading: 0, pitch: -60, fov: FOV, shift: 0 };
    return standOf(this.camera, model.frame, this.stage.middle, this.ground);
  }

  /** Height of what the camera looks at (m), smooth over the cells around. */
  private get ground(): number {
    const { model } = this;
    if (model === null) return 0;
    const cell = locate(model.frame, this.camera.x, this.camera.y);
    return inside(model.frame, cell) ? 0.5 * Math.max(model.surfaceAt(indexOf(model.frame, cell)), 0) : 0;
  }

  private draw(stand: Stand, aspect: number, height: number): void {
    const { model } = this;
    const scale = model === null ? 1 : model.frame.outer_radius / 10;
    this.lens.set(stand, aspect, 2 * scale, 4000 * scale + Math.hypot(...stand.eye));
    const ahead = direction(stand.heading, 0);
    const right = rightOf(stand.heading);
    const target = this.target(stand);
    const away = Math.hypot(...target.map((value, k) => value - stand.eye[k]!));
    const half = away * Math.tan((stand.fov * RADIANS) / 2);
    const reach = Math.hypot(half * aspect, half) * (1.15 + 0.6 * Math.cos(stand.pitch * RADIANS));
    const pixel = (2 * Math.tan((stand.fov * RADIANS) / 2)) / Math.max(height, 1);
    this.renderer.info.reset();
    this.stage.prepare(this.lens, stand.eye, target, reach, right, ahead, pixel, this.clock);
    this.renderer.render(this.stage.scene, this.lens.camera);
  }

  /** Where the middle of the picture meets the height zero. */
  private target(stand: Stand): Vec3 {
    const look = direction(stand.heading, stand.pitch);
    const away = stand.eye[1] / Math.max(-look[1], 0.2);
    return [stand.eye[0] + look[0] * away, 0, stand.eye[2] + look[2] * away];
  }

  private count(rest: number, cpuMs: number): void {
    const { frames, frameMs } = this.seen;
    const { triangles, calls } = this.renderer.info.render;
    const smooth = rest === 0 ? frameMs : frameMs === 0 ? rest : 0.9 * frameMs + 0.1 * rest;
    this.seen = { frames: frames + 1, frameMs: smooth, cpuMs, triangles, patches: this.model?.chunks.size ?? 0, calls, settled: true };
    if (this.model !== null) Object.assign(this.canvas.dataset, { drawn: this.canvas.dataset["revision"], foreseen: this.foreseen });
  }

  private tell(): void {
    const { x, y, heading } = this.camera;
    const [mx, my] = this.stage.middle;
    const { eye } = this.stand;
    const pose: Pose = { mode: "orbit", eye: [eye[0] + mx, my - eye[2], eye[1]], target: [x, y, 0], heading };
    for (const map of this.maps) map.setPose(pose);
    this.canvas.dataset["camera"] = [x, y, heading, this.camera.zoom].map((value) => value.toFixed(2)).join();
  }

  // ---------------------------------------------------------------- what is under a point

  /** What lies under a point of the canvas (CSS pixels). */
  pick(px: number, py: number): Hit | null {
    const { model, canvas } = this;
    if (model === null) return null;
    const { stand } = this;
    this.lens.set(stand, this.aspect, 1, 10);
    const ray = this.lens.ray((2 * px) / Math.max(canvas.clientWidth, 1) - 1, 1 - (2 * py) / Math.max(canvas.clientHeight, 1));
    const [mx, my] = this.stage.middle;
    return pick(model, [stand.eye[0] + mx, my - stand.eye[2], stand.eye[1]], [ray[0], -ray[2], ray[1]], this.target(stand)[0] + mx);
  }

  /** Where the middle of a cell is on the canvas (CSS pixels). */
  pointOf(cell: Cell): [number, number] | null {
    const { model, canvas } = this;
    if (model === null) return null;
    const { stand } = this;
    this.lens.set(stand, this.aspect, 1, 1e5);
    const [x, y] = centerOf(model.frame, cell);
    const [mx, my] = this.stage.middle;
    const m = this.lens.viewProjection.elements;
    const p = [x - mx, model.surfaceAt(indexOf(model.frame, cell)), my - y] as const;
    const row = (k: number): number => m[k]! * p[0] + m[k + 4]! * p[1] + m[k + 8]! * p[2] + m[k + 12]!;
    const w = row(3);
    return w <= 0 ? null : [((row(0) / w + 1) / 2) * canvas.clientWidth, ((1 - row(1) / w) / 2) * canvas.clientHeight];
  }

  /** The cell the camera stands over. */
  middleCell(): Cell | null {
    const { model } = this;
    if (model === null) return null;
    const cell = locate(model.frame, this.camera.x, this.camera.y);
    return inside(model.frame, cell) ? cell : null;
  }

  /** Move the camera when a cell is not well in the picture. */
  keepInSight(cell: Cell): void {
    const { model, canvas } = this;
    const at = this.pointOf(cell);
    if (model === null) return;
    const good = at !== null && at[0] > 0.28 * canvas.clientWidth && at[0] < 0.92 * canvas.clientWidth && at[1] > 0.15 * canvas.clientHeight && at[1] < 0.9 * canvas.clientHeight;
    if (!good) this.lookAt(...centerOf(model.frame, cell));
  }

  screenshot(width: number, height: number): Promise<Blob> {
    return this.shoot(this.stand, width, height);
  }

  async turntable(width: number, height: number, count: number, onFrame: (index: number, image: Blob) => void | Promise<void>): Promise<void> {
    const { model } = this;
    if (model === null) return;
    for (let index = 0; index < count && this.alive; index++) {
      const around = { ...this.camera, zoom: Math.max(this.camera.zoom, 0.5), heading: bearing(this.camera.heading + (360 * index) / count) };
      await onFrame(index, await this.shoot(standOf(around, model.frame, this.stage.middle, this.ground), width, height));
    }
  }

  private shoot(stand: Stand, width: number, height: number): Promise<Blob> {
    return photograph(this.renderer, width, height, (w, h) => this.draw(stand, w / h, h), () => this.draw(this.stand, this.aspect, this.canvas.height));
  }

  stats(): FrameStats {
    return this.seen;
  }

  dispose(): void {
    this.alive = false;
    cancelAnimationFrame(this.requested);
    this.stop.abort();
    this.sizes.disconnect();
    for (const map of this.maps) map.dispose();
    this.stage.dispose();
    this.renderer.dispose();
  }
}
