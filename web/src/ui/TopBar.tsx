import { TextEntry } from "../form/controls";
import { prefer, preferences } from "../preferences";
import type { CameraMode } from "../scene/view";
import { edit, say as send } from "../session";
import { act, doc, recipe, shell, tell, view } from "../state";
import { say } from "../words";
import { IconButton, Segments } from "./Button";
import { dialog } from "./open";
import { save } from "./Save";
import { stepText } from "./steps";
import { ViewPanel } from "./ViewPanel";

const CAMERAS = (): { value: CameraMode; label: string; icon: "orbit" | "free" | "map" }[] => [
  { value: "orbit", label: say("camera.orbit"), icon: "orbit" },
  { value: "free", label: say("camera.free"), icon: "free" },
  { value: "map", label: say("camera.map"), icon: "map" },
];

function choose(camera: CameraMode): void {
  prefer({ camera });
  if (camera === "free") tell("info", say("camera.free.help"));
}

/** Menu, name, history, camera, view, export. */
export function TopBar() {
  const document = doc.value;
  if (!document) return null;
  const { list, form, camera } = preferences.value;
  const panels = list || form;
  const land = document.recipe.hexmap == null && document.recipe.planet == null;
  const undo = document.undo && stepText(document.undo);
  const redo = document.redo && stepText(document.redo);
  return (
    <header class="top-bar">
      <div class="bar-group">
        <IconButton icon="menu" label={say("menu.open")} keys="Escape" onClick={() => act({ type: "key", code: "Escape", repeat: false })} />
        <TextEntry class="name" id="landscape-name" label={say("bar.name")} value={recipe.value?.name || document.name} onCommit={(name) => edit({ op: "set", path: "name", value: name })} />
        <IconButton class={`saved ${document.saved ? "is-saved" : "is-unsaved"}`} icon={document.saved ? "check" : "save"} label={document.saved ? say("bar.saved") : `${say("bar.unsaved")}. ${say("menu.save")}`} keys="Control+S" onClick={save} />
      </div>
      <div class="bar-group">
        <IconButton icon="undo" label={undo ? say("bar.undo.what", { step: undo }) : say("bar.undo")} keys="Control+Z" disabled={undo === null} onClick={() => send({ type: "undo" })} />
        <IconButton icon="redo" label={redo ? say("bar.redo.what", { step: redo }) : say("bar.redo")} keys="Control+Shift+Z" disabled={redo === null} onClick={() => send({ type: "redo" })} />
        {undo ? <span class="history">{undo}</span> : null}
      </div>
      <div class="bar-group bar-view">
        {land ? <Segments label={say("camera.title")} value={camera} options={CAMERAS()} onChange={choose} /> : null}
        <IconButton icon="frame" label={say("camera.frame")} onClick={() => view.value?.frame()} />
        <IconButton class="wide-only" icon="compass" label={say("camera.north")} onClick={() => view.value?.faceNorth()} />
        <IconButton class="wide-only" icon={shell.value.paused ? "play" : "pause"} label={shell.value.paused ? say("bar.resume") : say("bar.pause")} keys="P" pressed={shell.value.paused} onClick={() => act({ type: "key", code: "KeyP", repeat: false })} />
      </div>
      <div class="bar-group">
        <IconButton icon="panels" label={panels ? say("bar.panels.hide") : say("bar.panels.show")} pressed={panels} onClick={() => prefer(panels ? { list: false, form: false } : { list: true, form: true })} />
        <ViewPanel />
        <IconButton class="accent" icon="export" label={say("bar.export")} text={say("bar.export")} onClick={() => (dialog.value = "export")} />
      </div>
    </header>
  );
}
