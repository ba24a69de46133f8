/** Light, air and clouds of a planet as a person chose them, and what they are where nothing was chosen. */

export interface HeavenChoice {
  /** Where the sun stands overhead (degrees). */
  longitude: number;
  latitude: number;
  /** Null leaves it to the planet: one with a sea has air and clouds, a dry one thin air if it is large enough to hold it. */
  air: number | null;
  clouds: number | null;
  stars: boolean;
}

/** What is shown. */
export interface Heaven {
  longitude: number;
  latitude: number;
  /** 0 none, 1 like the Earth's. */
  air: number;
  /** Share of the sky they cover, about. */
  clouds: number;
  stars: boolean;
}

export const FRESH_HEAVEN: HeavenChoice = { longitude: -48, latitude: 14, air: null, clouds: null, stars: true };

/** Dry bodies smaller than this (m), like the Moon and Mercury, have lost their air; Mars has not. */
const HOLDS_AIR = 2.6e6;

export function heavenOf(choice: HeavenChoice, { sea, radius }: { sea: boolean; radius: number } = { sea: true, radius: 6e6 }): Heaven {
  return { ...choice, air: choice.air ?? (sea ? 1 : radius < HOLDS_AIR ? 0 : 0.3), clouds: choice.clouds ?? (sea ? 0.5 : 0) };
}
