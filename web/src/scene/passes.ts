/** Drawing into textures: one triangle that covers the target, and the targets themselves. */

import {
  BufferAttribute,
  BufferGeometry,
  Camera,
  GLSL3,
  Mesh,
  NoBlending,
  RawShaderMaterial,
  Scene,
  WebGLRenderTarget,
  type IUniform,
  type PixelFormat,
  type TextureDataType,
  type WebGLRenderer,
} from "three";
import { ClampToEdgeWrapping, LinearFilter, LinearMipmapLinearFilter, NearestFilter } from "three";

export type Uniforms = Record<string, IUniform>;

/** A triangle over the whole picture. */
export function coveringTriangle(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  return geometry;
}

/** A shader of our own, GLSL 3 as it stands. */
export function shader(vertex: string, fragment: string, uniforms: Uniforms, defines: Record<string, string | number> = {}): RawShaderMaterial {
  const head = Object.entries(defines).map(([name, value]) => `#define ${name} ${value}\n`).join("");
  return new RawShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: `precision highp float;\n${vertex.includes("in vec3 position") ? "" : "in vec3 position;\n"}${head}${vertex}`,
    fragmentShader: head + fragment,
    uniforms,
  });
}

/** Draws full-screen passes into targets, or on the canvas. */
export class Passes {
  private readonly scene = new Scene();
  private readonly camera = new Camera();
  private readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>;

  constructor(private readonly renderer: WebGLRenderer) {
    this.mesh = new Mesh(coveringTriangle());
    this.mesh.frustumCulled = false;
    this.scene.add(this.mesh);
  }

  run(material: RawShaderMaterial, target: WebGLRenderTarget | null): void {
    material.depthTest = false;
    material.depthWrite = false;
    material.blending = NoBlending;
    this.mesh.material = material;
    const before = this.renderer.getRenderTarget();
    this.renderer.setRenderTarget(target);
    this.renderer.render(this.scene, this.camera);
    this.renderer.setRenderTarget(before);
  }

  dispose(): void {
    this.mesh.geometry.dispose();
  }
}

export interface TargetKind {
  format: PixelFormat;
  type: TextureDataType;
  mips: boolean;
  /** False reads single texels only. */
  smooth: boolean;
  count?: number;
}

export function target(width: number, height: number, kind: TargetKind, anisotropy = 1): WebGLRenderTarget {
  const made = new WebGLRenderTarget(width, height, {
    format: kind.format,
    type: kind.type,
    depthBuffer: false,
    stencilBuffer: false,
    count: kind.count ?? 1,
    generateMipmaps: kind.mips,
    minFilter: kind.smooth ? (kind.mips ? LinearMipmapLinearFilter : LinearFilter) : NearestFilter,
    magFilter: kind.smooth ? LinearFilter : NearestFilter,
    wrapS: ClampToEdgeWrapping,
    wrapT: ClampToEdgeWrapping,
  });
  for (const texture of made.textures) texture.anisotropy = anisotropy;
  return made;
}
