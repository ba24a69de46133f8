import { useState } from "preact/hooks";
import type { Json } from "../protocol";
import { layerNames } from "../state";
import { IconButton, Switch } from "../ui/Button";
import { later } from "../ui/later";
import { say } from "../words";
import { type Binding, valueOf } from "./binding";
import { ListEditor, MapEditor, JsonEditor, TupleEditor, UnionEditor, NounEditor } from "./compound";
import { Choice, ColorEntry, NumberEntry, Slider, TextEntry } from "./controls";
import { plain, type Track, withUnit } from "./numbers";
import { type Field as FieldOf, type NumberField, same, type Schema, titleOf } from "./schema";

const PairsEditor = later(() => import("./PairsEditor"));
const GradientEditor = later(() => import("./GradientEditor"));

export interface FieldProps {
  field: FieldOf;
  path: string[];
  binding: Binding;
  schema: Schema;
  /** How deep the noun lies that holds the setting. */
  depth?: number;
  /** Words in place of the field's own title. */
  title?: string;
}

export const idOf = (binding: Binding, path: string[]): string => `${binding.id}-${path.join("-")}`;

/** The next round number above a value (1, 2 or 5 times a power of ten); below it for negative ones. */
function beyond(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** Math.floor(Math.log10(Math.abs(value)));
  const size = [2, 5, 10, 20].map((factor) => factor * power).find((step) => step > Math.abs(value)) ?? Math.abs(value);
  return Number((Math.sign(value) * size).toPrecision(9));
}

/** Where a slider runs: the soft bounds, widened past a value outside them, within the hard ones. */
export function trackOf(field: NumberField, value: number): Track {
  const low = field.low ?? -Infinity;
  const high = field.high ?? Infinity;
  const soft = field.soft ?? [low, high];
  const first = Math.max(value < soft[0] ? (value < 0 ? beyond(value) : value) : soft[0], low);
  const last = Math.min(value > soft[1] ? (value > 0 ? beyond(value) : value) : soft[1], high);
  const least = field.lowOpen && first === field.low ? first + field.step : first;
  const most = field.highOpen && last === field.high ? last - field.step : last;
  return { low: least, high: most, step: field.step, scale: field.scale === "log" && least > 0 ? "log" : "linear", integer: field.integer };
}

function shortValue(field: FieldOf, value: Json): string | null {
  if (typeof value === "number") return withUnit(value, field.unit);
  if (typeof value === "boolean") return say(value ? "form.on" : "form.off");
  if (value === null) return say("form.unset");
  return typeof value === "string" ? titleOf(value) || say("form.unset") : null;
}

/** One setting: its title, what it holds, its help, what the server said about it, the way back to the default. */
export function Field(props: FieldProps) {
  const { field, path, binding, title = field.title } = props;
  const [wrong, setWrong] = useState<string | null>(null);
  const id = idOf(binding, path);
  const refusal = binding.refusal(path);
  const message = refusal?.message ?? wrong;
  const value = valueOf(binding, path);
  const fallback = field.fallback;
  const changed = fallback !== undefined && value !== undefined && !same(value, fallback);
  const compound = field.type === "noun" || field.type === "union" || field.type === "list" || field.type === "pairs" || field.type === "gradient" || field.type === "map";
  const shown = fallback === undefined ? null : shortValue(field, fallback);
  return (
    <div class={`field field-${field.type}${message ? " refused" : ""}`} data-path={path.join(".")} data-help={field.help}>
      <div class="field-head">
        <label class="field-title" for={id} id={`${id}-title`}>
          {title}
        </label>
        {changed ? (
          <IconButton
            class="small reset"
            icon="reset"
            label={shown === null ? say("form.reset.plain", { title }) : say("form.reset", { title, value: shown })}
            onClick={() => binding.reset(path, fallback)}
          />
        ) : null}
        {compound ? null : <Head {...props} id={id} value={value} title={title} onWrong={setWrong} />}
      </div>
      <Body {...props} id={id} value={value} title={title} />
      {field.help ? (
        <span class="hidden" id={`${id}-help`}>
          {field.help}
        </span>
      ) : null}
      {message ? (
        <p class="refusal" role="alert" id={`${id}-refusal`}>
          {message}
        </p>
      ) : null}
    </div>
  );
}

interface PartProps extends FieldProps {
  id: string;
  title: string;
  value: Json | undefined;
  onWrong?: (message: string | null) => void;
}

