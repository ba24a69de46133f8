/** Call back when the graphics device has finished what it was told so far. */
export function whenFinished(gl: WebGL2RenderingContext, done: (now: number) => void): void {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  if (fence === null) return;
  gl.flush();
  const look = (): void => {
    if (gl.isContextLost()) return;
    if (gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED) {
      gl.deleteSync(fence);
      done(performance.now());
    } else setTimeout(look, 4);
  };
  setTimeout(look, 0);
}
