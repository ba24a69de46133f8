/** What the page knows of the hex map under edit, and what the person chose for it. */

import { batch, signal } from "@preact/signals";
import type { HexBytes } from "../link/frame";
import type { Measured } from "../protocol";
import { type Brush, FRESH, type Tool } from "./brush";
import type { Cell } from "./cells";
import { type Foresight, foreseeing, remaining } from "./foresee";
import { type Change, HexModel } from "./model";

/** The map; the same object as long as frames go on from each other. */
export const hexmap = signal<{ model: HexModel; version: number } | null>(null);

export const brush = signal<Brush>(FRESH);
export const tool = signal<Tool>("paint");
export const grid = signal(false);
export const labels = signal<"none" | "coordinates" | "distance">("none");
export const hovered = signal<Cell | null>(null);
/** The ends of the way that is measured. */
export const ends = signal<{ start: Cell | null; goal: Cell | null }>({ start: null, goal: null });
export const measured = signal<Measured | null>(null);
/** Whether the brush or the recipe is at hand. */
export const side = signal<"paint" | "recipe">("paint");

/** What edits under way will make of cells. */
export const foreseen = signal<Foresight>(new Map());

const changes: Change[] = [];
/** How long the server may take before it is taken that an edit was refused (ms). */
const PATIENCE = 10_000;
let doubt = 0;

/** The brush is drawn over cells: show at once what can be shown. */
export function foresee(cells: readonly Cell[]): void {
  const model = hexmap.value?.model;
  if (model === undefined) return;
  foreseen.value = foreseeing(foreseen.value, model, brush.value, cells);
  clearTimeout(doubt);
  doubt = window.setTimeout(() => (foreseen.value = new Map()), PATIENCE);
}

/** Take a frame in. */
export function takeHexMap(frame: HexBytes): void {
  const held = hexmap.value;
  if (held === null && !frame.header.whole) return;
  const model = held?.model ?? new HexModel(frame);
  const everything = { whole: true, chunks: [...model.chunks.keys()], cells: true };
  changes.push(held === null ? everything : model.apply(frame));
  if (frame.header.whole) {
    ends.value = { start: null, goal: null };
    measured.value = null;
  }
  batch(() => {
    foreseen.value = frame.header.whole ? new Map() : remaining(foreseen.value, model);
    hexmap.value = { model, version: model.version };
  });
}

/** What changed since this was asked last; with `all`, everything there is. */
export function takeChanges(all: boolean): Change[] {
  const taken = changes.splice(0);
  const model = hexmap.value?.model;
  if (!all || model === undefined) return taken;
  return [{ whole: true, chunks: [...model.chunks.keys()], cells: true }];
}

/** No hex map is open any more. */
export function dropHexMap(): void {
  changes.length = 0;
  hexmap.value = null;
  hovered.value = null;
  foreseen.value = new Map();
  ends.value = { start: null, goal: null };
  measured.value = null;
}
