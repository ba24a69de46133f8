import { describe, expect, test } from "vitest";
import { decimals, distance, duration, parse, plain, POSITIONS, position, stepped, type Track, unitSign, valueAt, withUnit } from "../src/form/numbers";

test("numbers are written without float dust", () => {
  expect([0.1 + 0.2, 1e-6, 1e15, -0, 1250, 0.000123, NaN].map(plain)).toEqual(["0.3", "1e-6", "1e15", "0", "1250", "0.000123", ""]);
});

test("units are signs; plain numbers have none", () => {
  expect(["1", "count", "text", "m", "degrees", "1/m", "px"].map(unitSign)).toEqual(["", "", "", "m", "°", "1/m", "px"]);
  expect([withUnit(30, "degrees"), withUnit(1.5, "m"), withUnit(8, "count")]).toEqual(["30°", "1.5\u202fm", "8"]);
});

test("a typed number may carry a unit", () => {
  const typed: [string, string, number | null][] = [
    ["12", "m", 12],
    [" 1,5 km ", "m", 1500],
    ["1 200", "m", 1200],
    ["30 %", "1", 0.3],
    ["45°", "degrees", 45],
    ["-2e3", "m", -2000],
    [".5", "1", 0.5],
    ["20 px", "px", 20],
    ["3 km", "degrees", null],
    ["abc", "m", null],
    ["", "m", null],
    ["1 2 x", "m", null],
    ["-", "m", null],
  ];
  for (const [text, unit, value] of typed) expect(parse(text, unit), text).toBe(value);
});

test("what is written can be read back", () => {
  for (const value of [0, 0.3, -17.25, 123456.789, 4e-7, 2.5e13]) expect(parse(plain(value), "m")).toBeCloseTo(value, 12);
});

test("digits of a step", () => {
  expect([1, 0.5, 0.005, 20, 1 / 3].map(decimals)).toEqual([0, 1, 3, 0, 6]);
});

describe("tracks", () => {
  const line: Track = { low: -10, high: 30, step: 0.5, scale: "linear", integer: false };
  const log: Track = { low: 0.1, high: 100, step: 0.1, scale: "log", integer: false };
  const counts: Track = { low: 1, high: 4097, step: 1, scale: "log", integer: true };

  test("the ends are the bounds, and positions lead back to values", () => {
    for (const track of [line, log, counts]) {
      expect([valueAt(0, track), valueAt(POSITIONS, track)]).toEqual([track.low, track.high]);
      for (const place of [1, 137, 500, 863, 999]) {
        const value = valueAt(place, track);
        expect(value).toBeGreaterThanOrEqual(track.low);
        expect(value).toBeLessThanOrEqual(track.high);
        expect(Math.abs(position(value, track) - place)).toBeLessThan(track.integer ? 90 : 12);
      }
    }
  });

  test("a log track gives each power of ten the same room", () => {
    expect(valueAt(POSITIONS / 3, log)).toBeCloseTo(1, 6);
    expect(valueAt((POSITIONS * 2) / 3, log)).toBeCloseTo(10, 6);
  });

  test("whole numbers stay whole, and a step always moves", () => {
    for (let value = counts.low; value < counts.high; ) {
      const next = stepped(value, 1, counts);
      expect(Number.isInteger(next)).toBe(true);
      expect(next).toBeGreaterThan(value);
      value = next;
    }
    expect(stepped(30, 1, line)).toBe(30);
    expect(stepped(0, 10, line)).toBe(5);
    expect(stepped(0.3, -1, { ...line, step: 0.1 })).toBe(0.2);
  });
});

test("times and lengths for people", () => {
  expect([0, 0.0123, 0.9999, 3.44, 42, 61, 120].map(duration)).toEqual(["0\u202fms", "12\u202fms", "1.0\u202fs", "3.4\u202fs", "42\u202fs", "1\u202fmin 1\u202fs", "2\u202fmin"]);
  expect([0.25, 850, 12345].map(distance)).toEqual(["0.25\u202fm", "850\u202fm", "12.3\u202fkm"]);
});
