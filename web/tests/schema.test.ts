import { describe, expect, test } from "vitest";
import { trackOf } from "../src/form/Field";
import { at, firstSentence, isNode, type Node, put, same, Schema, shows, titleOf } from "../src/form/schema";
import held from "../src/schema.json";

const schema = new Schema(held as unknown as Node);
const noun = (kind: string): Node => {
  const found = schema.kinds("stages").find((variant) => variant.kind === kind);
  if (!found) throw new Error(kind);
  return found.node;
};
const field = (kind: string, name: string) => {
  const found = schema.fields(noun(kind)).find((one) => one.name === name);
  if (!found) throw new Error(`${kind}.${name}`);
  return found;
};

describe("the library's own schema", () => {
  test("every setting of every kind has a form of its own: none falls back to JSON", () => {
    const seen = new Set<Node>();
    const check = (fields: ReturnType<Schema["fields"]>, path: string): void => {
      for (const one of fields) {
        expect(one.type, `${path}.${one.name}`).not.toBe("json");
        expect(one.title, `${path}.${one.name}`).not.toBe("");
        expect(one.help, `${path}.${one.name}`).not.toBe("");
        const nouns = one.type === "union" ? one.variants.map((variant) => variant.node) : one.type === "noun" ? [one.node] : one.type === "list" && isNode(one.item["properties"]) ? [one.item] : [];
        if (one.type === "union") expect(one.variants.length, `${path}.${one.name}`).toBeGreaterThan(0);
        for (const inner of nouns) {
          if (seen.has(inner)) continue;
          seen.add(inner);
          check(schema.fields(inner), `${path}.${one.name}`);
        }
      }
    };
    for (const word of ["stages", "outputs"] as const) {
      const kinds = schema.kinds(word);
      expect(kinds.length).toBeGreaterThan(10);
      for (const { kind, node } of kinds) check(schema.fields(node), kind);
    }
  });

  test("the plasma stage's panel is the generator's: rockiness, grain, plains", () => {
    const rockiness = field("generate.plasma", "rockiness");
    const grain = field("generate.plasma", "grain");
    expect(rockiness).toMatchObject({ type: "number", slider: true, low: 0, high: 1, integer: false });
    if (grain.type !== "number") throw new Error("grain");
    expect(trackOf(grain, 8)).toMatchObject({ low: 1, high: 32, step: 1, integer: true });
    expect(field("generate.plasma", "plains")).toMatchObject({ type: "toggle", fallback: true });
  });

  test("unions show the settings of the chosen kind only; lists and pairs are told apart", () => {
    const noise = field("generate.noise", "noise");
    if (noise.type !== "union") throw new Error("noise");
    expect(noise.variants.map((variant) => variant.kind)).toContain("fbm");
    expect(new Set(noise.variants.map((variant) => variant.kind)).size).toBe(noise.variants.length);
    expect(field("ops.curve", "points").type).toBe("pairs");
    expect(field("ops.splat", "materials").type).toBe("list");
    expect(field("ops.flatten", "center")).toMatchObject({ type: "tuple", items: [{ type: "number" }, { type: "number" }] });
    expect(field("ops.smooth", "mask")).toMatchObject({ type: "text", widget: "layer", nullable: true });
  });

  test("a setting hides with the one it belongs to", () => {
    const smoothness = field("ops.blend", "smoothness");
    expect(shows(smoothness, { how: "smooth_min" })).toBe(true);
    expect(shows(smoothness, { how: "lerp" })).toBe(false);
  });

  test("a blank noun holds its defaults", () => {
    const blank = schema.blank(noun("generate.plasma"));
    expect(blank).toMatchObject({ kind: "generate.plasma", rockiness: 0.3, grain: 8, plains: true });
  });

  test("a stage's own settings are without the words of the recipe around them", () => {
    expect(schema.own(noun("ops.curve")).map((one) => one.name)).toEqual(["points", "beyond"]);
  });
});

test("a track widens past a value outside the soft bounds, within the hard ones", () => {
  const soft = schema.field("reach", { type: "number", minimum: 0, maximum: 5000, unit: "m", "x-ui": { soft: [10, 100], step: 1, scale: "log" } });
  if (soft.type !== "number") throw new Error("number");
  expect(trackOf(soft, 50)).toMatchObject({ low: 10, high: 100, scale: "log" });
  expect(trackOf(soft, 140)).toMatchObject({ low: 10, high: 200 });
  expect(trackOf(soft, 4200)).toMatchObject({ high: 5000 });
  expect(trackOf(soft, 0)).toMatchObject({ low: 0, scale: "linear" });
  const open = schema.field("size", { type: "number", exclusiveMinimum: 0, "x-ui": { soft: [0, 10], step: 0.5, scale: "linear" } });
  if (open.type !== "number") throw new Error("number");
  expect(trackOf(open, 3).low).toBe(0.5);
});

test("words for people", () => {
  expect([titleOf("base_elevation"), titleOf("max_slope_degrees", "degrees"), titleOf("crs"), titleOf("")]).toEqual(["Base elevation", "Max slope", "CRS", ""]);
  expect(firstSentence("More makes it higher, e.g. 2.5 m. Other\nwords.")).toBe("More makes it higher, e.g. 2.5 m.");
  expect(firstSentence("One\nline.\n\nAnother paragraph.")).toBe("One line.");
});

test("values inside values", () => {
  const value = { a: [{ b: 1 }, { b: 2 }] };
  expect(at(value, ["a", "1", "b"])).toBe(2);
  expect(at(value, ["a", "7", "b"])).toBeUndefined();
  expect(put(value, ["a", "1", "b"], 5)).toEqual({ a: [{ b: 1 }, { b: 5 }] });
  expect(value.a[1]?.b).toBe(2);
  expect(same({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(same([1, 2], [1])).toBe(false);
  expect(same({ a: 1 }, {})).toBe(false);
});
