import { describe, expect, it } from "vitest";
import { colorAt, placed, stopsOf, withStop } from "../src/form/gradient";
import { headerOf, type PlanetBytes } from "../src/link/frame";
import type { PlanetHeader } from "../src/protocol";
import { heavenOf, FRESH_HEAVEN } from "../src/planet/heaven";
import { mapOf } from "../src/planet/minimap";
import { PlanetModel } from "../src/planet/model";
import { described, planetTitle } from "../src/planet/newplanet";
import { reliefOf } from "../src/planet/stage";
import { planet, takeChange, takePlanet, dropPlanet } from "../src/planet/state";

const SIDE = 3;

/** A frame that holds what is asked for. */
function frameOf(holds: { elevation?: number; biomes?: number; ramps?: number; colors?: number }, more: Partial<PlanetHeader> = {}): PlanetBytes {
  const count = 6 * SIDE * SIDE;
  const buffer = new ArrayBuffer(8 + count * 4 + 8 + count + 8 + 64 + count * 3 + 64);
  let at = 8;
  const part = (bytes: number): number => {
    const from = at;
    at = Math.ceil((at + bytes) / 8) * 8;
    return from;
  };
  const header: PlanetHeader = {
    type: "planet", job: 1, revision: 1, level: "full", whole: true, radius: 1000, mapping: "normalized", faces: [0, 1, 2, 3, 4, 5], side: SIDE, full_side: SIDE,
    sea: true, smoothness: 0.5, low: -10, high: 20, elevation: null, paint: "ramps", biomes: null, ramps: null, colors: null,
    depths: null, ...more,
  };
  if (holds.elevation !== undefined) {
    header.elevation = { offset: part(count * 4), side: SIDE, bytes: count * 4 };
    new Float32Array(buffer, header.elevation.offset, count).fill(holds.elevation);
  }
  if (holds.biomes !== undefined) {
    header.biomes = { offset: part(count), side: SIDE, bytes: count };
    new Uint8Array(buffer, header.biomes.offset, count).fill(holds.biomes);
  }
  if (holds.ramps !== undefined) {
    header.ramps = { offset: part(3 * 2 * 3), rows: 3, steps: 2 };
    new Uint8Array(buffer, header.ramps.offset, 18).set([10, 10, 10, 20, 20, 20, 60, 60, 60, 80, 80, 80, 1, 2, 3, 5, 6, 7]);
  }
  if (holds.colors !== undefined) {
    header.colors = { offset: part(count * 3), side: SIDE, bytes: count * 3 };
    new Uint8Array(buffer, header.colors.offset, count * 3).fill(holds.colors);
  }
  return { header, buffer };
}

describe("the model of a planet", () => {
  it("keeps what a frame does not bring", () => {
    const model = new PlanetModel(frameOf({ elevation: 5, biomes: 255, ramps: 1 }));
    expect(model.apply(frameOf({ ramps: 1 }, { whole: false, revision: 2 }))).toEqual({ elevation: false, paint: false, ramps: true });
    expect(model.elevationAt([0.2, 0.9, -0.4])).toBe(5);
    expect(model.header.revision).toBe(2);
    expect(model.apply(frameOf({ elevation: 7 }, { whole: false }))).toEqual({ elevation: true, paint: false, ramps: false });
    expect(model.came).toEqual({ elevations: 2, paints: 1, gradients: 2 });
  });

  it("draws all anew in another mapping, and with another paint", () => {
    const model = new PlanetModel(frameOf({ elevation: 5, biomes: 0, ramps: 1 }));
    expect(model.apply(frameOf({}, { whole: false, mapping: "even" }))).toEqual({ elevation: true, paint: true, ramps: false });
    expect(model.apply(frameOf({ colors: 9 }, { whole: false, mapping: "even", paint: "colors" })).paint).toBe(true);
    expect(model.colorAt([0, 0, 1])).toEqual([9, 9, 9]);
  });

  it("colors places by biome and elevation, and the sea by depth", () => {
    expect(new PlanetModel(frameOf({ elevation: 20, biomes: 0, ramps: 1 })).colorAt([1, 0, 0])).toEqual([20, 20, 20]);
    expect(new PlanetModel(frameOf({ elevation: 20, biomes: 255, ramps: 1 })).colorAt([1, 0, 0])).toEqual([80, 80, 80]);
    expect(new PlanetModel(frameOf({ elevation: -10, biomes: 255, ramps: 1 })).colorAt([1, 0, 0])).toEqual([1, 2, 3]);
    const map = mapOf(new PlanetModel(frameOf({ elevation: 20, biomes: 0, ramps: 1 })), [0, 1, 0], 8, 4);
    expect(map[4 * 4]! > map[0]!).toBe(true); // the front has day
  });

  it("is not begun by a frame that goes on from another", () => {
    dropPlanet();
    takePlanet(frameOf({ ramps: 1 }, { whole: false }));
    expect(planet.value).toBeNull();
    takePlanet(frameOf({ elevation: 1, biomes: 0, ramps: 1 }));
    takePlanet(frameOf({ ramps: 1 }, { whole: false }));
    expect(takeChange(false)).toEqual({ elevation: true, paint: true, ramps: true });
    expect(takeChange(false)).toEqual({ elevation: false, paint: false, ramps: false });
    dropPlanet();
  });
});

