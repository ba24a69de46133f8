import { describe, expect, test } from "vitest";
import { recipeOf, type Shell, START, step, type Step } from "../src/menu/machine";

const run = (...steps: Step[]): Shell => steps.reduce(step, START);
const press = (code: string, repeat = false): Step => ({ type: "key", code, repeat });

describe("the menu's states (F-I20)", () => {
  test("each button leads where it says", () => {
    expect(run({ type: "go", to: "generator" }).screen).toBe("generator");
    expect(run({ type: "go", to: "generator" }, { type: "back" }).screen).toBe("menu");
    expect(run({ type: "go", to: "generator" }, { type: "opened" }).screen).toBe("landscape");
    expect(run({ type: "opened" }, press("Escape"), { type: "resume" }).screen).toBe("landscape");
    expect(run({ type: "opened" }, { type: "closed" })).toMatchObject({ screen: "menu", open: false });
    expect(run({ type: "ended" }).screen).toBe("ended");
  });

  test("Back keeps the values, and so does Esc", () => {
    const values = { rockiness: 0.55, grain: 21, plains: false };
    for (const leave of [{ type: "back" } as const, press("Escape")]) {
      const shell = run({ type: "go", to: "generator" }, { type: "set", values }, leave, { type: "go", to: "generator" });
      expect(shell.generator).toMatchObject(values);
    }
  });

  test("unknown keys change nothing: it is the same object", () => {
    for (const shell of [START, run({ type: "go", to: "generator" }), run({ type: "opened" })]) {
      for (const code of ["KeyQ", "F2", "Enter", "Space", "ArrowLeft", "", "Escape2"]) expect(step(shell, press(code))).toBe(shell);
    }
  });

  test("Esc counts when it goes down, not while it is held", () => {
    const open = run({ type: "opened" });
    expect(step(open, press("Escape", true))).toBe(open);
    expect(run({ type: "opened" }, press("Escape"), press("Escape", true), press("Escape", true)).screen).toBe("menu");
    expect(run({ type: "opened" }, press("Escape"), press("Escape")).screen).toBe("landscape");
    expect(step(START, press("Escape"))).toBe(START);
  });

  test("P pauses the landscape and nothing else (X12)", () => {
    expect(run({ type: "opened" }, press("KeyP")).paused).toBe(true);
    expect(run({ type: "opened" }, press("KeyP"), press("KeyP")).paused).toBe(false);
    expect(step(START, press("KeyP"))).toBe(START);
    expect(run({ type: "opened" }, press("KeyP"), press("Escape")).screen).toBe("menu");
  });

  test("a landscape cannot be gone back to when none is open", () => {
    expect(step(START, { type: "resume" })).toBe(START);
    expect(step(START, { type: "back" })).toBe(START);
  });

  test("values stay in their bounds, grain is a whole number (X17: 0.3, 8, plains)", () => {
    expect(START.generator).toMatchObject({ rockiness: 0.3, grain: 8, plains: true });
    expect(run({ type: "set", values: { rockiness: 7, grain: 3.6 } }).generator).toMatchObject({ rockiness: 1, grain: 4 });
    expect(run({ type: "set", values: { rockiness: -1, grain: 99 } }).generator).toMatchObject({ rockiness: 0, grain: 32 });
    expect(run({ type: "set", values: { rockiness: NaN, grain: NaN } }).generator).toMatchObject({ rockiness: 0.3, grain: 8 });
  });

  test("nothing leads out of the end", () => {
    expect(run({ type: "ended" }, { type: "opened" }, press("Escape")).screen).toBe("ended");
  });
});

test("Start opens a recipe of one plasma stage with the panel's values", () => {
  const recipe: unknown = JSON.parse(recipeOf({ rockiness: 0.7, grain: 12.4, plains: false, side: 513, seed: "12345678901234567890" }));
  expect(recipe).toMatchObject({
    seed: "12345678901234567890",
    grid: { shape: [513, 513], cell_size: 16 },
    stages: [{ kind: "generate.plasma", rockiness: 0.7, grain: 12, plains: false }, { kind: "ops.splat" }],
  });
  expect(JSON.parse(recipeOf({ ...START.generator, seed: " 42 " }))).toMatchObject({ seed: 42 });
});
