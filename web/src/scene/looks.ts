/** Names of the natural looks, apart from their colors, which only the picture needs. */

export const LOOK_NAMES = ["temperate", "alpine", "desert", "volcanic", "tropical"] as const;
export type LookName = (typeof LOOK_NAMES)[number];

/** Whether a word names a look. */
export function isLook(word: string): word is LookName {
  return (LOOK_NAMES as readonly string[]).includes(word);
}
