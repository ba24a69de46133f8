import { describe, expect, test } from "vitest";
import { centerOf, type Layout, locate } from "../src/hex/cells";
import { HexModel, keyOf } from "../src/hex/model";
import { pick } from "../src/hex/picking";
import { chunkBytes, frameOf, headerOf, type HexBytes } from "../src/link/frame";
import type { HexChunk, HexFrame } from "../src/protocol";

const layout: Layout = { columns: 4, rows: 3, wrap: false, origin: [0, 0], outer_radius: 10, inner_radius: 8.660254037844386 };
const hexFrame: HexFrame = { ...layout, elevation_step: 3, water_offset: -0.5, chunk_size: 5, chunks: [1, 1], scales: { waves: 0.025, foam: 0.015, road: 0.025, slant: 0.1 } };

interface Ground {
  /** Places of triangles, nine numbers each, and the cell each belongs to. */
  triangles: number[][];
  owners: number[];
}

/** Bytes of a frame as the server packs them: cells with a height, one chunk of ground. */
function packed(revision: number, whole: boolean, tops: [number, number][], ground: Ground | null): ArrayBuffer {
  const size = 65536;
  const buffer = new ArrayBuffer(size);
  const view = new DataView(buffer);
  const cells = { offset: 8192, count: tops.length };
  tops.forEach(([index, top], k) => {
    view.setUint32(cells.offset + 4 * k, index, true);
    view.setFloat32(cells.offset + 4 * (tops.length + k), top, true);
    view.setInt16(cells.offset + 8 * tops.length + 2 * k, Math.round(top / 3), true);
    view.setUint8(cells.offset + 12 * tops.length + 8 * tops.length - tops.length + k, 255);
  });
  const chunks: HexChunk[] = [];
  if (ground !== null) {
    const count = ground.triangles.length;
    const chunk: HexChunk = { key: [0, 0], digest: `d${revision}`, offset: 16384, bytes: 0, origin: [0, 0, 0], low: -1, high: 9, counts: [[3 * count, count], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0], [0, 0]], instances: 1 };
    chunk.bytes = chunkBytes(chunk);
    let at = chunk.offset;
    for (const value of ground.triangles.flat()) at = put(() => view.setFloat32(at, value, true), at, 4);
    for (let k = 0; k < 3 * count; k++) at = put(() => view.setUint8(at, 255), at, 4);
    for (const owner of ground.owners) for (let k = 0; k < 9; k++) at = put(() => view.setUint32(at, owner, true), at, 4);
    for (let k = 0; k < 3 * count; k++) at = put(() => view.setUint32(at, k, true), at, 4);
    for (let k = 0; k < 8; k++) at = put(() => view.setFloat32(at, k, true), at, 4);
    expect(at).toBe(chunk.offset + chunk.bytes);
    chunks.push(chunk);
  }
  const header = { type: "hexmap", job: 1, revision, whole, frame: hexFrame, noise: whole ? 4096 : null, noise_size: whole ? 2 : 0, models: whole ? [] : null, cells, chunks };
  const text = new TextEncoder().encode(JSON.stringify(header).padEnd(4092));
  view.setUint32(0, text.length, true);
  new Uint8Array(buffer).set(text, 4);
  return buffer;
}

function put(write: () => void, at: number, by: number): number {
  write();
  return at + by;
}

const taken = (buffer: ArrayBuffer): HexBytes => frameOf(buffer, headerOf(buffer)) as HexBytes;
const every: [number, number][] = Array.from({ length: 12 }, (_, index) => [index, 3 * (index % 3)]);

/** A flat hexagon around the center of each cell. */
function plates(height: (index: number) => number): Ground {
  const ground: Ground = { triangles: [], owners: [] };
  for (let index = 0; index < 12; index++) {
    const [x, y] = centerOf(layout, { column: index % 4, row: Math.floor(index / 4) });
    const z = height(index);
    for (let k = 0; k < 6; k++) {
      const corner = (turn: number): number[] => [x + 10 * Math.sin((turn * Math.PI) / 3), y + 10 * Math.cos((turn * Math.PI) / 3), z];
      ground.triangles.push([x, y, z, ...corner(k + 1), ...corner(k)]);
      ground.owners.push(index);
    }
  }
  return ground;
}

describe("model", () => {
  test("a part changes what it names and leaves the rest", () => {
    const model = new HexModel(taken(packed(1, true, every, plates(() => 0))));
    expect(model.cells.top[2]).toBe(6);
    expect(model.noise.bytes).toHaveLength(16);
    const digest = model.chunks.get(keyOf([0, 0]))?.digest;
    const change = model.apply(taken(packed(2, false, [[5, 30]], null)));
    expect(change).toEqual({ whole: false, chunks: [], cells: true });
    expect([model.cells.top[5], model.cells.elevation[5], model.cells.top[2]]).toEqual([30, 10, 6]);
    expect(model.chunks.get(keyOf([0, 0]))?.digest).toBe(digest);
    expect(model.noise.bytes).toHaveLength(16);
    expect(model.apply(taken(packed(3, false, [], plates(() => 1)))).chunks).toEqual(["0,0"]);
    expect(model.chunks.get(keyOf([0, 0]))?.digest).toBe("d3");
    expect(model.at({ column: 1, row: 1 })).toMatchObject({ top: 30, elevation: 10 });
  });

  test("a part alone is no map, and damage is told", () => {
    expect(() => new HexModel(taken(packed(1, false, every, null)))).toThrow("only a part");
    const cut = packed(1, true, every, plates(() => 0)).slice(0, 17000);
    expect(() => headerOf(cut)).toThrow("not where its header says");
  });
});

describe("picking", () => {
  const model = new HexModel(taken(packed(1, true, every, plates((index) => index % 5))));

  test("what lies under the pointer is the cell that locate finds, seen from above", () => {
    let state = 1;
    const roll = (): number => (state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff;
    for (let k = 0; k < 400; k++) {
      const [x, y] = [-8 + 75 * roll(), -9 + 48 * roll()];
      const found = pick(model, [x, y, 100], [0, 0, -1]);
      const wanted = locate(layout, x, y);
      if (found !== null) expect(found.cell).toEqual(wanted);
      else expect(wanted.column < 0 || wanted.row < 0 || wanted.column > 3 || wanted.row > 2).toBe(true);
    }
  });

  test("on a map that wraps the land goes on beyond the seam", () => {
    const round = new HexModel(taken(packed(1, true, every, plates(() => 0))));
    round.frame = { ...round.frame, wrap: true, chunk_size: 4 };
    const width = 2 * layout.inner_radius * layout.columns;
    const [x, y] = centerOf(layout, { column: 1, row: 1 });
    for (const turn of [-1, 0, 1]) expect(pick(round, [x + turn * width, y, 50], [0, 0, -1])?.cell).toEqual({ column: 1, row: 1 });
  });

  test("a slanted ray meets the nearer plate, and none beside the map", () => {
    const steep = new HexModel(taken(packed(1, true, every, plates((index) => (index === 1 ? 9 : 0)))));
    const length = Math.hypot(1, 0.5);
    const found = pick(steep, [50, 0, 25], [-1 / length, 0, -0.5 / length]);
    expect(found?.cell).toEqual({ column: 1, row: 0 });
    expect(found?.at[2]).toBeCloseTo(9, 6);
    expect(pick(steep, [500, 500, 50], [0, 0, -1])).toBeNull();
    expect(pick(steep, [10, 10, 50], [0, 0, 1])).toBeNull();
  });
});
