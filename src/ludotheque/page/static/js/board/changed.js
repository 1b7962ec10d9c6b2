// @ts-check
/**
 * The next picture, from the one before and what has changed.
 * @module
 */

/** @typedef {import("../types").Change} Change */
/** @typedef {import("../types").Picture} Picture */

/**
 * The pieces that *change* does not name lie as before; of those on one spot, the lowest come first.
 * @param {Picture | null} before null where nothing has been seen yet
 * @param {Change} change
 * @returns {Picture}
 */
export function changed(before, { pieces, gone, ...own }) {
  const lying = new Map((before?.pieces ?? []).map((piece) => [piece.id, piece]));
  for (const id of gone) lying.delete(id);
  for (const piece of pieces) lying.set(piece.id, piece);
  return { ...own, pieces: [...lying.values()].sort((a, b) => a.order - b.order) };
}
