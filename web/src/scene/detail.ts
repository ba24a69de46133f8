/** Small tiles that repeat: fine structure of materials, clouds, waves. Made once, by arithmetic alone. */

/** Whole-number hash of a lattice point, 0 to 1. */
function hash(x: number, y: number, stream: number): number {
  let h = Math.imul(x, 0x9e3779b1) ^ Math.imul(y + 0x7f4a7c15, 0x85ebca77) ^ Math.imul(stream + 1, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

function wrapped(k: number, period: number): number {
  return ((k % period) + period) % period;
}

/** Value noise, -1 to 1, that repeats after `px` x `py` lattice cells. */
export function tileNoise(x: number, y: number, px: number, py: number, stream: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const u = x - i;
  const v = y - j;
  const su = u * u * u * (u * (u * 6 - 15) + 10);
  const sv = v * v * v * (v * (v * 6 - 15) + 10);
  const i0 = wrapped(i, px);
  const i1 = wrapped(i + 1, px);
  const j0 = wrapped(j, py);
  const j1 = wrapped(j + 1, py);
  const north = hash(i0, j0, stream) * (1 - su) + hash(i1, j0, stream) * su;
  const south = hash(i0, j1, stream) * (1 - su) + hash(i1, j1, stream) * su;
  return 2 * (north * (1 - sv) + south * sv) - 1;
}

/** Octaves of :func:`tileNoise`, each twice as fine; about -1 to 1. */
export function tileFbm(x: number, y: number, px: number, py: number, octaves: number, gain: number, stream: number): number {
  let total = 0;
  let amplitude = 1;
  let whole = 0;
  let scale = 1;
  for (let k = 0; k < octaves; k++) {
    total += amplitude * tileNoise(x * scale, y * scale, px * scale, py * scale, stream + k);
    whole += amplitude;
    amplitude *= gain;
    scale *= 2;
  }
  return total / whole;
}

/** Distance to the nearest of one scattered point a lattice cell, in cells; repeats after `period`. */
function tileSpots(x: number, y: number, period: number, stream: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  let best = 9;
  for (let b = j - 1; b <= j + 1; b++) {
    for (let a = i - 1; a <= i + 1; a++) {
      const wa = wrapped(a, period);
      const wb = wrapped(b, period);
      const dx = a + 0.1 + 0.8 * hash(wa, wb, stream) - x;
      const dy = b + 0.1 + 0.8 * hash(wa, wb, stream + 1) - y;
      best = Math.min(best, dx * dx + dy * dy);
    }
  }
  return Math.sqrt(best);
}

/** Heights of a tile over u, v of 0 to 1: grass, forest, rock, sand, snow. */
const SURFACES: readonly ((u: number, v: number) => number)[] = [
  (u, v) => 0.85 * tileFbm(6 * u, 6 * v, 6, 6, 6, 0.82, 1),
  (u, v) => {
    const x = u + 0.02 * tileFbm(9 * u, 9 * v, 9, 9, 3, 0.6, 15);
    const y = v + 0.02 * tileFbm(9 * u, 9 * v, 9, 9, 3, 0.6, 18);
    const tall = 1 - Math.min(1, tileSpots(17 * x, 17 * y, 17, 11));
    const small = 1 - Math.min(1, tileSpots(41 * x, 41 * y, 41, 21));
    const stands = tileFbm(4 * u, 4 * v, 4, 4, 5, 0.62, 14);
    return 0.3 * tall + 0.26 * small * (0.8 + 0.5 * stands) + 0.45 * stands - 0.3;
  },
  (u, v) => {
    const bent = 0.12 * tileFbm(3 * u, 3 * v, 3, 3, 3, 0.5, 21);
    const ridge = 1 - 2 * Math.abs(tileFbm(4 * (u + bent), 4 * (v + bent), 4, 4, 5, 0.62, 24));
    return 0.55 * ridge + 0.4 * tileFbm(9 * u, 9 * v, 9, 9, 4, 0.7, 31) - 0.2;
  },
  (u, v) => {
    const bent = 0.05 * tileFbm(2 * u, 2 * v, 2, 2, 4, 0.5, 41);
    return 0.3 * Math.sin(2 * Math.PI * (18 * (v + bent) + 3 * u)) * (0.6 + 0.4 * tileNoise(4 * u, 4 * v, 4, 4, 44)) + 0.3 * tileFbm(12 * u, 12 * v, 12, 12, 3, 0.6, 45);
  },
  (u, v) => 0.6 * tileFbm(4 * u, 8 * v, 4, 8, 4, 0.5, 51),
];

/** How steep the structure of each surface looks. */
const RELIEF = [0.16, 0.17, 0.2, 0.08, 0.1] as const;

export const SURFACE_COUNT = SURFACES.length;

/** Tiles of the five surfaces, size x size x RGBA each: tone, slope along u and v (128 is none), height. */
export function surfaceTiles(size: number): Uint8Array {
  const out = new Uint8Array(SURFACE_COUNT * size * size * 4);
  const z = new Float32Array(size * size);
  SURFACES.forEach((surface, layer) => {
    let mean = 0;
    for (let k = 0; k < z.length; k++) mean += z[k] = surface(((k % size) + 0.5) / size, (Math.floor(k / size) + 0.5) / size);
    mean /= z.length;
    const steep = (RELIEF[layer]! * size) / 8;
    for (let r = 0; r < size; r++) {
      for (let c = 0; c < size; c++) {
        const at = 4 * (layer * size * size + r * size + c);
        const du = z[r * size + wrapped(c + 1, size)]! - z[r * size + wrapped(c - 1, size)]!;
        const dv = z[wrapped(r + 1, size) * size + c]! - z[wrapped(r - 1, size) * size + c]!;
        const h = z[r * size + c]! - mean;
        out[at] = byte(0.5 + 0.5 * h);
        out[at + 1] = byte(0.5 - 0.5 * du * steep);
        out[at + 2] = byte(0.5 - 0.5 * dv * steep);
        out[at + 3] = byte(0.5 + 0.5 * h);
      }
    }
  });
  return out;
}

function byte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(255 * value)));
}

