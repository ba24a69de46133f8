import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { TextEntry } from "../form/controls";
import { distance, duration, withUnit } from "../form/numbers";
import { kindTitle } from "../form/schema";
import type { StageJson } from "../protocol";
import { prefer } from "../preferences";
import { edit } from "../session";
import { failure, jobs, lastBuild, recipe, selected } from "../state";
import { say } from "../words";
import { IconButton, Switch } from "./Button";
import { Icon } from "./icons";
import { dialog } from "./open";
import { dropIndex, shiftOf } from "./order";
import { Popover } from "./Popover";
import { choose } from "./Sheet";

/** What is read aloud after a row moved. */
const spoken = signal("");

export const stageTitle = (held: StageJson): string => held.title || kindTitle(held.kind);

function move(id: string, index: number): void {
  const stages = recipe.value?.stages ?? [];
  const held = stages.find((other) => other.id === id);
  if (!held || index < 0 || index >= stages.length || stages[index]?.id === id) return;
  edit({ op: "move", id, index });
  spoken.value = say("list.moved", { title: stageTitle(held), place: index + 1, count: stages.length });
}

/** World, stages, files: the recipe from top to bottom. */
export function RecipeList() {
  const held = recipe.value;
  if (!held) return null;
  const { grid, hexmap, planet, seed } = held;
  const sub = grid ? say("list.world.sub", { rows: grid.shape[0], cols: grid.shape[1], cell: withUnit(grid.cell_size, "m"), seed }) : planet ? say("list.world.planet", { radius: distance(planet.radius), resolution: planet.resolution, seed }) : hexmap ? say("list.world.hex", { columns: hexmap.columns, rows: hexmap.rows, seed }) : say("list.world.nogrid", { seed });
  return (
    <>
      <header class="panel-head">
        <h2>{say("list.title")}</h2>
        <IconButton class="small wide-only" icon="left" label={say("list.collapse")} onClick={() => prefer({ list: false })} />
      </header>
      <div class="panel-scroll">
        <ul class="rows">
          <li class={`stage-row${selected.value === "@world" ? " chosen" : ""}`}>
            <button type="button" class="stage-main" aria-current={selected.value === "@world"} onClick={() => choose("@world")}>
              <Icon name="world" size={18} />
              <span class="stage-words">
                <span class="stage-title">{say("list.world")}</span>
                <span class="muted">{sub}</span>
              </span>
            </button>
          </li>
        </ul>
        <div class="section-head">
          <h3>{say("list.stages")}</h3>
          <IconButton class="small" icon="plus" label={say("list.add")} onClick={() => (dialog.value = "stage")} />
        </div>
        <Stages stages={held.stages} />
        <div class="section-head">
          <h3>{say("list.outputs")}</h3>
          <IconButton class="small" icon="plus" label={say("list.add.output")} onClick={() => (dialog.value = "output")} />
        </div>
        {held.outputs.length === 0 ? <p class="muted empty">{say("list.empty.output")}</p> : null}
        <ul class="rows">
          {held.outputs.map((output, index) => (
            <li class={`stage-row${selected.value === `@output:${index}` ? " chosen" : ""}`} key={index}>
              <button type="button" class="stage-main" aria-current={selected.value === `@output:${index}`} onClick={() => choose(`@output:${index}`)}>
                <Icon name="file" size={18} />
                <span class="stage-words">
                  <span class="stage-title">{output.path}</span>
                  <span class="muted">{kindTitle(output.kind)}</span>
                </span>
              </button>
              <IconButton class="small on-hover" icon="close" label={say("form.remove", { title: output.path })} onClick={() => edit({ op: "remove_output", index })} />
            </li>
          ))}
        </ul>
      </div>
      <p class="hidden" aria-live="polite">
        {spoken.value}
      </p>
    </>
  );
}

interface Drag {
  from: number;
  to: number;
  offset: number;
  height: number;
}

