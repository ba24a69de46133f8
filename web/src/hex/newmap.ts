/** The values of the dialog for a new hex map, and the recipe they make. */

import type { Json } from "../protocol";

export const SIZES = { small: [20, 15], medium: [40, 30], large: [80, 60] } as const;
export type SizeName = keyof typeof SIZES | "custom";
export const PRESETS = ["continent", "islands", "highlands", "flat"] as const;
export type PresetName = (typeof PRESETS)[number];

export interface NewMap {
  size: SizeName;
  columns: number;
  rows: number;
  wrap: boolean;
  preset: PresetName;
  seed: string;
}

export const FRESH_MAP: NewMap = { size: "medium", columns: 40, rows: 30, wrap: false, preset: "continent", seed: "1" };
export const MOST_SIDE = 400;

/** Columns and rows that the dialog asks for. */
export function sizeOf(values: NewMap): [number, number] {
  return values.size === "custom" ? [values.columns, values.rows] : [...SIZES[values.size]];
}

/** Whether a map of that size can be made. */
export function fits(values: NewMap): boolean {
  const [columns, rows] = sizeOf(values);
  const good = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= MOST_SIDE;
  return good(columns) && good(rows) && !(values.wrap && columns < 2);
}

/** What each preset changes of the generator; null: no generator. */
const GENERATORS: Readonly<Record<PresetName, { [name: string]: Json } | null>> = {
  continent: {},
  islands: { land: { percentage: 24, smallest_piece: 8, largest_piece: 40, regions: 4, water_level: 3 } },
  highlands: { land: { percentage: 82, high_rise: 0.55, sink: 0.1, water_level: 1 }, temperature: { warmest: 0.62 } },
  flat: null,
};

/** The recipe that Create opens, as text. */
export function hexRecipe(values: NewMap, name: string): string {
  const [columns, rows] = sizeOf(values);
  const generator = GENERATORS[values.preset];
  const seed = values.seed.trim();
  return JSON.stringify({
    format: 1,
    name,
    seed: /^[+-]?\d{1,15}$/.test(seed) ? Number(seed) : seed,
    hexmap: { columns, rows, wrap: values.wrap },
    stages: [...(generator === null ? [] : [{ id: "land", kind: "hexmap.continent", ...generator }]), { id: "edits", kind: "hexmap.strokes" }],
    outputs: [],
  });
}
