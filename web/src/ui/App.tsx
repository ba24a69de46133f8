import { useEffect, useState } from "preact/hooks";
import { connection, doc, shell } from "../state";
import { preferences } from "../preferences";
import { say } from "../words";
import { Help } from "./Help";
import { Icon } from "./icons";
import { openFile } from "./files";
import { asking, SaveDialog } from "./Save";
import { Jobs } from "./Jobs";
import { listenToKeys } from "./keys";
import { later } from "./later";
import { Menu } from "./Menu";
import { MiniMap } from "./MiniMap";
import { Notices } from "./Notices";
import { Sheet, sheet } from "./Sheet";
import { dialog } from "./open";
import { Timings } from "./Timings";
import { TopBar } from "./TopBar";
import { Readout, Viewport } from "./Viewport";
import { Backdrop } from "./Backdrop";

const ExportDialog = later(() => import("./ExportDialog"));
const NewMapDialog = later(() => import("../hex/NewMapDialog"));
const HexViewport = later(() => import("../hex/HexViewport"));
const HexSide = later(() => import("../hex/HexSide"));
const PlanetViewport = later(() => import("../planet/PlanetViewport"));
const PlanetBar = later(() => import("../planet/PlanetBar"));
const NewPlanetDialog = later(() => import("../planet/NewPlanetDialog"));
const AddDialog = later(() => import("./AddDialog"));

export function App() {
  useEffect(listenToKeys, []);
  const { screen, paused } = shell.value;
  const landscape = screen === "landscape";
  const open = doc.value !== null;
  const hex = open && doc.value?.recipe.hexmap != null;
  const planet = open && !hex && doc.value?.recipe.planet != null;
  return (
    <div class={`app screen-${screen}${open ? " has-document" : ""}${hex ? " is-hex" : ""}${planet ? " is-planet" : ""}`} data-screen={screen} data-connection={connection.value} data-camera={preferences.value.camera} data-list={preferences.value.list} data-sheet={sheet.value}>
      {hex ? <HexViewport /> : planet ? <PlanetViewport /> : open ? <Viewport /> : <Backdrop />}
      {open ? (
        <div class="studio" inert={!landscape}>
          <TopBar />
          {hex ? <HexSide /> : <Sheet />}
          {preferences.value.map && (hex || planet || preferences.value.camera !== "map") ? <MiniMap /> : null}
          {planet ? <PlanetBar /> : hex ? null : <Readout />}
          <Timings />
          <Jobs />
          {paused && landscape ? (
            <p class="paused" role="status">
              <Icon name="pause" size={16} /> {say("bar.paused")}
            </p>
          ) : null}
        </div>
      ) : null}
      {landscape ? null : <Menu />}
      <Notices />
        {dialog.value === "hexmap" ? <NewMapDialog /> : null}
        {dialog.value === "planet" ? <NewPlanetDialog /> : null}
        {dialog.value === "export" && open ? <ExportDialog /> : null}
        {(dialog.value === "stage" || dialog.value === "output") && open ? <AddDialog word={dialog.value} key={dialog.value} /> : null}
      {asking.value && open ? <SaveDialog /> : null}
      <Drop />
      <Help />
    </div>
  );
}

/** A file dropped anywhere on the page is opened. */
function Drop() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
    const enter = (event: DragEvent): void => {
      if (!files(event)) return;
      event.preventDefault();
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (!files(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const move = (event: DragEvent): void => {
      if (files(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void openFile(file);
    };
    window.addEventListener("dragenter", enter);
    window.addEventListener("dragleave", leave);
    window.addEventListener("dragover", move);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragenter", enter);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("dragover", move);
      window.removeEventListener("drop", drop);
    };
  }, []);
  if (!over) return null;
  return (
    <div class="drop">
      <div>
        <Icon name="open" size={40} />
        <strong>{say("drop.title")}</strong>
        <span class="muted">{say("drop.help")}</span>
      </div>
    </div>
  );
}
