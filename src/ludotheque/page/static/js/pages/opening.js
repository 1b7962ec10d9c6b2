// @ts-check
/**
 * Opening a table, from wherever one has decided to play.
 * @module
 */

import { openTable as openOnce, Refusal } from "../lib/api.js";
import { toast } from "../lib/house.js";

/** @typedef {{clock?: string | null, first_to?: number, public?: boolean, rated?: boolean, options?: Record<string, string>, start?: string, beginner?: number | null}} Terms */

/**
 * Open a table among friends, unless *terms* say otherwise, and go there; say why not where the house refuses.
 * @param {string} game @param {readonly unknown[]} chairs @param {Terms} [terms]
 */
export async function openTable(game, chairs, terms = {}) {
  document.body.classList.add("busy");
  try {
    const { id } = await openOnce({ game, chairs, public: false, rated: false, ...terms });
    location.assign(`/t/${id}`);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toast(problem.message);
  } finally {
    document.body.classList.remove("busy");
  }
}
