/** Smooth edges: the picture is drawn with several samples a pixel and laid on the canvas, so that a page may turn them on and off. */

import { RGBAFormat, UnsignedByteType, WebGLRenderTarget, type Camera, type Scene, type WebGLRenderer } from "three";
import { FULLSCREEN } from "../glsl/bake";
import { Passes, shader } from "./passes";

const SAMPLES = 4;
/** Pictures with more pixels than this are large enough without: their samples would not fit a small graphics card. */
const MOST = 3840 * 2400;

const LAY = /* glsl */ `
precision highp float;
uniform sampler2D uPicture;
out vec4 outColor;
void main() { outColor = texelFetch(uPicture, ivec2(gl_FragCoord.xy), 0); }
`;

export class Screen {
  private target: WebGLRenderTarget | null = null;
  private readonly lay = shader(FULLSCREEN, LAY, { uPicture: { value: null } });
  private readonly passes: Passes;

  constructor(private readonly renderer: WebGLRenderer) {
    this.passes = new Passes(renderer);
  }

  /** Draw a scene on the canvas. */
  draw(scene: Scene, camera: Camera, smooth: boolean): void {
    const { width, height } = this.renderer.domElement;
    if (!smooth || width * height > MOST) {
      this.forget();
      this.renderer.render(scene, camera);
      return;
    }
    const target = (this.target ??= new WebGLRenderTarget(width, height, { format: RGBAFormat, type: UnsignedByteType, stencilBuffer: false, samples: SAMPLES }));
    target.setSize(width, height);
    this.renderer.setRenderTarget(target);
    this.renderer.render(scene, camera);
    this.renderer.setRenderTarget(null);
    this.lay.uniforms["uPicture"]!.value = target.texture;
    this.passes.run(this.lay, null);
  }

  forget(): void {
    this.target?.dispose();
    this.target = null;
  }

  dispose(): void {
    this.forget();
    this.lay.dispose();
    this.passes.dispose();
  }
}
