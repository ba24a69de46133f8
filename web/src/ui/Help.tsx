import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface Tip {
  text: string;
  left: number;
  top: number;
  side: "left" | "right" | "below";
}

const tip = signal<Tip | null>(null);
const WIDTH = 248;

function place(target: Element, text: string): Tip {
  const box = target.getBoundingClientRect();
  const wide = innerWidth;
  if (box.left > WIDTH + 24) return { text, left: box.left - WIDTH - 20, top: box.top, side: "left" };
  if (box.right + WIDTH + 24 < wide) return { text, left: box.right + 20, top: box.top, side: "right" };
  return { text, left: Math.max(8, Math.min(box.left, wide - WIDTH - 8)), top: box.bottom + 4, side: "below" };
}

/** Help beside whatever has `data-help`: at once when the keyboard comes there, after a moment under the pointer. */
export function Help() {
  useEffect(() => {
    let timer = 0;
    const find = (event: Event): Element | null => (event.target instanceof Element ? event.target.closest("[data-help]") : null);
    const show = (target: Element | null, wait: number): void => {
      clearTimeout(timer);
      const text = target?.getAttribute("data-help");
      if (!target || !text) {
        tip.value = null;
        return;
      }
      timer = window.setTimeout(() => {
        tip.value = target.isConnected ? place(target, text) : null;
      }, wait);
    };
    const over = (event: PointerEvent): void => {
      if (event.pointerType === "mouse" && event.buttons === 0) show(find(event), 450);
    };
    const focus = (event: FocusEvent): void => {
      const target = event.target instanceof Element && event.target.matches(":focus-visible") ? find(event) : null;
      if (target) show(target, 0);
    };
    const hide = (): void => show(null, 0);
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("wheel", hide, { passive: true });
    document.addEventListener("keydown", key);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("wheel", hide);
      document.removeEventListener("keydown", key);
    };
  }, []);
  const shown = tip.value;
  if (!shown) return null;
  return (
    <div class={`help help-${shown.side}`} role="tooltip" style={{ left: `${shown.left}px`, top: `${shown.top}px`, width: `${WIDTH}px` }}>
      {shown.text}
    </div>
  );
}
