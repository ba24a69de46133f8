/** The brush: how wide it is and what it sets; and the rules of dragging it over the map. */

import type { Json } from "../protocol";
import { between, type Cell, type Layout, same } from "./cells";

/** Attributes with a value, in the order of the panel; `levels` are set by a slider. */
export const LEVELS = ["elevation", "water_level", "urban", "farm", "plant", "special"] as const;
export type Level = (typeof LEVELS)[number];
export const HIGHEST: Readonly<Record<Level, number>> = { elevation: 6, water_level: 6, urban: 3, farm: 3, plant: 3, special: 3 };

export const MODES = ["ignore", "yes", "no"] as const;
export type Mode = (typeof MODES)[number];
export const DRAWN = ["river", "road", "walled"] as const;
export type Drawn = (typeof DRAWN)[number];

export const TERRAINS = ["sand", "grass", "mud", "stone", "snow"] as const;
export const WIDEST = 4;

export type Tool = "paint" | "look" | "measure";

export interface Brush {
  radius: number;
  levels: Readonly<Record<Level, { on: boolean; value: number }>>;
  modes: Readonly<Record<Drawn, Mode>>;
  /** -1 leaves it. */
  terrain: number;
}

export const FRESH: Brush = {
  radius: 0,
  levels: {
    elevation: { on: true, value: 1 },
    water_level: { on: false, value: 1 },
    urban: { on: false, value: 1 },
    farm: { on: false, value: 1 },
    plant: { on: false, value: 1 },
    special: { on: false, value: 1 },
  },
  modes: { river: "ignore", road: "ignore", walled: "ignore" },
  terrain: -1,
};

/** Whether the brush sets anything. */
export function sets(brush: Brush): boolean {
  return brush.terrain >= 0 || LEVELS.some((level) => brush.levels[level].on) || DRAWN.some((mode) => brush.modes[mode] !== "ignore");
}

/** Settings of the stroke that the brush draws over cells; what it leaves alone is not said. */
export function strokeOf(brush: Brush, cells: readonly Cell[]): { [name: string]: Json } {
  const stroke: { [name: string]: Json } = { cells: cells.map(({ column, row }) => [column, row]), brush: brush.radius };
  for (const level of LEVELS) if (brush.levels[level].on) stroke[level] = brush.levels[level].value;
  for (const mode of DRAWN) if (brush.modes[mode] !== "ignore") stroke[mode] = brush.modes[mode];
  if (brush.terrain >= 0) stroke["terrain"] = brush.terrain;
  return stroke;
}

/** A drag of the brush: cell after cell, each the neighbor of the one before, whatever the pointer skipped. */
export class Drag {
  private last: Cell | null = null;
  private count = 0;
  /** Whether the cells that were given last go on from cells before them. */
  joined = false;

  constructor(
    private readonly layout: Layout,
    readonly group: string,
  ) {}

  /** The pointer is over a cell (null: over none); returns the cells that are new to the drag. */
  to(cell: Cell | null): Cell[] {
    if (cell === null) {
      // Beyond the map the drag is broken: what comes back is not joined to what left.
      this.last = null;
      return [];
    }
    if (same(cell, this.last)) return [];
    const way = this.last === null ? [cell] : between(this.layout, this.last, cell).slice(1);
    this.joined = this.last !== null && this.count > 0;
    this.count += way.length;
    this.last = cell;
    return way;
  }
}
