// @ts-check
/**
 * Pictures made here: the next one, from the one before and what has changed; one of pieces alone.
 * @module
 */

/** @typedef {import("../types").Change} Change */
/** @typedef {import("../types").Picture} Picture */

/** A picture of nothing but pieces. @param {import("../types").Placement[]} pieces @returns {Picture} */
export function lying(pieces) {
  return { pieces, last: [], told: [], brief: null, choices: [], duty: null, tally: [], ending: null };
}

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
