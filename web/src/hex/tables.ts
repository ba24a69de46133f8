/** What the shaders know of every cell, as textures: ground, heights and edits under way; and the marks of brush and way. */

import { DataTexture, FloatType, NearestFilter, RedIntegerFormat, RGBAFormat, UnsignedByteType } from "three";
import type { Uniforms } from "../scene/passes";
import type { Foresight } from "./foresee";
import type { HexModel } from "./model";

const DRY = -1e6;

function table(bytes: Float32Array | Uint8Array, columns: number, rows: number): DataTexture {
  const texture = bytes instanceof Uint8Array ? new DataTexture(bytes, columns, rows, RedIntegerFormat, UnsignedByteType) : new DataTexture(bytes, columns, rows, RGBAFormat, FloatType);
  if (bytes instanceof Uint8Array) texture.internalFormat = "R8UI";
  texture.magFilter = texture.minFilter = NearestFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

export class CellTables {
  private cells: DataTexture | null = null;
  private marks: DataTexture | null = null;

  constructor(private readonly uniforms: Uniforms) {}

  /** Make room for a map. */
  place({ frame: { columns, rows } }: HexModel): void {
    this.dispose();
    this.cells = table(new Float32Array(4 * columns * rows), columns, rows);
    this.marks = table(new Uint8Array(columns * rows), columns, rows);
    this.uniforms["uCells"]!.value = this.cells;
    this.uniforms["uMarks"]!.value = this.marks;
    this.uniforms["uMarkRows"]!.value = rows;
  }

  /** Write every cell as it is, and what edits that are under way will make of it. */
  paint(model: HexModel, foreseen: Foresight): void {
    const texture = this.cells;
    if (texture === null) return;
    const data = texture.image.data as unknown as Float32Array;
    const { cells } = model;
    for (let k = 0; k < cells.top.length; k++) {
      data[4 * k] = cells.terrain[k]!;
      data[4 * k + 1] = cells.top[k]!;
      data[4 * k + 2] = model.waterAt(k) ?? DRY;
      data[4 * k + 3] = 0;
    }
    for (const [k, { elevation, terrain }] of foreseen) {
      if (terrain !== undefined) data[4 * k] = terrain;
      if (elevation !== undefined) data[4 * k + 3] = (elevation - cells.elevation[k]!) * model.frame.elevation_step;
    }
    texture.needsUpdate = true;
  }

  /** Mark cells: bit 0 the brush, 1 the way, 2 its ends. */
  mark(marks: ReadonlyMap<number, number>): void {
    const texture = this.marks;
    if (texture === null) return;
    const data = texture.image.data as unknown as Uint8Array;
    data.fill(0);
    for (const [index, bits] of marks) if (index < data.length) data[index] = bits;
    texture.needsUpdate = true;
  }

  /** The graphics device lost everything. */
  lost(): void {
    for (const texture of [this.cells, this.marks]) if (texture !== null) texture.needsUpdate = true;
  }

  dispose(): void {
    this.cells?.dispose();
    this.marks?.dispose();
  }
}
