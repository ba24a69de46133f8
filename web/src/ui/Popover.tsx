import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { IconName } from "./icons";
import { IconButton } from "./Button";

interface PopoverProps {
  icon: IconName;
  label: string;
  text?: string;
  class?: string;
  /** Whether a choice inside closes it, as in a menu. */
  menu?: boolean;
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a small panel; Esc, a click elsewhere or leaving with the keyboard closes it. */
export function Popover({ icon, label, text, class: extra, menu, children }: PopoverProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(false);
  useEffect(() => {
    if (!open) return;
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close();
    };
    document.addEventListener("pointerdown", outside, true);
    root.current?.querySelector<HTMLElement>(".popover button, .popover input, .popover select")?.focus({ preventScroll: true });
    return () => document.removeEventListener("pointerdown", outside, true);
  }, [open]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
      root.current?.querySelector("button")?.focus();
      return;
    }
    if (!menu || !open || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    event.preventDefault();
    const items = [...(root.current?.querySelectorAll<HTMLElement>(".popover button:not(:disabled)") ?? [])];
    const index = items.findIndex((item) => item === document.activeElement);
    items[(index + (event.key === "ArrowDown" ? 1 : -1) + items.length) % items.length]?.focus();
  };
  return (
    <div class={`popover-root${extra ? ` ${extra}` : ""}`} ref={root} onKeyDown={onKeyDown} onFocusOut={(event) => event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget) && close()}>
      <IconButton icon={icon} label={label} expanded={open} onClick={() => setOpen(!open)} {...(text === undefined ? {} : { text })} />
      {open ? (
        <div class="popover" role={menu ? "menu" : "dialog"} aria-label={label}>
          {children(close)}
        </div>
      ) : null}
    </div>
  );
}
