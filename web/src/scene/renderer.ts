/** The renderer that every view draws with, and its size on the page. */
import { LinearSRGBColorSpace, NoToneMapping, WebGLRenderer } from "three";

/** Open a renderer on a canvas: linear colors, no tone mapping; edges are not smoothed here unless asked. */
export function openRenderer(canvas: HTMLCanvasElement, antialias = false): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias, alpha: false, stencil: false, powerPreference: "high-performance" });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  renderer.toneMapping = NoToneMapping;
  renderer.info.autoReset = false;
  return renderer;
}

/** Give the picture as many pixels as the canvas has on the screen, times `scale`; a canvas that is not shown keeps its own. */
export function fitRenderer(renderer: WebGLRenderer, canvas: HTMLCanvasElement, scale: number): void {
  const { clientWidth, clientHeight } = canvas;
  if (clientWidth === 0 || clientHeight === 0) return;
  const ratio = window.devicePixelRatio * scale;
  const [width, height] = [Math.max(1, Math.round(clientWidth * ratio)), Math.max(1, Math.round(clientHeight * ratio))];
  if (canvas.width === width && canvas.height === height) return;
  renderer.setPixelRatio(1);
  renderer.setSize(width, height, false);
}
