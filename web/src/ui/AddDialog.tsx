import { useRef, useState } from "preact/hooks";
import { localBinding } from "../form/binding";
import { fits } from "../form/fits";
import { Fields } from "../form/Form";
import { type Field, firstSentence, type Node, titleOf } from "../form/schema";
import type { Op } from "../protocol";
import { edit } from "../session";
import { recipe, schema as known, selected } from "../state";
import { say } from "../words";
import { Dialog } from "./Dialog";
import { find, type Found } from "./find";
import { Icon } from "./icons";
import { closeDialog } from "./open";
import { stageTitle } from "./RecipeList";
import { choose } from "./Sheet";

const AROUND = ["id", "kind", "title", "enabled", "path"];

/** Every kind of stage or file, to be searched; a kind that cannot do without some setting asks for it. */
export default function AddDialog({ word }: { word: "stage" | "output" }) {
  const schema = known.value;
  const [text, setText] = useState("");
  const [needy, setNeedy] = useState<Found | null>(null);
  const [values, setValues] = useState<Node>({});
  const list = useRef<HTMLDivElement>(null);
  if (!schema) return null;
  const kinds = schema.kinds(word === "stage" ? "stages" : "outputs").filter((variant) => fits(variant.node, recipe.value)).map((variant) => ({
    ...variant,
    room: variant.kind.includes(".") ? (variant.kind.split(".")[0] ?? "") : "",
    summary: firstSentence(typeof variant.node["description"] === "string" ? variant.node["description"] : ""),
  }));
  const found = find(schema, kinds, text);
  const rooms = [...new Set(found.map((item) => item.room))];
  const needs = (item: Found): Field[] => schema.fields(item.node).filter((field) => field.required && !(AROUND.includes(field.name) && (word === "output" || field.name !== "path")));
  const stages = recipe.value?.stages ?? [];
  const after = stages.findIndex((held) => held.id === selected.value);
  const index = after < 0 ? stages.length : after + 1;
  const add = (item: Found, settings: Node): void => {
    closeDialog();
    if (word === "output") {
      edit({ op: "add_output", kind: item.kind });
      choose(`@output:${recipe.value?.outputs.length ?? 0}`);
      return;
    }
    const land = item.node["x-takes"] === "grid" && index > 0;
    const op: Op = { op: "add", kind: item.kind, index, settings: { ...(land ? { combine: "add" } : {}), ...settings } };
    edit(op);
  };
  const pick = (item: Found): void => {
    if (needs(item).length === 0) return add(item, {});
    setValues(Object.fromEntries(needs(item).map((field) => [field.name, schema.blank(item.node)[field.name] ?? ""])));
    setNeedy(item);
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const items = [...(list.current?.querySelectorAll<HTMLElement>("button") ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    items[Math.max(0, at + by)]?.focus();
  };
  if (needy) {
    return (
      <Dialog title={say("add.needs", { kind: needy.title })} onClose={closeDialog}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            add(needy, values);
          }}
        >
          <p class="muted">{needy.summary}</p>
          <Fields fields={needs(needy)} path={[]} binding={localBinding("add", () => values, setValues)} schema={schema} />
          <footer class="dialog-foot">
            <button type="button" class="button" onClick={() => setNeedy(null)}>
              {say("dialog.cancel")}
            </button>
            <button type="submit" class="button primary">
              {say("add.confirm")}
            </button>
          </footer>
        </form>
      </Dialog>
    );
  }
  const before = stages[index - 1];
  return (
    <Dialog title={say(word === "stage" ? "add.title" : "add.output.title")} onClose={closeDialog} wide class="add-dialog">
      <div class="search" onKeyDown={step}>
        <Icon name="search" size={18} />
        <input
          class="text"
          type="search"
          autofocus
          aria-label={say(word === "stage" ? "add.search" : "add.search.output")}
          placeholder={say(word === "stage" ? "add.search" : "add.search.output")}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && found[0] && pick(found[0])}
        />
      </div>
      {word === "stage" && before ? <p class="muted add-place">{say("add.place", { title: stageTitle(before) })}</p> : null}
      <div class="kinds" ref={list} onKeyDown={step}>
        {found.length === 0 ? <p class="muted empty">{say("add.none")}</p> : null}
        {rooms.map((room) => (
          <section key={room} aria-label={titleOf(room)}>
            {room ? <h3>{titleOf(room)}</h3> : null}
            <div class="kind-grid">
              {found
                .filter((item) => item.room === room)
                .map((item) => (
                  <button type="button" class="kind" key={item.kind} data-kind={item.kind} onClick={() => pick(item)}>
                    <span class="kind-title">{item.title}</span>
                    <span class="muted">{item.summary}</span>
                  </button>
                ))}
            </div>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
