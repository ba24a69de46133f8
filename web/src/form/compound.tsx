import { useState } from "preact/hooks";
import type { Json } from "../protocol";
import { IconButton } from "../ui/Button";
import { Icon } from "../ui/icons";
import { say } from "../words";
import { type Binding, valueOf } from "./binding";
import { Choice, NumberEntry, TextEntry } from "./controls";
import { Field } from "./Field";
import { Fields } from "./Form";
import { plain } from "./numbers";
import { isNode, type ListField, type MapField, type Node, type NounField, type Schema, titleOf, type TupleField, type UnionField, type JsonField } from "./schema";

interface PartProps<F> {
  field: F;
  path: string[];
  binding: Binding;
  schema: Schema;
  depth: number;
  id: string;
  title: string;
  value: Json | undefined;
}

const items = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** A setting that is left to the program, and the way to take it in hand. */
function Unset({ id, title, onSet }: { id: string; title: string; onSet: () => void }) {
  return (
    <div class="unset">
      <span class="muted">{say("form.unset")}</span>
      <button type="button" class="button small-text" id={id} aria-label={say("form.set", { title })} onClick={onSet}>
        {say("form.set.short")}
      </button>
    </div>
  );
}

/** A few numbers in a row: rows and columns, x and y. */
export function TupleEditor({ field, path, binding, id, title, value }: PartProps<TupleField>) {
  const held = Array.isArray(value) ? value : null;
  const names = field.items.length === 2 && field.name === "shape" ? [say("form.rows"), say("form.columns")] : ["x", "y", "z"];
  const blank = field.items.map((item) => (item.type === "number" ? (item.soft?.[0] ?? 0) : 0));
  if (!held) {
    return (
      <Unset id={id} title={title} onSet={() => binding.set(path, Array.isArray(field.fallback) ? field.fallback : blank)} />
    );
  }
  return (
    <div class="tuple" role="group" aria-labelledby={`${id}-title`}>
      {field.items.map((item, index) => {
        const number = held[index];
        const name = names[index] ?? String(index + 1);
        return (
          <span class="tuple-item" key={item.name}>
            <span class="muted">{name}</span>
            <NumberEntry
              id={index === 0 ? id : `${id}-${index}`}
              label={`${title}: ${name}`}
              value={typeof number === "number" ? number : null}
              unit={field.unit}
              step={item.type === "number" ? item.step : 1}
              invalid={binding.refusal(path) !== null}
              describedBy={`${id}-help`}
              onCommit={(next) => binding.set(path, held.map((other, place) => (place === index ? next : other)))}
            />
          </span>
        );
      })}
      {field.nullable ? <IconButton class="small" icon="close" label={say("form.clear", { title })} onClick={() => binding.set(path, null)} /> : null}
    </div>
  );
}

/** Settings inside a setting. */
export function NounEditor({ field, path, binding, schema, depth, id, title, value }: PartProps<NounField>) {
  const [open, setOpen] = useState(depth < 1);
  if (value === null || value === undefined) {
    return (
      <Unset id={id} title={title} onSet={() => binding.set(path, schema.blank(field.node))} />
    );
  }
  return (
    <div class="nested">
      <button type="button" class="fold" id={id} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "down" : "right"} size={16} /> {say("form.settings")}
      </button>
      {open ? <Fields fields={schema.fields(field.node)} path={path} binding={binding} schema={schema} depth={depth + 1} /> : null}
    </div>
  );
}

/** One of several kinds of settings: a drop-down, and the settings of the chosen kind only. */
export function UnionEditor({ field, path, binding, schema, depth, id, title, value }: PartProps<UnionField>) {
  const kind = isNode(value) && typeof value["kind"] === "string" ? value["kind"] : "";
  const chosen = field.variants.find((variant) => variant.kind === kind) ?? field.variants.find((variant) => spellings(variant.node).includes(kind));
  const choose = (next: string): void => {
    const variant = field.variants.find((other) => other.kind === next);
    if (!variant) return binding.set(path, null);
    binding.set(path, carry(schema, variant.node, isNode(value) ? value : {}, chosen?.node));
  };
  const fields = chosen ? schema.fields(chosen.node) : [];
  return (
    <div class="union">
      <Choice
        id={id}
        label={say("form.kind", { title })}
        value={chosen?.kind ?? ""}
        options={field.variants.map((variant) => ({ value: variant.kind, label: variant.title }))}
        none={field.nullable ? say("form.unset") : undefined}
        describedBy={`${id}-help`}
        invalid={binding.refusal(path) !== null}
        onChange={choose}
      />
      {fields.length > 0 ? (
        <div class="nested">
          <Fields fields={fields} path={path} binding={binding} schema={schema} depth={depth + 1} />
        </div>
      ) : null}
    </div>
  );
}

function spellings(noun: Node): Json[] {
  const properties = noun["properties"];
  const kind = isNode(properties) ? properties["kind"] : undefined;
  return isNode(kind) && Array.isArray(kind["enum"]) ? kind["enum"] : [];
}

/** A noun of another kind, with the settings that both kinds have in common. */
function carry(schema: Schema, noun: Node, from: Node, before: Node | undefined): Node {
  const made = schema.blank(noun);
  const old = new Map((before ? schema.fields(before) : []).map((field) => [field.name, field]));
  for (const field of schema.fields(noun)) {
    const held = from[field.name];
    if (held !== undefined && old.get(field.name)?.type === field.type && field.type !== "union") made[field.name] = held;
  }
  return made;
}

