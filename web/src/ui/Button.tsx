import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icons";

interface IconButtonProps {
  icon: IconName;
  label: string;
  onClick: (event: MouseEvent) => void;
  /** For a button that stays down. */
  pressed?: boolean;
  disabled?: boolean;
  /** Words beside the icon; they go when there is no room. */
  text?: string;
  expanded?: boolean;
  class?: string;
  keys?: string;
}

/** A button with an icon; its label is read aloud and shown on hover. */
export function IconButton({ icon, label, onClick, pressed, disabled, text, expanded, class: extra, keys }: IconButtonProps) {
  return (
    <button
      type="button"
      class={`icon-button${text ? " with-text" : ""}${extra ? ` ${extra}` : ""}`}
      aria-label={label}
      title={keys ? `${label} (${keys})` : label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={icon} />
      {text ? <span class="button-text">{text}</span> : null}
    </button>
  );
}

interface SegmentsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; icon?: IconName }[];
  onChange: (value: T) => void;
}

/** A few choices of which one holds; arrows move, as in a group of radio buttons. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const move = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = options[(index + by + options.length) % options.length];
    if (!next) return;
    onChange(next.value);
    const group = event.currentTarget;
    if (group instanceof HTMLElement) requestAnimationFrame(() => group.querySelector<HTMLElement>("[aria-checked=true]")?.focus());
  };
  return (
    <div class="segments" role="radiogroup" aria-label={label} onKeyDown={move}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          aria-label={option.label}
          title={option.label}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} size={18} /> : null}
          <span class="button-text">{option.label}</span>
        </button>
      ))}
    </div>
  );
}

/** A switch: on or off. */
export function Switch({ id, label, checked, onChange, describedBy }: { id?: string; label: string; checked: boolean; onChange: (on: boolean) => void; describedBy?: string }) {
  return (
    <button type="button" id={id} class="switch" role="switch" aria-checked={checked} aria-label={label} aria-describedby={describedBy} onClick={() => onChange(!checked)}>
      <span class="switch-knob" />
    </button>
  );
}

/** A row of a panel that holds a label and a control. */
export function Row({ label, help, children }: { label: string; help?: string; children: ComponentChildren }) {
  return (
    <div class="row" data-help={help}>
      <span class="row-label">{label}</span>
      {children}
    </div>
  );
}
