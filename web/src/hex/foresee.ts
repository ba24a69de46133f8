/**
 * What an edit will do, shown in the very next frame: heights and kinds of ground need no server to be seen.
 *
 * The server has the last word: what it sends takes the place of what was foreseen. Pure functions.
 */

import type { Brush } from "./brush";
import { brushed, type Cell, indexOf } from "./cells";
import type { HexModel } from "./model";

/** What a cell will be; what stays as it is is left out. */
export interface Foreseen {
  elevation?: number;
  terrain?: number;
}

export type Foresight = ReadonlyMap<number, Foreseen>;

/** With a stroke of the brush over some more cells. */
export function foreseeing(held: Foresight, model: HexModel, brush: Brush, cells: readonly Cell[]): Foresight {
  const { on, value } = brush.levels.elevation;
  const change: Foreseen = { ...(on ? { elevation: value } : {}), ...(brush.terrain >= 0 ? { terrain: brush.terrain } : {}) };
  if (Object.keys(change).length === 0) return held;
  const next = new Map(held);
  for (const middle of cells) {
    for (const cell of brushed(model.frame, middle, brush.radius)) {
      const index = indexOf(model.frame, cell);
      next.set(index, { ...next.get(index), ...change });
    }
  }
  return remaining(next, model);
}

/** Without what the map already is. */
export function remaining(held: Foresight, model: HexModel): Foresight {
  if (held.size === 0) return held;
  const { elevation, terrain } = model.cells;
  return new Map([...held].filter(([index, will]) => (will.elevation !== undefined && will.elevation !== elevation[index]) || (will.terrain !== undefined && will.terrain !== terrain[index])));
}
