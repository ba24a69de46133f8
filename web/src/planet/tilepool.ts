/** The tiles' nodes on the graphics device: a layer each of three texture arrays. */

import { DataArrayTexture, DataUtils, FloatType, HalfFloatType, LinearFilter, NearestFilter, RedFormat, RGBAFormat, UnsignedByteType, type WebGLRenderer } from "three";
import type { Uniforms } from "../scene/passes";
import { TILE, type TileData } from "./tiles";

const NODES = TILE + 1;
const COUNT = NODES * NODES;
const MOST = 640;

export class TilePool {
  /** How many tiles there is room for. */
  readonly room: number;
  readonly uniforms: Uniforms = { uTileHeight: { value: null }, uTileSlope: { value: null }, uTileColor: { value: null } };
  private heights: Float32Array | null = null;
  private slopes: Uint16Array | null = null;
  private colors: Uint8Array | null = null;
  private textures: DataArrayTexture[] = [];

  constructor(renderer: WebGLRenderer) {
    const gl = renderer.getContext() as WebGL2RenderingContext;
    this.room = Math.min(MOST, gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS) as number);
    const none = new DataArrayTexture(new Uint8Array(4), 1, 1, 1);
    none.needsUpdate = true;
    this.textures.push(none);
    for (const uniform of Object.values(this.uniforms)) uniform.value = none;
  }

  /** Make room when the first tile comes: planets that are seen from space need none. */
  private open(): void {
    if (this.heights !== null) return;
    this.heights = new Float32Array(COUNT * this.room);
    this.slopes = new Uint16Array(4 * COUNT * this.room);
    this.colors = new Uint8Array(4 * COUNT * this.room);
    const made = (data: Float32Array | Uint16Array | Uint8Array): DataArrayTexture => {
      const texture = new DataArrayTexture(data, NODES, NODES, this.room);
      const floats = data instanceof Float32Array;
      texture.format = floats ? RedFormat : RGBAFormat;
      texture.type = floats ? FloatType : data instanceof Uint16Array ? HalfFloatType : UnsignedByteType;
      texture.minFilter = texture.magFilter = floats ? NearestFilter : LinearFilter;
      texture.generateMipmaps = false;
      texture.needsUpdate = true;
      this.textures.push(texture);
      return texture;
    };
    this.uniforms["uTileHeight"]!.value = made(this.heights);
    this.uniforms["uTileSlope"]!.value = made(this.slopes);
    this.uniforms["uTileColor"]!.value = made(this.colors);
  }

  put({ layer, heights, slopes, colors }: TileData): void {
    this.open();
    const fresh = (name: string): void => {
      const texture = this.uniforms[name]!.value as DataArrayTexture;
      texture.addLayerUpdate(layer);
      texture.needsUpdate = true;
    };
    if (heights !== null) {
      this.heights!.set(heights, COUNT * layer);
      fresh("uTileHeight");
    }
    if (slopes !== null) {
      const at = 4 * COUNT * layer;
      for (let k = 0; k < COUNT; k++) for (let c = 0; c < 3; c++) this.slopes![at + 4 * k + c] = DataUtils.toHalfFloat(slopes[3 * k + c]!);
      fresh("uTileSlope");
    }
    const at = 4 * COUNT * layer;
    if (colors === null) this.colors!.fill(0, at, at + 4 * COUNT);
    else for (let k = 0; k < COUNT; k++) this.colors!.set([colors[3 * k]!, colors[3 * k + 1]!, colors[3 * k + 2]!, 255], at + 4 * k);
    fresh("uTileColor");
  }

  /** The graphics device lost everything. */
  lost(): void {
    for (const texture of this.textures) {
      texture.clearLayerUpdates();
      texture.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const texture of this.textures) texture.dispose();
  }
}
