import { expect, test } from "vitest";
import type { Step } from "../src/protocol";
import { stepText } from "../src/ui/steps";

const step = (word: Step["word"], what = "", setting = "", more = 0): Step => ({ word, what, setting, more });

test("each step of the history has its words", () => {
  expect(stepText(step("set", "Low hills", "noise.base.octaves"))).toBe("Low hills: Noise · Base · Octaves");
  expect(stepText(step("set", "", "sea_level"))).toBe("Sea level");
  expect(stepText(step("set", "Mix", "layers.0.weight", 2))).toBe("Mix: Layers · Weight and 2 more");
  expect(stepText(step("reset", "Low hills", "relief"))).toBe("Reset Low hills: Relief");
  expect(stepText(step("reset", "", "seed"))).toBe("Reset Seed");
  expect(stepText(step("add", "generate.voronoi_peaks"))).toBe("Add Voronoi peaks");
  expect(stepText(step("add_output", "geotiff"))).toBe("Add file GeoTIFF");
  expect(stepText(step("set_output", "land.png", "path"))).toBe("land.png: Path");
  expect(stepText(step("remove_output", "land.png"))).toBe("Remove file land.png");
  expect(["remove", "move", "duplicate"].map((word) => stepText(step(word as Step["word"], "Gullies")))).toEqual(["Remove Gullies", "Move Gullies", "Duplicate Gullies"]);
  expect([stepText(step("new", "plasma")), stepText(step("open", "a.toml")), stepText(step("folder", "maps"))]).toEqual(["New Plasma", "Open a.toml", "Move to maps"]);
});
