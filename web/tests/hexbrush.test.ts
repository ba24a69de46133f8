import { describe, expect, test } from "vitest";
import { Drag, FRESH, sets, strokeOf } from "../src/hex/brush";
import type { Layout } from "../src/hex/cells";
import { clamped, framed, type HexCamera, metresPerPixel, moved, roomOf, shifted, SPEED, standOf, turned, zoomed } from "../src/hex/camera";
import { fits, FRESH_MAP, hexRecipe, sizeOf } from "../src/hex/newmap";
import { Outbox } from "../src/link/outbox";
import type { Op } from "../src/protocol";

const layout: Layout = { columns: 40, rows: 30, wrap: false, origin: [0, 0], outer_radius: 10, inner_radius: 8.660254037844386 };

describe("brush", () => {
  test("a stroke says only what is set", () => {
    expect(strokeOf(FRESH, [{ column: 2, row: 3 }])).toEqual({ cells: [[2, 3]], brush: 0, elevation: 1 });
    const more = { ...FRESH, radius: 3, terrain: 0, modes: { river: "yes", road: "no", walled: "ignore" } as const };
    expect(strokeOf(more, [])).toEqual({ cells: [], brush: 3, elevation: 1, river: "yes", road: "no", terrain: 0 });
    const nothing = { ...FRESH, levels: { ...FRESH.levels, elevation: { on: false, value: 1 } } };
    expect(sets(FRESH)).toBe(true);
    expect(sets(nothing)).toBe(false);
  });

  test("a drag gives every cell once, and those the pointer skipped", () => {
    const drag = new Drag(layout, "a");
    expect(drag.to({ column: 2, row: 2 })).toEqual([{ column: 2, row: 2 }]);
    expect(drag.joined).toBe(false);
    expect(drag.to({ column: 2, row: 2 })).toEqual([]);
    expect(drag.to({ column: 5, row: 2 })).toEqual([3, 4, 5].map((column) => ({ column, row: 2 })));
    expect(drag.joined).toBe(true);
  });

  test("a drag that leaves the map is not joined to what comes back", () => {
    const drag = new Drag(layout, "a");
    drag.to({ column: 2, row: 2 });
    expect(drag.to(null)).toEqual([]);
    expect(drag.to({ column: 8, row: 2 })).toEqual([{ column: 8, row: 2 }]);
    expect(drag.joined).toBe(false);
  });

  test("pieces of a drag that wait are one edit, and none is lost", () => {
    const outbox = new Outbox();
    const piece = (cells: number[][], more: boolean): Op[] => [{ op: "stroke", stroke: { cells, elevation: 2 }, more }];
    const first = outbox.edit(piece([[1, 1]], false), false, "g");
    expect(outbox.edit(piece([[2, 1]], true), false, "g")).toBe(first);
    expect(outbox.edit(piece([[9, 9]], false), false, "g")).toBe(first + 1);
    expect(outbox.take()).toEqual([
      { type: "edit", seq: 1, ops: piece([[1, 1], [2, 1]], false), drag: false, group: "g" },
      { type: "edit", seq: 2, ops: piece([[9, 9]], false), drag: false, group: "g" },
    ]);
  });
});

