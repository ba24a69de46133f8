import { describe, expect, test } from "vitest";
import { FRESH } from "../src/hex/brush";
import { foreseeing, remaining } from "../src/hex/foresee";
import type { HexModel } from "../src/hex/model";

const columns = 5;
const model = {
  frame: { columns, rows: 5, wrap: false, origin: [0, 0], outer_radius: 10, inner_radius: 8.66 },
  cells: { elevation: new Int16Array(25), terrain: new Uint8Array(25) },
} as unknown as HexModel;
const at = (column: number, row: number): { column: number; row: number } => ({ column, row });
const brush = (radius: number, value: number, terrain = -1): typeof FRESH => ({ ...FRESH, radius, terrain, levels: { ...FRESH.levels, elevation: { on: true, value } } });

describe("what an edit will do", () => {
  test("is shown for every cell of the brush", () => {
    const seen = foreseeing(new Map(), model, brush(1, 3, 4), [at(2, 2)]);
    expect(seen.size).toBe(7);
    expect(seen.get(2 * columns + 2)).toEqual({ elevation: 3, terrain: 4 });
  });

  test("is nothing where the map is so already, or the brush sets what only the server can show", () => {
    expect(foreseeing(new Map(), model, brush(0, 0), [at(2, 2)]).size).toBe(0);
    const water = { ...FRESH, levels: { ...FRESH.levels, elevation: { on: false, value: 3 }, water_level: { on: true, value: 3 } } };
    expect(foreseeing(new Map(), model, water, [at(2, 2)]).size).toBe(0);
  });

  test("gives way, cell by cell, to what the server sends", () => {
    const seen = foreseeing(foreseeing(new Map(), model, brush(0, 2), [at(0, 0)]), model, brush(0, 3, 1), [at(1, 0)]);
    model.cells.elevation[0] = 2;
    model.cells.elevation[1] = 3;
    expect([...remaining(seen, model).keys()]).toEqual([1]);
    model.cells.terrain[1] = 1;
    expect(remaining(seen, model).size).toBe(0);
  });
});
