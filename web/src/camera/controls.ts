/** Mouse, touch and keys to camera: listens on one element and keeps the state of all cameras. */

import { begun, freeStand, isMove, lifted, looked, moved, type Free } from "./free";
import { carried, metresPerPixel, panned, standOf, turned, twistOf, zoomed, type Orbit, type Room } from "./orbit";
import { bearing, type Stand, type SurfaceAt } from "./rig";
import type { CameraMode } from "../scene/types";

/** What controls ask of the view. */
export interface Host {
  surface: SurfaceAt;
  room(): Room;
  /** Lowest height over the ground (m). */
  clearance(): number;
  /** The camera moved: draw again. */
  changed(): void;
  /** The mouse look ended by itself. */
  released(): void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** Pixels of a drag that one press of an arrow stands for. */
const PRESS = 18;
/** Longest piece of a way (s): the ground is felt between pieces. */
const STEP = 0.05;

export class Controls {
  mode: CameraMode = "orbit";
  orbit: Orbit = { target: [0, 0, 0], distance: 1, azimuth: 152, elevation: 20 };
  map: Orbit = { target: [0, 0, 0], distance: 1, azimuth: 180, elevation: 90 };
  free: Free = { eye: [0, 1, 0], heading: 0, pitch: 0 };
  private pace = 1;
  private since = 0;
  private readonly held = new Set<string>();
  private readonly pointers = new Map<number, { x: number; y: number; button: number }>();
  private readonly stop = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly host: Host,
  ) {
    const signal = this.stop.signal;
    element.tabIndex = element.tabIndex < 0 ? 0 : element.tabIndex;
    element.style.touchAction = "none";
    element.addEventListener("pointerdown", (event) => this.down(event), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) {
      element.addEventListener(name, (event) => this.pointers.delete(event.pointerId), { signal });
    }
    element.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    element.addEventListener("keydown", (event) => this.key(event), { signal });
    element.addEventListener("keyup", (event) => this.letGo(event), { signal });
    element.addEventListener("blur", () => this.held.clear(), { signal });
    document.addEventListener("pointerlockchange", () => this.lockChanged(), { signal });
    document.addEventListener("mousemove", (event) => this.look(event), { signal });
  }

  /** Whether something moves without an event: keys are held. */
  get moving(): boolean {
    return this.mode === "free" && [...this.held].some((code) => isMove(code));
  }

  get stand(): Stand {
    const clearance = this.host.clearance();
    if (this.mode === "free") return freeStand(this.free);
    return this.mode === "map" ? standOf(this.map, () => -Infinity, 0, true) : standOf(this.orbit, this.host.surface, clearance);
  }

  /** Let time pass for keys that are held, until `now` (ms). Keys count by the time of their events, so slow frames lose nothing. */
  advance(now: number): void {
    const seconds = Math.max(now - this.since, 0) / 1000;
    this.since = Math.max(now, this.since);
    if (!this.moving) return;
    const speed = (this.host.room().extent / 80) * this.pace;
    const steps = Math.max(1, Math.ceil(seconds / STEP));
    for (let k = 0; k < steps; k++) this.free = moved(this.free, this.held, seconds / steps, speed, this.host.surface, this.host.clearance());
  }

  /** The ground changed from `before`: what is looked at rises and falls with it, and every camera stays above it, up to its `top` (m). */
  settle(before: SurfaceAt, top: number): void {
    const { surface } = this.host;
    this.free = lifted(this.free, surface, this.host.clearance());
    this.orbit = carried(this.orbit, before, surface);
    const least = top - this.map.target[1] + 0.1 * this.host.room().extent;
    if (this.map.distance < least) this.map = { ...this.map, distance: least };
  }

  setMode(mode: CameraMode): void {
    if (mode === this.mode) return;
    const before = this.stand;
    if (mode === "free") {
      const { target } = this.mode === "map" ? this.map : this.orbit;
      this.free = lifted(begun(before, target, this.host.room(), this.host.surface), this.host.surface, this.host.clearance());
    } else if (mode === "map") {
      this.map = { ...this.map, target: this.mode === "orbit" ? this.orbit.target : [this.free.eye[0], this.orbit.target[1], this.free.eye[2]] };
    }
    if (this.mode === "free") {
      this.held.clear();
      if (document.pointerLockElement === this.element) document.exitPointerLock();
    }
    this.mode = mode;
    if (mode === "free") this.element.focus({ preventScroll: true });
    this.host.changed();
  }

  dispose(): void {
    this.stop.abort();
    if (document.pointerLockElement === this.element) document.exitPointerLock();
  }