/** What one of several is called: `Layers` holds a `Layer`. */
const singular = (title: string): string => (/[^su]s$/.test(title) ? title.slice(0, -1) : title);

/** A list of nouns or values, each of which folds. */
export function ListEditor({ field, path, binding, schema, depth, id, title, value }: PartProps<ListField>) {
  const [open, setOpen] = useState<number | null>(null);
  const held = items(value);
  const noun = isNode(field.item["properties"]);
  const one = schema.field("item", { unit: field.unit, ...field.item });
  const replace = (next: Json[]): void => binding.set(path, next);
  const swap = (index: number, by: number): void => {
    const next = [...held];
    const moved = next.splice(index, 1)[0];
    if (moved === undefined) return;
    next.splice(index + by, 0, moved);
    setOpen(null);
    replace(next);
  };
  const add = (): void => {
    const fresh = noun ? schema.blank(field.item) : one.type === "tuple" ? one.items.map(() => 0) : one.type === "number" ? 0 : "";
    setOpen(noun ? held.length : null);
    replace([...held, isNode(fresh) && fresh["name"] === "" ? { ...fresh, name: `new${held.length + 1}` } : fresh]);
  };
  return (
    <div class="list" role="group" aria-labelledby={`${id}-title`}>
      {held.map((item, index) => {
        const name = isNode(item) && typeof item["name"] === "string" && item["name"] !== "" ? item["name"] : null;
        const label = name ? titleOf(name) : say("form.item", { title: singular(title), number: index + 1 });
        const expanded = open === index;
        return (
          <div class="list-item" key={index}>
            <div class="list-head">
              {noun ? (
                <button type="button" class="fold" aria-expanded={expanded} onClick={() => setOpen(expanded ? null : index)}>
                  <Icon name={expanded ? "down" : "right"} size={16} /> {label}
                </button>
              ) : (
                <Field field={{ ...one, name: String(index), help: "", fallback: undefined }} title={String(index + 1)} path={[...path, String(index)]} binding={binding} schema={schema} depth={depth + 1} />
              )}
              <IconButton class="small" icon="up" label={say("form.up", { title: label })} disabled={index === 0} onClick={() => swap(index, -1)} />
              <IconButton class="small" icon="down" label={say("form.down", { title: label })} disabled={index === held.length - 1} onClick={() => swap(index, 1)} />
              <IconButton class="small" icon="close" label={say("form.remove", { title: label })} onClick={() => replace(held.filter((_, place) => place !== index))} />
            </div>
            {noun && expanded ? (
              <div class="nested">
                <Fields fields={schema.fields(schema.target(field.item))} path={[...path, String(index)]} binding={binding} schema={schema} depth={depth + 1} />
              </div>
            ) : null}
          </div>
        );
      })}
      <button type="button" class="quiet" id={id} onClick={add}>
        <Icon name="plus" size={16} /> {say("form.add")}
      </button>
    </div>
  );
}

/** Names and what stands for them, such as the colors of materials. */
export function MapEditor({ path, binding, id, title, value }: PartProps<MapField>) {
  const held = isNode(value) ? value : {};
  const colors = /colou?r/i.test(title);
  const [fresh, setFresh] = useState(0);
  const without = (key: string): Node => Object.fromEntries(Object.entries(held).filter(([name]) => name !== key));
  return (
    <div class="map" role="group" aria-labelledby={`${id}-title`}>
      {Object.entries(held).map(([key, item]) => (
        <div class="map-row" key={key}>
          <span class="map-key">{key}</span>
          {colors ? (
            <input type="color" aria-label={key} value={typeof item === "string" ? item : "#808080"} onChange={(event) => binding.set(path, { ...held, [key]: event.currentTarget.value })} />
          ) : (
            <TextEntry id={`${id}-${key}`} label={key} value={typeof item === "string" ? item : plain(Number(item))} onCommit={(next) => binding.set(path, { ...held, [key]: next })} />
          )}
          <IconButton class="small" icon="close" label={say("form.remove", { title: key })} onClick={() => binding.set(path, without(key))} />
        </div>
      ))}
      <TextEntry
        key={fresh}
        id={id}
        label={`${title}: ${say("form.add")}`}
        value=""
        placeholder={say("form.key")}
        onCommit={(name) => {
          setFresh(fresh + 1);
          if (name.trim() !== "" && !(name.trim() in held)) binding.set(path, { ...held, [name.trim()]: colors ? "#808080" : "" });
        }}
      />
    </div>
  );
}

/** A setting of a form that the page does not know: its JSON. */
export function JsonEditor({ path, binding, id, title, value }: PartProps<JsonField>) {
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const text = JSON.stringify(valueOf(binding, path) ?? value ?? null);
  const commit = (): void => {
    if (draft === null) return;
    try {
      const next = JSON.parse(draft) as Json;
      setWrong(false);
      setDraft(null);
      binding.set(path, next);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <textarea id={id} class="text" rows={2} spellcheck={false} aria-label={title} aria-invalid={wrong || undefined} value={draft ?? text} onInput={(event) => setDraft(event.currentTarget.value)} onBlur={commit} />
      {wrong ? (
        <p class="refusal" role="alert">
          {say("form.json")}
        </p>
      ) : null}
    </>
  );
}