describe("a planet's frame", () => {
  const packed = (header: PlanetHeader, size = 4096): ArrayBuffer => {
    const text = new TextEncoder().encode(JSON.stringify(header));
    const out = new ArrayBuffer(size);
    new DataView(out).setUint32(0, text.length, true);
    new Uint8Array(out, 4).set(text);
    return out;
  };
  it("is refused when its parts are not where it says", () => {
    const { header } = frameOf({ elevation: 1, biomes: 2, ramps: 1 });
    const far = { ...header, elevation: { ...header.elevation!, offset: 2048 }, biomes: { ...header.biomes!, offset: 2400 }, ramps: { ...header.ramps!, offset: 2600 } };
    expect(headerOf(packed(far)).type).toBe("planet");
    expect(() => headerOf(packed({ ...far, elevation: { ...far.elevation, offset: 2044 } }))).toThrow("nodes");
    expect(() => headerOf(packed({ ...far, elevation: { ...far.elevation, bytes: 4 } }))).toThrow("nodes");
    expect(() => headerOf(packed({ ...far, biomes: { ...far.biomes, offset: 4088 } }))).toThrow("nodes");
    expect(() => headerOf(packed({ ...far, ramps: { ...far.ramps, rows: 900 } }))).toThrow("gradients");
  });
});

describe("sky", () => {
  it("is that of the planet where nothing was chosen", () => {
    expect(heavenOf(FRESH_HEAVEN, { sea: true, radius: 1000 })).toMatchObject({ air: 1, clouds: 0.5 });
    const [moon, mars] = [{ sea: false, radius: 1737e3 }, { sea: false, radius: 3390e3 }];
    expect(heavenOf(FRESH_HEAVEN, moon)).toMatchObject({ air: 0, clouds: 0 }); // a black sky
    expect(heavenOf(FRESH_HEAVEN, mars).air).toBeGreaterThan(0);
    expect(heavenOf({ ...FRESH_HEAVEN, clouds: 0.2, air: 0 }, mars)).toMatchObject({ air: 0, clouds: 0.2 });
  });

  it("lights low land as if it were higher", () => {
    expect(reliefOf(0.1)).toBe(1);
    expect(reliefOf(0.0015)).toBe(14);
    expect(reliefOf(0)).toBe(14);
  });
});

describe("gradients", () => {
  const stops = [{ at: 0, color: "#000000" }, { at: 0.5, color: "#808080" }, { at: 1, color: "#ffffff" }];
  it("keep their order when one is moved", () => {
    expect(placed(stops, 1, 2).map(({ at }) => at)).toEqual([0, 1, 1]);
    expect(placed(stops, 1, -2)[1]!.at).toBe(0);
    expect(placed(stops, 1, 0.12345)[1]!.at).toBe(0.123);
  });
  it("mix evenly, and a new color changes nothing", () => {
    expect(colorAt(stops, 0.25)).toBe("#404040");
    expect(colorAt([], 0.3)).toBe("#808080");
    expect(colorAt([{ at: 0.4, color: "#112233" }], 0.9)).toBe("#112233");
    const made = withStop(stops, 0.25);
    expect(made.index).toBe(1);
    expect(made.stops.map(({ color }) => color)).toEqual(["#000000", "#404040", "#808080", "#ffffff"]);
  });
  it("leave out what is none", () => {
    expect(stopsOf([{ at: 0, color: "#000000" }, 3, { at: "x" }])).toEqual([{ at: 0, color: "#000000" }]);
    expect(stopsOf(undefined)).toEqual([]);
  });
});

describe("words of presets", () => {
  it("come from names and summaries", () => {
    expect(planetTitle("planet-mars")).toBe("Mars");
    expect(planetTitle("planet")).toBe("First planet");
    expect(described("Mars: dry and red.")).toBe("Dry and red.");
    expect(described("A planet of its own.")).toBe("A planet of its own.");
  });
});
