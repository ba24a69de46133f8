import "../style/hex.css";
import { useState } from "preact/hooks";
import { NumberEntry } from "../form/controls";
import { Seed } from "../form/Field";
import { say as send } from "../session";
import { connection } from "../state";
import { Row, Segments, Switch } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { Icon } from "../ui/icons";
import { closeDialog } from "../ui/open";
import { say } from "../words";
import { cornerOf } from "./cells";
import { fits, FRESH_MAP, hexRecipe, type NewMap, PRESETS, type PresetName, type SizeName, SIZES, sizeOf } from "./newmap";

let kept: NewMap = FRESH_MAP;

/** Size, shape and generator of a new hex map. */
export default function NewMapDialog() {
  const [values, setValues] = useState(kept);
  const set = (change: Partial<NewMap>): void => {
    kept = { ...values, ...change };
    setValues(kept);
  };
  const [columns, rows] = sizeOf(values);
  const sizes = ([...Object.keys(SIZES), "custom"] as SizeName[]).map((value) => ({ value, label: say(`newmap.size.${value}`) }));
  const good = fits(values);
  const start = (): void => {
    send({ type: "open_text", text: hexRecipe(values, say(`newmap.preset.${values.preset}`)), name: "hexmap.json" });
    closeDialog();
  };
  return (
    <Dialog title={say("newmap.title")} onClose={closeDialog} class="newmap">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (good) start();
        }}
      >
        <div class="presets" role="radiogroup" aria-label={say("newmap.preset")}>
          {PRESETS.map((preset) => (
            <button key={preset} type="button" role="radio" class="preset" aria-checked={values.preset === preset} onClick={() => set({ preset })}>
              <Emblem preset={preset} />
              <strong>{say(`newmap.preset.${preset}`)}</strong>
              <span class="muted">{say(`newmap.preset.${preset}.help`)}</span>
            </button>
          ))}
        </div>
        <div>
          <Row label={say("newmap.size")}>
            <Segments label={say("newmap.size")} value={values.size} options={sizes} onChange={(size) => set({ size, columns, rows })} />
          </Row>
          {values.size === "custom" ? (
            <Row label={say("newmap.cells")}>
              <span class="tuple">
                <NumberEntry id="newmap-columns" label={say("newmap.columns")} value={values.columns} unit="1" step={5} integer invalid={!good} onCommit={(next) => set({ columns: Math.round(next) })} />
                <span class="muted">×</span>
                <NumberEntry id="newmap-rows" label={say("newmap.rows")} value={values.rows} unit="1" step={5} integer invalid={!good} onCommit={(next) => set({ rows: Math.round(next) })} />
              </span>
            </Row>
          ) : (
            <Row label={say("newmap.cells")}>
              <span class="muted">{say("newmap.cells.value", { columns, rows, count: (columns * rows).toLocaleString("en") })}</span>
            </Row>
          )}
          {good ? null : <p class="refusal">{say("newmap.cells.wrong")}</p>}
          <Row label={say("newmap.wrap")} help={say("newmap.wrap.help")}>
            <Switch label={say("newmap.wrap")} checked={values.wrap} onChange={(wrap) => set({ wrap })} />
          </Row>
          {values.preset === "flat" ? null : (
            <Row label={say("newmap.seed")}>
              <Seed id="newmap-seed" label={say("newmap.seed")} value={values.seed} onChange={(seed) => set({ seed: String(seed) })} />
            </Row>
          )}
        </div>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={closeDialog}>
            {say("dialog.cancel")}
          </button>
          <button type="submit" class="button primary" disabled={!good || connection.value !== "open"}>
            <Icon name="hex" size={18} /> {say("newmap.create")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Seven cells that show what kind of land a preset makes: 0 water, 1 sand, 2 grass, 3 stone, 4 snow. */
const EMBLEMS: Readonly<Record<PresetName, readonly number[]>> = {
  continent: [2, 2, 3, 1, 0, 0, 2],
  islands: [1, 0, 2, 0, 0, 1, 0],
  highlands: [4, 3, 4, 3, 2, 3, 3],
  flat: [1, 1, 1, 1, 1, 1, 1],
};

function Emblem({ preset }: { preset: PresetName }) {
  const layout = { columns: 3, rows: 3, wrap: false, origin: [0, 0] as [number, number], outer_radius: 9.2, inner_radius: 9.2 * 0.8660254 };
  const outline = [0, 1, 2, 3, 4, 5].map((k) => cornerOf(layout, k).map((value) => value.toFixed(2)).join()).join(" ");
  const places = [[0, 0], [0.5, -0.866], [1, 0], [0.5, 0.866], [-0.5, 0.866], [-1, 0], [-0.5, -0.866]] as const;
  return (
    <svg width="84" height="62" viewBox="-30 -26 60 52" aria-hidden="true">
      {EMBLEMS[preset].map((kind, k) => (
        <polygon key={k} class={`cell-${kind}`} points={outline} transform={`translate(${places[k]![0] * 17.6} ${places[k]![1] * 17.6})`} />
      ))}
    </svg>
  );
}
