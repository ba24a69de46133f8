import { Choice, NumberEntry, Slider } from "../form/controls";
import { Seed } from "../form/Field";
import type { Track } from "../form/numbers";
import { recipeOf } from "../menu/machine";
import { say as send } from "../session";
import { act, connection, shell } from "../state";
import { say } from "../words";
import { Switch } from "./Button";
import { Icon } from "./icons";

const ROCKINESS: Track = { low: 0, high: 1, step: 0.01, scale: "linear", integer: false };
const GRAIN: Track = { low: 1, high: 32, step: 1, scale: "linear", integer: true };
const SIDES = [513, 1025, 2049];

/** The landscape generator of the fractal program: rockiness, grain, plains; Start, and Back that keeps the values. */
export function GeneratorPanel() {
  const { generator } = shell.value;
  const set = (values: Partial<typeof generator>): void => act({ type: "set", values });
  const start = (): void => send({ type: "open_text", text: recipeOf(generator), name: "generated.json" });
  return (
    <form
      class="menu-card small generator"
      aria-label={say("generator.title")}
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <h2>{say("generator.title")}</h2>
      <Sliding word="rockiness" track={ROCKINESS} value={generator.rockiness} onChange={(rockiness) => set({ rockiness })} />
      <Sliding word="grain" track={GRAIN} value={generator.grain} onChange={(grain) => set({ grain })} />
      <div class="field" data-help={say("generator.plains.help")}>
        <div class="field-head">
          <label class="field-title" for="generator-plains">
            {say("generator.plains")}
          </label>
          <Switch id="generator-plains" label={say("generator.plains")} checked={generator.plains} onChange={(plains) => set({ plains })} />
        </div>
        <p class="muted">{say("generator.plains.help")}</p>
      </div>
      <div class="field">
        <div class="field-head">
          <label class="field-title" for="generator-size">
            {say("generator.size")}
          </label>
          <Choice id="generator-size" label={say("generator.size")} value={String(generator.side)} options={SIDES.map((side) => ({ value: String(side), label: say("generator.size.value", { side }) }))} onChange={(side) => set({ side: Number(side) })} />
        </div>
      </div>
      <div class="field">
        <div class="field-head">
          <label class="field-title" for="generator-seed">
            {say("generator.seed")}
          </label>
          <Seed id="generator-seed" label={say("generator.seed")} value={generator.seed} onChange={(seed) => set({ seed: String(seed) })} />
        </div>
      </div>
      <footer class="dialog-foot">
        <button type="button" class="button" onClick={() => act({ type: "back" })}>
          {say("generator.back")}
        </button>
        <button type="submit" class="button primary" data-first disabled={connection.value !== "open"}>
          <Icon name="mountain" size={18} /> {say("generator.start")}
        </button>
      </footer>
    </form>
  );
}

function Sliding({ word, track, value, onChange }: { word: "rockiness" | "grain"; track: Track; value: number; onChange: (value: number) => void }) {
  const id = `generator-${word}`;
  const label = say(`generator.${word}`);
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-title" for={id}>
          {label}
        </label>
        <NumberEntry id={`${id}-number`} label={say("form.value", { title: label })} value={value} unit="1" step={track.step} onCommit={onChange} />
      </div>
      <Slider id={id} label={label} value={value} track={track} unit="1" onDrag={onChange} onDrop={onChange} />
      <p class="muted">{say(`generator.${word}.help`)}</p>
    </div>
  );
}
