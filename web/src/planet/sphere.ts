/**
 * The cube-sphere as the library has it: six square faces of nodes blown up to a sphere. Pure functions.
 *
 * The axis is z, north; places on the cube are -1 to 1, columns run along the second axis of a face, rows along the third.
 */

export type Vec3 = readonly [number, number, number];
export type Mapping = "normalized" | "even";

/** For each face the axis it looks along, that of its columns and that of its rows: top, bottom, left, right, front, back. */
export const AXES: readonly (readonly [Vec3, Vec3, Vec3])[] = [
  [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
  [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
  [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
  [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
  [[0, 1, 0], [0, 0, 1], [-1, 0, 0]],
  [[0, -1, 0], [0, 0, -1], [-1, 0, 0]],
];

export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const scaled = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by];
/** a + b * by */
export const plus = (a: Vec3, b: Vec3, by = 1): Vec3 => [a[0] + b[0] * by, a[1] + b[1] * by, a[2] + b[2] * by];
export const unit = (a: Vec3): Vec3 => scaled(a, 1 / Math.hypot(...a));

/** A place of a face on the cube; `s` along columns, `t` along rows, -1 to 1. */
export function cubePoint(face: number, s: number, t: number): Vec3 {
  const [up, across, along] = AXES[face]!;
  return plus(plus(up, across, s), along, t);
}

/** Where a place of the cube lies on the unit sphere. */
export function onSphere([x, y, z]: Vec3, mapping: Mapping): Vec3 {
  if (mapping === "normalized") return unit([x, y, z]);
  const [a, b, c] = [x * x, y * y, z * z];
  return [x * Math.sqrt(1 - 0.5 * (b + c) + (b * c) / 3), y * Math.sqrt(1 - 0.5 * (a + c) + (a * c) / 3), z * Math.sqrt(1 - 0.5 * (a + b) + (a * b) / 3)];
}

/** The face that a direction goes through, and where. */
export function placeOf(direction: Vec3, mapping: Mapping): { face: number; s: number; t: number } {
  let face = 0;
  let most = -Infinity;
  AXES.forEach(([up], k) => {
    const along = dot(up, direction);
    if (along > most) [most, face] = [along, k];
  });
  const [, across, along] = AXES[face]!;
  const [a, b] = [dot(across, direction), dot(along, direction)];
  if (mapping === "normalized") return { face, s: a / most, t: b / most };
  const length = Math.hypot(...direction);
  const [x, y] = [a / length, b / length];
  let [s, t] = [x * Math.SQRT2, y * Math.SQRT2];
  // each depends on the other weakly, so this settles quickly
  for (let k = 0; k < 24; k++) [s, t] = [x / Math.sqrt(0.5 - (t * t) / 6), y / Math.sqrt(0.5 - (s * s) / 6)];
  return { face, s: Math.min(Math.max(s, -1), 1), t: Math.min(Math.max(t, -1), 1) };
}

/** The node that lies at a step beyond a face's edge: row and column of -1 to n, bent around the edge. */
export function folded(face: number, row: number, column: number, n: number): { face: number; row: number; column: number } {
  const edge = n - 1;
  const [up, across, along] = AXES[face]!;
  const [a, b] = [2 * column - edge, 2 * row - edge];
  const over = Math.max(Math.abs(a) - edge, 0) + Math.max(Math.abs(b) - edge, 0);
  if (over === 0) return { face, row, column };
  const inside = (value: number): number => Math.min(Math.max(value, -edge), edge);
  const place = plus(plus(scaled(up, edge - over), across, inside(a)), along, inside(b));
  const other = AXES.findIndex(([axis]) => dot(axis, place) === edge);
  const [, columns, rows] = AXES[other]!;
  return { face: other, row: (dot(rows, place) + edge) / 2, column: (dot(columns, place) + edge) / 2 };
}

/** Every face with a ring of its neighbors' nodes around it, (n + 2) x (n + 2) each, so that filters see across edges. */
export function ringed<T extends Float32Array | Uint8Array>(values: T, n: number, channels: number, make: (length: number) => T): T {
  const m = n + 2;
  const out = make(6 * m * m * channels);
  for (let face = 0; face < 6; face++) {
    for (let row = 0; row < n; row++) {
      const from = (face * n + row) * n * channels;
      out.set(values.subarray(from, from + n * channels), ((face * m + row + 1) * m + 1) * channels);
    }
    for (let k = -1; k <= n; k++) {
      for (const [row, column] of [[-1, k], [n, k], [k, -1], [k, n]] as const) {
        const at = folded(face, row, column, n);
        const from = ((at.face * n + at.row) * n + at.column) * channels;
        const to = ((face * m + row + 1) * m + column + 1) * channels;
        for (let c = 0; c < channels; c++) out[to + c] = values[from + c]!;
      }
    }
  }
  return out;
}

/** A value between the nodes around a direction. */
export function valueAt(values: Float32Array | Uint8Array, n: number, mapping: Mapping, direction: Vec3): number {
  const { face, s, t } = placeOf(direction, mapping);
  const x = ((s + 1) / 2) * (n - 1);
  const y = ((t + 1) / 2) * (n - 1);
  const column = Math.min(Math.floor(x), n - 2);
  const row = Math.min(Math.floor(y), n - 2);
  const [u, v] = [x - column, y - row];
  const at = (face * n + row) * n + column;
  const top = values[at]! * (1 - u) + values[at + 1]! * u;
  const bottom = values[at + n]! * (1 - u) + values[at + n + 1]! * u;
  return top * (1 - v) + bottom * v;
}

/** Unit vector to a latitude and longitude (degrees): longitude 0 is +y, the front; east is to the right when north is up. */
export function directionOf(latitude: number, longitude: number): Vec3 {
  const [a, b] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [-Math.cos(a) * Math.sin(b), Math.cos(a) * Math.cos(b), Math.sin(a)];
}

/** Latitude and longitude (degrees) of a direction; the poles have the longitude 0. */
export function latitudeLongitude([x, y, z]: Vec3): [number, number] {
  const flat = Math.hypot(x, y);
  return [(Math.atan2(z, flat) * 180) / Math.PI, flat < 1e-12 ? 0 : (Math.atan2(-x, y) * 180) / Math.PI];
}
