/** The shadow that the sun casts on a hex map: what it sees as depth, drawn anew only when that changed. */

import { type Camera, DepthTexture, LessEqualCompare, LinearFilter, Matrix4, OrthographicCamera, Scene, UnsignedIntType, type Vector2, type Vector3, type WebGLRenderer, WebGLRenderTarget } from "three";
import type { Vec3 } from "../camera/rig";
import type { Uniforms } from "../scene/passes";
import type { Quality } from "../scene/types";

const SIDES = { low: 1024, medium: 2048, high: 4096 } as const;

export class SunShadow {
  /** What casts. */
  readonly scene = new Scene();
  /** From the view's frame to what the sun sees. */
  readonly view = { value: new Matrix4() };
  /** Whether what casts has changed. */
  stale = true;
  private readonly camera = new OrthographicCamera();
  private depth: WebGLRenderTarget | null = null;
  private drawn = "";

  constructor(
    private readonly renderer: WebGLRenderer,
    private readonly uniforms: Uniforms,
  ) {}

  /** Draw the shadow around a target, when it is not what is there. */
  update(target: Vec3, reach: number, quality: Quality): void {
    const size = this.uniforms["uShadowSize"]!.value as Vector2;
    if (!quality.shadows) {
      size.set(0, 0);
      return;
    }
    const side = SIDES[quality.preset];
    const sun = this.uniforms["uSun"]!.value as Vector3;
    // whole steps keep edges still while the camera moves
    const step = (2 * reach) / 16;
    const at = target.map((value) => Math.round(value / step) * step) as [number, number, number];
    const key = [...at, reach.toFixed(1), side, sun.x, sun.y, sun.z].join();
    if (!this.stale && key === this.drawn) return;
    this.drawn = key;
    this.stale = false;
    const wide = reach + step;
    this.aim(at, sun, wide);
    (this.uniforms["uShadowView"]!.value as Matrix4).copy(this.view.value);
    size.set(1.25 / side, (2 * wide) / side);
    this.renderer.setRenderTarget(this.target(side));
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera as Camera);
    this.renderer.setRenderTarget(null);
  }

  private aim(at: Vec3, sun: Vector3, wide: number): void {
    const { camera } = this;
    const deep = 3 * wide + 200;
    Object.assign(camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 1, far: 2 * deep });
    camera.position.set(at[0] + sun.x * deep, at[1] + sun.y * deep, at[2] + sun.z * deep);
    camera.up.set(0, 0, -1);
    camera.lookAt(...at);
    camera.updateMatrixWorld();
    camera.updateProjectionMatrix();
    this.view.value.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  }

  private target(side: number): WebGLRenderTarget {
    if (this.depth !== null && this.depth.width === side) return this.depth;
    this.lost();
    const made = new WebGLRenderTarget(side, side, { depthBuffer: true, stencilBuffer: false });
    const texture = new DepthTexture(side, side, UnsignedIntType);
    texture.compareFunction = LessEqualCompare;
    texture.magFilter = texture.minFilter = LinearFilter;
    made.depthTexture = texture;
    this.uniforms["uShadowMap"]!.value = texture;
    this.depth = made;
    return made;
  }

  /** The graphics device lost everything. */
  lost(): void {
    this.depth?.depthTexture?.dispose();
    this.depth?.dispose();
    this.depth = null;
    this.stale = true;
  }
}