  private get locked(): boolean {
    return document.pointerLockElement === this.element;
  }

  private get scale(): number {
    const orbit = this.mode === "map" ? this.map : this.orbit;
    return metresPerPixel(orbit.distance, this.stand.fov, this.element.clientHeight);
  }

  private set(orbit: Orbit): void {
    if (this.mode === "map") this.map = orbit;
    else this.orbit = orbit;
    this.host.changed();
  }

  private down(event: PointerEvent): void {
    this.element.focus({ preventScroll: true });
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, button: event.button });
    if (this.locked) return;
    this.element.setPointerCapture(event.pointerId);
    if (this.mode === "free" && event.pointerType === "mouse" && event.button === 0) {
      // some browsers refuse a lock at once after Esc: dragging still looks around
      const asked = this.element.requestPointerLock() as Promise<void> | undefined;
      asked?.catch(() => undefined);
    }
  }

  private move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined || this.locked) return;
    const dx = event.clientX - last.x;
    const dy = event.clientY - last.y;
    if (this.pointers.size === 2) {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)![1];
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      const twist = twistOf(last, { x: event.clientX, y: event.clientY }, other);
      last.x = event.clientX;
      last.y = event.clientY;
      if (this.mode === "free") this.stride((after - before) / 40);
      else {
        const orbit = this.mode === "map" ? this.map : this.orbit;
        const near = zoomed(panned(orbit, dx / 2, dy / 2, this.scale, this.host.room()), before / Math.max(after, 1), this.host.room());
        this.set(this.mode === "map" ? near : { ...near, azimuth: bearing(near.azimuth - twist) });
      }
      return;
    }
    last.x = event.clientX;
    last.y = event.clientY;
    if (this.mode === "free") {
      this.free = looked(this.free, -1.6 * dx, -1.6 * dy);
      this.host.changed();
    } else if (this.mode === "map" || last.button === 2 || last.button === 1 || event.shiftKey || event.ctrlKey) {
      const orbit = this.mode === "map" ? this.map : this.orbit;
      this.set(panned(orbit, dx, dy, this.scale, this.host.room()));
    } else this.set(turned(this.orbit, dx, dy));
  }

  /** Walk a little along the view: two fingers on a touch screen. */
  private stride(seconds: number): void {
    const way = new Set([seconds > 0 ? "KeyW" : "KeyS"]);
    this.free = moved(this.free, way, Math.abs(seconds), this.host.room().extent / 80, this.host.surface, this.host.clearance());
    this.host.changed();
  }

  private look(event: MouseEvent): void {
    if (!this.locked || this.mode !== "free") return;
    this.free = looked(this.free, event.movementX, event.movementY);
    this.host.changed();
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    const factor = Math.exp(Math.min(Math.max(event.deltaY * lines, -240), 240) * 0.0014);
    if (this.mode === "free") this.pace = Math.min(Math.max(this.pace / factor, 0.02), 20);
    else this.set(zoomed(this.mode === "map" ? this.map : this.orbit, factor, this.host.room()));
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    if (event.code === "Escape" && this.locked) {
      // the end of the lock tells the page; the key itself would tell it twice
      event.stopPropagation();
      document.exitPointerLock();
      return;
    }
    if (this.mode === "free") {
      if (!isMove(event.code) && !event.code.startsWith("Shift")) return;
      if (event.ctrlKey) return;
      event.preventDefault();
      this.advance(event.timeStamp);
      this.held.add(event.code);
      this.host.changed();
      return;
    }
    const orbit = this.mode === "map" ? this.map : this.orbit;
    const arrow = Object.hasOwn(ARROWS, event.code) ? ARROWS[event.code] : undefined;
    if (arrow !== undefined) {
      event.preventDefault();
      const [dx, dy] = [arrow[0] * PRESS, arrow[1] * PRESS];
      if (this.mode === "map" || event.shiftKey) this.set(panned(orbit, dx, dy, this.scale * 2, this.host.room()));
      else this.set(turned(orbit, dx, dy));
    } else if (event.key === "+" || event.key === "=" || event.key === "-") {
      event.preventDefault();
      this.set(zoomed(orbit, event.key === "-" ? 1.15 : 1 / 1.15, this.host.room()));
    }
  }

  private letGo(event: KeyboardEvent): void {
    if (!this.held.has(event.code)) return;
    this.advance(event.timeStamp);
    this.held.delete(event.code);
    this.host.changed();
  }

  private lockChanged(): void {
    if (this.mode !== "free") return;
    if (!this.locked) {
      this.held.clear();
      this.host.released();
    }
  }
}
