/** The picture of a world: renderer, cameras, frames on demand, probe, screenshots. */

import { fitRenderer, openRenderer } from "./renderer";
import type { WebGLRenderer } from "three";
import { Controls } from "../camera/controls";
import { FOV, framed, metresPerPixel, type Orbit } from "../camera/orbit";
import { RADIANS, type Stand, type Vec3 } from "../camera/rig";
import { whenFinished } from "./fence";
import { createFlatMap, type FlatMap } from "./flatmap";
import { Lens } from "./lens";
import type { LookName } from "./palette";
import { nearOf, placeIn, roomOf, sameSize, subjectOf, surfaceOf } from "./place";
import { photograph } from "./photograph";
import { hit, probeAt } from "./probe";
import { scaleBar } from "./scalebar";
import { Screen } from "./screen";
import { Stage } from "./stage";
import type { CameraMode, FrameStats, LayerArrays, Overlay, Pose, Probe, Quality, Sun, View, ViewOptions } from "./types";
import { flatWorld, worldOf, type World } from "./world";
import type { WorldHeader } from "../protocol";

export type * from "./types";

/** Widest scale bar (px). */
const BAR = 160;
const GLIDE_MS = 450;

/** Draw a world on a canvas. Throws when the browser has no WebGL 2. */
export function createView(canvas: HTMLCanvasElement, options: ViewOptions): View {
  return new Viewer(canvas, options);
}

