import "../style/hex.css";
import { IconButton, Segments } from "../ui/Button";
import { prefer, preferences } from "../preferences";
import { sheet, Sheet } from "../ui/Sheet";
import { say } from "../words";
import HexPanel, { HexKeys } from "./HexPanel";
import HexReadout from "./HexReadout";
import { side } from "./state";

/** The brush, or the recipe with its settings. */
export default function HexSide() {
  const options = (["paint", "recipe"] as const).map((value) => ({ value, label: say(`hex.side.${value}`) }));
  const change = <Segments label={say("hex.side")} value={side.value} options={options} onChange={(next) => (side.value = next)} />;
  if (side.value === "recipe") {
    return (
      <>
        <Sheet />
        <div class="hex-side-alone">{change}</div>
        <HexReadout />
      </>
    );
  }
  const { list } = preferences.value;
  return (
    <>
      <div class="panels hex-panels" data-sheet={sheet.value === "folded" ? "folded" : "list"}>
        <button type="button" class="sheet-handle" aria-expanded={sheet.value !== "folded"} aria-label={sheet.value === "folded" ? say("hex.expand") : say("hex.collapse")} onClick={() => (sheet.value = sheet.value === "folded" ? "list" : "folded")}>
          <span />
        </button>
        {list ? (
          <aside class="panel list-panel" aria-label={say("hex.side.paint")}>
            <header class="panel-head">
              {change}
              <span class="grow" />
              <IconButton class="small wide-only" icon="left" label={say("hex.collapse")} onClick={() => prefer({ list: false })} />
            </header>
            <HexPanel />
          </aside>
        ) : (
          <IconButton class="unfold unfold-list" icon="right" label={say("hex.expand")} onClick={() => prefer({ list: true })} />
        )}
      </div>
      <HexReadout />
      <HexKeys />
    </>
  );
}
