/** Short words on the tops of cells: one quad a letter, all letters in one texture. */

import { ClampToEdgeWrapping, DataTexture, InstancedBufferAttribute, InstancedBufferGeometry, BufferAttribute, LinearFilter, LinearMipmapLinearFilter, Mesh, RGFormat, UnsignedByteType, type RawShaderMaterial } from "three";
import { LABEL_FRAGMENT, LABEL_VERTEX } from "../glsl/hexlabel";
import { shader, type Uniforms } from "../scene/passes";
import { centerOf, cellAt } from "./cells";
import type { HexModel } from "./model";

export const GLYPHS = "0123456789,-.·";
const BOX = 64;

/** Letters side by side: red is ink, green is ink with a rim around it. */
function glyphTexture(): DataTexture {
  const canvas = new OffscreenCanvas(BOX * GLYPHS.length, BOX);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const bytes = new Uint8Array(canvas.width * BOX * 2);
  if (context !== null) {
    const draw = (rim: boolean): Uint8ClampedArray => {
      context.clearRect(0, 0, canvas.width, BOX);
      context.font = `600 ${BOX * 0.78}px system-ui, "DejaVu Sans", sans-serif`;
      context.textAlign = "center";
      context.textBaseline = "middle";
      context.lineJoin = "round";
      context.lineWidth = BOX * 0.2;
      [...GLYPHS].forEach((letter, k) => {
        context.fillStyle = context.strokeStyle = "#fff";
        if (rim) context.strokeText(letter, BOX * (k + 0.5), BOX * 0.54, BOX * 0.7);
        context.fillText(letter, BOX * (k + 0.5), BOX * 0.54, BOX * 0.7);
      });
      return context.getImageData(0, 0, canvas.width, BOX).data;
    };
    const rim = Uint8ClampedArray.from(draw(true));
    const ink = draw(false);
    for (let k = 0; k < bytes.length / 2; k++) {
      bytes[2 * k] = ink[4 * k + 3]!;
      bytes[2 * k + 1] = rim[4 * k + 3]!;
    }
  }
  const texture = new DataTexture(bytes, canvas.width, BOX, RGFormat, UnsignedByteType);
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

export class Labels {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  private readonly texture = glyphTexture();
  private empty = false;

  constructor(uniforms: Uniforms) {
    const material = shader(LABEL_VERTEX, LABEL_FRAGMENT, { ...uniforms, uGlyphTexture: { value: this.texture }, uGlyphs: { value: GLYPHS.length } });
    material.transparent = true;
    material.depthWrite = false;
    this.mesh = new Mesh(new InstancedBufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 8;
    this.set(null, new Map(), [0, 0]);
  }

  /** Show a word on each of some cells. */
  set(model: HexModel | null, words: ReadonlyMap<number, string>, middle: readonly [number, number]): void {
    if (words.size === 0 && this.empty) return;
    this.empty = words.size === 0;
    const places: number[] = [];
    const glyphs: number[] = [];
    if (model !== null) {
      for (const [index, word] of words) {
        const [x, y] = centerOf(model.frame, cellAt(model.frame, index));
        const z = model.surfaceAt(index) + 0.06 * model.frame.outer_radius;
        [...word].forEach((letter, k) => {
          places.push(x - middle[0], y - middle[1], z, k - (word.length - 1) / 2);
          glyphs.push(Math.max(GLYPHS.indexOf(letter), 0));
        });
      }
    }
    this.mesh.geometry.dispose();
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(new Float32Array([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute("iPlace", new InstancedBufferAttribute(Float32Array.from(places), 4));
    geometry.setAttribute("iGlyph", new InstancedBufferAttribute(Float32Array.from(glyphs), 1));
    geometry.instanceCount = glyphs.length;
    this.mesh.geometry = geometry;
    this.mesh.visible = glyphs.length > 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.texture.dispose();
  }
}
