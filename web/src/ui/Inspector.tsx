import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { outputBinding, recipeBinding } from "../form/binding";
import { TextEntry } from "../form/controls";
import { Fields } from "../form/Form";
import { distance } from "../form/numbers";
import { type Field, firstSentence, isNode, kindTitle, type Node, type Schema, titleOf } from "../form/schema";
import { prefer } from "../preferences";
import { edit } from "../session";
import { failure, recipe, selected, stage } from "../state";
import { say } from "../words";
import { IconButton, Switch } from "./Button";
import { Icon } from "./icons";
import { stageTitle } from "./RecipeList";
import { sheet } from "./Sheet";

const PLACEMENT = ["output", "combine", "mask", "input"];

function Head({ title, sub, children }: { title: ComponentChildren; sub?: string; children?: ComponentChildren }) {
  return (
    <header class="panel-head">
      <IconButton class="small phone-only" icon="left" label={say("form.back")} onClick={() => (sheet.value = "list")} />
      <div class="panel-title">
        {title}
        {sub ? <span class="muted">{sub}</span> : null}
      </div>
      {children}
      <IconButton class="small wide-only" icon="right" label={say("form.collapse")} onClick={() => prefer({ form: false })} />
    </header>
  );
}

/** A description for people: its first sentence, the rest on request. */
function About({ noun }: { noun: Node }) {
  const [open, setOpen] = useState(false);
  const full = typeof noun["description"] === "string" ? noun["description"].replace(/``?/g, "") : "";
  const first = firstSentence(full);
  const paragraphs = full.split(/\n\s*\n/).map((part) => part.replace(/\s+/g, " ").trim());
  if (first === "") return null;
  const more = paragraphs.join(" ").length > first.length + 2;
  return (
    <div class="about">
      <div>{open ? paragraphs.map((part, index) => <p key={index}>{part}</p>) : <p>{first}</p>}</div>
      {more ? (
        <button type="button" class="link" aria-expanded={open} aria-label={say("form.about")} onClick={() => setOpen(!open)}>
          <Icon name={open ? "up" : "down"} size={14} />
        </button>
      ) : null}
    </div>
  );
}

/** Settings of what is chosen in the list. */
export function Inspector({ schema }: { schema: Schema }) {
  const chosen = selected.value;
  if (chosen === "@world") return <World schema={schema} />;
  if (chosen?.startsWith("@output:")) return <Output schema={schema} index={Number(chosen.slice(8))} />;
  return stage.value ? <Stage schema={schema} /> : <p class="muted empty">{say("form.nothing")}</p>;
}

function Stage({ schema }: { schema: Schema }) {
  const [placed, setPlaced] = useState(false);
  const held = stage.value;
  if (!held) return null;
  const noun = schema.kinds("stages").find((variant) => variant.kind === held.kind)?.node;
  const binding = recipeBinding(held.id);
  const title = stageTitle(held);
  const failed = failure.value?.stage === held.id ? failure.value.message : null;
  // the server tells how many strokes there are in place of them
  const strokes = typeof held["strokes"] === "number" ? held["strokes"] : null;
  const own = noun ? schema.own(noun).filter((field) => !PLACEMENT.includes(field.name) && !["id", "title", "enabled"].includes(field.name) && !(strokes !== null && field.name === "strokes")) : [];
  const placement = noun && noun["x-takes"] !== "hexmap" && noun["x-takes"] !== "planet" ? schema.fields(noun).filter((field) => PLACEMENT.includes(field.name)) : [];
  return (
    <>
      <Head title={<TextEntry class="name" id="stage-title" label={say("list.rename")} value={title} onCommit={(next) => edit({ op: "set", path: `${held.id}.title`, value: next })} />} sub={held.kind}>
        <Switch label={say("list.enabled", { title })} checked={held.enabled} onChange={(on) => edit({ op: "set", path: `${held.id}.enabled`, value: on })} />
      </Head>
      <div class="panel-scroll">
        {noun ? <About noun={noun} /> : <p class="muted">{say("form.unknown")}</p>}
        {failed ? (
          <p class="refusal banner" role="alert">
            {failed}
          </p>
        ) : null}
        {strokes !== null ? <Strokes id={held.id} count={strokes} /> : null}
        {noun && own.length === 0 && strokes === null ? <p class="muted">{say("form.none")}</p> : null}
        <Fields fields={own} path={[]} binding={binding} schema={schema} />
        {placement.length > 0 ? (
          <section class="placement">
            <button type="button" class="fold" aria-expanded={placed} onClick={() => setPlaced(!placed)}>
              <Icon name={placed ? "down" : "right"} size={16} /> {say("form.placement")}
              <span class="muted">{placed ? "" : placementOf(held)}</span>
            </button>
            {placed ? <Fields fields={placement} path={[]} binding={binding} schema={schema} /> : null}
          </section>
        ) : null}
      </div>
    </>
  );
}

