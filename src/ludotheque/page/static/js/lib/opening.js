// @ts-check
/**
 * Opening a table, from wherever one has decided to play.
 * @module
 */

import { newId, openTable as openOnce, Refusal } from "./api.js";
import { goingTo, to } from "./connection.js";
import { toastWhy } from "./house.js";

/** @typedef {{clock?: string | null, first_to?: number, public?: boolean, rated?: boolean, options?: Record<string, string>, start?: string, beginner?: number | null}} Terms */

/**
 * Open a table among friends, unless *terms* say otherwise, and go there; where the house refuses, *tell* why not.
 * @param {string} game @param {readonly unknown[]} chairs @param {Terms} [terms] @param {(why: string) => void} [tell]
 * @returns {Promise<boolean>} whether there is a table
 */
export async function openTable(game, chairs, terms = {}, tell = toastWhy) {
  document.body.classList.add("busy");
  try {
    const wish = { id: newId(), game, chairs, public: false, rated: false, ...terms };
    location.assign(goingTo(wish) ?? to(`/t/${(await openOnce(wish)).id}`));
    return true;
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message);
    return false;
  } finally {
    document.body.classList.remove("busy");
  }
}
