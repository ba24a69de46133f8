import { describe, expect, it } from "vitest";
import python from "../../src/landwright/render/_palette.py?raw";
import { airOf, exposureOf, sunVector } from "../src/scene/air";
import { bakeSize } from "../src/scene/bake";
import { cloudTile, SURFACE_COUNT, surfaceTiles, tileFbm, tileNoise, waveTile } from "../src/scene/detail";
import { fit } from "../src/scene/flatmap";
import { hexLinear, LOOKS, materialLike, ramp } from "../src/scene/palette";
import { presetFor, qualityFor } from "../src/scene/quality";
import { patchOf } from "../src/scene/terrain";

describe("palette", () => {
  it("has the colors of the renderer in Python", () => {
    const body = python.slice(python.indexOf("LOOKS:"));
    for (const [name, look] of Object.entries(LOOKS)) {
      const part = body.slice(body.indexOf(`"${name}": LookColors`));
      for (const [material, color] of Object.entries(look.materials)) {
        expect(new RegExp(`"${material}": "(#[0-9a-f]{6})"`).exec(part)?.[1]).toBe(color);
      }
      for (const [word, value] of [["snow_line", look.snowLine], ["tree_line", look.treeLine], ["rock_slope", look.rockSlope], ["forest", look.forest]] as const) {
        expect(Number(new RegExp(`${word}=([0-9.]+)`).exec(part)?.[1])).toBe(value);
      }
      expect(part.slice(part.indexOf("land="))).toContain(look.land.map((color) => `"${color}"`).join(", "));
    }
  });

  it("knows what a weight's name speaks of", () => {
    expect(["splat_rock", "splat_wet_sand", "splat_cliff", "splat_moss", "splat_lava"].map(materialLike)).toEqual(["rock", "sand", "rock", "grass", "soil"]);
  });

  it("mixes along a ramp from its first to its last color", () => {
    const colors = ramp(["#000000", "#ffffff"], 3);
    expect([colors[0], colors[8]]).toEqual([0, 1]);
    expect(colors[3]!).toBeCloseTo(hexLinear("#808080")[0], 2);
  });
});

describe("air", () => {
  it("points to the sun", () => {
    expect(sunVector({ azimuth: 90, elevation: 0 })[0]).toBeCloseTo(1, 9);
    expect(sunVector({ azimuth: 0, elevation: 0 })[2]).toBeCloseTo(-1, 9);
    expect(sunVector({ azimuth: 10, elevation: 90 })[1]).toBeCloseTo(1, 9);
  });

  it("turns light warm and the picture longer when the sun is low", () => {
    const low = airOf({ azimuth: 255, elevation: 4 }, 1e4, 0, 1e3);
    const high = airOf({ azimuth: 255, elevation: 60 }, 1e4, 0, 1e3);
    expect(low.sunlight[2] / low.sunlight[0]).toBeLessThan(high.sunlight[2] / high.sunlight[0]);
    expect(exposureOf(low)).toBeGreaterThan(exposureOf(high));
    expect(exposureOf(high)).toBe(1);
  });
});

describe("tiles", () => {
  it("repeat without a seam", () => {
    for (let k = 0; k < 40; k++) {
      const [x, y] = [k * 0.37, k * 0.73];
      expect(tileNoise(x, y, 6, 5, 3)).toBeCloseTo(tileNoise(x + 6, y - 10, 6, 5, 3), 9);
      expect(tileFbm(x, y, 6, 6, 4, 0.6, 3)).toBeCloseTo(tileFbm(x - 6, y + 6, 6, 6, 4, 0.6, 3), 9);
    }
  });

  it("are even on average and use their range", () => {
    const size = 64;
    const tiles = surfaceTiles(size);
    for (let layer = 0; layer < SURFACE_COUNT; layer++) {
      for (const channel of [0, 1, 2]) {
        let sum = 0;
        let low = 255;
        let high = 0;
        for (let k = 0; k < size * size; k++) {
          const value = tiles[4 * (layer * size * size + k) + channel]!;
          sum += value;
          low = Math.min(low, value);
          high = Math.max(high, value);
        }
        expect(Math.abs(sum / (size * size) - 127.5)).toBeLessThan(4);
        expect(high - low).toBeGreaterThan(30);
      }
    }
    expect(cloudTile(32).every((v) => v >= 0 && v <= 1)).toBe(true);
    expect(waveTile(32).length).toBe(2048);
  });
});

describe("quality", () => {
  it("is low for software, high for a graphics card", () => {
    expect(presetFor("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))", 16)).toBe("low");
    expect(presetFor("ANGLE (NVIDIA, NVIDIA GeForce RTX 4070)", 16)).toBe("high");
    expect(presetFor("ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)", 8)).toBe("medium");
    expect(qualityFor("SwiftShader", 4, 2).scale).toBe(0.5);
  });

  it("bakes two texels a sample where they fit", () => {
    expect(bakeSize(257, 257, 1024, 2)).toEqual([514, 514]);
    expect(bakeSize(2049, 1025, 1024, 2)).toEqual([1024, 512]);
  });
});

describe("geometry", () => {
  it("has a patch with skirts whose corners lie on the patch", () => {
    const patch = patchOf(4);
    expect(patch.position.length / 3).toBe(25 + 4 * 10);
    expect(patch.index.length / 3).toBe(32 + 4 * 8);
    expect(Math.max(...patch.index)).toBe(patch.position.length / 3 - 1);
    expect(patch.position.every((value) => value >= 0 && value <= 1)).toBe(true);
  });

  it("fits a map into its canvas", () => {
    expect(fit(200, 100, 100, 100)).toEqual({ left: 0, top: 25, scale: 0.5 });
  });
});
