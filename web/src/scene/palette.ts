/** Natural colors of each look: the same as those of the renderer in Python. */

import type { LookName } from "./looks";

export type { LookName };

export type Material = "grass" | "forest" | "soil" | "scree" | "rock" | "sand" | "snow";

export const MATERIALS: readonly Material[] = ["grass", "forest", "soil", "scree", "rock", "sand", "snow"];

export interface Look {
  materials: Readonly<Record<Material, string>>;
  /** Ramp of elevation, low to high. */
  land: readonly string[];
  /** Elevations (m) where snow begins and forest ends. */
  snowLine: number;
  treeLine: number;
  /** Slope from which bare rock shows. */
  rockSlope: number;
  /** How much of the land below the tree line is wooded. */
  forest: number;
}

export const LOOKS: Readonly<Record<LookName, Look>> = {
  temperate: {
    materials: { grass: "#6d6c44", forest: "#3b4830", soil: "#7b6a50", scree: "#8b8479", rock: "#77706a", sand: "#c8b78f", snow: "#eff3f7" },
    land: ["#98ad86", "#b3bd92", "#cfcaa0", "#d8c79d", "#cbb089", "#b89b7d", "#b3a093", "#cdc6c1", "#f4f3f2"],
    snowLine: 2500,
    treeLine: 1800,
    rockSlope: 0.75,
    forest: 0.55,
  },
  alpine: {
    materials: { grass: "#64673f", forest: "#35432e", soil: "#746650", scree: "#8b8781", rock: "#706d6a", sand: "#b5ab95", snow: "#f1f5fa" },
    land: ["#8ea58a", "#a7b696", "#c2c4a3", "#c9c0a4", "#b8ab98", "#a7a19b", "#bcbcbd", "#dfe3e7", "#fbfcfd"],
    snowLine: 1750,
    treeLine: 1250,
    rockSlope: 0.8,
    forest: 0.6,
  },
  desert: {
    materials: { grass: "#b0905f", forest: "#80724c", soil: "#b08658", scree: "#ad8a66", rock: "#93694c", sand: "#d6b07d", snow: "#f3efe9" },
    land: ["#dcc79c", "#e2c491", "#dbb07c", "#cd9a6a", "#b9825a", "#a57053", "#a98371", "#cdb6a8", "#f1e8e0"],
    snowLine: 4200,
    treeLine: 900,
    rockSlope: 0.55,
    forest: 0.08,
  },
  volcanic: {
    materials: { grass: "#62603f", forest: "#36412d", soil: "#4a423c", scree: "#59514c", rock: "#433d3b", sand: "#38353a", snow: "#eef1f4" },
    land: ["#7f8f70", "#9a9c7c", "#a89f84", "#9c8b78", "#85746a", "#6f635e", "#766d6a", "#a9a5a4", "#ebebec"],
    snowLine: 2600,
    treeLine: 900,
    rockSlope: 0.6,
    forest: 0.35,
  },
  tropical: {
    materials: { grass: "#66703f", forest: "#2f4628", soil: "#866647", scree: "#877d6c", rock: "#6a6359", sand: "#e0cfa5", snow: "#f1f4f6" },
    land: ["#8fb07d", "#a0b981", "#b7c189", "#cbc391", "#c4ab82", "#ab9276", "#9f9184", "#c2bcb6", "#f2f1f0"],
    snowLine: 4500,
    treeLine: 2200,
    rockSlope: 0.95,
    forest: 0.8,
  },
};

const OTHER: Readonly<Record<string, Material>> = { dirt: "soil", earth: "soil", cliff: "rock", beach: "sand", gravel: "scree", moss: "grass" };

/** Return which natural material a weight's name speaks of; unknown names are soil. */
export function materialLike(name: string): Material {
  const known = MATERIALS.find((one) => name.includes(one));
  if (known !== undefined) return known;
  const other = Object.keys(OTHER).find((word) => name.includes(word));
  return other === undefined ? "soil" : OTHER[other]!;
}

/** Turn one sRGB value of 0 to 1 into linear light. */
export function fromSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Red, green, blue in linear light of a #rrggbb color. */
export function hexLinear(color: string): [number, number, number] {
  const part = (k: number): number => fromSrgb(parseInt(color.slice(k, k + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}

/** Linear light along a list of colors, mixed in sRGB; `count` rows of red, green, blue. */
export function ramp(colors: readonly string[], count: number): Float32Array {
  const out = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const place = (i / (count - 1)) * (colors.length - 1);
    const k = Math.min(Math.floor(place), colors.length - 2);
    for (let c = 0; c < 3; c++) {
      const channel = (color: string): number => parseInt(color.slice(1 + 2 * c, 3 + 2 * c), 16) / 255;
      out[3 * i + c] = fromSrgb(channel(colors[k]!) * (1 - place + k) + channel(colors[k + 1]!) * (place - k));
    }
  }
  return out;
}

/** Colors of a layer without a meaning of its own: even in lightness, readable by the color-blind. */
export const DATA_RAMP: readonly string[] = ["#2a1a4a", "#3b3a78", "#355f8d", "#2a838a", "#2fa37c", "#72bf5c", "#c2d34f", "#f6e46a"];
/** Slope: flat to steep, which is this many degrees and more. */
export const STEEP = 55;
export const SLOPE_RAMP: readonly string[] = ["#e9edd8", "#d3dcae", "#e5cf87", "#dfa565", "#c9714f", "#9c4450", "#5f2c4c"];
