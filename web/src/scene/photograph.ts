/** Pictures of any size from the renderer of the screen. */

import type { WebGLRenderer } from "three";

/**
 * Draw at another size and take the picture, all in one task: nothing of it shows on the screen. Sizes beyond what the graphics device
 * holds are made to fit, in proportion. `again` draws what the screen shows.
 */
export function photograph(
  renderer: WebGLRenderer,
  width: number,
  height: number,
  draw: (width: number, height: number) => void,
  again: () => void,
): Promise<Blob> {
  const canvas = renderer.domElement;
  const gl = renderer.getContext();
  const most = Math.min(gl.getParameter(gl.MAX_RENDERBUFFER_SIZE) as number, gl.getParameter(gl.MAX_TEXTURE_SIZE) as number);
  const fit = Math.min(1, most / Math.max(width, height));
  const [w, h] = [Math.max(1, Math.round(width * fit)), Math.max(1, Math.round(height * fit))];
  const before = [canvas.width, canvas.height] as const;
  renderer.setPixelRatio(1);
  renderer.setSize(w, h, false);
  draw(w, h);
  const taken = new Promise<Blob>((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error("The picture could not be taken.")) : done(blob)), "image/png");
  });
  renderer.setSize(...before, false);
  again();
  return taken;
}
