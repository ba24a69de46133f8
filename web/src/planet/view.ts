/** The picture of a planet: renderer, camera, frames on demand, probe, screenshots. */

import { fitRenderer, openRenderer } from "../scene/renderer";
import type { WebGLRenderer } from "three";
import { whenFinished } from "../scene/fence";
import { photograph } from "../scene/photograph";
import { SPENDS } from "../scene/quality";
import { Screen } from "../scene/screen";
import type { TileBytes } from "../link/frame";
import type { TileWant } from "../protocol";
import type { FrameStats, Quality } from "../scene/types";
import { between, clearanceOf, depthRange, dragged, framed, landed, moved, type PlanetCamera, type PlanetStand, standOf, turned, zoomed } from "./camera";
import type { Heaven } from "./heaven";
import { PlanetLens } from "./lens";
import { createPlanetMap, type PlanetMap } from "./minimap";
import type { Change, PlanetModel, PlanetProbe } from "./model";
import { probeOf } from "./model";
import { hitSurface } from "./picking";
import { cellOf } from "./quadtree";
import { latitudeLongitude, plus, scaled, unit, type Vec3 } from "./sphere";
import { PlanetStage } from "./stage";
import { Asking } from "./tileask";

export interface PlanetViewOptions {
  quality: Quality;
  heaven: Heaven;
  exaggeration: number;
  reducedMotion: boolean;
  /** Share of the canvas' width that nothing covers. */
  free: () => number;
  /** Asks for tiles, the most wanted first. */
  ask: (ground: string, wants: TileWant[]) => void;
  /** Called when the graphics device has finished the first picture of a job. */
  onDrawn: (job: number, now: number) => void;
  /** Called when the camera moved, with its height over the ground (m). */
  onPose: (above: number, near: boolean) => void;
}

const GLIDE_MS = 900;
/** Nearer to the ground than this (radii) the planet counts as a landscape. */
const NEAR = 0.12;
/** Turns of the clouds a second. */
const DRIFT = 0.0016;

