/** Asks the server for tiles: at most a few times a second, and once more when nothing came of it. */

import type { TileWant } from "../protocol";

const REST = 100;
const PATIENCE = 3000;

export class Asking {
  private wants: TileWant[] = [];
  private said = "";
  private saidAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | 0 = 0;

  constructor(
    private readonly say: (wants: TileWant[]) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What is wanted from now on, the most wanted first. */
  want(wants: TileWant[]): void {
    this.wants = wants;
    this.soon();
  }

  /** The server may have forgotten what was asked. */
  again(): void {
    this.said = "";
  }

  private soon(): void {
    if (this.timer !== 0) return;
    const text = JSON.stringify(this.wants);
    const same = text === this.said;
    if (same && this.wants.length === 0) return;
    const wait = Math.max(this.saidAt + (same ? PATIENCE : REST) - this.now(), 0);
    if (wait > 0) {
      this.timer = setTimeout(() => {
        this.timer = 0;
        this.soon();
      }, Math.min(wait, REST));
      return;
    }
    this.said = text;
    this.saidAt = this.now();
    this.say(this.wants);
    if (this.wants.length > 0) this.soon();
  }

  dispose(): void {
    if (this.timer !== 0) clearTimeout(this.timer);
    this.timer = 0;
  }
}
