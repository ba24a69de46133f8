import { describe, expect, test } from "vitest";
import { Outbox } from "../src/link/outbox";
import type { ClientMessage, Op } from "../src/protocol";

const set = (path: string, value: number): Op[] => [{ op: "set", path, value }];
const seqs = (messages: ClientMessage[]): (number | string)[] => messages.map((message) => (message.type === "edit" ? message.seq : message.type));

describe("what was said is not lost", () => {
  test("an edit is sent once, and once more when its answer is lost", () => {
    const box = new Outbox();
    box.answered(null, 5, true);
    box.edit(set("a.b", 1), false, "");
    expect(seqs(box.take())).toEqual([1]);
    expect(box.take()).toEqual([]);
    expect(seqs(box.resume(5))).toEqual([1]);
  });

  test("edits made while nobody listens wait, in order", () => {
    const box = new Outbox();
    box.answered(null, 1, true);
    box.edit(set("a.b", 1), false, "");
    box.edit([{ op: "add", kind: "ops.smooth" }], false, "");
    box.edit(set("a.b", 2), false, "");
    expect(box.waiting).toBe(3);
    expect(seqs(box.resume(1))).toEqual([1, 2, 3]);
  });

  test("a drag that waits is one edit, the last; another drag is another", () => {
    const box = new Outbox();
    for (const value of [1, 2, 3]) box.edit(set("a.b", value), true, "g1");
    box.edit(set("a.b", 4), false, "g1");
    box.edit(set("a.b", 5), true, "g2");
    const sent = box.resume(null);
    expect(sent).toMatchObject([
      { seq: 1, ops: [{ value: 4 }], drag: false },
      { seq: 2, ops: [{ value: 5 }] },
    ]);
  });

  test("a server that ran on has carried out what its revision says: nothing is added twice", () => {
    const box = new Outbox();
    box.answered(null, 10, true);
    box.edit([{ op: "add", kind: "ops.smooth" }], false, "");
    box.edit([{ op: "remove", id: "x" }], false, "");
    box.take();
    expect(seqs(box.resume(11))).toEqual([2]);
  });

  test("a server that was killed has lost what it answered: it is sent again", () => {
    const box = new Outbox();
    box.answered(null, 10, true);
    for (const value of [1, 2, 3]) box.edit(set("a.b", value), false, "");
    box.take();
    box.answered(1, 11, true); // on disk
    box.answered(2, 12, false); // answered only
    expect(seqs(box.resume(11))).toEqual([2, 3]);
  });

  test("what the server has on disk is forgotten", () => {
    const box = new Outbox();
    box.edit(set("a.b", 1), false, "");
    box.take();
    box.answered(1, 2, false);
    box.answered(null, 2, true);
    expect(box.resume(1)).toEqual([]);
  });

  test("a refused edit is not sent again", () => {
    const box = new Outbox();
    box.edit(set("a.b", -1), false, "");
    box.take();
    box.refused(1);
    expect(box.resume(0)).toEqual([]);
  });

  test("undo is said once", () => {
    const box = new Outbox();
    box.say({ type: "undo" });
    expect(seqs(box.take())).toEqual(["undo"]);
    box.say({ type: "redo" });
    expect(seqs(box.resume(3))).toEqual(["redo"]);
  });
});
