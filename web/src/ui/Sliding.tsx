import { NumberEntry, Slider } from "../form/controls";
import type { Track } from "../form/numbers";
import { say } from "../words";

/** A slider of the page itself, with its number. */
export function Sliding({ id, label, value, track, unit, onChange }: { id: string; label: string; value: number; track: Track; unit: string; onChange: (value: number) => void }) {
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-title" for={id}>
          {label}
        </label>
        <NumberEntry id={`${id}-number`} label={say("form.value", { title: label })} value={value} unit={unit} step={track.step} onCommit={(next) => onChange(Math.min(Math.max(next, track.low), track.high))} />
      </div>
      <Slider id={id} label={label} value={value} track={track} unit={unit} onDrag={onChange} onDrop={onChange} />
    </div>
  );
}