/** One tile of clouds, 8 x 8 lattice cells, 0 to 1. */
export function cloudTile(size: number): Float32Array {
  const out = new Float32Array(size * size);
  for (let k = 0; k < out.length; k++) {
    const x = (8 * ((k % size) + 0.5)) / size;
    const y = (8 * (Math.floor(k / size) + 0.5)) / size;
    out[k] = 0.5 + 0.5 * tileFbm(x, y, 8, 8, 5, 0.55, 70);
  }
  return out;
}

/** Slopes of waves, 16 x 16 lattice cells: two values a texel, 128 is none. */
export function waveTile(size: number): Uint8Array {
  const out = new Uint8Array(size * size * 2);
  const height = (c: number, r: number): number => {
    const u = (c + 0.5) / size;
    const v = (r + 0.5) / size;
    return tileNoise(16 * u, 10 * v, 16, 10, 40) + 0.35 * tileNoise(34 * u, 21 * v, 34, 21, 43);
  };
  const z = Float32Array.from({ length: size * size }, (_, k) => height(k % size, Math.floor(k / size)));
  const scale = size / 16 / 2;
  for (let r = 0; r < size; r++) {
    for (let c = 0; c < size; c++) {
      const du = z[r * size + wrapped(c + 1, size)]! - z[r * size + wrapped(c - 1, size)]!;
      const dv = z[wrapped(r + 1, size) * size + c]! - z[wrapped(r - 1, size) * size + c]!;
      out[2 * (r * size + c)] = byte(0.5 + 0.22 * du * scale);
      out[2 * (r * size + c) + 1] = byte(0.5 + 0.22 * dv * scale);
    }
  }
  return out;
}
