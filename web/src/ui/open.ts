import { signal } from "@preact/signals";

/** The dialog that is open: export, a new hex map or planet, or the choice of a stage's or a file's kind. */
export const dialog = signal<"export" | "stage" | "output" | "hexmap" | "planet" | null>(null);

export const closeDialog = (): void => {
  dialog.value = null;
};
