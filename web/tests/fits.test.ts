import { describe, expect, test } from "vitest";
import { begun } from "../src/camera/free";
import { fits } from "../src/form/fits";
import { Schema, type Node } from "../src/form/schema";
import type { RecipeJson } from "../src/protocol";
import held from "../src/schema.json";

const schema = new Schema(held as Node);
const recipe = (frames: Partial<RecipeJson>): RecipeJson => ({ format: 1, name: "", seed: 0, sea_level: 0, stages: [], outputs: [], ...frames });
const land = recipe({ grid: { shape: [9, 9], cell_size: 1, origin: [0, 8] } });
const globe = recipe({ planet: { radius: 1e6, resolution: 9, mapping: "even", faces: "all" } });
const kinds = (word: "stages" | "outputs", of: RecipeJson): string[] => schema.kinds(word).filter((one) => fits(one.node, of)).map((one) => one.kind);

describe("what fits a recipe", () => {
  test("a landscape is offered no files of planets and hex maps", () => {
    const offered = kinds("outputs", land);
    expect(offered).toEqual(expect.arrayContaining(["png16", "glb", "stl", "view", "relief"]));
    expect(offered.filter((kind) => /^(hex|planet|cubemap|worldmap|geojson|cells|orbit|plan$)/.test(kind))).toEqual([]);
    expect(kinds("stages", land).filter((kind) => /^(hexmap|planet)\./.test(kind))).toEqual([]);
  });

  test("files of lines are offered where a stage brings lines", () => {
    const lines = ["lines", "scene", "svg"];
    const stages = [{ id: "rivers", kind: "networks.rivers", title: "", enabled: true }] as unknown as RecipeJson["stages"];
    expect(kinds("outputs", land).filter((kind) => lines.includes(kind))).toEqual([]);
    expect(kinds("outputs", { ...land, stages }).filter((kind) => lines.includes(kind)).sort()).toEqual(lines);
  });

  test("a planet is offered its own", () => {
    expect(kinds("outputs", globe)).toEqual(expect.arrayContaining(["planetglb", "cubemap"]));
    expect(kinds("outputs", globe)).not.toContain("png16");
    expect(kinds("stages", globe).every((kind) => kind.startsWith("planet."))).toBe(true);
  });
});

describe("where a walk begins", () => {
  const room = { halfWidth: 1000, halfLength: 1000, extent: 2828 };
  const flat = (): number => 100;
  const stand = { heading: 332, pitch: -20, fov: 34, shift: 0 };

  test("over the land, when the eye was outside", () => {
    const { eye, heading } = begun({ ...stand, eye: [2000, 900, 3000] }, [0, 100, 0], room, flat);
    expect(Math.max(Math.abs(eye[0]), Math.abs(eye[2]))).toBeLessThan(1000);
    expect([eye[1] - 100, heading]).toEqual([expect.closeTo(0.07 * 2828), 332]);
  });

  test("where the eye is, when that is over the land already", () => {
    expect(begun({ ...stand, eye: [10, 300, 20] }, [0, 100, 0], room, flat).eye).toEqual([10, 300, 20]);
  });
});
