import { beforeEach, describe, expect, test } from "vitest";
import type { PlanetHeader, WorldHeader } from "../src/protocol";
import { answered, built, came, drawn, edited, partsOf, timings } from "../src/timings";

const header = (job: number, revision: number): WorldHeader => ({
  type: "world", job, revision, level: "full", shape: [3, 4], full_shape: [3, 4], cell_size: 1, origin: [0, 0], sea_level: 0, low: 0, high: 1, look: null, available: [], layers: [],
});

describe("timings", () => {
  beforeEach(() => {
    timings.value = [];
  });

  test("a way from an edit to its picture has parts that make up the whole", () => {
    edited(5, 100);
    answered(5, 7);
    came(header(2, 7), 48, 130, 131);
    expect(partsOf(timings.value[0]!)).toBeNull();
    built(2, 0.02);
    drawn(2, 190);
    expect(partsOf(timings.value[0]!)).toEqual({ server: 20, transfer: 11, draw: 59, total: 90 });
    drawn(2, 500);
    expect(timings.value[0]!.drawn).toBe(190);
  });

  test("the server's word may come while a world is still being taken apart", () => {
    built(900, 0.5);
    came(header(900, 900), 48, 1, 2);
    expect(timings.value[0]!.server).toBe(500);
  });

  test("a world that no edit asked for is kept without a way", () => {
    came(header(3, 1000), 48, 10, 11);
    built(3, 0.001);
    drawn(3, 20);
    expect(timings.value[0]).toMatchObject({ asked: null, rows: 3, cols: 4, bytes: 48 });
    expect(partsOf(timings.value[0]!)).toBeNull();
  });

  test("a planet is as large as one of its faces", () => {
    edited(9, 0);
    answered(9, 11);
    came({ type: "planet", job: 40, revision: 11, level: "preview", side: 65 } as PlanetHeader, 101400, 20, 21);
    built(40, 0.015);
    drawn(40, 50);
    expect(timings.value[0]).toMatchObject({ rows: 65, cols: 65, bytes: 101400, level: "preview" });
    expect(partsOf(timings.value[0]!)).toEqual({ server: 15, transfer: 6, draw: 29, total: 50 });
  });

  test("only the last are kept", () => {
    for (let job = 0; job < 300; job++) came(header(job, job), 1, job, job);
    expect(timings.value.length).toBe(128);
    expect(timings.value.at(-1)!.job).toBe(299);
  });
});
