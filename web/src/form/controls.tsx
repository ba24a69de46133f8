import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../words";
import { parse, plain, POSITIONS, position, stepped, type Track, unitSign, valueAt, withUnit } from "./numbers";

let groups = 0;

/** A name for a drag that no other drag has. */
export const newGroup = (path: string): string => `${path}~${(groups += 1)}`;

interface SliderProps {
  id: string;
  label: string;
  value: number;
  track: Track;
  unit: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  onDrag: (value: number, group: string) => void;
  onDrop: (value: number, group: string) => void;
}

const KEYS: Record<string, number> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };

/** A slider. Pointer and keyboard both send values while they are down, and the last one when they are up. */
export function Slider({ id, label, value, track: wanted, unit, describedBy, invalid, onDrag, onDrop }: SliderProps) {
  const group = useRef<string | null>(null);
  // While it is held the track stays as it is, or it would run away from the pointer.
  const still = useRef(wanted);
  if (group.current === null) still.current = wanted;
  const track = still.current;
  const last = useRef(value);
  const linear = track.scale === "linear";
  const read = (target: HTMLInputElement): number => {
    const place = Number(target.value);
    return linear ? Number(place.toPrecision(9)) : valueAt(place, track);
  };
  const moved = (next: number): void => {
    group.current ??= newGroup(id);
    last.current = next;
    onDrag(next, group.current);
  };
  const left = (next: number): void => {
    onDrop(next, group.current ?? newGroup(id));
    group.current = null;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps = KEYS[event.key];
    const end = event.key === "Home" ? track.low : event.key === "End" ? track.high : null;
    if (steps === undefined && end === null) return;
    event.preventDefault();
    const from = group.current === null ? value : last.current;
    moved(end ?? stepped(from, steps ?? 0, track));
  };
  return (
    <input
      type="range"
      class="slider"
      id={id}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      aria-valuetext={withUnit(value, unit)}
      min={linear ? track.low : 0}
      max={linear ? track.high : POSITIONS}
      step={linear ? track.step || "any" : "any"}
      value={linear ? value : position(value, track)}
      style={{ "--fill": `${position(value, track) / (POSITIONS / 100)}%` }}
      onInput={(event) => moved(read(event.currentTarget))}
      onChange={(event) => left(read(event.currentTarget))}
      onKeyDown={onKeyDown}
      onKeyUp={(event) => (event.key in KEYS || event.key === "Home" || event.key === "End") && group.current !== null && left(last.current)}
      onBlur={() => group.current !== null && left(last.current)}
    />
  );
}

interface NumberEntryProps {
  id: string;
  label: string;
  value: number | null;
  unit: string;
  step: number;
  integer?: boolean;
  /** What was typed and refused stays to be mended. */
  refusedValue?: number | undefined;
  invalid?: boolean;
  describedBy?: string | undefined;
  placeholder?: string;
  onCommit: (value: number) => void;
  onWrong?: (message: string | null) => void;
}

/** A number typed by hand; Enter or leaving sends it, Esc takes the old one back, arrows step. */
export function NumberEntry({ id, label, value, unit, step, refusedValue, invalid, describedBy, placeholder, onCommit, onWrong }: NumberEntryProps) {
  const shown = refusedValue ?? value;
  const rest = shown === null ? "" : plain(shown);
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const commit = (text: string | null): void => {
    if (text === null || text.trim() === rest) {
      setDraft(null);
      setWrong(false);
      onWrong?.(null);
      return;
    }
    const number = parse(text, unit);
    setWrong(number === null);
    onWrong?.(number === null ? say("form.number", { text: text.trim() }) : null);
    if (number === null) return;
    setDraft(null);
    onCommit(number);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      // It sends the number, not the form around it.
      event.preventDefault();
      commit(draft);
    } else if (event.key === "Escape" && (draft !== null || wrong)) {
      event.stopPropagation();
      setDraft(null);
      setWrong(false);
      onWrong?.(null);
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && shown !== null) {
      event.preventDefault();
      const by = (event.key === "ArrowUp" ? 1 : -1) * (step || 1) * (event.shiftKey ? 10 : 1);
      onCommit(Number(((parse(draft ?? rest, unit) ?? shown) + by).toPrecision(9)));
      setDraft(null);
    }
  };
  const sign = draft === null && rest === "" && placeholder ? "" : unitSign(unit);
  return (
    <span class={`number${invalid || wrong ? " wrong" : ""}`}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        spellcheck={false}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || wrong || undefined}
        placeholder={placeholder}
        size={Math.max(3, Math.min(10, (draft ?? (rest || (placeholder ?? ""))).length + 1))}
        value={draft ?? rest}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => commit(draft)}
        onKeyDown={onKeyDown}
      />
      {sign ? <span class={sign === "°" ? "unit close" : "unit"}>{sign}</span> : null}
    </span>
  );
}

interface TextEntryProps {
  id: string;
  label: string;
  value: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  list?: string | undefined;
  placeholder?: string;
  maxLength?: number | undefined;
  class?: string;
  focus?: boolean;
  onCommit: (value: string) => void;
  onCancel?: () => void;
}

/** Text typed by hand; Enter or leaving sends it, Esc takes the old one back. */
export function TextEntry({ id, label, value, describedBy, invalid, list, placeholder, maxLength, class: extra, focus, onCommit, onCancel }: TextEntryProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const skip = useRef(false);
  useEffect(() => {
    if (focus) input.current?.select();
  }, [focus]);
  const commit = (): void => {
    if (draft !== null && draft !== value) onCommit(draft);
    else onCancel?.();
    setDraft(null);
  };
  return (
    <input
      ref={input}
      id={id}
      type="text"
      class={`text${extra ? ` ${extra}` : ""}`}
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      list={list}
      placeholder={placeholder}
      maxLength={maxLength}
      value={draft ?? value}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onChange={() => list !== undefined && commit()}
      onBlur={() => {
        if (!skip.current) commit();
        skip.current = false;
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          event.currentTarget.blur();
        } else if (event.key === "Escape" && (draft !== null || onCancel)) {
          event.stopPropagation();
          skip.current = true;
          setDraft(null);
          onCancel?.();
          event.currentTarget.blur();
        }
      }}
    />
  );
}

/** A drop-down. An empty value stands for none. */
export function Choice({ id, label, value, options, none, describedBy, invalid, onChange }: {
  id: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  none?: string | undefined;
  describedBy?: string | undefined;
  invalid?: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <select id={id} class="choice" aria-label={label} aria-describedby={describedBy} aria-invalid={invalid || undefined} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {none !== undefined ? <option value="">{none}</option> : null}
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A color: the browser's own picker, and its text. While the picker is open the picture follows. */
export function ColorEntry({ id, label, value, describedBy, onDrag, onDrop }: { id: string; label: string; value: string; describedBy?: string; onDrag: (value: string, group: string) => void; onDrop: (value: string, group: string) => void }) {
  const group = useRef<string | null>(null);
  return (
    <div class="color-entry">
      <input
        type="color"
        id={id}
        aria-label={label}
        aria-describedby={describedBy}
        value={value}
        onInput={(event) => onDrag(event.currentTarget.value, (group.current ??= newGroup(id)))}
        onChange={(event) => {
          onDrop(event.currentTarget.value, group.current ?? newGroup(id));
          group.current = null;
        }}
      />
      <code>{value}</code>
    </div>
  );
}
