import type { ClientMessage, Op, ServerMessage } from "../protocol";
import { type AnyFrame, type Frame, frameOf, headerOf, type HexBytes, type PlanetBytes, type TileBytes } from "./frame";
import { Outbox } from "./outbox";

export type Connection = "connecting" | "open" | "lost" | "ended";

/** What the link tells the page. */
export interface Listener {
  connection(state: Connection): void;
  message(message: ServerMessage): void;
  /** `bytes` came at a moment of `performance.now()`. */
  frame(frame: Frame, bytes: number, at: number): void;
  hexmap(frame: HexBytes, bytes: number, at: number): void;
  planet(frame: PlanetBytes, bytes: number, at: number): void;
  tile(frame: TileBytes): void;
}

/** The part of a WebSocket that is used; tests bring their own. */
export interface Socket {
  binaryType: string;
  readyState: number;
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface LinkOptions {
  open(session: string | null): Socket;
  /** Takes a frame apart, in a worker where there is one. */
  decode(buffer: ArrayBuffer, done: (frame: AnyFrame | null) => void): void;
  later(task: () => void, ms: number): void;
  session: string | null;
  keepSession(session: string): void;
}

const OPEN = 1;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;

function parse(data: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === "object" && message !== null && "type" in message ? (message as ServerMessage) : null;
  } catch {
    return null;
  }
}

/** The connection to the server: opens again when it is lost, and sends again what the server does not have. */
export class Link {
  readonly outbox = new Outbox();
  private socket: Socket | null = null;
  private wait = FIRST_WAIT;
  private ended = false;
  private leaving = false;
  private greeted = false;
  private newest = 0;

  constructor(
    private readonly listener: Listener,
    private readonly options: LinkOptions,
  ) {
    this.connect();
  }

  /** Change the document; returns the edit's number. */
  edit(ops: Op[], drag = false, group = ""): number {
    const seq = this.outbox.edit(ops, drag, group);
    this.flush();
    return seq;
  }

  say(message: ClientMessage): void {
    this.outbox.say(message);
    this.flush();
  }

  /** The person ends the studio: when the server says goodbye, it is not called again. */
  leave(): void {
    this.leaving = true;
  }

  private connect(): void {
    if (this.ended) return;
    this.listener.connection("connecting");
    const socket = this.options.open(this.options.session);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.receive(event.data);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (this.ended) return;
      this.listener.connection("lost");
      this.options.later(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private receive(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      this.newest += 1;
      const number = this.newest;
      const [bytes, at] = [data.byteLength, performance.now()];
      this.options.decode(data, (frame) => {
        if (frame === null) return;
        // A hex map or a planet may go on from the frame before, so every one counts.
        if ("buffer" in frame) {
          if (frame.header.type === "hexmap") this.listener.hexmap(frame as HexBytes, bytes, at);
          else if (frame.header.type === "tile") this.listener.tile(frame as TileBytes);
          else this.listener.planet(frame as PlanetBytes, bytes, at);
        }
        // A frame that was overtaken while it was decoded is not worth showing.
        else if (number === this.newest) this.listener.frame(frame, bytes, at);
      });
      return;
    }
    const message = typeof data === "string" ? parse(data) : null;
    if (!message) return;
    if (message.type === "hello") {
      this.options.session = message.session;
      this.options.keepSession(message.session);
    }
    if (message.type === "bye") {
      // Without having been asked to end, the server may only be starting anew.
      if (!this.leaving) return;
      this.ended = true;
      this.listener.connection("ended");
    }
    if (message.type === "document" || message.type === "closed") this.told(message);
    if (message.type === "invalid") this.outbox.refused(message.seq);
    this.listener.message(message);
  }

  private told(message: Extract<ServerMessage, { type: "document" | "closed" }>): void {
    const revision = message.type === "document" ? message.revision : null;
    if (!this.greeted) {
      this.greeted = true;
      this.listener.connection("open");
      for (const waiting of this.outbox.resume(revision)) this.transmit(waiting);
    } else if (message.type === "document") {
      this.outbox.answered(message.seq, message.revision, message.text !== null);
    }
  }

  private flush(): void {
    if (!this.greeted || this.socket?.readyState !== OPEN) return;
    for (const message of this.outbox.take()) this.transmit(message);
  }

  private transmit(message: ClientMessage): void {
    this.socket?.send(JSON.stringify(message));
  }
}

/** Bytes of a frame below which the way to a worker and back takes longer than taking it apart. */
const LITTLE = 1 << 20;

function here(buffer: ArrayBuffer): AnyFrame | null {
  try {
    return frameOf(buffer, headerOf(buffer));
  } catch {
    return null;
  }
}

/** Take frames apart in a worker; here without one, and little ones that have none before them. */
export function decoder(): LinkOptions["decode"] {
  if (typeof Worker === "undefined") return (buffer, done) => done(here(buffer));
  const worker = new Worker(new URL("./decoder.ts", import.meta.url), { type: "module" });
  const waiting: ((frame: AnyFrame | null) => void)[] = [];
  worker.onmessage = ({ data }: MessageEvent<{ header: ReturnType<typeof headerOf>; buffer: ArrayBuffer } | { error: string }>) => {
    const done = waiting.shift();
    if (!done) return;
    done("header" in data ? frameOf(data.buffer, data.header) : null);
  };
  return (buffer, done) => {
    if (waiting.length === 0 && buffer.byteLength < LITTLE) {
      done(here(buffer));
      return;
    }
    waiting.push(done);
    worker.postMessage(buffer, [buffer]);
  };
}

/** The WebSocket of the page's own server. */
export function openSocket(session: string | null): Socket {
  const url = new URL("/ws", location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (session) url.searchParams.set("session", session);
  const socket = new WebSocket(url);
  const wrapped: Socket = {
    get binaryType() {
      return socket.binaryType;
    },
    set binaryType(type) {
      socket.binaryType = type as BinaryType;
    },
    get readyState() {
      return socket.readyState;
    },
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onclose: null,
    onmessage: null,
  };
  socket.onopen = () => wrapped.onopen?.();
  socket.onclose = () => wrapped.onclose?.();
  socket.onmessage = (event: MessageEvent<unknown>) => wrapped.onmessage?.({ data: event.data });
  return wrapped;
}
