/** What the page knows of the planet under edit, and what the person chose for it. */

import { signal } from "@preact/signals";
import type { PlanetBytes, TileBytes } from "../link/frame";
import { type Change, EVERYTHING, PlanetModel, type PlanetProbe } from "./model";

/** The planet; the same model as long as frames go on from each other. */
export const planet = signal<{ model: PlanetModel } | null>(null);
export const probed = signal<PlanetProbe | null>(null);
/** Whether the camera is near the ground. */
export const near = signal(false);
/** Height of the camera over the surface (m). */
export const above = signal(0);

let changes: Change[] = [];
let tileListener: ((frame: TileBytes) => void) | null = null;

/** Who takes tiles in: the picture that asked for them. */
export function onTile(listener: ((frame: TileBytes) => void) | null): void {
  tileListener = listener;
}

/** Take a tile in. */
export function takeTile(frame: TileBytes): void {
  tileListener?.(frame);
}

/** Take a frame in. */
export function takePlanet(frame: PlanetBytes): void {
  const held = planet.value;
  if (held === null && !frame.header.whole) return;
  if (held === null) {
    planet.value = { model: new PlanetModel(frame) };
    changes = [EVERYTHING];
    return;
  }
  changes.push(held.model.apply(frame));
  planet.value = { model: held.model };
}

/** What changed since this was asked last, as one change; with `all`, everything there is. */
export function takeChange(all: boolean): Change {
  const taken = changes;
  changes = [];
  if (all) return EVERYTHING;
  const some = (part: keyof Change): boolean => taken.some((change) => change[part]);
  return { elevation: some("elevation"), paint: some("paint"), ramps: some("ramps") };
}

/** No planet is open any more. */
export function dropPlanet(): void {
  changes = [];
  planet.value = null;
  probed.value = null;
}
