/** How long the way from a slider to the picture took, for the last pictures; always kept, shown when asked. */

import { signal } from "@preact/signals";
import type { HexHeader, PlanetHeader, WorldHeader } from "./protocol";

/** One world on its way to the screen; moments are milliseconds of `performance.now()`. */
export interface Timing {
  job: number;
  revision: number;
  level: WorldHeader["level"];
  rows: number;
  cols: number;
  bytes: number;
  /** When the edit was made that asked for it; null when none did. */
  asked: number | null;
  /** When its last byte was here, and when it was taken apart. */
  came: number;
  decoded: number;
  /** When the graphics device had finished its first picture; null until then, and when a newer world overtook it. */
  drawn: number | null;
  /** What the server took to build it (ms); null until it says so. */
  server: number | null;
}

const MOST = 128;

/** The newest last. */
export const timings = signal<readonly Timing[]>([]);

const edits = new Map<number, number>();
const revisions = new Map<number, number>();
/** What the server said of worlds that were still being taken apart. */
const early = new Map<number, number>();

function put<V>(map: Map<number, V>, key: number, value: V): void {
  map.set(key, value);
  for (const old of map.keys()) {
    if (map.size <= MOST) return;
    map.delete(old);
  }
}

/** An edit was made. */
export function edited(seq: number, now = performance.now()): void {
  put(edits, seq, now);
}

/** An edit became a revision of the document. */
export function answered(seq: number, revision: number): void {
  const made = edits.get(seq);
  edits.delete(seq);
  if (made === undefined) return;
  put(revisions, revision, made);
  // a hex map may be here before the answer
  timings.value = timings.value.map((held) => (held.revision === revision && held.asked === null && made <= held.came ? { ...held, asked: made } : held));
}

/** A world or what changed of a hex map or a planet is here; a planet's size is that of a face. */
export function came(header: WorldHeader | HexHeader | PlanetHeader, bytes: number, at: number, now = performance.now()): void {
  const [rows, cols] = header.type === "hexmap" ? [header.frame.rows, header.frame.columns] : header.type === "planet" ? [header.side, header.side] : header.shape;
  const { job, revision } = header;
  const level = header.type === "hexmap" ? "full" : header.level;
  const made: Timing = { job, revision, level, rows, cols, bytes, asked: revisions.get(revision) ?? null, came: at, decoded: now, drawn: null, server: early.get(job) ?? null };
  early.delete(job);
  timings.value = [...timings.value.slice(1 - MOST), made];
}

function change(job: number, part: Partial<Timing>): void {
  timings.value = timings.value.map((held) => (held.job === job ? { ...held, ...part } : held));
}

/** The server says what a world took it. */
export function built(job: number, seconds: number): void {
  if (timings.value.some((one) => one.job === job)) change(job, { server: seconds * 1000 });
  else put(early, job, seconds * 1000);
}

/** The first picture of a world is finished. */
export function drawn(job: number, now = performance.now()): void {
  const held = timings.value.find((one) => one.job === job);
  if (held !== undefined && held.drawn === null) change(job, { drawn: now });
}

/** The parts of a way (ms): the server's work, transfer and taking apart, drawing. */
export function partsOf(timing: Timing): { server: number; transfer: number; draw: number; total: number } | null {
  const { asked, server, decoded, drawn: end } = timing;
  if (asked === null || server === null || end === null) return null;
  return { server, transfer: decoded - asked - server, draw: end - decoded, total: end - asked };
}

declare global {
  interface Window {
    /** For tests and tools. */
    landwright?: { timings(): readonly Timing[] };
  }
}

if (typeof window !== "undefined") window.landwright = { timings: () => timings.value };
