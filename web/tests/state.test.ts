import { beforeEach, describe, expect, test } from "vitest";
import type { Document, RecipeJson, StageJson } from "../src/protocol";
import { act, doc, failure, foresee, jobs, notices, pending, placeOf, receive, recipe, refusals, selected, shell } from "../src/state";
import { START } from "../src/menu/machine";
import { say } from "../src/words";

const stage = (id: string, relief = 100): StageJson => ({ id, kind: "generate.noise", title: "", enabled: true, output: "elevation", combine: "replace", mask: null, input: null, relief });
const made = (revision: number, stages: StageJson[], words: Partial<Document> = {}): Document => ({
  type: "document",
  revision,
  recipe: { format: 1, name: "n", seed: 1, sea_level: 0, grid: { shape: [9, 9], cell_size: 1, origin: [0, 8] }, stages, outputs: [{ kind: "npy", path: "a.npy" }] },
  text: null,
  name: "n",
  path: null,
  undo: null,
  redo: null,
  saved: true,
  seq: null,
  ...words,
});
const relief = (): unknown => recipe.value?.stages[0]?.["relief"];

beforeEach(() => {
  receive({ type: "closed", recent: [] });
  shell.value = START;
  notices.value = [];
  jobs.value = new Map();
});

describe("the document", () => {
  test("opens the landscape, and another one does so from the menu", () => {
    receive(made(1, [stage("a")]));
    expect(shell.value.screen).toBe("landscape");
    expect(selected.value).toBe("a");
    act({ type: "key", code: "Escape", repeat: false });
    receive(made(1, [stage("a")]));
    expect(shell.value.screen).toBe("menu");
    receive(made(2, [stage("b")]));
    expect(shell.value.screen).toBe("landscape");
    expect(selected.value).toBe("b");
    receive({ type: "closed", recent: [] });
    expect(shell.value).toMatchObject({ screen: "menu", open: false });
  });

  test("a value under the finger does not jump back while answers are on their way", () => {
    receive(made(1, [stage("a", 100)]));
    foresee([{ op: "set", path: "a.relief", value: 150 }], 1);
    foresee([{ op: "set", path: "a.relief", value: 200 }], 2);
    receive(made(2, [stage("a", 150)], { seq: 1 }));
    expect(relief()).toBe(200);
    receive(made(3, [stage("a", 200)], { seq: 2 }));
    expect([relief(), pending.value.size]).toEqual([200, 0]);
  });

  test("what is refused says so at its field, and goes when the field is changed", () => {
    receive(made(1, [stage("a", 100)]));
    foresee([{ op: "set", path: "a.relief", value: -5 }], 1);
    receive({ type: "invalid", seq: 1, path: "a.relief", message: "relief must be at least 0." });
    expect(relief()).toBe(100);
    expect(refusals.value.get("a.relief")).toEqual({ message: "relief must be at least 0.", value: -5 });
    expect(notices.value).toEqual([]);
    foresee([{ op: "set", path: "a.relief", value: 7 }], 2);
    expect(refusals.value.size).toBe(0);
  });

  test("a refusal that no field shows is said aloud", () => {
    receive(made(1, [stage("a")]));
    receive({ type: "invalid", seq: 1, path: "gone", message: "There is no such stage." });
    expect(notices.value.map((notice) => notice.message)).toEqual(["There is no such stage."]);
  });

  test("news is told in the page's own words", () => {
    receive({ type: "news", word: "edits_back", what: "alps.toml" });
    expect(notices.value.map(({ level, message }) => [level, message])).toEqual([["info", say("news.edits_back", { what: "alps.toml" })]]);
    expect(notices.value[0]?.message).toContain("alps.toml");
  });

  test("a stage that was added is chosen; when it goes, another one is", () => {
    receive(made(1, [stage("a")]));
    receive(made(2, [stage("a"), stage("b")], { seq: 1 }));
    expect(selected.value).toBe("b");
    receive(made(3, [stage("a")]));
    expect(selected.value).toBe("a");
  });

  test("undo drops what waited and what was refused", () => {
    receive(made(2, [stage("a", 5)]));
    foresee([{ op: "set", path: "a.relief", value: 9 }], 1);
    receive(made(3, [stage("a", 4)]));
    expect([relief(), pending.value.size]).toEqual([4, 0]);
  });
});

test("paths lead to stages by id, to outputs by position, to the recipe's own words", () => {
  const from = made(1, [stage("a"), stage("b")]).recipe as RecipeJson;
  expect(placeOf("b.noise.base", from)).toEqual(["stages", "1", "noise", "base"]);
  expect(placeOf("grid.cell_size", from)).toEqual(["grid", "cell_size"]);
  expect(placeOf("outputs.0.path", from)).toEqual(["outputs", "0", "path"]);
  expect(placeOf("zzz.x", from)).toBeNull();
});

test("jobs come and go; a failure names its stage until a build succeeds", () => {
  receive(made(1, [stage("a")]));
  receive({ type: "progress", job: 4, stage: "a", title: "a", fraction: 0.5, remaining_s: 2, kind: "full" });
  expect(jobs.value.size).toBe(1);
  receive({ type: "failed", job: 4, message: "No.", stage: "a" });
  expect(jobs.value.size).toBe(0);
  expect(failure.value).toEqual({ stage: "a", message: "No." });
  receive({ type: "done", job: 5, revision: 1, seconds: 1, kind: "full", stages: [] });
  expect(failure.value).toBeNull();
  expect(doc.value?.revision).toBe(1);
});
