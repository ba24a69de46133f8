/** How much work a frame may hand to the graphics device: all of it where that is quick, one step after the other where it is not. */

/** The part of WebGL 2 that tells when the device is done. */
export type Fences = Pick<WebGL2RenderingContext, "fenceSync" | "getSyncParameter" | "deleteSync" | "flush" | "SYNC_GPU_COMMANDS_COMPLETE" | "SYNC_STATUS" | "SIGNALED">;

/** A step is quick when the device is done this soon after it was asked (ms): two frames. */
const QUICK = 34;

export class Pace {
  private fence: WebGLSync | null = null;
  private asked = 0;
  private slow = true;

  constructor(private readonly gl: Fences) {}

  /** Whether steps are handed over one a frame. */
  get careful(): boolean {
    return this.slow;
  }

  /** Whether the device has done what it was asked: while it has not, more would only make the page wait. */
  free(now: number): boolean {
    const { gl, fence } = this;
    if (fence === null) return true;
    const done = gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;
    if (done) {
      this.slow = now - this.asked > QUICK;
      this.forget();
    }
    return done;
  }

  /** The device was asked for something. */
  mark(now: number): void {
    this.forget();
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.asked = now;
    this.gl.flush();
  }

  forget(): void {
    if (this.fence !== null) this.gl.deleteSync(this.fence);
    this.fence = null;
  }
}