describe("camera", () => {
  const camera: HexCamera = { x: 300, y: 200, heading: 0, zoom: 0.5 };

  test("the stick is 250 m and upright when far, 45 m and slanted when near", () => {
    const far = standOf({ ...camera, zoom: 0 }, layout, [0, 0], 0);
    expect(far.pitch).toBe(-90);
    expect(far.eye[1]).toBeCloseTo(250, 6);
    const near = standOf({ ...camera, zoom: 1 }, layout, [0, 0], 0);
    expect(near.pitch).toBe(-45);
    expect(near.eye[1]).toBeCloseTo(45 * Math.SQRT1_2, 6);
    expect(near.eye[2]).toBeCloseTo(-200 + 45 * Math.SQRT1_2, 6);
  });

  test("it moves 400 m a second when far and 100 when near, also askew, and turns 180 degrees", () => {
    expect(moved({ ...camera, zoom: 0 }, 1, 0, 0.5, layout).x).toBeCloseTo(300 + SPEED[0] / 2, 6);
    expect(moved({ ...camera, zoom: 1 }, 0, 1, 0.5, layout).y).toBeCloseTo(200 + SPEED[1] / 2, 6);
    const askew = moved({ ...camera, zoom: 1 }, 1, 1, 1, layout);
    expect(Math.hypot(askew.x - 300, askew.y - 200)).toBeCloseTo(100, 6);
    expect(turned(camera, 1, 0.5, layout).heading).toBeCloseTo(90, 6);
    expect(turned(camera, -1, 0.5, layout).heading).toBeCloseTo(270, 6);
    const east = moved({ ...camera, heading: 90, zoom: 1 }, 0, 1, 1, layout);
    expect(east.x).toBeCloseTo(400, 6);
    expect(east.y).toBeCloseTo(200, 6);
  });

  test("it stays over the middle of the cells, or goes around", () => {
    const [width, depth] = roomOf(layout);
    expect(width).toBeCloseTo(39.5 * 17.320508, 4);
    expect(depth).toBeCloseTo(29 * 15, 6);
    expect(moved(camera, 1, 1, 99, layout)).toMatchObject({ x: width, y: depth });
    expect(moved(camera, -1, -1, 99, layout)).toMatchObject({ x: 0, y: 0 });
    const around = 40 * 2 * layout.inner_radius;
    expect(clamped({ ...camera, x: around + 5 }, { ...layout, wrap: true }).x).toBeCloseTo(5, 6);
    expect(zoomed(camera, 9, layout).zoom).toBe(1);
    expect(zoomed(camera, -9, layout).zoom).toBe(0);
  });

  test("the ground follows the pointer, and lengths grow with the cells", () => {
    expect(shifted({ ...camera, heading: 90 }, 10, 0, layout).y).toBeCloseTo(190, 6);
    const large = { ...layout, outer_radius: 100, inner_radius: 86.60254 };
    expect(metresPerPixel(camera, large, 600)).toBeCloseTo(10 * metresPerPixel(camera, layout, 600), 6);
    expect(framed(layout, 1.6)).toMatchObject({ x: roomOf(layout)[0] / 2, heading: 0 });
  });
});

describe("new map", () => {
  test("sizes are those of the specification", () => {
    expect(sizeOf({ ...FRESH_MAP, size: "small" })).toEqual([20, 15]);
    expect(sizeOf({ ...FRESH_MAP, size: "large" })).toEqual([80, 60]);
    expect(sizeOf({ ...FRESH_MAP, size: "custom", columns: 7, rows: 3 })).toEqual([7, 3]);
  });

  test("what cannot be is not asked for", () => {
    const custom = { ...FRESH_MAP, size: "custom" as const };
    expect(fits({ ...custom, columns: 1, rows: 1 })).toBe(true);
    expect(fits({ ...custom, columns: 0, rows: 5 })).toBe(false);
    expect(fits({ ...custom, columns: 401, rows: 5 })).toBe(false);
    expect(fits({ ...custom, columns: 1, rows: 5, wrap: true })).toBe(false);
    expect(fits({ ...custom, columns: Number.NaN, rows: 5 })).toBe(false);
  });

  test("the recipe has the frame, a generator unless it is empty, and a stage of strokes", () => {
    const recipe = JSON.parse(hexRecipe({ ...FRESH_MAP, size: "small", wrap: true, seed: "77" }, "Continent"));
    expect(recipe).toMatchObject({ format: 1, seed: 77, hexmap: { columns: 20, rows: 15, wrap: true } });
    expect(recipe.stages.map((stage: { kind: string }) => stage.kind)).toEqual(["hexmap.continent", "hexmap.strokes"]);
    const empty = JSON.parse(hexRecipe({ ...FRESH_MAP, preset: "flat", seed: "words" }, "Empty"));
    expect(empty.seed).toBe("words");
    expect(empty.stages).toHaveLength(1);
  });
});