/** What stands beside the title. */
function Head({ field, path, binding, id, title, value, onWrong }: PartProps) {
  const refusal = binding.refusal(path);
  const describedBy = `${id}-help${refusal ? ` ${id}-refusal` : ""}`;
  switch (field.type) {
    case "number": {
      const number = typeof value === "number" ? value : null;
      const slides = field.slider && number !== null;
      const entry = (
        <NumberEntry
          id={slides ? `${id}-number` : id}
          label={slides ? say("form.value", { title }) : title}
          value={number}
          unit={field.unit}
          step={field.step}
          integer={field.integer}
          refusedValue={typeof refusal?.value === "number" ? refusal.value : undefined}
          invalid={refusal !== null}
          describedBy={describedBy}
          placeholder={field.nullable ? say("form.unset") : ""}
          onCommit={(next) => binding.set(path, field.integer && Number.isInteger(next) ? next : next)}
          {...(onWrong ? { onWrong } : {})}
        />
      );
      if (!field.nullable || number === null) return entry;
      return (
        <>
          {entry}
          <IconButton class="small" icon="close" label={say("form.clear", { title })} onClick={() => binding.set(path, null)} />
        </>
      );
    }
    case "toggle":
      return <Switch id={id} label={title} checked={value === true} describedBy={describedBy} onChange={(on) => binding.set(path, on)} />;
    case "choice":
      return (
        <Choice
          id={id}
          label={title}
          value={typeof value === "string" ? value : ""}
          options={field.options.map((option) => ({ value: option, label: titleOf(option) }))}
          none={field.nullable ? say("form.unset") : undefined}
          describedBy={describedBy}
          invalid={refusal !== null}
          onChange={(next) => binding.set(path, next === "" && field.nullable ? null : next)}
        />
      );
    default:
      return null;
  }
}

/** What stands below the title. */
function Body({ field, path, binding, schema, depth = 0, id, title, value }: PartProps) {
  const refusal = binding.refusal(path);
  const describedBy = `${id}-help${refusal ? ` ${id}-refusal` : ""}`;
  const parts = { path, binding, schema, depth, id, title, value };
  switch (field.type) {
    case "number":
      return field.slider && typeof value === "number" ? (
        <Slider
          id={id}
          label={title}
          value={value}
          track={trackOf(field, value)}
          unit={field.unit}
          describedBy={describedBy}
          invalid={refusal !== null}
          onDrag={(next, group) => binding.drag(path, next, group)}
          onDrop={(next, group) => binding.drop(path, next, group)}
        />
      ) : null;
    case "toggle":
    case "choice":
      return null;
    case "text":
      if (field.widget === "color" && !field.nullable) return <ColorEntry id={id} label={title} value={typeof value === "string" ? value : ""} describedBy={describedBy} onDrag={(next, group) => binding.drag(path, next, group)} onDrop={(next, group) => binding.drop(path, next, group)} />;
      return (
        <>
          <TextEntry
            id={id}
            label={title}
            value={typeof value === "string" ? value : ""}
            describedBy={describedBy}
            invalid={refusal !== null}
            placeholder={field.nullable ? say("form.unset") : ""}
            maxLength={field.maxLength ?? undefined}
            list={field.widget === "layer" ? `${id}-layers` : undefined}
            onCommit={(next) => binding.set(path, next === "" && field.nullable ? null : next)}
          />
          {field.widget === "layer" ? (
            <datalist id={`${id}-layers`}>
              {layerNames.value.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          ) : null}
        </>
      );
    case "seed":
      return <Seed id={id} label={title} value={value} describedBy={describedBy} onChange={(next) => binding.set(path, next)} />;
    case "tuple":
      return <TupleEditor {...parts} field={field} />;
    case "pairs":
      return (
        <PairsEditor {...parts} field={field} />
      );
    case "gradient":
      return <GradientEditor path={path} binding={binding} id={id} title={title} value={value} />;
    case "list":
      return <ListEditor {...parts} field={field} />;
    case "map":
      return <MapEditor {...parts} field={field} />;
    case "noun":
      return <NounEditor {...parts} field={field} />;
    case "union":
      return <UnionEditor {...parts} field={field} />;
    case "json":
      return <JsonEditor {...parts} field={field} />;
  }
}

/** A seed that fits in a page's numbers. */
const roll = (): number => Math.floor(Math.random() * 1e9);

/** A seed as it is sent: a number when it is a whole one that a page holds exactly, text otherwise. */
export function seedOf(text: string): Json {
  const trimmed = text.trim();
  return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

export function Seed({ id, label, value, describedBy, onChange }: { id: string; label: string; value: Json | undefined; describedBy?: string; onChange: (value: Json) => void }) {
  const text = typeof value === "number" ? plain(value) : typeof value === "string" ? value : "";
  return (
    <div class="seed">
      <TextEntry id={id} label={label} value={typeof value === "number" && Number.isInteger(value) ? String(value) : text} describedBy={describedBy} onCommit={(next) => onChange(seedOf(next))} />
      <IconButton icon="dice" label={say("form.dice")} onClick={() => onChange(roll())} />
    </div>
  );
}
