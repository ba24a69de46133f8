import { computed, effect, signal } from "@preact/signals";
import { FRESH_HEAVEN, type HeavenChoice } from "./planet/heaven";
import type { LookName } from "./scene/palette";
import type { CameraMode, Overlay, Quality, Sun } from "./scene/view";

/** What a person chose about the page; kept in the browser, not in the recipe. */
export interface Preferences {
  theme: "system" | "dark" | "light";
  contrast: boolean;
  /** Null follows the system. */
  reducedMotion: boolean | null;
  /** Null leaves it to what the machine can do. */
  quality: Quality | null;
  sun: Sun;
  /** Sun, air, clouds and stars of planets. */
  heaven: HeavenChoice;
  exaggeration: number;
  camera: CameraMode;
  overlay: Overlay;
  /** Natural colors of the ground; "recipe" takes those of the recipe's pictures. */
  look: LookName | "recipe";
  /** Whether the flat map shows beside the picture. */
  map: boolean;
  /** Whether the page says how long its pictures took. */
  timings: boolean;
  list: boolean;
  form: boolean;
}

export const QUALITIES: Record<Quality["preset"], Quality> = {
  low: { preset: "low", scale: 0.75, shadows: false, water: true, haze: true },
  medium: { preset: "medium", scale: 1, shadows: true, water: true, haze: true },
  high: { preset: "high", scale: 2, shadows: true, water: true, haze: true },
};

const KEY = "landwright.preferences";

const DEFAULTS: Preferences = {
  theme: "system",
  contrast: false,
  reducedMotion: null,
  quality: null,
  sun: { azimuth: 228, elevation: 31 },
  heaven: FRESH_HEAVEN,
  exaggeration: 1,
  camera: "orbit",
  overlay: { kind: "none" },
  look: "recipe",
  map: true,
  timings: false,
  list: true,
  form: true,
};

/** Read what was kept; what does not fit is left at its default. The camera and the overlay begin anew. */
export function readPreferences(text: string | null): Preferences {
  try {
    const held: unknown = JSON.parse(text ?? "{}");
    if (typeof held !== "object" || held === null) return DEFAULTS;
    const fits = Object.entries(held).filter(([name, value]) => {
      if (!(name in DEFAULTS) || name === "camera" || name === "overlay") return false;
      const known = DEFAULTS[name as keyof Preferences];
      if (name === "reducedMotion") return value === null || typeof value === "boolean";
      return typeof value === typeof known && value !== null;
    });
    const made = { ...DEFAULTS, ...(Object.fromEntries(fits) as Partial<Preferences>) };
    return { ...made, quality: made.quality && { ...QUALITIES.medium, ...made.quality }, sun: { ...DEFAULTS.sun, ...made.sun }, heaven: { ...DEFAULTS.heaven, ...made.heaven } };
  } catch {
    return DEFAULTS;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const preferences = signal<Preferences>(readPreferences(stored()));

/** What the machine seems to be able to do. */
export const machineQuality = signal<Quality>(QUALITIES.medium);

/** The quality that holds. */
export const quality = computed<Quality>(() => preferences.value.quality ?? machineQuality.value);

export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
}

const darkSystem = (): MediaQueryList => matchMedia("(prefers-color-scheme: dark)");
const stillSystem = (): MediaQueryList => matchMedia("(prefers-reduced-motion: reduce)");

/** Whether nothing should move by itself. */
export function reducedMotion(): boolean {
  return preferences.value.reducedMotion ?? stillSystem().matches;
}

/** Keep the page's look and the stored preferences in step. */
export function applyPreferences(): void {
  const look = (): void => {
    const { theme, contrast } = preferences.value;
    const data = document.documentElement.dataset;
    const dark = theme === "system" ? darkSystem().matches : theme === "dark";
    data["theme"] = dark ? "dark" : "light";
    data["contrast"] = contrast ? "more" : "normal";
    data["motion"] = reducedMotion() ? "reduce" : "full";
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", dark ? "#14171a" : "#eef1f0");
  };
  darkSystem().addEventListener("change", look);
  stillSystem().addEventListener("change", look);
  effect(() => {
    look();
    try {
      localStorage.setItem(KEY, JSON.stringify(preferences.value));
    } catch {
      // A browser that keeps nothing works all the same.
    }
  });
}
