import { Schema, isNode } from "./form/schema";
import { dropHexMap, takeHexMap } from "./hex/state";
import { dropPlanet, takePlanet, takeTile } from "./planet/state";
import { decoder, Link, openSocket } from "./link/link";
import type { ClientMessage, Json, Op, TileWant } from "./protocol";
import { connection, foresee, frame, receive, schema } from "./state";
import { came, edited } from "./timings";

const SESSION = "landwright.session";

let link: Link | null = null;
let waiting: { ops: Op[]; group: string } | null = null;

/** Open the connection and ask for the schema. */
export function start(): void {
  link = new Link(
    {
      connection: (state) => {
        // A connection that is tried again is still lost for the person.
        if (state !== "connecting" || connection.value !== "lost") connection.value = state;
      },
      message: receive,
      frame: (next, bytes, at) => {
        came(next.header, bytes, at);
        dropHexMap();
        dropPlanet();
        frame.value = next;
      },
      hexmap: (next, bytes, at) => {
        came(next.header, bytes, at);
        frame.value = null;
        dropPlanet();
        takeHexMap(next);
      },
      planet: (next, bytes, at) => {
        came(next.header, bytes, at);
        frame.value = null;
        dropHexMap();
        takePlanet(next);
      },
      tile: takeTile,
    },
    {
      open: openSocket,
      decode: decoder(),
      later: (task, ms) => void setTimeout(task, ms),
      session: sessionStorage.getItem(SESSION),
      keepSession: (session) => sessionStorage.setItem(SESSION, session),
    },
  );
  void loadSchema();
}

async function loadSchema(): Promise<void> {
  try {
    const answer = await fetch("/api/schema");
    const root = (await answer.json()) as Json;
    if (answer.ok && isNode(root)) schema.value = new Schema(root);
    else throw new Error(String(answer.status));
  } catch {
    setTimeout(() => void loadSchema(), 1000);
  }
}

/** Ask for tiles of the planet; a drag that waits is left alone. */
export function askTiles(ground: string, wants: TileWant[]): void {
  link?.say({ type: "tiles", ground, wants });
}

/** Send a message that is no edit. */
export function say(message: ClientMessage): void {
  settleDrag();
  link?.say(message);
}

/** End the studio, because the person wants it. */
export function quit(): void {
  link?.leave();
  say({ type: "quit" });
}

/** Change the document. */
export function edit(...ops: Op[]): void {
  settleDrag();
  send(ops, false, "");
}

/** Draw on the hex map; with `more` the stroke before goes on. */
export function draw(stroke: { [name: string]: Json }, more: boolean, group: string): void {
  settleDrag();
  send([{ op: "stroke", stroke, more }], false, group);
}

/** Change the document while a pointer is down: at most once a frame, the last value wins. */
export function drag(ops: Op[], group: string): void {
  const fresh = waiting === null;
  if (waiting && waiting.group !== group) settleDrag();
  waiting = { ops, group };
  foresee(ops, (link?.outbox.last ?? 0) + 1);
  if (fresh) requestAnimationFrame(settleDrag);
}

/** The pointer is up: the value it was left at, as the end of the drag. */
export function drop(ops: Op[], group: string): void {
  waiting = null;
  send(ops, false, group);
}

function settleDrag(): void {
  const held = waiting;
  waiting = null;
  if (held) send(held.ops, true, held.group);
}

function send(ops: Op[], dragging: boolean, group: string): void {
  if (!link) return;
  const seq = link.edit(ops, dragging, group);
  edited(seq);
  foresee(ops, seq);
}
