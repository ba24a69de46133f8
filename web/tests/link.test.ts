import { describe, expect, test } from "vitest";
import { Link, type Listener, type LinkOptions, type Socket } from "../src/link/link";
import { arraysOf, frameOf, headerOf } from "../src/link/frame";
import type { ClientMessage, WorldHeader } from "../src/protocol";

class Line implements Socket {
  binaryType = "";
  readyState = 1;
  said: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly session: string | null) {}
  send(text: string): void {
    this.said.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: message instanceof ArrayBuffer ? message : JSON.stringify(message) });
  }
}

function scene() {
  const lines: Line[] = [];
  const states: string[] = [];
  const messages: string[] = [];
  const waits: { task: () => void; ms: number }[] = [];
  const decoding: (() => void)[] = [];
  const frames: number[] = [];
  const listener: Listener = {
    connection: (state) => states.push(state),
    message: (message) => messages.push(message.type),
    frame: (frame) => frames.push(frame.header.revision),
    hexmap: (frame) => frames.push(frame.header.revision),
    planet: (frame) => frames.push(frame.header.revision),
    tile: (frame) => frames.push(frame.header.row),
  };
  const options: LinkOptions = {
    open: (session) => {
      const line = new Line(session);
      lines.push(line);
      return line;
    },
    decode: (buffer, done) => decoding.push(() => done(frameOf(buffer, headerOf(buffer)))),
    later: (task, ms) => waits.push({ task, ms }),
    session: null,
    keepSession: () => undefined,
  };
  const link = new Link(listener, options);
  const line = (): Line => lines.at(-1) as Line;
  const greet = (revision: number): void => {
    line().hear({ type: "hello", session: "abc", version: "1", templates: [], recent: [], limits: {} });
    line().hear({ type: "document", revision, seq: null, text: "" });
  };
  return { link, lines, line, greet, states, messages, waits, decoding, frames };
}

function packed(revision: number): ArrayBuffer {
  const layer = { name: "elevation", unit: "m", dtype: "f32", shape: [1, 2], offset: 512, bytes: 8, scale: 1, bias: 0, low: 1, high: 2 };
  const text = new TextEncoder().encode(JSON.stringify({ type: "world", revision, layers: [layer] }).padEnd(508));
  const buffer = new ArrayBuffer(520);
  new DataView(buffer).setUint32(0, 508, true);
  new Uint8Array(buffer).set(text, 4);
  new Float32Array(buffer, 512).set([1.5, 2.5]);
  return buffer;
}

describe("the connection", () => {
  test("what is said before the server has greeted waits for it", () => {
    const { link, line, greet } = scene();
    link.edit([{ op: "set", path: "a.b", value: 1 }]);
    expect(line().said).toEqual([]);
    greet(1);
    expect(line().said).toMatchObject([{ type: "edit", seq: 1 }]);
  });

  test("it opens again with its session, ever more slowly, and sends what was not answered", () => {
    const { link, lines, line, greet, waits, states } = scene();
    greet(1);
    link.edit([{ op: "set", path: "a.b", value: 1 }]);
    line().close();
    expect(states).toEqual(["connecting", "open", "lost"]);
    link.edit([{ op: "set", path: "a.c", value: 2 }]);
    waits.at(-1)?.task();
    line().close();
    expect(waits.map(({ ms }) => ms)).toEqual([250, 500]);
    waits.at(-1)?.task();
    expect(line().session).toBe("abc");
    greet(1);
    expect(lines.at(-1)?.said).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  });

  test("a goodbye that was not asked for is not the end", () => {
    const { line, waits, states, messages } = scene();
    line().hear({ type: "bye" });
    line().close();
    expect(states.at(-1)).toBe("lost");
    expect(messages).toEqual([]);
    expect(waits).toHaveLength(1);
  });

  test("after the person's exit nobody is called again", () => {
    const { link, line, waits, states } = scene();
    link.leave();
    line().hear({ type: "bye" });
    line().close();
    expect(states.at(-1)).toBe("ended");
    expect(waits).toEqual([]);
  });

  test("only the newest frame is shown", () => {
    const { line, decoding, frames } = scene();
    line().hear(packed(1));
    line().hear(packed(2));
    for (const task of decoding) task();
    expect(frames).toEqual([2]);
  });

  test("what is no message is passed over", () => {
    const { line, messages } = scene();
    line().onmessage?.({ data: "{" });
    line().onmessage?.({ data: "12" });
    expect(messages).toEqual([]);
  });
});

describe("frames", () => {
  test("arrays lie over the bytes", () => {
    const buffer = packed(3);
    const header = headerOf(buffer) as WorldHeader;
    const array = arraysOf(buffer, header).get("elevation");
    expect(array).toEqual(new Float32Array([1.5, 2.5]));
    expect(array?.buffer).toBe(buffer);
  });

  test("bytes that are no frame are refused", () => {
    expect(() => headerOf(new ArrayBuffer(2))).toThrow("too short");
    expect(() => headerOf(packed(1).slice(0, 300))).toThrow("cut short");
    expect(() => headerOf(packed(1).slice(0, 516))).toThrow("not where");
  });
});
