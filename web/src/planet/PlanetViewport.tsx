import "../style/planet.css";
import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { machineQuality, preferences, quality, reducedMotion } from "../preferences";
import { qualityFor } from "../scene/quality";
import { askTiles } from "../session";
import { connection, shell, view } from "../state";
import { drawn } from "../timings";
import { rendererName } from "../ui/device";
import { say } from "../words";
import { heavenOf } from "./heaven";
import { above, near, onTile, planet, probed, takeChange } from "./state";
import { PlanetView } from "./view";

const broken = signal<string | null>(null);

function follow(made: PlanetView): () => void {
  let first = true;
  const stops = [
    effect(() => {
      const held = planet.value;
      if (held === null) return;
      made.update(held.model, takeChange(first));
      first = false;
    }),
    effect(() => made.setQuality(quality.value)),
    effect(() => made.setHeaven(heavenOf(preferences.value.heaven, planet.value?.model.header))),
    effect(() => made.setExaggeration(preferences.value.exaggeration)),
    effect(() => made.setPaused(shell.value.paused || shell.value.screen !== "landscape")),
    effect(() => made.setReducedMotion(reducedMotion())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Share of the picture's width that the panels leave free. */
function free(): number {
  const whole = document.querySelector(".viewport")?.clientWidth ?? 0;
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")].filter((panel) => panel.clientWidth < 0.6 * whole);
  return whole === 0 ? 1 : 1 - panels.reduce((sum, panel) => sum + panel.clientWidth, 0) / whole;
}

const CAMERA_KEYS = new Set(["KeyW", "KeyA", "KeyS", "KeyD", "KeyQ", "KeyE", "KeyR", "KeyF", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]);

/** The hands of a person on the canvas: pointer, wheel, keys. */
class Hands {
  private readonly pointers = new Map<number, { x: number; y: number; button: number }>();
  private readonly keys = new Set<string>();
  private readonly stop = new AbortController();
  private waiting = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly made: PlanetView,
  ) {
    const signal = this.stop.signal;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) canvas.addEventListener(name, (event) => this.pointers.delete(event.pointerId), { signal });
    canvas.addEventListener("pointerleave", () => (probed.value = null), { signal });
    canvas.addEventListener("dblclick", (event) => this.made.approach(...this.place(event)), { signal });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("keydown", (event) => this.key(event, true), { signal });
    canvas.addEventListener("keyup", (event) => this.key(event, false), { signal });
    canvas.addEventListener("blur", () => this.letGo(), { signal });
  }

  dispose(): void {
    cancelAnimationFrame(this.waiting);
    this.stop.abort();
  }

  private place(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, button: event.button });
    probed.value = null;
  }

  private move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined) {
      if (event.pointerType === "mouse") this.probe(...this.place(event));
      return;
    }
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (this.pointers.size === 2) this.pinch(event, last);
    else if (last.button !== 0 || event.shiftKey || event.ctrlKey) this.made.turnBy(dx, dy);
    else this.made.dragBy(dx, dy);
    last.x = event.clientX;
    last.y = event.clientY;
  }

  private probe(x: number, y: number): void {
    if (this.waiting !== 0) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      probed.value = this.made.probe(x, y);
    });
  }

  /** Two fingers come nearer, turn and tilt. */
  private pinch(event: PointerEvent, last: { x: number; y: number }): void {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return;
    const before = [last.x - other.x, last.y - other.y] as const;
    const after = [event.clientX - other.x, event.clientY - other.y] as const;
    this.made.zoomBy(Math.max(Math.hypot(...before), 1) / Math.max(Math.hypot(...after), 1));
    const turn = ((Math.atan2(after[1], after[0]) - Math.atan2(before[1], before[0])) * 180) / Math.PI;
    this.made.turnBy((-((turn + 540) % 360) + 180) / 0.3, (event.clientY - last.y) / 2);
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    this.made.zoomBy(Math.exp(Math.min(Math.max(event.deltaY * lines, -240), 240) * 0.0016));
  }

  private letGo(): void {
    this.keys.clear();
    this.made.hold({ right: 0, ahead: 0, turn: 0, tilt: 0, zoom: 0 });
  }

  private key(event: KeyboardEvent, pressed: boolean): void {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const { code, key } = event;
    if (code === "KeyG") {
      event.preventDefault();
      if (pressed && !event.repeat) this.made.descend(!near.value);
      return;
    }
    const name = CAMERA_KEYS.has(code) ? code : key === "+" || key === "=" ? "+" : key === "-" || key === "_" ? "-" : null;
    if (name === null) return;
    event.preventDefault();
    if (pressed) this.keys.add(name);
    else this.keys.delete(name);
    const on = (...names: string[]): number => (names.some((each) => this.keys.has(each)) ? 1 : 0);
    this.made.hold({
      right: on("KeyD", "ArrowRight") - on("KeyA", "ArrowLeft"),
      ahead: on("KeyW", "ArrowUp") - on("KeyS", "ArrowDown"),
      turn: on("KeyE") - on("KeyQ"),
      tilt: on("KeyF") - on("KeyR"),
      zoom: on("+") - on("-"),
    });
  }
}

/** The picture of a planet. */
export default function PlanetViewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    machineQuality.value = qualityFor(rendererName(), navigator.hardwareConcurrency, devicePixelRatio);
    let made: PlanetView;
    const { heaven, exaggeration } = preferences.value;
    try {
      made = new PlanetView(canvas.current, {
        quality: quality.value,
        heaven: heavenOf(heaven),
        exaggeration,
        reducedMotion: reducedMotion(),
        free,
        ask: askTiles,
        onDrawn: drawn,
        onPose: (height, low) => {
          above.value = height;
          near.value = low;
        },
      });
    } catch (error) {
      broken.value = error instanceof Error ? error.message : String(error);
      return;
    }
    view.value = made;
    onTile((frame) => made.takeTile(frame));
    const stop = follow(made);
    const hands = new Hands(canvas.current, made);
    return () => {
      hands.dispose();
      stop();
      onTile(null);
      made.dispose();
      view.value = null;
    };
  }, []);
  return (
    <div class="viewport">
      <canvas ref={canvas} class="canvas planet-canvas" tabIndex={0} role="application" aria-label={say("planet.canvas")} aria-disabled={connection.value !== "open"} />
      {broken.value ? <p class="broken">{say("view.nothing", { reason: broken.value })}</p> : null}
    </div>
  );
}
