import { useRef, useState } from "preact/hooks";
import type { Json } from "../protocol";
import { IconButton } from "../ui/Button";
import { say } from "../words";
import type { Binding } from "./binding";
import { newGroup, NumberEntry } from "./controls";
import { colorAt, isColor, placed, type Stop, stopsOf, withStop } from "./gradient";

/** Colors along a line: a bar with a knob for each color, and the chosen one's place and color below. */
export default function GradientEditor({ path, binding, id, title, value }: { path: string[]; binding: Binding; id: string; title: string; value: Json | undefined }) {
  const stops = stopsOf(value);
  const [chosen, setChosen] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const held = useRef<{ index: number; group: string; moved: boolean } | null>(null);
  const keys = useRef<string | null>(null);
  const index = Math.min(chosen, stops.length - 1);
  const stop = stops[index];
  const at = (event: PointerEvent): number => {
    const box = bar.current?.getBoundingClientRect();
    return box ? Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) : 0;
  };
  const json = (next: Stop[]): Json => next.map(({ at, color }) => ({ at, color }));
  const set = (next: Stop[]): void => binding.set(path, json(next));
  const add = (place: number): void => {
    const made = withStop(stops, place);
    setChosen(made.index);
    set(made.stops);
  };
  const remove = (): void => {
    if (stops.length < 2) return;
    setChosen(Math.max(0, index - 1));
    set(stops.filter((_, k) => k !== index));
  };
  const down = (event: PointerEvent): void => {
    const knob = event.target instanceof Element ? event.target.closest("[data-index]") : null;
    if (knob === null || event.button !== 0) return;
    const grabbed = Number(knob.getAttribute("data-index"));
    bar.current?.setPointerCapture(event.pointerId);
    setChosen(grabbed);
    held.current = { index: grabbed, group: newGroup(id), moved: false };
  };
  const move = (event: PointerEvent): void => {
    const drag = held.current;
    if (drag === null) return;
    drag.moved = true;
    binding.drag(path, json(placed(stops, drag.index, at(event))), drag.group);
  };
  const up = (event: PointerEvent): void => {
    const drag = held.current;
    held.current = null;
    if (drag?.moved) binding.drop(path, json(placed(stops, drag.index, at(event))), drag.group);
    else if (drag === null && event.button === 0) add(at(event));
  };
  const key = (event: KeyboardEvent, k: number): void => {
    const by = event.key === "ArrowRight" || event.key === "ArrowUp" ? 0.01 : event.key === "ArrowLeft" || event.key === "ArrowDown" ? -0.01 : 0;
    if (event.key === "Delete" || event.key === "Backspace") remove();
    else if (by !== 0) {
      keys.current ??= newGroup(id);
      binding.drag(path, json(placed(stops, k, (stops[k]?.at ?? 0) + by * (event.shiftKey ? 10 : 1))), keys.current);
    } else return;
    event.preventDefault();
  };
  const keyUp = (): void => {
    if (keys.current === null) return;
    binding.drop(path, json(stops), keys.current);
    keys.current = null;
  };
  const color = (next: string, group: string | null): void => {
    const made = stops.map((other, k) => (k === index ? { ...other, color: next } : other));
    if (group === null) set(made);
    else binding.drag(path, json(made), group);
  };
  const picking = useRef<string | null>(null);
  return (
    <div class="gradient" role="group" aria-labelledby={`${id}-title`}>
      <div ref={bar} class="gradient-bar" title={say("gradient.add.help")} onPointerDown={down} onPointerMove={move} onPointerUp={up} onPointerCancel={() => (held.current = null)}>
        <span class="gradient-ramp" style={{ background: `linear-gradient(to right, ${stops.map((each) => `${each.color} ${100 * each.at}%`).join(", ")}${stops.length === 1 ? `, ${stops[0]!.color}` : ""})` }} />
        {stops.map((each, k) => (
          <button
            key={k}
            type="button"
            role="slider"
            class="gradient-knob"
            data-index={k}
            aria-label={say("gradient.stop", { title, number: k + 1 })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(100 * each.at)}
            aria-valuetext={`${Math.round(100 * each.at)} %, ${each.color}`}
            aria-current={k === index}
            style={{ left: `${100 * each.at}%`, background: each.color }}
            onFocus={() => setChosen(k)}
            onKeyDown={(event) => key(event, k)}
            onKeyUp={keyUp}
            onBlur={keyUp}
          />
        ))}
      </div>
      {stop ? (
        <div class="gradient-stop">
          <input
            type="color"
            id={id}
            aria-label={say("gradient.color", { number: index + 1 })}
            value={isColor(stop.color) ? stop.color : "#808080"}
            onInput={(event) => color(event.currentTarget.value, (picking.current ??= newGroup(id)))}
            onChange={(event) => {
              const group = picking.current;
              picking.current = null;
              const made = stops.map((other, k) => (k === index ? { ...other, color: event.currentTarget.value } : other));
              if (group === null) set(made);
              else binding.drop(path, json(made), group);
            }}
          />
          <code>{stop.color}</code>
          <span class="grow" />
          <NumberEntry id={`${id}-at`} label={say("gradient.at", { number: index + 1 })} value={stop.at} unit="1" step={0.01} onCommit={(next) => set(placed(stops, index, next))} />
          <IconButton class="small" icon="plus" label={say("gradient.add")} onClick={() => add((stop.at + (stops[index + 1]?.at ?? stops[index - 1]?.at ?? 1)) / 2)} />
          <IconButton class="small" icon="trash" label={say("gradient.remove", { number: index + 1 })} disabled={stops.length < 2} onClick={remove} />
        </div>
      ) : (
        <button type="button" class="quiet" id={id} onClick={() => set([{ at: 0, color: colorAt(stops, 0) }])}>
          {say("form.add")}
        </button>
      )}
    </div>
  );
}
