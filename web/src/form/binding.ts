import type { Json, Op } from "../protocol";
import { drag, drop, edit } from "../session";
import { recipe, refusals } from "../state";
import { at, type Node, put } from "./schema";

/** Where a form's values come from and go to. Paths are relative to the noun that the form shows. */
export interface Binding {
  /** Unique on the page; starts the ids of the form's controls. */
  id: string;
  values(): Node;
  set(path: string[], value: Json): void;
  /** The value under a pointer that is still down. */
  drag(path: string[], value: Json, group: string): void;
  /** The pointer is up. */
  drop(path: string[], value: Json, group: string): void;
  reset(path: string[], fallback: Json): void;
  /** The server's sentence about a setting, and the value it is about. */
  refusal(path: string[]): { message: string; value: Json | undefined } | null;
}

const refused = (path: string): { message: string; value: Json | undefined } | null => {
  const exact = refusals.value.get(path);
  if (exact) return exact;
  return null;
};

const node = (value: unknown): Node => value as Node;

/** The recipe, without an origin of the grid that only follows from the rest of it. */
function whole(): Node {
  const held = recipe.value;
  const grid = held?.grid;
  if (!held || !grid) return node(held ?? {});
  const follows = grid.origin[0] === 0 && grid.origin[1] === (grid.shape[0] - 1) * grid.cell_size;
  return node(follows ? { ...held, grid: { ...grid, origin: null } } : held);
}

/** Settings of a stage, or with an empty id those of the recipe itself. */
export function recipeBinding(stageId: string): Binding {
  const full = (path: string[]): string => (stageId === "" ? path : [stageId, ...path]).join(".");
  const op = (path: string[], value: Json): Op[] => [{ op: "set", path: full(path), value }];
  return {
    id: stageId === "" ? "world" : `stage-${stageId}`,
    values: () => stageId === "" ? whole() : node(recipe.value?.stages.find((held) => held.id === stageId) ?? {}),
    set: (path, value) => edit(...op(path, value)),
    drag: (path, value, group) => drag(op(path, value), group),
    drop: (path, value, group) => drop(op(path, value), group),
    reset: (path) => edit({ op: "reset", path: full(path) }),
    refusal: (path) => refused(full(path)),
  };
}

/** Settings of a file that the recipe ends in. */
export function outputBinding(index: number): Binding {
  const op = (path: string[], value: Json): Op[] => [{ op: "set_output", index, path: path.join("."), value }];
  return {
    id: `output-${index}`,
    values: () => node(recipe.value?.outputs[index] ?? {}),
    set: (path, value) => edit(...op(path, value)),
    drag: (path, value, group) => drag(op(path, value), group),
    drop: (path, value, group) => drop(op(path, value), group),
    reset: (path, fallback) => edit(...op(path, fallback)),
    refusal: (path) => refused(`outputs.${index}.${path.join(".")}`),
  };
}

/** Settings that the page keeps to itself until they are used, as in a dialog. */
export function localBinding(id: string, read: () => Node, write: (values: Node) => void): Binding {
  const set = (path: string[], value: Json): void => write(node(put(read(), path, value)));
  return { id, values: read, set, drag: set, drop: set, reset: set, refusal: () => null };
}

/** The value a binding has at a path. */
export const valueOf = (binding: Binding, path: string[]): Json | undefined => at(binding.values(), path);
