/** Where the person is. `ended`: the studio was closed. */
export type Screen = "menu" | "generator" | "landscape" | "ended";

/** What the landscape generator's panel holds; Back keeps it. */
export interface GeneratorValues {
  /** 0 to 1: more makes every mountain higher. */
  rockiness: number;
  /** Whole number from 1 to 32: more makes the land wilder. */
  grain: number;
  plains: boolean;
  /** Samples along a side. */
  side: number;
  seed: string;
}

export interface Shell {
  screen: Screen;
  /** Whether a landscape is open, so that the menu can lead back to it. */
  open: boolean;
  paused: boolean;
  generator: GeneratorValues;
}

export type Step =
  | { type: "go"; to: "generator" }
  | { type: "back" }
  | { type: "resume" }
  | { type: "opened" }
  | { type: "closed" }
  | { type: "ended" }
  | { type: "set"; values: Partial<GeneratorValues> }
  | { type: "key"; code: string; repeat: boolean };

export const START: Shell = {
  screen: "menu",
  open: false,
  paused: false,
  generator: { rockiness: 0.3, grain: 8, plains: true, side: 1025, seed: "0" },
};

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);

/** The panel's values inside their bounds; grain is rounded, as in the original program. */
function tidy(values: GeneratorValues): GeneratorValues {
  return {
    ...values,
    rockiness: clamp(Number.isFinite(values.rockiness) ? values.rockiness : START.generator.rockiness, 0, 1),
    grain: clamp(Math.round(Number.isFinite(values.grain) ? values.grain : START.generator.grain), 1, 32),
  };
}

/** Esc: one press, one step; the menu leads back to an open landscape. */
function escape(shell: Shell): Shell {
  switch (shell.screen) {
    case "landscape":
      return { ...shell, screen: "menu" };
    case "generator":
      return { ...shell, screen: "menu" };
    case "menu":
      return shell.open ? { ...shell, screen: "landscape" } : shell;
    case "ended":
      return shell;
  }
}

function key(shell: Shell, code: string, repeat: boolean): Shell {
  if (repeat) return shell;
  if (code === "Escape") return escape(shell);
  if (code === "KeyP" && shell.screen === "landscape") return { ...shell, paused: !shell.paused };
  return shell;
}

/** The next state; the same object when nothing changes. */
export function step(shell: Shell, action: Step): Shell {
  if (shell.screen === "ended") return shell;
  switch (action.type) {
    case "go":
      return shell.screen === "menu" ? { ...shell, screen: action.to } : shell;
    case "back":
      return shell.screen === "generator" ? { ...shell, screen: "menu" } : shell;
    case "resume":
      return shell.open ? { ...shell, screen: "landscape" } : shell;
    case "opened":
      return { ...shell, open: true, screen: "landscape", paused: false };
    case "closed":
      return { ...shell, open: false, paused: false, screen: shell.screen === "landscape" ? "menu" : shell.screen };
    case "ended":
      return { ...shell, screen: "ended" };
    case "set":
      return { ...shell, generator: tidy({ ...shell.generator, ...action.values }) };
    case "key":
      return key(shell, action.code, action.repeat);
  }
}

/** The recipe that the generator's Start opens. */
export function recipeOf(values: GeneratorValues): string {
  const { rockiness, grain, plains, side, seed } = tidy(values);
  return JSON.stringify({
    format: 1,
    name: "Generated landscape",
    seed: /^[+-]?\d{1,15}$/.test(seed.trim()) ? Number(seed) : seed,
    sea_level: -20,
    grid: { shape: [side, side], cell_size: 8192 / (side - 1) },
    stages: [
      { id: "land", kind: "generate.plasma", title: "Landscape generator", rockiness, grain, plains },
      { id: "ground", kind: "ops.splat", title: "Ground" },
    ],
    outputs: [],
  });
}
