import type { Schema, Variant } from "../form/schema";

export interface Found extends Variant {
  room: string;
  summary: string;
}

/** Words under which a kind is found: its name, its summary, its settings and their other spellings. */
function haystack(schema: Schema, found: Found): string {
  const settings = schema.own(found.node).flatMap((field) => [field.title, ...field.aliases]);
  return [found.kind, found.title, found.summary, ...settings].join(" ").toLowerCase();
}

/** Kinds that hold every word that was typed; those whose name begins with it first. */
export function find(schema: Schema, kinds: readonly Found[], text: string): Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...kinds];
  const rank = (found: Found): number => (found.title.toLowerCase().startsWith(words[0] ?? "") ? 0 : found.title.toLowerCase().includes(words[0] ?? "") ? 1 : 2);
  return kinds.filter((found) => words.every((word) => haystack(schema, found).includes(word))).sort((left, right) => rank(left) - rank(right));
}
