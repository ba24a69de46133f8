/** How units of the recipe are written for people; "" for none. */
const UNITS: Record<string, string> = { "1": "", count: "", text: "", degrees: "°", years: "yr", year: "yr", "m/year": "m/yr", fraction: "", times: "×" };

/** The sign of a unit: `m`, `°`, `yr`; empty for plain numbers. */
export function unitSign(unit: string): string {
  return UNITS[unit] ?? unit;
}

/** Digits after the point that a step needs, at most 6. */
export function decimals(step: number): number {
  for (let digits = 0; digits < 6; digits += 1) {
    if (Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6) return digits;
  }
  return 6;
}

/** A number as people write it: no float dust, no needless zeros, exponent only where it is shorter to read. */
export function plain(value: number): string {
  if (!Number.isFinite(value)) return "";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e12 || size < 1e-5) return value.toExponential(4).replace(/\.?0+e/, "e").replace("e+", "e");
  return String(Number(value.toPrecision(9)));
}

/** A number and its unit, for reading aloud and for labels. */
export function withUnit(value: number, unit: string): string {
  const sign = unitSign(unit);
  return sign === "" ? plain(value) : sign === "°" ? `${plain(value)}°` : `${plain(value)}\u202f${sign}`;
}

const FACTORS: Record<string, Record<string, number>> = {
  m: { m: 1, km: 1000, cm: 0.01, mm: 0.001 },
  degrees: { "°": 1, deg: 1, degrees: 1 },
  "1": { "%": 0.01 },
  years: { yr: 1, y: 1, years: 1, kyr: 1000, myr: 1e6 },
};

/** What a person typed as a number in the unit: `1.5 km` is 1500 in metres, `30 %` is 0.3. Null when it is none. */
export function parse(text: string, unit: string): number | null {
  const match = /^([+-]?(?:\d[\d\s\u202f_']*)?(?:[.,]\d+)?(?:e[+-]?\d+)?)\s*([a-z°%×/]*)$/i.exec(text.trim());
  if (!match?.[1]) return null;
  const value = Number(match[1].replace(/[\s\u202f_']/g, "").replace(",", "."));
  if (!Number.isFinite(value) || !/\d/.test(match[1])) return null;
  const word = (match[2] ?? "").toLowerCase();
  if (word === "" || word === unit.toLowerCase() || word === unitSign(unit)) return value;
  const factor = FACTORS[unit]?.[word];
  return factor === undefined ? null : value * factor;
}

export type Scale = "linear" | "log";

/** Where a slider runs. `step` is that of the value. */
export interface Track {
  low: number;
  high: number;
  step: number;
  scale: Scale;
  integer: boolean;
}

/** A track of equal steps. */
export const linear = (low: number, high: number, step: number): Track => ({ low, high, step, scale: "linear", integer: false });

/** Positions of a slider run from 0 to this. */
export const POSITIONS = 1000;

const snap = (value: number, step: number): number => Number((Math.round(value / step) * step).toFixed(decimals(step)));

/** Position of a value on its track, 0 to `POSITIONS`. */
export function position(value: number, track: Track): number {
  const { low, high, scale } = track;
  if (!(high > low)) return 0;
  const share = scale === "log" && low > 0 ? Math.log(Math.max(value, low) / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.min(Math.max(share, 0), 1) * POSITIONS;
}

/** Value at a position: round numbers in between, the bounds themselves at the ends. */
export function valueAt(place: number, track: Track): number {
  const { low, high, step, scale, integer } = track;
  const share = Math.min(Math.max(place / POSITIONS, 0), 1);
  if (share === 0) return low;
  if (share === 1) return high;
  if (scale === "log" && low > 0) {
    const value = low * (high / low) ** share;
    const rough = 10 ** (Math.floor(Math.log10(value)) - 1);
    const fine = integer ? Math.max(1, rough) : rough;
    return Math.min(Math.max(Number((Math.round(value / fine) * fine).toPrecision(6)), low), high);
  }
  const value = low + (high - low) * share;
  const grid = step > 0 ? step : (high - low) / POSITIONS;
  return Math.min(Math.max(snap(value - low, grid) + low, low), high);
}

/** The next value by keyboard: `count` steps up (or down when negative). */
export function stepped(value: number, count: number, track: Track): number {
  const { low, high, step, scale, integer } = track;
  if (scale === "log" && low > 0) {
    const next = valueAt(position(value, track) + count * 5, track);
    const rough = 10 ** (Math.floor(Math.log10(Math.max(value, low))) - 1);
    const least = integer ? Math.max(1, rough) : rough;
    // Rounding must not swallow the step, nor turn it round.
    const moved = (next - value) * count > 0 ? next : value + Math.sign(count) * least;
    return Math.min(Math.max(Number(moved.toPrecision(6)), low), high);
  }
  const unit = integer ? Math.max(1, Math.round(step)) : step > 0 ? step : (high - low) / 100;
  return Math.min(Math.max(Number((value + count * unit).toPrecision(9)), low), high);
}

/** Seconds for people: `12 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 0.9995) return `${Math.max(0, Math.round(seconds * 1000))}\u202fms`;
  if (seconds < 10) return `${seconds.toFixed(1)}\u202fs`;
  if (seconds < 60) return `${Math.round(seconds)}\u202fs`;
  const whole = Math.round(seconds);
  const rest = whole % 60;
  return `${Math.floor(whole / 60)}\u202fmin${rest ? ` ${rest}\u202fs` : ""}`;
}

/** A length for people: `850 m`, `12.3 km`. */
export function distance(metres: number): string {
  const size = Math.abs(metres);
  if (size >= 10_000) return `${plain(Number((metres / 1000).toPrecision(3)))}\u202fkm`;
  if (size >= 10) return `${Math.round(metres)}\u202fm`;
  return `${plain(Number(metres.toPrecision(3)))}\u202fm`;
}
