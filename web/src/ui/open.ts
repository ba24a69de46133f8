import { signal } from "@preact/signals";

/** The dialog that is open: export, or the choice of a stage's or a file's kind. */
export const dialog = signal<"export" | "stage" | "output" | null>(null);

export const closeDialog = (): void => {
  dialog.value = null;
};