class Viewer implements View {
  private readonly renderer: WebGLRenderer;
  private readonly screen: Screen;
  private readonly stage: Stage;
  private readonly controls: Controls;
  private readonly lens = new Lens();
  private readonly stop = new AbortController();
  private readonly sizes: ResizeObserver;
  private quality: Quality;
  private exaggeration: number;
  private reducedMotion: boolean;
  private paused = false;
  private alive = true;
  private requested = 0;
  /** Whether the picture is not that of what is known. */
  private stale = true;
  private last = 0;
  private clock = 0;
  private revision = -1;
  /** The newest world, while the one before is still being made into a picture. */
  private next: readonly [WorldHeader, LayerArrays] | null = null;
  /** The job whose world has not been drawn yet. */
  private fresh: number | null = null;
  private readonly maps = new Set<FlatMap>();
  private glide: { from: Orbit; to: Orbit; began: number } | null = null;
  private seen: FrameStats = { frames: 0, frameMs: 0, cpuMs: 0, triangles: 0, patches: 0, calls: 0, settled: true };

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly options: ViewOptions,
  ) {
    this.quality = options.quality;
    this.exaggeration = options.exaggeration;
    this.reducedMotion = options.reducedMotion;
    this.renderer = openRenderer(canvas);
    const gl = this.renderer.getContext();
    const can = {
      floatTargets: gl.getExtension("EXT_color_buffer_float") !== null,
      floatFilter: gl.getExtension("OES_texture_float_linear") !== null,
    };
    this.screen = new Screen(this.renderer);
    this.stage = new Stage(this.renderer, can, options.quality, options.sun, options.exaggeration, options.look ?? "temperate");
    this.controls = new Controls(canvas, {
      surface: (x, z) => this.surface(x, z),
      room: () => (this.world === null ? { halfWidth: 1, halfLength: 1, extent: 1 } : roomOf(this.world)),
      clearance: () => Math.max(1.8, 0.12 * (this.world?.cell ?? 1)),
      changed: () => {
        this.glide = null;
        this.invalidate();
      },
      released: () => this.options.onRelease?.(),
    });
    this.controls.setMode(options.camera);
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
    options.onScale?.(null);
    this.rehearse();
    this.invalidate();
  }

  /** Draw a little flat land that nobody sees: what takes longest in a first picture are the shaders, and the server is still at work. */
  private rehearse(): void {
    const world = flatWorld();
    this.stage.setWorld(world);
    this.controls.orbit = framed(subjectOf(world, this.exaggeration), this.aspect, roomOf(world).extent);
    this.stage.refresh(performance.now());
    this.draw(this.controls.stand, this.aspect, this.canvas.height);
    this.renderer.clear();
    this.stage.leave();
  }

  private get world(): World | null {
    return this.stage.world;
  }

  private surface(x: number, z: number): number {
    return this.world === null ? 0 : surfaceOf(this.world, this.exaggeration)(x, z);
  }

  setWorld(header: WorldHeader, arrays: LayerArrays): void {
    this.next = [header, arrays];
    if (this.fresh === null) this.take();
    this.invalidate();
  }

  private take(): void {
    if (this.next === null) return;
    const [header, arrays] = this.next;
    this.next = null;
    const before = this.world;
    const world = worldOf(header, arrays, Math.min(this.renderer.capabilities.maxTextureSize, 4097));
    this.stage.setWorld(world);
    for (const map of this.maps) map.setWorld(world, this.stage.look);
    this.revision = header.revision;
    this.fresh = header.job;
    Object.assign(this.canvas.dataset, { revision: header.revision, level: header.level, shape: header.shape.join("x") });
    if (before !== null && sameSize(before, world)) this.controls.settle(surfaceOf(before, this.exaggeration), world.high * this.exaggeration);
    else this.stand(framed(subjectOf(world, this.exaggeration), this.clear, roomOf(world).extent));
    this.invalidate();
  }

  /** Put all cameras where an orbit is. */
  private stand(orbit: Orbit): void {
    const { controls, world } = this;
    const mode = controls.mode;
    controls.orbit = orbit;
    if (world === null) return;
    const half = Math.max(world.length, world.width / this.aspect) / 2;
    const away = (1.06 * half) / Math.tan((FOV / 2) * RADIANS) + world.high * this.exaggeration - orbit.target[1];
    controls.map = { target: [0, orbit.target[1], 0], distance: away, azimuth: 180, elevation: 90 };
    if (mode === "free") {
      controls.setMode("orbit");
      controls.setMode("free");
    }
  }

  setOverlay(overlay: Overlay): void {
    this.stage.setOverlay(overlay);
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

  setLook(look: LookName): void {
    this.stage.setLook(look);
    if (this.world !== null) for (const map of this.maps) map.setWorld(this.world, look);
    this.invalidate();
  }

  setExaggeration(factor: number): void {
    if (factor === this.exaggeration || !(factor > 0)) return;
    const ratio = factor / this.exaggeration;
    this.exaggeration = factor;
    const { controls } = this;
    const [x, y, z] = controls.orbit.target;
    controls.orbit = { ...controls.orbit, target: [x, y * ratio, z] };
    this.stage.setExaggeration(factor);
    controls.settle(this.surface.bind(this), (this.world?.high ?? 0) * factor);
    this.invalidate();
  }

  setCamera(mode: CameraMode): void {
    this.glide = null;
    this.controls.setMode(mode);
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    this.invalidate();
  }

  setReducedMotion(reduced: boolean): void {
    this.reducedMotion = reduced;
    this.invalidate();
  }

  frame(): void {
    if (this.world === null) return;
    const to = framed(subjectOf(this.world, this.exaggeration), this.clear, roomOf(this.world).extent);
    if (this.controls.mode === "orbit") this.glideTo(to);
    else this.stand(to);
    this.invalidate();
  }

  lookAt(x: number, y: number): void {
    const { world, controls } = this;
    if (world === null) return;
    const at = [x - world.west - world.width / 2, world.north - y - world.length / 2] as const;
    const target: Vec3 = [at[0], this.surface(at[0], at[1]), at[1]];
    const near = Math.min(controls.orbit.distance, 0.6 * roomOf(world).extent);
    if (controls.mode === "orbit") this.glideTo({ ...controls.orbit, target, distance: near });
    else if (controls.mode === "map") controls.map = { ...controls.map, target: [target[0], controls.map.target[1], target[2]] };
    else {
      const [ex, ey, ez] = controls.free.eye;
      const heading = Math.atan2(at[0] - ex, ez - at[1]) / RADIANS;
      const pitch = Math.atan2(target[1] - ey, Math.hypot(at[0] - ex, at[1] - ez)) / RADIANS;
      controls.free = { ...controls.free, heading: (heading + 360) % 360, pitch };
    }
    this.invalidate();
  }

  attachMap(canvas: HTMLCanvasElement): () => void {
    const map = createFlatMap(canvas, (x, y) => this.lookAt(x, y));
    this.maps.add(map);
    if (this.world !== null) map.setWorld(this.world, this.stage.look);
    this.invalidate();
    return () => {
      this.maps.delete(map);
      map.dispose();
    };
  }

  faceNorth(): void {
    const { controls } = this;
    if (controls.mode === "orbit") this.glideTo({ ...controls.orbit, azimuth: 180 });
    else if (controls.mode === "free") controls.free = { ...controls.free, heading: 0 };
    this.invalidate();
  }

  private glideTo(to: Orbit): void {
    const from = this.controls.orbit;
    if (this.reducedMotion || this.paused) this.controls.orbit = to;
    else this.glide = { from, to, began: performance.now() };
    this.invalidate();
  }

  private get aspect(): number {
    return Math.max(this.canvas.clientWidth, 1) / Math.max(this.canvas.clientHeight, 1);
  }

  /** The aspect of what panels leave of the picture, and a little of what is behind them. */
  private get clear(): number {
    return this.aspect * (1 - 0.5 * (1 - (this.options.free?.() ?? 1)));
  }

  /** The picture is to be drawn again; any number of calls before it give one. */
  private invalidate(): void {
    this.stale = true;
    this.ask();
  }

  /** Ask for a frame. */
  private ask(): void {
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
    if (this.controls.moving || this.glide !== null) this.stale = true;
    this.controls.advance(now);
    this.glideOn(began);
    if (!this.stage.ready(began)) {
      // the graphics device is behind: asking for more would only make the page wait for it
      this.ask();
      return;
    }
    const waving = this.stage.animated && !this.reducedMotion && !this.paused;
    if (waving) this.clock += seconds;
    fitRenderer(this.renderer, this.canvas, this.quality.scale);
    const going = waving || this.controls.moving || this.glide !== null;
    // maps that are being made do not show yet: a picture between two steps would be the same again
    if (this.stage.refresh(began) || this.stale || waving) {
      this.stale = false;
      this.draw(this.controls.stand, this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1), this.canvas.height);
      this.fence();
    }
    this.last = going ? now : 0;
    this.count(going && rest > 0 ? rest : 0, performance.now() - began);
    this.tell();
    if (this.fresh === null) this.take();
    if (going || this.stale || !this.stage.settled) this.ask();
    this.canvas.dataset["settled"] = String(this.requested === 0);
  }

  private fence(): void {
    const job = this.fresh;
    const gl = this.renderer.getContext();
    if (job === null || !this.stage.drawable) return;
    this.fresh = null;
    if (this.options.onDrawn !== undefined && gl instanceof WebGL2RenderingContext) whenFinished(gl, (now) => this.options.onDrawn?.(job, now));
  }

  private glideOn(now: number): void {
    if (this.glide === null) return;
    const { from, to, began } = this.glide;
    const t = Math.min((now - began) / GLIDE_MS, 1);
    const s = t * t * (3 - 2 * t);
    const mixed = (a: number, b: number): number => a + (b - a) * s;
    const turn = ((to.azimuth - from.azimuth + 540) % 360) - 180;
    this.controls.orbit = {
      target: [mixed(from.target[0], to.target[0]), mixed(from.target[1], to.target[1]), mixed(from.target[2], to.target[2])],
      distance: from.distance * (to.distance / from.distance) ** s,
      azimuth: (from.azimuth + turn * s + 360) % 360,
      elevation: mixed(from.elevation, to.elevation),
    };
    if (t >= 1) this.glide = null;
  }

  private draw(stand: Stand, aspect: number, height: number): void {
    const { world } = this;
    const extent = world === null ? 1 : roomOf(world).extent;
    const surface = (x: number, z: number): number => this.surface(x, z);
    const above = Math.max(stand.eye[1] - surface(stand.eye[0], stand.eye[2]), 0);
    const near = world === null ? 0.1 : nearOf(stand.eye, surface, Math.min(0.02 * world.cell, 1));
    const away = Math.hypot(...stand.eye);
    this.lens.set(stand, aspect, near, away + (world?.openSea ? 26 : 3) * extent);
    const pixel = (2 * Math.tan((stand.fov * RADIANS) / 2)) / Math.max(height, 1);
    this.stage.prepare(this.lens, stand.eye, above, pixel, this.clock);
    this.renderer.info.reset();
    if (!this.stage.drawable) return;
    this.screen.draw(this.stage.scene, this.lens.camera, this.stage.smooth);
    this.stage.drawn(performance.now());
  }

  private count(rest: number, cpuMs: number): void {
    const { frames, frameMs } = this.seen;
    const { triangles, calls } = this.renderer.info.render;
    this.seen = {
      frames: frames + 1,
      frameMs: rest === 0 ? frameMs : frameMs === 0 ? rest : 0.9 * frameMs + 0.1 * rest,
      cpuMs,
      triangles,
      patches: this.stage.patches,
      calls,
      settled: this.stage.settled,
    };
    if (this.world !== null && this.stage.drawable) this.canvas.dataset["drawn"] = String(this.revision);
    this.options.onStats?.(this.seen);
  }

  /** Tell the page where the camera is. */
  private tell(): void {
    const { world, controls } = this;
    if (world === null) return;
    const stand = controls.stand;
    const middle = this.distanceAt(stand);
    const ray = this.lens.ray(0, -stand.shift);
    const distance = middle ?? roomOf(world).extent;
    const target: Vec3 = [stand.eye[0] + ray[0] * distance, stand.eye[1] + ray[1] * distance, stand.eye[2] + ray[2] * distance];
    this.options.onScale?.(middle === null ? null : scaleBar(metresPerPixel(middle, stand.fov, this.canvas.clientHeight), BAR));
    const place = (p: Vec3): Vec3 => placeIn(world, this.exaggeration, p);
    const pose: Pose = { mode: controls.mode, eye: place(stand.eye), target: place(target), heading: stand.heading };
    for (const map of this.maps) map.setPose(pose);
    Object.assign(this.canvas.dataset, { camera: pose.mode, pose: [...pose.eye, stand.heading, stand.pitch].map((value) => value.toFixed(3)).join(" ") });
    this.options.onPose?.(pose);
  }

  private distanceAt(stand: Stand): number | null {
    const { controls, world } = this;
    if (world === null) return null;
    if (controls.mode === "orbit") return controls.orbit.distance;
    if (controls.mode === "map") return controls.map.distance;
    return hit(world, this.exaggeration, stand.eye, this.lens.ray(0, -stand.shift));
  }

  probe(x: number, y: number): Probe | null {
    const { world, canvas } = this;
    if (world === null) return null;
    const stand = this.controls.stand;
    this.lens.set(stand, this.aspect, 0.1, 1);
    const ray = this.lens.ray((2 * x) / Math.max(canvas.clientWidth, 1) - 1, 1 - (2 * y) / Math.max(canvas.clientHeight, 1));
    const distance = hit(world, this.exaggeration, stand.eye, ray);
    return distance === null ? null : probeAt(world, stand.eye[0] + ray[0] * distance, stand.eye[2] + ray[2] * distance);
  }

  screenshot(width: number, height: number): Promise<Blob> {
    const taken = this.shoot(this.controls.stand, width, height);
    this.invalidate();
    return taken;
  }

  async turntable(width: number, height: number, count: number, onFrame: (index: number, image: Blob) => void | Promise<void>): Promise<void> {
    const { world } = this;
    if (world === null) return;
    const start = this.controls.orbit;
    const lowest = this.controls.mode === "orbit" ? start : framed(subjectOf(world, this.exaggeration), width / height, roomOf(world).extent);
    for (let index = 0; index < count && this.alive; index++) {
      const mode = this.controls.mode;
      const kept = this.controls.orbit;
      this.controls.orbit = { ...lowest, azimuth: (lowest.azimuth + (360 * index) / count) % 360 };
      this.controls.mode = "orbit";
      const stand = this.controls.stand;
      this.controls.mode = mode;
      this.controls.orbit = kept;
      await onFrame(index, await this.shoot(stand, width, height));
    }
    this.invalidate();
  }

  /**
   * Take a picture, and draw what the screen shows again. A slow graphics device has then yet to do both, and a browser shows the canvas as
   * it is meanwhile: whoever shoots asks for a frame after it, which waits for the device, so that the view counts as settled only when the
   * screen is as it was.
   */
  private shoot(stand: Stand, width: number, height: number): Promise<Blob> {
    this.take();
    this.stage.refresh(performance.now(), true);
    const again = (): void => this.draw(this.controls.stand, this.aspect, this.canvas.height);
    return photograph(this.renderer, width, height, (w, h) => this.draw(stand, w / h, h), again);
  }

  stats(): FrameStats {
    return this.seen;
  }

  dispose(): void {
    this.alive = false;
    cancelAnimationFrame(this.requested);
    this.stop.abort();
    this.sizes.disconnect();
    this.controls.dispose();
    for (const map of this.maps) map.dispose();
    this.stage.dispose();
    this.screen.dispose();
    this.renderer.dispose();
  }
}
