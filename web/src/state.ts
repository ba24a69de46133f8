import { batch, computed, signal } from "@preact/signals";
import { at, type Node, put, Schema } from "./form/schema";
import type { Frame } from "./link/frame";
import { dropHexMap, measured } from "./hex/state";
import { dropPlanet } from "./planet/state";
import type { Connection } from "./link/link";
import { type Shell, START, step, type Step } from "./menu/machine";
import type { Document, Hello, Json, Notice, Op, Progress, RecipeJson, Recent, ServerMessage, StageJson, StageTime } from "./protocol";
import type { Picture } from "./scene/view";
import { answered, built } from "./timings";
import { say } from "./words";

/** What the server refused, shown at the setting. */
export interface Refusal {
  message: string;
  /** What was typed. */
  value: Json | undefined;
}

/** How the last build went. */
export interface LastBuild {
  seconds: number;
  kind: Progress["kind"];
  stages: StageTime[];
}

export interface Shown extends Notice {
  id: number;
}

export const connection = signal<Connection>("connecting");
export const hello = signal<Hello | null>(null);
export const recent = signal<Recent[]>([]);
export const schema = signal<Schema | null>(null);
export const doc = signal<Document | null>(null);
export const frame = signal<Frame | null>(null);
export const jobs = signal<ReadonlyMap<number, Progress>>(new Map());
export const lastBuild = signal<LastBuild | null>(null);
/** The stage that a failed build stopped at, and why. */
export const failure = signal<{ stage: string | null; message: string } | null>(null);
export const notices = signal<Shown[]>([]);
export const refusals = signal<ReadonlyMap<string, Refusal>>(new Map());
/** Edits the server has not answered: path, value, number of the edit. */
export const pending = signal<ReadonlyMap<string, { value: Json; seq: number }>>(new Map());
export const selected = signal<string | null>(null);
export const shell = signal<Shell>(START);
export const view = signal<Picture | null>(null);
export const exported = signal<ReadonlyMap<number, "running" | "done" | "failed">>(new Map());

/** The recipe with the edits the server has not answered yet, so that a slider never jumps back under the finger. */
export const recipe = computed<RecipeJson | null>(() => {
  const document = doc.value;
  if (!document) return null;
  if (pending.value.size === 0) return document.recipe;
  const from = document.recipe;
  let made: Json = { ...from, stages: [...from.stages], outputs: [...from.outputs] };
  for (const [path, { value }] of pending.value) {
    const place = placeOf(path, from);
    if (place && at(made, place.slice(0, -1)) !== undefined) made = put(made, place, value);
  }
  return made as unknown as RecipeJson;
});

export const stage = computed<StageJson | null>(() => recipe.value?.stages.find((held) => held.id === selected.value) ?? null);

/** Names of layers that the stages write or read, for layer pickers. */
export const layerNames = computed<string[]>(() => {
  const names = new Set<string>(["elevation"]);
  for (const held of recipe.value?.stages ?? []) if (held.output) names.add(held.output);
  for (const layer of frame.value?.header.available ?? []) names.add(layer.name);
  return [...names];
});

/** Where a setting's path leads in the recipe's JSON: stages go by id, outputs by position. */
export function placeOf(path: string, from: RecipeJson): string[] | null {
  const words = path.split(".");
  const [first, ...rest] = words;
  if (first === undefined) return null;
  if (first === "outputs" || first in from) return words;
  const index = from.stages.findIndex((held) => held.id === first);
  return index < 0 ? null : ["stages", String(index), ...rest];
}

/** Put the edit's values in front of the document until it is answered. */
export function foresee(ops: Op[], seq: number): void {
  const next = new Map(pending.value);
  const wrong = new Map(refusals.value);
  for (const op of ops) {
    const path = op.op === "set_output" ? `outputs.${op.index}.${op.path}` : op.op === "set" || op.op === "reset" ? op.path : null;
    if (path === null) continue;
    wrong.delete(path);
    if (op.op === "set" || op.op === "set_output") {
      next.delete(path);
      next.set(path, { value: op.value, seq });
    }
  }
  batch(() => {
    pending.value = next;
    if (wrong.size !== refusals.value.size) refusals.value = wrong;
  });
}

