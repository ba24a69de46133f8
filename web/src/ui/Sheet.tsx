import { signal } from "@preact/signals";
import { prefer, preferences } from "../preferences";
import { schema, selected } from "../state";
import { say } from "../words";
import { IconButton } from "./Button";
import { Inspector } from "./Inspector";
import { RecipeList } from "./RecipeList";

/** On a phone the sheet shows the list or the settings, and folds. */
export const sheet = signal<"list" | "form" | "folded">("list");

/** Show the settings of something in the list. */
export function choose(id: string): void {
  selected.value = id;
  sheet.value = "form";
  if (!preferences.value.form) prefer({ form: true });
}

/** The two panels; on a phone one sheet at the bottom. */
export function Sheet() {
  const { list, form } = preferences.value;
  return (
    <div class="panels" data-sheet={sheet.value}>
      <button type="button" class="sheet-handle" aria-expanded={sheet.value !== "folded"} aria-label={sheet.value === "folded" ? say("list.expand") : say("list.collapse")} onClick={() => (sheet.value = sheet.value === "folded" ? "list" : "folded")}>
        <span />
      </button>
      {list ? (
        <aside class="panel list-panel" aria-label={say("list.title")}>
          <RecipeList />
        </aside>
      ) : (
        <IconButton class="unfold unfold-list" icon="right" label={say("list.expand")} onClick={() => prefer({ list: true })} />
      )}
      {form ? (
        <aside class="panel form-panel" aria-label={say("form.settings")}>
          {schema.value ? <Inspector schema={schema.value} key={selected.value} /> : null}
        </aside>
      ) : (
        <IconButton class="unfold unfold-form" icon="left" label={say("form.expand")} onClick={() => prefer({ form: true })} />
      )}
    </div>
  );
}
