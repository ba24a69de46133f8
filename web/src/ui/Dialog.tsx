import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../words";
import { IconButton } from "./Button";

/** A window over the page: the browser keeps the focus inside and closes it on Esc. */
export function Dialog({ title, onClose, children, wide, class: extra }: { title: string; onClose: () => void; children: ComponentChildren; wide?: boolean; class?: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const held = dialog.current;
    held?.showModal();
    return () => held?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`dialog${wide ? " wide" : ""}${extra ? ` ${extra}` : ""}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{title}</h2>
          <IconButton icon="close" label={say("dialog.close")} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
