import type { ClientMessage, Edit, Op } from "../protocol";

/** An edit on its way: made by the person, not yet known to be kept by the server. */
interface Entry {
  message: ClientMessage;
  sent: boolean;
  /** Revision of the document that answered; null until then. */
  revision: number | null;
}

const isEdit = (message: ClientMessage): message is Edit => message.type === "edit";

/** Doing it a second time changes nothing. */
const repeatable = (op: Op): boolean => op.op === "set" || op.op === "reset" || op.op === "set_output";

const paths = (edit: Edit): string => JSON.stringify(edit.ops.map((op) => ["path" in op ? op.path : op.op, op.op]));

/** Two pieces of one drag of the brush as one; null when they are anything else. */
function joinedStrokes(before: readonly Op[], after: readonly Op[]): Op[] | null {
  const first = before[0];
  const next = after[0];
  if (before.length !== 1 || after.length !== 1 || first?.op !== "stroke" || next?.op !== "stroke" || next.more !== true) return null;
  const cells = [first.stroke["cells"], next.stroke["cells"]].flatMap((held) => (Array.isArray(held) ? held : []));
  return [{ ...first, stroke: { ...first.stroke, cells } }];
}

/**
 * What the page has said and must not lose.
 *
 * An edit stays here until the server has it on disk, which it shows by sending the recipe as text. After a lost connection
 * `resume` says what to send again: edits the server does not have. Edits of one drag that wait are one edit, the last.
 */
export class Outbox {
  private entries: Entry[] = [];
  private seq = 0;
  private revision = 0;

  /** Edits that the server has not answered. */
  get waiting(): number {
    return this.entries.filter((entry) => entry.revision === null).length;
  }

  /** Number of the edit that was made last. */
  get last(): number {
    return this.seq;
  }

  /** Take an edit in; returns its number. */
  edit(ops: Op[], drag: boolean, group: string): number {
    const message: Edit = { type: "edit", seq: 0, ops, drag, group };
    const last = this.entries.at(-1);
    const joined = last && !last.sent && isEdit(last.message) && group !== "" && last.message.group === group ? joinedStrokes(last.message.ops, ops) : null;
    if (last && joined && isEdit(last.message)) {
      last.message = { ...last.message, ops: joined, drag };
      return last.message.seq;
    }
    if (last && !last.sent && isEdit(last.message) && group !== "" && last.message.group === group && ops.every(repeatable) && paths(last.message) === paths(message)) {
      last.message = { ...message, seq: last.message.seq };
      return last.message.seq;
    }
    this.seq += 1;
    this.entries.push({ message: { ...message, seq: this.seq }, sent: false, revision: null });
    return this.seq;
  }

  /** Take in a message that is said once. */
  say(message: ClientMessage): void {
    this.entries.push({ message, sent: false, revision: null });
  }

  /** What to send now, in order. */
  take(): ClientMessage[] {
    const ready = this.entries.filter((entry) => !entry.sent);
    for (const entry of ready) entry.sent = true;
    this.entries = this.entries.filter((entry) => isEdit(entry.message));
    return ready.map((entry) => entry.message);
  }

  /** The server answered with a document. */
  answered(seq: number | null, revision: number, kept: boolean): void {
    this.revision = revision;
    for (const entry of this.entries) {
      if (seq !== null && isEdit(entry.message) && entry.message.seq === seq) entry.revision = revision;
    }
    if (kept) this.entries = this.entries.filter((entry) => entry.revision === null || entry.revision > revision);
  }

  /** The server refused an edit. */
  refused(seq: number): void {
    this.entries = this.entries.filter((entry) => !isEdit(entry.message) || entry.message.seq !== seq);
  }

  /**
   * The connection is back, and the document is at `revision` (null: none is open).
   *
   * A server that ran on may have carried out edits whose answer was lost: its revision is ahead by their number. A server that
   * was restarted may have lost edits it answered: its revision is behind theirs.
   */
  resume(revision: number | null): ClientMessage[] {
    const known = this.revision;
    let ahead = revision === null ? 0 : Math.max(0, revision - known);
    this.entries = this.entries.filter((entry) => {
      if (!isEdit(entry.message)) return !entry.sent;
      if (revision === null) return !entry.sent;
      if (entry.revision !== null) return entry.revision > revision;
      if (!entry.sent) return true;
      if (entry.message.ops.every(repeatable)) {
        if (ahead > 0) ahead -= 1;
        return true;
      }
      if (ahead > 0) {
        ahead -= 1;
        return false;
      }
      return true;
    });
    for (const entry of this.entries) {
      entry.sent = false;
      entry.revision = null;
    }
    this.revision = revision ?? 0;
    return this.take();
  }
}