export class PlanetView {
  private readonly renderer: WebGLRenderer;
  private readonly screen: Screen;
  private readonly stage: PlanetStage;
  private readonly lens = new PlanetLens();
  private readonly stop = new AbortController();
  private readonly sizes: ResizeObserver;
  private readonly maps = new Set<PlanetMap>();
  private readonly asking: Asking;
  private camera: PlanetCamera = { latitude: 16, longitude: 0, heading: 0, tilt: 0, distance: 4 };
  private glide: { from: PlanetCamera; to: PlanetCamera; began: number; last: number } | null = null;
  private held = { right: 0, ahead: 0, turn: 0, tilt: 0, zoom: 0 };
  private placed = false;
  private quality: Quality;
  private reducedMotion: boolean;
  private exaggeration: number;
  private paused = false;
  private alive = true;
  private requested = 0;
  private last = 0;
  private clock = 0;
  private dirty = true;
  private timed = 0;
  private seen: FrameStats = { frames: 0, frameMs: 0, cpuMs: 0, triangles: 0, patches: 0, calls: 0, settled: true };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: PlanetViewOptions,
  ) {
    this.quality = options.quality;
    this.reducedMotion = options.reducedMotion;
    this.exaggeration = options.exaggeration;
    this.renderer = openRenderer(canvas);
    this.screen = new Screen(this.renderer);
    this.stage = new PlanetStage(this.renderer, options.quality, options.heaven);
    this.stage.setExaggeration(options.exaggeration);
    this.asking = new Asking((wants) => {
      const { depths } = this.stage.tiles;
      if (depths !== null) options.ask(depths.ground, wants);
    });
    const signal = this.stop.signal;
    const lost = (event: Event): void => {
      event.preventDefault();
      this.stage.lost();
      this.screen.forget();
    };
    canvas.addEventListener("webglcontextlost", lost, { signal });
    canvas.addEventListener("webglcontextrestored", () => this.invalidate(), { signal });
    document.addEventListener("visibilitychange", () => this.invalidate(), { signal });
    this.sizes = new ResizeObserver(() => this.invalidate());
    this.sizes.observe(canvas);
    this.invalidate();
  }

  private get model(): PlanetModel | null {
    return this.stage.model;
  }

  /** Take in what a frame changed. */
  update(model: PlanetModel, change: Change): void {
    this.stage.update(model, change);
    const { header } = model;
    if (!this.placed) {
      this.placed = true;
      this.camera = framed(this.clear);
    }
    Object.assign(this.canvas.dataset, {
      revision: header.revision,
      level: header.level,
      shape: `6x${header.side}x${header.side}`,
      ...model.came,
    });
    this.asking.again();
    this.dirty = true;
    this.invalidate();
  }

  /** Take in a tile that was asked for. */
  takeTile(frame: TileBytes): void {
    if (this.stage.tiles.take(frame)) this.invalidate();
  }

  setQuality(quality: Quality): void {
    this.quality = quality;
    this.stage.setQuality(quality);
    this.invalidate();
  }

  setHeaven(heaven: Heaven): void {
    this.stage.setHeaven(heaven);
    this.dirty = true;
    this.invalidate();
  }

  setExaggeration(factor: number): void {
    if (!(factor > 0)) return;
    this.exaggeration = factor;
    this.stage.setExaggeration(factor);
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

  // ---------------------------------------------------------------- camera

  /** Height of what is seen, ground or sea, in radii. */
  private readonly ground = (direction: Vec3): number => {
    const { model } = this;
    if (model === null) return 0;
    const height = this.stage.tiles.elevationAt(direction) ?? model.elevationAt(direction);
    return (model.header.sea ? Math.max(height, 0) : height) * this.stage.scale;
  };

  private get clearance(): number {
    const { model } = this;
    return clearanceOf(model?.header.radius ?? 1, this.stage.tiles.deepest, cellOf(model?.elevation.side ?? 65));
  }

  frame(): void {
    this.glideTo({ ...framed(this.clear), latitude: this.camera.latitude, longitude: this.camera.longitude });
  }

  faceNorth(): void {
    this.glideTo({ ...this.camera, heading: 0 });
  }

  /** Go down to the ground below, or back to space. */
  descend(down: boolean): void {
    this.glideTo(down ? landed(this.camera, this.clearance) : { ...framed(this.clear), latitude: this.camera.latitude, longitude: this.camera.longitude });
  }

  /** Turn to a longitude and latitude (degrees). */
  lookAt(longitude: number, latitude: number): void {
    this.glideTo(zoomed({ ...this.camera, latitude, longitude }, 1, this.clearance));
  }

  /** Look at what lies under a point of the canvas, from half as far. */
  approach(px: number, py: number): void {
    const at = this.directionAt(px, py);
    if (at === null) return;
    const [latitude, longitude] = latitudeLongitude(at);
    this.glideTo(zoomed({ ...this.camera, latitude, longitude }, 0.45, this.clearance));
  }

  /** Keys that are held: -1 to 1 each. */
  hold(held: { right: number; ahead: number; turn: number; tilt: number; zoom: number }): void {
    this.held = held;
    this.invalidate();
  }

  zoomBy(factor: number): void {
    this.change(zoomed(this.camera, factor, this.clearance));
  }

  dragBy(dx: number, dy: number): void {
    this.change(dragged(this.camera, dx, dy, this.canvas.clientHeight, this.clearance));
  }

  turnBy(dx: number, dy: number): void {
    this.change(turned(this.camera, dx, dy, this.clearance));
  }

  private change(camera: PlanetCamera): void {
    this.glide = null;
    this.camera = camera;
    this.invalidate();
  }

  attachMap(canvas: HTMLCanvasElement): () => void {
    const map = createPlanetMap(canvas, (latitude, longitude) => this.change(zoomed({ ...this.camera, latitude, longitude }, 1, this.clearance)));
    this.maps.add(map);
    this.dirty = true;
    this.invalidate();
    return () => {
      this.maps.delete(map);
      map.dispose();
    };
  }

  private glideTo(to: PlanetCamera): void {
    if (this.reducedMotion || this.paused) this.change(to);
    else this.glide = { from: this.camera, to, began: performance.now(), last: 0 };
    this.invalidate();
  }

  private glideOn(now: number): void {
    if (this.glide === null) return;
    const { from, to, began } = this.glide;
    const long = GLIDE_MS * (1 + 0.5 * Math.abs(Math.log(to.distance / from.distance)));
    const t = Math.min((now - began) / long, 1);
    this.camera = between(from, to, t * t * (3 - 2 * t));
    if (t >= 1) this.glide = null;
  }

  private get moving(): boolean {
    return Object.values(this.held).some((value) => value !== 0);
  }

  private move(seconds: number): void {
    if (!this.moving || this.model === null) return;
    const { right, ahead, turn, tilt, zoom } = this.held;
    const way = Math.min(this.camera.distance, 1.6) * 0.6 * seconds;
    let camera = moved(this.camera, right * way, ahead * way, this.clearance);
    if (turn !== 0 || tilt !== 0) camera = turned(camera, turn * 260 * seconds, tilt * 180 * seconds, this.clearance);
    if (zoom !== 0) camera = zoomed(camera, Math.exp(-1.5 * zoom * seconds), this.clearance);
    this.change(camera);
  }

  // ---------------------------------------------------------------- frames

  private get aspect(): number {
    return Math.max(this.canvas.clientWidth, 1) / Math.max(this.canvas.clientHeight, 1);
  }

  /** Width of what nothing covers over the height. */
  private get clear(): number {
    return this.aspect * this.options.free();
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
    const drifts = this.stage.animated && !this.reducedMotion && !this.paused;
    if (drifts) this.clock += seconds;
    fitRenderer(this.renderer, this.canvas, this.quality.scale);
    this.stage.refresh();
    this.draw(this.stand, this.aspect, this.canvas.height);
    const going = drifts || this.moving || this.glide !== null;
    this.last = going ? now : 0;
    this.count(going ? rest : 0, performance.now() - began);
    const wants = this.stage.tiles.asked();
    this.asking.want(wants);
    Object.assign(this.canvas.dataset, { wants: wants.length, tiles: this.stage.tiles.size });
    this.tell();
    if (going) this.invalidate();
    this.canvas.dataset["settled"] = String(this.requested === 0);
  }

  private get stand(): PlanetStand {
    return standOf(this.camera, this.ground, this.clearance);
  }

  private draw(stand: PlanetStand, aspect: number, height: number): void {
    const away = Math.hypot(...stand.eye);
    const direction = unit(stand.eye);
    const above = Math.max(away - 1 - this.ground(direction), 0.5 * this.clearance);
    const { model } = this;
    const high = model === null ? 0.05 : Math.max(model.header.high, 0) * this.stage.scale;
    this.lens.set(stand, aspect, ...depthRange(away, above, high, this.clearance));
    const pixel = (2 * Math.tan((stand.fov * Math.PI) / 360)) / Math.max(height, 1);
    this.renderer.info.reset();
    this.stage.prepare(this.lens, { direction, away, above }, pixel, this.clock * DRIFT * 2 * Math.PI);
    this.screen.draw(this.stage.scene, this.lens.camera, SPENDS[this.quality.preset].antialias);
  }

  private count(rest: number, cpuMs: number): void {
    const { frames, frameMs } = this.seen;
    const { triangles, calls } = this.renderer.info.render;
    const smooth = rest === 0 ? frameMs : frameMs === 0 ? rest : 0.9 * frameMs + 0.1 * rest;
    this.seen = { frames: frames + 1, frameMs: smooth, cpuMs, triangles, patches: this.stage.patches, calls, settled: true };
    const { model } = this;
    if (model === null) return;
    this.canvas.dataset["drawn"] = String(this.canvas.dataset["revision"]);
    const { job } = model.header;
    if (job === this.timed) return;
    this.timed = job;
    whenFinished(this.renderer.getContext() as WebGL2RenderingContext, (now) => this.options.onDrawn(job, now));
  }

  private tell(): void {
    const { model, camera } = this;
    if (model === null) return;
    const { eye } = this.stand;
    const away = Math.hypot(...eye);
    const above = away - 1 - this.ground(scaled(eye, 1 / away));
    for (const map of this.maps) {
      if (this.dirty) map.setModel(model, this.stage.sunWay);
      map.setPose(camera.latitude, camera.longitude);
    }
    this.dirty = false;
    this.canvas.dataset["camera"] = [camera.latitude, camera.longitude, camera.heading, camera.distance, above].map((value) => value.toPrecision(6)).join();
    this.options.onPose((above * model.header.radius) / Math.max(this.exaggeration, 1e-6), camera.distance < Math.max(NEAR, 16 * this.clearance));
  }

  private directionAt(px: number, py: number): Vec3 | null {
    const { canvas, model } = this;
    if (model === null) return null;
    const stand = this.stand;
    this.lens.set(stand, this.aspect, 0.1, 10);
    const ray = this.lens.ray((2 * px) / Math.max(canvas.clientWidth, 1) - 1, 1 - (2 * py) / Math.max(canvas.clientHeight, 1));
    const { scale } = this.stage;
    const low = model.header.sea ? 0 : model.header.low * scale;
    const t = hitSurface(this.ground, Math.min(low, 0), Math.max(model.header.high * scale, 0), stand.eye, ray);
    return t === null ? null : unit(plus(stand.eye, ray, t));
  }

  /** What lies under a point of the canvas (CSS pixels). */
  probe(px: number, py: number): PlanetProbe | null {
    const at = this.directionAt(px, py);
    return at === null || this.model === null ? null : probeOf(this.model, at);
  }

  screenshot(width: number, height: number): Promise<Blob> {
    return this.shoot(this.stand, width, height);
  }

  /** Pictures around the planet's axis. */
  async turntable(width: number, height: number, count: number, onFrame: (index: number, image: Blob) => void | Promise<void>): Promise<void> {
    const start = this.camera;
    for (let index = 0; index < count && this.alive; index++) {
      const around = { ...start, longitude: start.longitude + (360 * index) / count };
      await onFrame(index, await this.shoot(standOf(around, this.ground, this.clearance), width, height));
    }
  }

  private shoot(stand: PlanetStand, width: number, height: number): Promise<Blob> {
    this.stage.refresh();
    return photograph(this.renderer, width, height, (w, h) => this.draw(stand, w / h, h), () => this.draw(this.stand, this.aspect, this.canvas.height));
  }

  stats(): FrameStats {
    return this.seen;
  }

  dispose(): void {
    this.alive = false;
    cancelAnimationFrame(this.requested);
    this.asking.dispose();
    this.stop.abort();
    this.sizes.disconnect();
    for (const map of this.maps) map.dispose();
    this.stage.dispose();
    this.screen.dispose();
    this.renderer.dispose();
  }
}
