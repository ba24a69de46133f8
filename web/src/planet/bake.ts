/** Cube maps made on the graphics device from what the nodes carry: slopes and heights, colors, clouds. They filter across the faces' edges. */

import {
  Camera,
  DataArrayTexture,
  FloatType,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  NearestFilter,
  NoBlending,
  type RawShaderMaterial,
  RedFormat,
  RGBAFormat,
  Scene,
  UnsignedByteType,
  Vector3,
  WebGLCubeRenderTarget,
  type WebGLRenderer,
} from "three";
import { CLOUDS_FRAGMENT, COVER_VERTEX, PAINT_FRAGMENT, SURFACE_FRAGMENT } from "../glsl/planet/bakes";
import { coveringTriangle, shader, type Uniforms } from "../scene/passes";
import type { Nodes } from "./model";
import { AXES, ringed, type Mapping } from "./sphere";

const CLOUD_SIDE = 512;

/** The axes of the faces as uniforms. */
export function axisUniforms(): Uniforms {
  const axis = (k: number): { value: Vector3[] } => ({ value: AXES.map((axes) => new Vector3(...axes[k]!)) });
  return { uUp: axis(0), uAcross: axis(1), uAlong: axis(2) };
}

function layers(data: Float32Array | Uint8Array, side: number): DataArrayTexture {
  const texture = new DataArrayTexture(data, side, side, 6);
  texture.format = data instanceof Float32Array ? RedFormat : RGBAFormat;
  texture.type = data instanceof Float32Array ? FloatType : UnsignedByteType;
  texture.minFilter = NearestFilter;
  texture.magFilter = NearestFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}

/** Heights of nodes with a ring around each face, read texel by texel. */
export function heightTexture({ side, values }: Nodes<Float32Array>): DataArrayTexture {
  return layers(ringed(values, side, 1, (length) => new Float32Array(length)), side + 2);
}

/** Bytes of nodes, one or three each. */
export function paintTexture({ side, values }: Nodes<Uint8Array>, channels: 1 | 3): DataArrayTexture {
  const data = new Uint8Array(6 * side * side * 4).fill(255);
  for (let k = 0; k < 6 * side * side; k++) for (let c = 0; c < channels; c++) data[4 * k + c] = values[channels * k + c]!;
  return layers(data, side);
}

/** Texels along an edge of a cube map that shows all that nodes carry. */
export function texelsFor(side: number, fine: boolean): number {
  const least = 2 ** Math.ceil(Math.log2(Math.max(side - 1, 16)));
  return Math.min(Math.max(fine ? 2 * least : least, 64), 1024);
}

export class PlanetBake {
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly mesh = new Mesh(coveringTriangle());
  private readonly axes = axisUniforms();
  private readonly materials: RawShaderMaterial[] = [];
  private surfaceTarget: WebGLCubeRenderTarget | null = null;
  private paintTarget: WebGLCubeRenderTarget | null = null;
  private cloudTarget: WebGLCubeRenderTarget | null = null;

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly anisotropy: number,
  ) {
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  private target(before: WebGLCubeRenderTarget | null, side: number, floats: boolean): WebGLCubeRenderTarget {
    if (before !== null && before.width === side) return before;
    before?.dispose();
    const can = floats && this.renderer.getContext().getExtension("EXT_color_buffer_float") !== null;
    const made = new WebGLCubeRenderTarget(side, { format: RGBAFormat, type: can ? HalfFloatType : UnsignedByteType, depthBuffer: false, generateMipmaps: true, minFilter: LinearMipmapLinearFilter, magFilter: LinearFilter });
    made.texture.anisotropy = this.anisotropy;
    return made;
  }

  private run(fragment: string, uniforms: Uniforms, target: WebGLCubeRenderTarget): void {
    const all: Uniforms = { ...this.axes, ...uniforms, uSide: { value: 0 } };
    const material = shader(COVER_VERTEX, fragment, all);
    material.depthTest = false;
    material.depthWrite = false;
    material.blending = NoBlending;
    this.mesh.material = material;
    this.materials.push(material);
    const before = this.renderer.getRenderTarget();
    for (let side = 0; side < 6; side++) {
      all["uSide"]!.value = side;
      material.uniformsNeedUpdate = true;
      target.texture.generateMipmaps = side === 5;
      this.renderer.setRenderTarget(target, side);
      this.renderer.render(this.scene, this.camera);
    }
    this.renderer.setRenderTarget(before);
    // the program of the newest is kept, so that the next bake need not compile it
    if (this.materials.length > 6) this.materials.shift()?.dispose();
  }

  /** Slopes and heights in radii; `scale` is from metres to radii. */
  surface(height: DataArrayTexture, nodes: number, mapping: Mapping, scale: number, texels: number): WebGLCubeRenderTarget {
    this.surfaceTarget = this.target(this.surfaceTarget, texels, true);
    this.run(SURFACE_FRAGMENT, { uHeight: { value: height }, uNodes: { value: nodes }, uEven: { value: mapping === "even" }, uScale: { value: scale } }, this.surfaceTarget);
    return this.surfaceTarget;
  }

  /** What `paintTexture` has, on a cube. */
  paint(nodes: DataArrayTexture, side: number, mapping: Mapping, texels: number): WebGLCubeRenderTarget {
    this.paintTarget = this.target(this.paintTarget, texels, false);
    this.run(PAINT_FRAGMENT, { uPaintNodes: { value: nodes }, uPaintSide: { value: side }, uEven: { value: mapping === "even" } }, this.paintTarget);
    return this.paintTarget;
  }

  /** Clouds, once. */
  clouds(): WebGLCubeRenderTarget {
    if (this.cloudTarget === null) {
      this.cloudTarget = this.target(null, this.anisotropy > 1 ? CLOUD_SIDE : CLOUD_SIDE / 2, false);
      this.run(CLOUDS_FRAGMENT, {}, this.cloudTarget);
    }
    return this.cloudTarget;
  }

  /** The graphics device lost everything. */
  forget(): void {
    for (const target of [this.surfaceTarget, this.paintTarget, this.cloudTarget]) target?.dispose();
    this.surfaceTarget = this.paintTarget = this.cloudTarget = null;
  }

  dispose(): void {
    this.forget();
    for (const material of this.materials) material.dispose();
    this.mesh.geometry.dispose();
  }
}
