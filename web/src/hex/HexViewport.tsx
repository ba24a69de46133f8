import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { newGroup } from "../form/controls";
import { machineQuality, preferences, quality, reducedMotion } from "../preferences";
import { qualityFor } from "../scene/quality";
import { draw, say as send } from "../session";
import { connection, shell, view } from "../state";
import { drawn } from "../timings";
import { rendererName } from "../ui/device";
import { say } from "../words";
import { Drag, strokeOf, sets, WIDEST } from "./brush";
import { brushed, type Cell, indexOf, inside, neighbor, same } from "./cells";
import { brush, ends, foresee, foreseen, grid, hexmap, hovered, labels, measured, side, takeChanges, tool } from "./state";
import { HexView } from "./view";

const broken = signal<string | null>(null);
let asked = 0;

/** Ask the server for distances from the start, and for the way to a cell. */
function measure(start: Cell, goal: Cell | null): void {
  asked += 1;
  send({ type: "measure", seq: asked, start: [start.column, start.row], goal: goal && [goal.column, goal.row] });
}

/** Marks of cells: the brush under the pointer, the way and its ends. */
function marks(): Map<number, number> {
  const made = new Map<number, number>();
  const layout = hexmap.value?.model.frame;
  if (!layout) return made;
  const put = (cell: Cell, bit: number): void => {
    const index = indexOf(layout, cell);
    made.set(index, (made.get(index) ?? 0) | bit);
  };
  const over = hovered.value;
  const painting = side.value === "paint" && tool.value === "paint";
  if (over && inside(layout, over)) for (const cell of painting ? brushed(layout, over, brush.value.radius) : [over]) put(cell, 1);
  if (tool.value === "measure") {
    for (const [column, row] of measured.value?.way ?? []) put({ column, row }, 2);
    const { start, goal } = ends.value;
    if (start) put(start, 4);
    if (goal) put(goal, 4);
  }
  return made;
}

/** Words on the cells. */
function words(): Map<number, string> {
  const made = new Map<number, string>();
  const model = hexmap.value?.model;
  if (!model) return made;
  const { columns, rows } = model.frame;
  if (labels.value === "coordinates") {
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) made.set(row * columns + column, `${column},${row}`);
  } else if (labels.value === "distance") {
    measured.value?.distances.forEach((distance, index) => {
      if (distance >= 0) made.set(index, String(distance));
    });
  }
  const way = measured.value;
  if (tool.value === "measure" && labels.value !== "distance") {
    way?.way.forEach(([column, row], k) => {
      if (k > 0 && (k === way.way.length - 1 || way.turns[k] !== way.turns[k - 1])) made.set(row * columns + column, String(way.turns[k]));
    });
  }
  return made;
}

