import { describe, expect, it } from "vitest";
import { Pace, type Fences } from "../src/scene/pace";

/** A graphics device that is done when it is told so. */
class Device implements Fences {
  readonly SYNC_GPU_COMMANDS_COMPLETE = 0x9117;
  readonly SYNC_STATUS = 0x9114;
  readonly SIGNALED = 0x9119;
  done = false;
  held = 0;
  fenceSync(): WebGLSync {
    this.held += 1;
    return {};
  }
  getSyncParameter(): number {
    return this.done ? this.SIGNALED : 0;
  }
  deleteSync(): void {
    this.held -= 1;
  }
  flush(): void {}
}

describe("the pace of work for the graphics device", () => {
  it("asks for nothing more while the last is not done", () => {
    const device = new Device();
    const pace = new Pace(device);
    expect(pace.free(0)).toBe(true);
    pace.mark(0);
    expect(pace.free(500)).toBe(false);
    device.done = true;
    expect(pace.free(600)).toBe(true);
    expect(device.held).toBe(0);
  });

  it("is careful until the device has shown that it is quick, and again when it was slow", () => {
    const device = new Device();
    const pace = new Pace(device);
    expect(pace.careful).toBe(true);
    device.done = true;
    pace.mark(0);
    pace.free(16);
    expect(pace.careful).toBe(false);
    pace.mark(100);
    pace.free(300);
    expect(pace.careful).toBe(true);
  });

  it("keeps one fence at most", () => {
    const device = new Device();
    const pace = new Pace(device);
    for (let k = 0; k < 5; k++) pace.mark(k);
    expect(device.held).toBe(1);
    pace.forget();
    expect(device.held).toBe(0);
  });
});
