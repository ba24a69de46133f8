import { say } from "../words";
import { TERRAINS } from "./brush";
import { inside } from "./cells";
import { hexmap, hovered } from "./state";

/** What the cell under the pointer holds. */
export default function HexReadout() {
  const model = hexmap.value?.model;
  const cell = hovered.value;
  if (!model || !cell || !inside(model.frame, cell)) return <div class="readout" />;
  const held = model.at(cell);
  const wet = held.water > held.elevation;
  const parts: [string, string][] = [
    [say("hex.cell"), `${cell.column}, ${cell.row}`],
    [say("hex.elevation"), String(held.elevation)],
    [say("hex.ground"), say(`hex.ground.${TERRAINS[held.terrain] ?? "sand"}`)],
  ];
  if (wet) parts.push([say("hex.water_level"), String(held.water)]);
  for (const name of ["urban", "farm", "plant"] as const) if (held[name] > 0) parts.push([say(`hex.${name}`), String(held[name])]);
  if (held.special > 0) parts.push([say("hex.special"), say(`hex.special.${held.special as 1 | 2 | 3}`)]);
  const lines = [held.riverIn !== 0 || held.riverOut !== 255 ? say("hex.river") : "", held.roads !== 0 ? say("hex.road") : "", held.walled !== 0 ? say("hex.walled") : ""].filter(Boolean);
  if (lines.length > 0) parts.push([say("hex.lines"), lines.join(", ")]);
  return (
    <div class="readout">
      <dl class="probe hex-probe" aria-live="polite">
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
