import { plain, unitSign } from "../form/numbers";
import { titleOf } from "../form/schema";
import { preferences } from "../preferences";
import { isLook } from "../scene/looks";
import { DATA_RAMP, LOOKS, SLOPE_RAMP, STEEP } from "../scene/palette";
import { frame } from "../state";
import { say } from "../words";

interface Shown {
  title: string;
  colors: readonly string[];
  low: number;
  high: number;
  unit: string;
}

/** What the colors of the overlay stand for; null when it needs no legend. */
function shown(): Shown | null {
  const { overlay, look } = preferences.value;
  const header = frame.value?.header;
  if (!header) return null;
  if (overlay.kind === "slope") return { title: say("view.overlay.slope"), colors: SLOPE_RAMP, low: 0, high: STEEP, unit: "degrees" };
  if (overlay.kind === "elevation") {
    const named = look === "recipe" ? (header.look ?? "") : look;
    const low = header.low < header.sea_level && header.sea_level < header.high ? header.sea_level : header.low;
    return { title: say("view.overlay.elevation"), colors: LOOKS[isLook(named) ? named : "temperate"].land, low, high: header.high, unit: "m" };
  }
  if (overlay.kind !== "layer") return null;
  const layer = header.layers.find((one) => one.name === overlay.name);
  return layer ? { title: titleOf(layer.name), colors: DATA_RAMP, low: layer.low, high: layer.high, unit: layer.unit } : null;
}

const short = (value: number): string => plain(Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(2)));

/** The colors of the overlay and the values they stand for. */
export function Legend() {
  const told = shown();
  if (told === null) return null;
  const sign = unitSign(told.unit);
  return (
    <div class="legend">
      <span>{told.title}</span>
      <i style={{ background: `linear-gradient(90deg, ${told.colors.join(", ")})` }} />
      <span class="legend-ends">
        <span>{short(told.low)}</span>
        <span>{`${short(told.high)}${sign === "" || sign === "°" ? sign : `\u202f${sign}`}`}</span>
      </span>
    </div>
  );
}