function Stages({ stages }: { stages: StageJson[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ y: number; middles: number[] } | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const grab = (event: PointerEvent, from: number): void => {
    if (!(event.currentTarget instanceof HTMLElement) || event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const boxes = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    start.current = { y: event.clientY, middles: boxes.map((box) => box.top + box.height / 2) };
    setDrag({ from, to: from, offset: 0, height: boxes[from]?.height ?? 0 });
  };
  const pull = (event: PointerEvent): void => {
    const begun = start.current;
    if (!drag || !begun) return;
    const offset = event.clientY - begun.y;
    setDrag({ ...drag, offset, to: dropIndex(begun.middles, drag.from, (begun.middles[drag.from] ?? 0) + offset) });
  };
  const release = (keep: boolean): void => {
    start.current = null;
    const id = drag ? stages[drag.from]?.id : undefined;
    if (keep && drag && id !== undefined) move(id, drag.to);
    setDrag(null);
  };
  const keys = (event: KeyboardEvent, index: number, id: string): void => {
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      event.preventDefault();
      move(id, index + (event.key === "ArrowUp" ? -1 : 1));
    } else if (event.key === "Delete") edit({ op: "remove", id });
    else if (event.key === "F2") setRenaming(id);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const rows = [...(list.current?.querySelectorAll<HTMLElement>(".stage-main") ?? [])];
      rows[index + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
    }
  };
  if (stages.length === 0) return <p class="muted empty">{say("list.empty")}</p>;
  return (
    <ul class={`rows stages${drag ? " dragging" : ""}`} ref={list}>
      {stages.map((held, index) => {
        const title = stageTitle(held);
        const shift = drag ? (index === drag.from ? drag.offset : shiftOf(index, drag.from, drag.to) * drag.height) : 0;
        return (
          <li
            key={held.id}
            data-id={held.id}
            class={`stage-row${selected.value === held.id ? " chosen" : ""}${held.enabled ? "" : " off"}${drag?.from === index ? " held" : ""}${failure.value?.stage === held.id ? " failed" : ""}`}
            style={shift === 0 ? {} : { transform: `translateY(${shift}px)` }}
          >
            <span class="grip" title={say("list.move.hint")} onPointerDown={(event) => grab(event, index)} onPointerMove={pull} onPointerUp={() => release(true)} onPointerCancel={() => release(false)}>
              <Icon name="grip" size={16} />
            </span>
            {renaming === held.id ? (
              <TextEntry
                focus
                id={`rename-${held.id}`}
                label={say("list.rename")}
                value={title}
                onCommit={(next) => {
                  setRenaming(null);
                  edit({ op: "set", path: `${held.id}.title`, value: next });
                }}
                onCancel={() => setRenaming(null)}
              />
            ) : (
              <button type="button" class="stage-main" aria-current={selected.value === held.id} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete F2" onClick={() => choose(held.id)} onDblClick={() => setRenaming(held.id)} onKeyDown={(event) => keys(event, index, held.id)}>
                <span class="stage-words">
                  <span class="stage-title">{title}</span>
                  <span class="muted">
                    {held.title ? kindTitle(held.kind) : (held.kind.split(".")[0] ?? "")}
                    <Time id={held.id} enabled={held.enabled} />
                  </span>
                </span>
              </button>
            )}
            <Switch label={say("list.enabled", { title })} checked={held.enabled} onChange={(on) => edit({ op: "set", path: `${held.id}.enabled`, value: on })} />
            <Popover icon="more" label={say("list.more", { title })} menu>
              {(close) => {
                const act = (task: () => void) => () => {
                  close();
                  task();
                };
                return (
                  <>
                    <MenuLine icon="pencil" label={say("list.rename")} onClick={act(() => setRenaming(held.id))} />
                    <MenuLine icon="copy" label={say("list.duplicate")} onClick={act(() => edit({ op: "duplicate", id: held.id }))} />
                    <MenuLine icon="up" label={say("list.up")} disabled={index === 0} onClick={act(() => move(held.id, index - 1))} />
                    <MenuLine icon="down" label={say("list.down")} disabled={index === stages.length - 1} onClick={act(() => move(held.id, index + 1))} />
                    <MenuLine icon="trash" label={say("list.remove")} onClick={act(() => edit({ op: "remove", id: held.id }))} />
                  </>
                );
              }}
            </Popover>
          </li>
        );
      })}
    </ul>
  );
}

function MenuLine({ icon, label, onClick, disabled }: { icon: "pencil" | "copy" | "up" | "down" | "trash"; label: string; onClick: () => void; disabled?: boolean }) {
  return (
    <button type="button" class="menu-line" role="menuitem" disabled={disabled} onClick={onClick}>
      <Icon name={icon} size={16} /> {label}
    </button>
  );
}

/** How long the stage took in the last build, or how far it is. */
function Time({ id, enabled }: { id: string; enabled: boolean }) {
  const job = [...jobs.value.values()].find((other) => other.stage === id);
  if (job) return <span class="stage-time busy">{` · ${Math.round(job.fraction * 100)}\u202f%`}</span>;
  if (!enabled) return <span class="stage-time">{` · ${say("list.off")}`}</span>;
  const time = lastBuild.value?.stages.find((other) => other.id === id);
  if (!time) return null;
  return <span class="stage-time">{` · ${time.cached ? say("list.kept") : duration(time.seconds)}`}</span>;
}
