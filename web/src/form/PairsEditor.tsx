import { useRef } from "preact/hooks";
import type { Json } from "../protocol";
import { IconButton } from "../ui/Button";
import { Icon } from "../ui/icons";
import { say } from "../words";
import type { Binding } from "./binding";
import { newGroup, NumberEntry } from "./controls";
import { plain } from "./numbers";
import type { PairsField, Schema } from "./schema";

type Pair = [number, number];

export const pairsOf = (value: Json | undefined): Pair[] =>
  (Array.isArray(value) ? value : []).flatMap((pair) => (Array.isArray(pair) && typeof pair[0] === "number" && typeof pair[1] === "number" ? [[pair[0], pair[1]] as Pair] : []));

/** What the drawing shows: all points and a little room. */
export function boundsOf(pairs: readonly Pair[]): { x: Pair; y: Pair } {
  const room = (values: number[]): Pair => {
    const low = Math.min(...values);
    const high = Math.max(...values);
    const span = high - low || Math.abs(high) || 1;
    return [low - span * 0.08, high + span * 0.08];
  };
  return pairs.length === 0 ? { x: [0, 1], y: [0, 1] } : { x: room(pairs.map((pair) => pair[0])), y: room(pairs.map((pair) => pair[1])) };
}

const WIDTH = 264;
const HEIGHT = 160;
const round = (value: number, span: number): number => {
  const step = 10 ** Math.floor(Math.log10(span / 100 || 1));
  return Number((Math.round(value / step) * step).toPrecision(9));
};

/** Pairs of numbers: a curve to drag, and the same as a table. */
export default function PairsEditor({ field, path, binding, id, title, value }: { field: PairsField; path: string[]; binding: Binding; schema: Schema; id: string; title: string; value: Json | undefined }) {
  const pairs = pairsOf(value);
  const bounds = boundsOf(pairs);
  const drawing = useRef<SVGSVGElement>(null);
  const held = useRef<{ index: number; group: string; bounds: typeof bounds } | null>(null);
  const dragged = useRef(false);
  const spanX = bounds.x[1] - bounds.x[0];
  const spanY = bounds.y[1] - bounds.y[0];
  const toScreen = ([x, y]: Pair): Pair => [((x - bounds.x[0]) / spanX) * WIDTH, HEIGHT - ((y - bounds.y[0]) / spanY) * HEIGHT];
  const fromEvent = (event: PointerEvent | MouseEvent, within = bounds): Pair => {
    const box = drawing.current?.getBoundingClientRect();
    if (!box) return [0, 0];
    const shareX = (event.clientX - box.left) / box.width;
    const shareY = 1 - (event.clientY - box.top) / box.height;
    const wide = within.x[1] - within.x[0];
    const tall = within.y[1] - within.y[0];
    return [round(within.x[0] + shareX * wide, wide), round(within.y[0] + shareY * tall, tall)];
  };
  const ordered = (next: Pair[]): Pair[] => [...next].sort((left, right) => left[0] - right[0]);
  const place = (index: number, [x, y]: Pair): Pair[] => {
    const before = pairs[index - 1]?.[0] ?? -Infinity;
    const after = pairs[index + 1]?.[0] ?? Infinity;
    const gap = spanX / 1000;
    return pairs.map((pair, other) => (other === index ? [Math.min(Math.max(x, before + gap), after - gap), y] : pair));
  };
  const onDown = (event: PointerEvent): void => {
    const target = event.target instanceof Element ? event.target.getAttribute("data-index") : null;
    if (target === null) return;
    drawing.current?.setPointerCapture(event.pointerId);
    dragged.current = true;
    held.current = { index: Number(target), group: newGroup(id), bounds };
  };
  const onMove = (event: PointerEvent): void => {
    const drag = held.current;
    if (drag) binding.drag(path, place(drag.index, fromEvent(event, drag.bounds)), drag.group);
  };
  const onUp = (event: PointerEvent): void => {
    const drag = held.current;
    held.current = null;
    if (drag) binding.drop(path, place(drag.index, fromEvent(event, drag.bounds)), drag.group);
  };
  const onClick = (event: MouseEvent): void => {
    // The click that ends a drag adds nothing.
    if (dragged.current) dragged.current = false;
    else if (event.detail === 1) binding.set(path, ordered([...pairs, fromEvent(event)]));
  };
  const remove = (index: number): void => {
    if (pairs.length > 2) binding.set(path, pairs.filter((_, other) => other !== index));
  };
  const screen = pairs.map(toScreen);
  const [first, last] = [pairs[0], pairs.at(-1)];
  return (
    <div class="pairs" role="group" aria-labelledby={`${id}-title`}>
      <svg ref={drawing} class="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={say("form.curve")} onPointerDown={onDown} onPointerMove={onMove} onPointerUp={onUp} onClick={onClick}>
        {[0.25, 0.5, 0.75].map((share) => (
          <path key={share} class="curve-grid" d={`M0 ${HEIGHT * share}H${WIDTH}M${WIDTH * share} 0V${HEIGHT}`} />
        ))}
        <polyline class="curve-line" points={screen.map((point) => point.join(",")).join(" ")} />
        {screen.map(([x, y], index) => (
          <circle key={index} data-index={index} cx={x} cy={y} r={6} onDblClick={() => remove(index)} />
        ))}
      </svg>
      <table class="pairs-table">
        <thead>
          <tr>
            <th scope="col">{say("form.before")}</th>
            <th scope="col">{say("form.after")}</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {pairs.map((pair, row) => (
            <tr key={row}>
              {[0, 1].map((column) => (
                <td key={column}>
                  <NumberEntry
                    id={row === 0 && column === 0 ? id : `${id}-${row}-${column}`}
                    label={`${title} ${row + 1}: ${say(column === 0 ? "form.before" : "form.after")}`}
                    value={pair[column] ?? 0}
                    unit={field.unit}
                    step={column === 0 ? spanX / 100 : spanY / 100}
                    onCommit={(next) => binding.set(path, ordered(pairs.map((other, index): Pair => (index === row ? (column === 0 ? [next, other[1]] : [other[0], next]) : other))))}
                  />
                </td>
              ))}
              <td>
                <IconButton class="small" icon="close" label={say("form.remove", { title: `${plain(pair[0])}, ${plain(pair[1])}` })} disabled={pairs.length <= 2} onClick={() => remove(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" class="quiet" onClick={() => binding.set(path, ordered([...pairs, first && last ? [round(last[0] + (last[0] - first[0]) / 4 || 1, spanX), last[1]] : [0, 0]]))}>
        <Icon name="plus" size={16} /> {say("form.add")}
      </button>
    </div>
  );
}