function follow(made: HexView): () => void {
  let first = true;
  const stops = [
    effect(() => {
      const held = hexmap.value;
      const changes = takeChanges(first);
      if (held) {
        first = false;
        for (const change of changes) made.update(held.model, change);
      }
    }),
    effect(() => made.foresee(foreseen.value)),
    effect(() => made.setQuality(quality.value)),
    effect(() => made.setSun(preferences.value.sun)),
    effect(() => made.setGrid(grid.value ? 1 : 0)),
    effect(() => made.setMarks(marks())),
    effect(() => made.setLabels(words())),
    effect(() => made.setPaused(shell.value.paused || shell.value.screen !== "landscape")),
    effect(() => made.setReducedMotion(reducedMotion())),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The hands of a person on the canvas: pointer, wheel, keys. */
class Hands {
  private stroke: Drag | null = null;
  private readonly pointers = new Map<number, { x: number; y: number; button: number; alt: boolean }>();
  private readonly keys = new Set<string>();
  private readonly stop = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly made: HexView,
  ) {
    const signal = this.stop.signal;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { signal });
    canvas.addEventListener("pointermove", (event) => this.move(event), { signal });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"] as const) canvas.addEventListener(name, (event) => this.up(event), { signal });
    canvas.addEventListener("pointerleave", () => this.pointers.size === 0 && (hovered.value = null), { signal });
    canvas.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    canvas.addEventListener("keydown", (event) => this.key(event, true), { signal });
    canvas.addEventListener("keyup", (event) => this.key(event, false), { signal });
    canvas.addEventListener("blur", () => this.letGo(), { signal });
  }

  dispose(): void {
    this.stop.abort();
  }

  private cellUnder(event: PointerEvent): Cell | null {
    const box = this.canvas.getBoundingClientRect();
    return this.made.pick(event.clientX - box.left, event.clientY - box.top)?.cell ?? null;
  }

  private get paints(): boolean {
    return side.value === "paint" && tool.value === "paint" && sets(brush.value);
  }

  private down(event: PointerEvent): void {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, button: event.button, alt: event.altKey });
    if (this.pointers.size > 1) {
      this.stroke = null;
      return;
    }
    if (event.button !== 0 || event.altKey || event.ctrlKey) return;
    const cell = this.cellUnder(event);
    if (!same(cell, hovered.value)) hovered.value = cell;
    if (tool.value === "measure" && side.value === "paint") this.choose(cell);
    else if (this.paints) this.begin(cell);
  }

  /** Begin a stroke; with the keyboard it ends when Shift is let go. */
  private begin(cell: Cell | null): void {
    const layout = hexmap.value?.model.frame;
    if (!layout) return;
    this.stroke = new Drag(layout, newGroup("stroke"));
    this.paint(cell);
  }

  private paint(cell: Cell | null): void {
    const { stroke } = this;
    if (stroke === null) return;
    const cells = stroke.to(cell);
    if (cells.length === 0) return;
    draw(strokeOf(brush.value, cells), stroke.joined, stroke.group);
    foresee(cells);
  }

  private choose(cell: Cell | null): void {
    const { start, goal } = ends.value;
    if (cell === null) ends.value = { start: null, goal: null };
    else if (start === null || goal !== null) ends.value = { start: cell, goal: null };
    else ends.value = { start, goal: cell };
    const now = ends.value;
    if (now.start === null) measured.value = null;
    else measure(now.start, now.goal);
  }

  private move(event: PointerEvent): void {
    const last = this.pointers.get(event.pointerId);
    if (last === undefined) {
      this.hover(event);
      return;
    }
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    if (this.pointers.size === 2) this.pinch(event, last);
    else if (this.stroke !== null) {
      // a quick pointer is told of between frames as well
      const steps = event.getCoalescedEvents?.() ?? [];
      for (const step of steps.length > 0 ? steps : [event]) this.paint(this.cellUnder(step));
      this.hover(event);
    } else if (last.button === 1 || last.alt || event.altKey) this.made.turnBy(dx * 0.35);
    else if (last.button === 2 || (last.button === 0 && !this.measures)) this.made.panBy(dx, dy);
    last.x = event.clientX;
    last.y = event.clientY;
  }

  private get measures(): boolean {
    return tool.value === "measure" && side.value === "paint";
  }

  private hover(event: PointerEvent): void {
    const cell = this.cellUnder(event);
    if (same(cell, hovered.value)) return;
    hovered.value = cell;
    const { start, goal } = ends.value;
    if (this.measures && start !== null && goal === null && cell !== null) measure(start, cell);
  }

  /** Two fingers move, zoom and turn. */
  private pinch(event: PointerEvent, last: { x: number; y: number }): void {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) return;
    const before = [last.x - other.x, last.y - other.y] as const;
    const after = [event.clientX - other.x, event.clientY - other.y] as const;
    this.made.panBy((event.clientX - last.x) / 2, (event.clientY - last.y) / 2);
    this.made.zoomBy(Math.log(Math.hypot(...after) / Math.max(Math.hypot(...before), 1)) * 0.6);
    const turn = Math.atan2(after[1], after[0]) - Math.atan2(before[1], before[0]);
    this.made.turnBy((-turn * 180) / Math.PI);
    last.x = event.clientX;
    last.y = event.clientY;
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 0) this.stroke = null;
    if (event.pointerType === "touch") hovered.value = null;
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    this.made.zoomBy(-Math.min(Math.max(event.deltaY * lines, -240), 240) * 0.0008);
  }

  private letGo(): void {
    this.keys.clear();
    this.stroke = null;
    this.made.hold({ right: 0, ahead: 0, turn: 0, zoom: 0 });
  }

  private key(event: KeyboardEvent, pressed: boolean): void {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const { code, key } = event;
    if (code.startsWith("Shift") && !pressed) this.stroke = null;
    if (pressed && this.act(event)) {
      event.preventDefault();
      return;
    }
    const camera = ["KeyW", "KeyA", "KeyS", "KeyD", "KeyQ", "KeyE"].includes(code) ? code : key === "+" || key === "=" ? "+" : key === "-" || key === "_" ? "-" : null;
    if (camera === null) return;
    event.preventDefault();
    if (pressed) this.keys.add(camera);
    else this.keys.delete(camera);
    const on = (name: string): number => (this.keys.has(name) ? 1 : 0);
    this.made.hold({ right: on("KeyD") - on("KeyA"), ahead: on("KeyW") - on("KeyS"), turn: on("KeyE") - on("KeyQ"), zoom: on("+") - on("-") });
  }

  /** Keys that do something once: arrows walk from cell to cell, Enter paints, brackets change the brush. */
  private act(event: KeyboardEvent): boolean {
    const layout = hexmap.value?.model.frame;
    if (!layout) return false;
    if (event.key === "[" || event.key === "]") {
      const radius = Math.min(Math.max(brush.value.radius + (event.key === "]" ? 1 : -1), 0), WIDEST);
      brush.value = { ...brush.value, radius };
      return true;
    }
    const here = hovered.value ?? this.made.middleCell();
    if (event.key === "Enter" || event.key === " ") {
      if (event.repeat || here === null) return true;
      hovered.value = here;
      if (this.measures) this.choose(here);
      else if (this.paints) {
        this.begin(here);
        if (!event.shiftKey) this.stroke = null;
      }
      return true;
    }
    if (here === null || !event.key.startsWith("Arrow")) return false;
    const odd = here.row % 2 !== 0;
    const side = { ArrowRight: 1, ArrowLeft: 4, ArrowUp: odd ? 5 : 0, ArrowDown: odd ? 3 : 2 }[event.key];
    const next = side === undefined ? null : hovered.value === null ? here : neighbor(layout, here, side);
    if (next === null) return true;
    hovered.value = next;
    this.made.keepInSight(next);
    if (event.shiftKey && this.paints) {
      if (this.stroke === null) this.begin(here);
      this.paint(next);
    }
    return true;
  }
}

/** The picture of a hex map, and the brush on it. */
export default function HexViewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    machineQuality.value = qualityFor(rendererName(), navigator.hardwareConcurrency, devicePixelRatio);
    let made: HexView;
    try {
      made = new HexView(canvas.current, { quality: quality.value, sun: preferences.value.sun, reducedMotion: reducedMotion(), onDrawn: drawn });
    } catch (error) {
      broken.value = error instanceof Error ? error.message : String(error);
      return;
    }
    view.value = made;
    const stop = follow(made);
    const hands = new Hands(canvas.current, made);
    return () => {
      hands.dispose();
      stop();
      made.dispose();
      view.value = null;
    };
  }, []);
  const looks = side.value === "recipe" || tool.value === "look";
  return (
    <div class="viewport">
      <canvas ref={canvas} class={`canvas hex-canvas ${looks ? "looks" : "paints"}`} tabIndex={0} role="application" aria-label={say("hex.canvas")} aria-disabled={connection.value !== "open"} />
      {broken.value ? <p class="broken">{say("view.nothing", { reason: broken.value })}</p> : null}
    </div>
  );
}