export function act(action: Step): void {
  const next = step(shell.value, action);
  if (next !== shell.value) shell.value = next;
}

let noticeId = 0;

/** Say a sentence to the person. */
export function tell(level: Notice["level"], message: string): void {
  noticeId += 1;
  notices.value = [...notices.value.filter((held) => held.message !== message).slice(-3), { type: "notice", level, message, id: noticeId }];
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((held) => held.id !== id);
}

/** Settle what the server has answered: all edits up to `seq`. */
function settle(seq: number): Map<string, { value: Json; seq: number }> {
  return new Map([...pending.value].filter(([, held]) => held.seq > seq));
}

function without(job: number): void {
  if (!jobs.value.has(job)) return;
  const next = new Map(jobs.value);
  next.delete(job);
  jobs.value = next;
}

function take(document: Document): void {
  if (document.seq !== null) answered(document.seq, document.revision);
  const before = doc.value;
  if (document.seq !== null) pending.value = settle(document.seq);
  else if (before && before.revision !== document.revision) pending.value = new Map();
  doc.value = document;
  if (document.seq === null && before?.revision !== document.revision) refusals.value = new Map();
  const ids = document.recipe.stages.map((held) => held.id);
  const fresh = before ? ids.filter((id) => !before.recipe.stages.some((held) => held.id === id)) : [];
  const added = fresh.length === 1 && before && ids.length === before.recipe.stages.length + 1 ? fresh[0] : undefined;
  if (added !== undefined) selected.value = added;
  else if (selected.value === null || !ids.includes(selected.value)) selected.value = ids[0] ?? null;
  // In the menu nothing is edited: a document of another revision there is one that was just begun or opened.
  const begun = before !== null && before.revision !== document.revision && document.seq === null && shell.value.screen !== "landscape";
  if (!before || begun) act({ type: "opened" });
}

/** Take in what the server says. */
export function receive(message: ServerMessage): void {
  batch(() => {
    switch (message.type) {
      case "hello":
        hello.value = message;
        recent.value = message.recent;
        jobs.value = new Map();
        break;
      case "document":
        take(message);
        break;
      case "closed":
        doc.value = null;
        frame.value = null;
        dropHexMap();
        dropPlanet();
        pending.value = new Map();
        refusals.value = new Map();
        failure.value = null;
        recent.value = message.recent;
        act({ type: "closed" });
        break;
      case "invalid": {
        const value = pending.value.get(message.path)?.value;
        pending.value = settle(message.seq);
        refusals.value = new Map(refusals.value).set(message.path, { message: message.message, value });
        if (!placeShown(message.path)) tell("error", message.message);
        break;
      }
      case "progress":
        jobs.value = new Map(jobs.value).set(message.job, message);
        break;
      case "done":
        without(message.job);
        if (message.kind === "export") exported.value = new Map(exported.value).set(message.job, "done");
        else {
          failure.value = null;
          built(message.job, message.seconds);
          lastBuild.value = { seconds: message.seconds, kind: message.kind, stages: message.stages };
        }
        break;
      case "failed":
        without(message.job);
        if (exported.value.has(message.job)) {
          exported.value = new Map(exported.value).set(message.job, "failed");
          tell("error", message.message);
        } else failure.value = { stage: message.stage, message: message.message };
        break;
      case "cancelled":
        without(message.job);
        if (exported.value.has(message.job)) exported.value = new Map(exported.value).set(message.job, "failed");
        break;
      case "news":
        tell("info", say(`news.${message.word}`, { what: message.what }));
        break;
      case "notice":
        tell(message.level, message.message);
        break;
      case "saved":
        recent.value = message.recent;
        tell("info", say("save.saved", { path: message.path }));
        break;
      case "measured":
        measured.value = message;
        break;
      case "pong":
        break;
      case "bye":
        act({ type: "ended" });
        break;
    }
  });
}

/** Whether a refusal's path is a setting that the form of the page can show. */
function placeShown(path: string): boolean {
  const from = doc.value?.recipe;
  const place = from ? placeOf(path, from) : null;
  if (!from || !place || place.length < 2) return place !== null && place.length === 1 && place[0] !== "stages";
  return at(from as unknown as Node, place.slice(0, -1)) !== undefined;
}
