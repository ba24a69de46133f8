/** Textures made from arrays. */

import {
  ClampToEdgeWrapping,
  DataArrayTexture,
  DataTexture,
  DataUtils,
  FloatType,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  NearestFilter,
  RedFormat,
  RepeatWrapping,
  RGBAFormat,
  RGFormat,
  UnsignedByteType,
} from "three";
import { cloudTile, SURFACE_COUNT, surfaceTiles, waveTile } from "./detail";

const TILE = 256;

/** One float a sample, read texel by texel. */
export function floats(data: Float32Array, cols: number, rows: number): DataTexture {
  const texture = new DataTexture(data, cols, rows, RedFormat, FloatType);
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.wrapS = ClampToEdgeWrapping;
  texture.wrapT = ClampToEdgeWrapping;
  texture.unpackAlignment = 4;
  texture.needsUpdate = true;
  return texture;
}

/** A value of a layer a sample, filtered: half floats are fine enough for a color. */
export function layerTexture(values: Float32Array, cols: number, rows: number): DataTexture {
  const texture = new DataTexture(Uint16Array.from(values, (v) => DataUtils.toHalfFloat(Math.min(Math.max(v, -65504), 65504))), cols, rows, RedFormat, HalfFloatType);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.unpackAlignment = 2;
  texture.needsUpdate = true;
  return texture;
}

/** Colors of a ramp, square roots of linear light. */
export function rampTexture(colors: Float32Array): DataTexture {
  const count = colors.length / 3;
  const data = new Uint8Array(4 * count);
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) data[4 * i + c] = Math.round(255 * Math.sqrt(colors[3 * i + c]!));
    data[4 * i + 3] = 255;
  }
  const texture = new DataTexture(data, count, 1, RGBAFormat, UnsignedByteType);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Fine structure of the five surfaces. */
export function surfaceTexture(anisotropy: number): DataArrayTexture {
  const texture = new DataArrayTexture(surfaceTiles(TILE), TILE, TILE, SURFACE_COUNT);
  texture.format = RGBAFormat;
  texture.type = UnsignedByteType;
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.needsUpdate = true;
  return texture;
}

export function cloudTexture(): DataTexture {
  const half = Uint16Array.from(cloudTile(TILE), (v) => DataUtils.toHalfFloat(v));
  const texture = new DataTexture(half, TILE, TILE, RedFormat, HalfFloatType);
  return repeated(texture);
}

export function waveTexture(): DataTexture {
  return repeated(new DataTexture(waveTile(TILE), TILE, TILE, RGFormat, UnsignedByteType));
}

function repeated(texture: DataTexture): DataTexture {
  texture.wrapS = RepeatWrapping;
  texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
