/** Colors along a line from 0 to 1, as plain functions. */

import type { Json } from "../protocol";
import { isNode } from "./schema";

export interface Stop {
  at: number;
  color: string;
}

export const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The stops that a value holds. */
export function stopsOf(value: Json | undefined): Stop[] {
  return (Array.isArray(value) ? value : []).flatMap((stop) => (isNode(stop) && typeof stop["at"] === "number" && typeof stop["color"] === "string" ? [{ at: stop["at"], color: stop["color"] }] : []));
}

/** The stops with one moved; it stays between its neighbors. */
export function placed(stops: readonly Stop[], index: number, at: number): Stop[] {
  const low = stops[index - 1]?.at ?? 0;
  const high = stops[index + 1]?.at ?? 1;
  const place = Number(Math.min(Math.max(at, low), high).toFixed(3));
  return stops.map((stop, k) => (k === index ? { ...stop, at: Math.min(Math.max(place, low), high) } : stop));
}

const channel = (color: string, k: number): number => parseInt(color.slice(1 + 2 * k, 3 + 2 * k), 16);

/** The color at a place; between two stops they mix evenly. */
export function colorAt(stops: readonly Stop[], at: number): string {
  const first = stops[0];
  if (first === undefined) return "#808080";
  const after = stops.findIndex((stop) => stop.at >= at);
  if (after === 0) return first.color;
  const [low, high] = [stops[(after < 0 ? stops.length : after) - 1]!, after < 0 ? stops.at(-1)! : stops[after]!];
  const t = high.at > low.at ? (at - low.at) / (high.at - low.at) : 0;
  const mixed = [0, 1, 2].map((k) => Math.round(channel(low.color, k) * (1 - t) + channel(high.color, k) * t));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** The stops with one more, in the color that is there already. */
export function withStop(stops: readonly Stop[], at: number): { stops: Stop[]; index: number } {
  const place = Number(Math.min(Math.max(at, 0), 1).toFixed(3));
  const after = stops.findIndex((stop) => stop.at > place);
  const index = after < 0 ? stops.length : after;
  return { stops: [...stops.slice(0, index), { at: place, color: colorAt(stops, place) }, ...stops.slice(index)], index };
}
