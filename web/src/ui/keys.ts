import { act, doc, shell } from "../state";
import { say } from "../session";
import { save } from "./Save";

/** Whether a key belongs to what is being typed. */
function typing(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type !== "range" && target.type !== "checkbox" && target.type !== "color";
}

/** Listen to the keys of the page; those with no meaning do nothing. */
export function listenToKeys(): () => void {
  const down = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && !event.altKey) return shortcut(event);
    if (event.altKey || typing(event.target)) {
      if (event.key === "Escape" && !event.repeat) (event.target as HTMLElement | null)?.blur();
      return;
    }
    if (event.key === "Escape" && document.pointerLockElement) {
      // Leaving the mouse look is what opens the menu, whoever ended it.
      document.exitPointerLock();
      return;
    }
    act({ type: "key", code: event.code || event.key, repeat: event.repeat });
  };
  window.addEventListener("keydown", down);
  return () => window.removeEventListener("keydown", down);
}

function shortcut(event: KeyboardEvent): void {
  const document = doc.value;
  if (!document || shell.value.screen !== "landscape") return;
  const key = event.key.toLowerCase();
  if (key === "s") {
    event.preventDefault();
    if (!event.repeat) save();
    return;
  }
  if (typing(event.target)) return;
  if (key === "z" && !event.shiftKey) {
    event.preventDefault();
    if (document.undo) say({ type: "undo" });
  } else if ((key === "z" && event.shiftKey) || key === "y") {
    event.preventDefault();
    if (document.redo) say({ type: "redo" });
  }
}
