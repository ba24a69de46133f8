/** The planet under edit: what the newest frame said, and the arrays of it and of those before. */

import type { PlanetBytes } from "../link/frame";
import type { PlanetHeader } from "../protocol";
import { latitudeLongitude, valueAt, type Vec3 } from "./sphere";

/** Values at the nodes of the six faces. */
export interface Nodes<T> {
  side: number;
  values: T;
}

/** What a frame brought. */
export interface Change {
  elevation: boolean;
  paint: boolean;
  ramps: boolean;
}

export const EVERYTHING: Change = { elevation: true, paint: true, ramps: true };

export class PlanetModel {
  header: PlanetHeader;
  elevation: Nodes<Float32Array>;
  biomes: Nodes<Uint8Array> | null = null;
  colors: Nodes<Uint8Array> | null = null;
  /** Gradients, three bytes a color; the last row is that of the ocean. */
  ramps: { rows: number; steps: number; values: Uint8Array } | null = null;

  /** How often each part travelled. */
  readonly came = { elevations: 0, paints: 0, gradients: 0 };

  /** Begin with a whole frame. */
  constructor(frame: PlanetBytes) {
    this.header = frame.header;
    this.elevation = { side: 2, values: new Float32Array(24) };
    this.apply(frame);
  }

  /** Take a frame in. */
  apply({ header, buffer }: PlanetBytes): Change {
    const before = this.header;
    this.header = header;
    const { elevation, biomes, colors, ramps } = header;
    if (elevation !== null) this.elevation = { side: elevation.side, values: new Float32Array(buffer, elevation.offset, elevation.bytes / 4) };
    if (biomes !== null) this.biomes = { side: biomes.side, values: new Uint8Array(buffer, biomes.offset, biomes.bytes) };
    if (colors !== null) this.colors = { side: colors.side, values: new Uint8Array(buffer, colors.offset, colors.bytes) };
    if (ramps !== null) this.ramps = { rows: ramps.rows, steps: ramps.steps, values: new Uint8Array(buffer, ramps.offset, ramps.rows * ramps.steps * 3) };
    if (elevation !== null) this.came.elevations += 1;
    if (biomes !== null || colors !== null) this.came.paints += 1;
    if (ramps !== null) this.came.gradients += 1;
    const mapped = before.mapping !== header.mapping;
    return { elevation: elevation !== null || mapped, paint: biomes !== null || colors !== null || mapped || before.paint !== header.paint, ramps: ramps !== null };
  }

  /** Meters of the ground in a direction; below zero under a sea. */
  elevationAt(direction: Vec3): number {
    return valueAt(this.elevation.values, this.elevation.side, this.header.mapping, direction);
  }

  /** Color (0 to 255) of the ground or of the sea in a direction. */
  colorAt(direction: Vec3): [number, number, number] {
    const { header, colors, biomes, ramps } = this;
    const pick = (values: Uint8Array, at: number): [number, number, number] => [values[at]!, values[at + 1]!, values[at + 2]!];
    if (header.paint === "ramps" && biomes !== null && ramps !== null) {
      const e = this.elevationAt(direction);
      const under = header.sea && e < 0;
      const floor = header.sea ? 0 : header.low;
      const place = under ? (header.low < 0 ? (e - header.low) / -header.low : 1) : header.high > floor ? (e - floor) / (header.high - floor) : 0;
      const row = under ? ramps.rows - 1 : Math.round((valueAt(biomes.values, biomes.side, header.mapping, direction) / 255) * (ramps.rows - 2));
      return pick(ramps.values, 3 * (row * ramps.steps + Math.round(Math.min(Math.max(place, 0), 1) * (ramps.steps - 1))));
    }
    if (header.paint === "colors" && colors !== null) return [0, 1, 2].map((c) => this.channelAt(colors, c, direction)) as [number, number, number];
    return [128, 128, 128];
  }

  private channelAt(colors: Nodes<Uint8Array>, channel: number, direction: Vec3): number {
    const { side } = colors;
    if (this.channels?.of !== colors) {
      const split = [0, 1, 2].map((c) => Uint8Array.from({ length: 6 * side * side }, (_, k) => colors.values[3 * k + c]!));
      this.channels = { of: colors, split };
    }
    return valueAt(this.channels.split[channel]!, side, this.header.mapping, direction);
  }

  private channels: { of: Nodes<Uint8Array>; split: Uint8Array[] } | null = null;
}

/** What a person reads about a place. */
export interface PlanetProbe {
  elevation: number;
  latitude: number;
  longitude: number;
}

export function probeOf(model: PlanetModel, direction: Vec3): PlanetProbe {
  const [latitude, longitude] = latitudeLongitude(direction);
  return { elevation: model.elevationAt(direction), latitude, longitude };
}
