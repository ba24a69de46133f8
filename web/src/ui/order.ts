/** Where a dragged row goes, counted without the row itself: past every other row whose middle lies above the pointer. */
export function dropIndex(middles: readonly number[], from: number, pointer: number): number {
  return middles.filter((middle, index) => index !== from && middle < pointer).length;
}

/** How far a row makes room while another one is dragged: -1, 0 or 1 rows. */
export function shiftOf(index: number, from: number, to: number): number {
  if (index === from) return 0;
  if (index > from && index <= to) return -1;
  if (index < from && index >= to) return 1;
  return 0;
}
