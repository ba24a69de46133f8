import "../style/planet.css";
import { useState } from "preact/hooks";
import { Seed, seedOf } from "../form/Field";
import { say as send } from "../session";
import { connection, hello } from "../state";
import { Row } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { closeDialog } from "../ui/open";
import { say } from "../words";
import { described, planetTitle } from "./newplanet";

let kept: { name: string | null; seed: string } = { name: null, seed: "" };

/** Kinds of planets to begin with, and a seed. */
export default function NewPlanetDialog() {
  const presets = (hello.value?.templates ?? []).filter((template) => template.world === "planet");
  const [values, setValues] = useState(kept);
  const set = (change: Partial<typeof kept>): void => {
    kept = { ...values, ...change };
    setValues(kept);
  };
  const name = presets.find((preset) => preset.name === values.name)?.name ?? presets[0]?.name ?? null;
  const start = (): void => {
    if (name === null) return;
    const seed = seedOf(values.seed);
    send({ type: "new", template: name, ...(seed === "" ? {} : { seed: seed as number | string }) });
    closeDialog();
  };
  return (
    <Dialog title={say("newplanet.title")} onClose={closeDialog} wide class="newplanet">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {presets.length === 0 ? <p class="muted">{say("newplanet.none")}</p> : null}
        <div class="planet-presets" role="radiogroup" aria-label={say("newplanet.preset")}>
          {presets.map((preset) => (
            <button key={preset.name} type="button" role="radio" class="planet-preset" aria-checked={preset.name === name} aria-labelledby={`preset-${preset.name}`} onClick={() => set({ name: preset.name })} onDblClick={start}>
              <span class="thumb">
                <img src={`/api/templates/${encodeURIComponent(preset.name)}.jpg`} alt="" loading="lazy" width={320} height={200} onLoad={(event) => event.currentTarget.classList.add("loaded")} />
              </span>
              <strong id={`preset-${preset.name}`}>{planetTitle(preset.name)}</strong>
              <span class="muted">{described(preset.summary)}</span>
            </button>
          ))}
        </div>
        <Row label={say("newmap.seed")} help={say("newplanet.seed.help")}>
          <Seed id="newplanet-seed" label={say("newmap.seed")} value={values.seed} onChange={(seed) => set({ seed: String(seed) })} />
        </Row>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={closeDialog}>
            {say("dialog.cancel")}
          </button>
          <button type="submit" class="button primary" disabled={name === null || connection.value !== "open"}>
            <Icon name="world" size={18} /> {say("newmap.create")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
