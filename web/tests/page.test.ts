import { describe, expect, test } from "vitest";
import type { Node } from "../src/form/schema";
import { Schema } from "../src/form/schema";
import { readPreferences } from "../src/preferences";
import held from "../src/schema.json";
import { boundsOf, pairsOf } from "../src/form/PairsEditor";
import { ridge } from "../src/ui/Backdrop";
import { find } from "../src/ui/find";
import { dropIndex, shiftOf } from "../src/ui/order";
import { fileName } from "../src/ui/Save";
import { crc32, zip } from "../src/ui/zip";
import { LANGUAGES, say, WORDS } from "../src/words";

const sources = import.meta.glob<string>("../src/**/*.{ts,tsx}", { query: "?raw", import: "default", eager: true });
const files = Object.keys(sources);
const texts = Object.values(sources);

describe("the table of words", () => {
  test("has every word in every language", () => {
    for (const [word, row] of Object.entries(WORDS)) for (const language of LANGUAGES) expect(row[language].trim(), word).not.toBe("");
  });

  test("has no word that the page does not use", () => {
    const all = texts.join("\n");
    const made = [...all.matchAll(/say\(`([a-z.]+\.)\$\{/g)].map((match) => match[1] ?? "");
    const unused = Object.keys(WORDS).filter((word) => all.split(`"${word}"`).length < 3 && !made.some((prefix) => word.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  test("is where all words of the page are", () => {
    const loose = files.flatMap((name, index) => (name.endsWith(".tsx") ? [...(texts[index] ?? "").matchAll(/(?:aria-label|title|placeholder|alt)="([^"]*[A-Za-z]{2}[^"]*)"/g)].map((match) => `${name}: ${match[1]}`) : []));
    expect(loose).toEqual([]);
  });

  test("fills in values", () => {
    expect(say("bar.undo.what", { step: "relief" })).toBe("Undo: relief");
    expect(say("jobs.size", { rows: 3 })).toBe("3 × {cols}");
  });
});

test("stages are found by name, summary, setting and other spellings", () => {
  const schema = new Schema(held as unknown as Node);
  const kinds = schema.kinds("stages").map((variant) => ({ ...variant, room: "", summary: "" }));
  expect(find(schema, kinds, "smooth")[0]?.kind).toBe("ops.smooth");
  expect(find(schema, kinds, "rockiness").map((found) => found.kind)).toEqual(["generate.plasma"]);
  expect(find(schema, kinds, "persistence").map((found) => found.kind)).toContain("generate.diamond_square");
  expect(find(schema, kinds, "zzz")).toEqual([]);
  expect(find(schema, kinds, "  ")).toHaveLength(kinds.length);
});

test("a dragged row lands where its middle is, and the others make room", () => {
  const middles = [20, 60, 100, 140];
  expect([0, 70, 110, 500].map((pointer) => dropIndex(middles, 0, pointer))).toEqual([0, 1, 2, 3]);
  expect([0, 30, 200].map((pointer) => dropIndex(middles, 2, pointer))).toEqual([0, 1, 3]);
  expect([0, 1, 2, 3].map((index) => shiftOf(index, 0, 2))).toEqual([0, -1, -1, 0]);
  expect([0, 1, 2, 3].map((index) => shiftOf(index, 3, 1))).toEqual([0, 1, 1, 0]);
});

test("preferences that do not fit are left at their defaults", () => {
  const plain = readPreferences(null);
  expect(plain).toMatchObject({ theme: "system", quality: null, camera: "orbit", overlay: { kind: "none" } });
  expect(readPreferences("not json")).toEqual(plain);
  expect(readPreferences("[1]")).toEqual(plain);
  expect(readPreferences('{"theme": 3, "camera": "map", "reducedMotion": true, "quality": {"preset": "low"}}')).toMatchObject({ theme: "system", camera: "orbit", reducedMotion: true, quality: { preset: "low", water: true } });
});

test("file names from names of landscapes", () => {
  expect([fileName("Generated landscape"), fileName("alps.toml"), fileName("../Ärger & Co"), fileName("")]).toEqual(["generated-landscape.toml", "alps.toml", "ärger-co.toml", "landscape.toml"]);
});

test("pairs and the room around them", () => {
  expect(pairsOf([[1, 2], ["x", 1], 3])).toEqual([[1, 2]]);
  const { x, y } = boundsOf([[0, 5], [100, 5]]);
  expect(x).toEqual([-8, 108]);
  expect(y[0]).toBeLessThan(5);
  expect(y[1]).toBeGreaterThan(5);
});

test("ridges are the same for the same seed, between 0 and 1", () => {
  const line = ridge(7, 6, 0.5);
  expect(line).toHaveLength(65);
  expect(ridge(7, 6, 0.5)).toEqual(line);
  expect(ridge(8, 6, 0.5)).not.toEqual(line);
  expect([Math.min(...line), Math.max(...line)]).toEqual([0, 1]);
});

test("a zip holds its files", () => {
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  const data = new TextEncoder().encode("land");
  const packed = zip([
    { name: "a.png", data },
    { name: "b.png", data: new Uint8Array() },
  ]);
  const view = new DataView(packed.buffer);
  expect(view.getUint32(0, true)).toBe(0x04034b50);
  expect(new TextDecoder().decode(packed.slice(30, 39))).toBe("a.pngland");
  expect(view.getUint32(packed.length - 22, true)).toBe(0x06054b50);
  expect(view.getUint16(packed.length - 12, true)).toBe(2);
  const central = view.getUint32(packed.length - 6, true);
  expect(view.getUint32(central, true)).toBe(0x02014b50);
  expect(view.getUint32(view.getUint32(central + 46 + 5 + 42, true), true)).toBe(0x04034b50);
});

test("nothing brings preact/compat in, with which a slider would be let go at every move", () => {
  expect(texts.filter((text) => /from "preact\/compat"/.test(text))).toEqual([]);
});