const placementOf = (held: { output: string; combine: string; mask: string | null }): string => [titleOf(held.combine), held.output, held.mask ? `× ${held.mask}` : ""].filter(Boolean).join(" · ");

/** How many strokes of the brush a stage holds. */
function Strokes({ id, count }: { id: string; count: number }) {
  return (
    <section class="placement">
      <p>{count === 0 ? say("hex.strokes.none") : count === 1 ? say("hex.strokes.one") : say("hex.strokes", { count })}</p>
      {count === 0 ? null : (
        <button type="button" class="quiet" onClick={() => edit({ op: "reset", path: `${id}.strokes` })}>
          <Icon name="trash" size={16} /> {say("hex.strokes.clear")}
        </button>
      )}
    </section>
  );
}

function World({ schema }: { schema: Schema }) {
  const held = recipe.value;
  const properties = schema.root["properties"];
  if (!held || !isNode(properties)) return null;
  const pick = (name: string): Field[] => {
    const node = properties[name];
    return isNode(node) ? [schema.field(name, node)] : [];
  };
  const gridNode = isNode(properties["grid"]) ? schema.target(properties["grid"]) : null;
  const hexNode = isNode(properties["hexmap"]) ? schema.target(properties["hexmap"]) : null;
  const planetNode = isNode(properties["planet"]) ? schema.target(properties["planet"]) : null;
  const { grid, hexmap, planet } = held;
  const binding = recipeBinding("");
  const samples = grid ? (grid.shape[0] * grid.shape[1]) / 1e6 : 0;
  return (
    <>
      <Head title={<h2>{say("world.title")}</h2>} />
      <div class="panel-scroll">
        <p class="about">{say(planet ? "world.help.planet" : "world.help")}</p>
        <Fields fields={["name", "seed", ...(planet ? [] : ["sea_level"])].flatMap(pick)} path={[]} binding={binding} schema={schema} />
        {grid && gridNode ? (
          <section class="placement">
            <p class="muted">{say("world.extent", { width: distance((grid.shape[1] - 1) * grid.cell_size), height: distance((grid.shape[0] - 1) * grid.cell_size), samples: samples.toFixed(samples < 10 ? 2 : 0) })}</p>
            <Fields fields={schema.fields(gridNode)} path={["grid"]} binding={binding} schema={schema} />
          </section>
        ) : null}
        {planet && planetNode ? (
          <section class="placement">
            <p class="muted">{say("world.nodes", { count: (6 * planet.resolution ** 2).toLocaleString("en"), resolution: planet.resolution })}</p>
            <Fields fields={schema.fields(planetNode)} path={["planet"]} binding={binding} schema={schema} />
          </section>
        ) : null}
        {hexmap && hexNode ? (
          <section class="placement">
            <p class="muted">{say("world.cells", { columns: hexmap.columns, rows: hexmap.rows, count: hexmap.columns * hexmap.rows })}</p>
            <Fields fields={schema.fields(hexNode)} path={["hexmap"]} binding={binding} schema={schema} />
          </section>
        ) : null}
      </div>
    </>
  );
}

function Output({ schema, index }: { schema: Schema; index: number }) {
  const held = recipe.value?.outputs[index];
  if (!held) return <p class="muted empty">{say("form.nothing")}</p>;
  const noun = schema.kinds("outputs").find((variant) => variant.kind === held.kind)?.node;
  const fields = noun ? schema.fields(noun) : [];
  return (
    <>
      <Head title={<h2>{kindTitle(held.kind)}</h2>} sub={held.path}>
        <IconButton class="small" icon="trash" label={say("form.remove", { title: held.path })} onClick={() => edit({ op: "remove_output", index })} />
      </Head>
      <div class="panel-scroll">
        {noun ? <About noun={noun} /> : null}
        <p class="muted">{say("output.help")}</p>
        <Fields fields={fields} path={[]} binding={outputBinding(index)} schema={schema} />
      </div>
    </>
  );
}
