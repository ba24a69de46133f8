import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { say as send } from "../session";
import { doc } from "../state";
import { say } from "../words";
import { Dialog } from "./Dialog";

/** Whether a file name is being asked for. */
export const asking = signal(false);

/** Write the file; a landscape without one is asked for its name. */
export function save(): void {
  if (!doc.value) return;
  if (doc.value.path === null) asking.value = true;
  else send({ type: "save" });
}

/** A file name from the name of a landscape. */
export function fileName(name: string): string {
  const base = name.replace(/\.(toml|json)$/i, "").trim().toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return `${base || "landscape"}.toml`;
}

export function SaveDialog() {
  const [name, setName] = useState(() => fileName(doc.value?.recipe.name || doc.value?.name || ""));
  const close = (): void => {
    asking.value = false;
  };
  return (
    <Dialog title={say("save.title")} onClose={close}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send({ type: "save", name: /\.(toml|json)$/i.test(name) ? name : `${name}.toml` });
          close();
        }}
      >
        <label class="stack tight">
          <span>{say("save.name")}</span>
          <input class="text" autofocus value={name} spellcheck={false} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <p class="muted">{say("save.help")}</p>
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={close}>
            {say("dialog.cancel")}
          </button>
          <button type="submit" class="button primary" disabled={name.trim() === ""}>
            {say("menu.save")}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
