// @ts-check
/**
 * Premoves at a table: who may plan, and the words for what becomes of a plan.
 * @module
 */

import { settings } from "../lib/house.js";
import { say } from "../lib/words.js";

/** @typedef {import("../board/plan.js").Fate} Fate */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableData} TableData */

/**
 * Return the symbols of the pieces that the reader may plan with. There are none where a plan would rest on
 * what is hidden or dealt, and where several share a screen: each would plan for the others.
 * @param {Pick<TableData, "secrets" | "deals" | "seat_symbols">} data
 * @param {MatchSeen | null} match @param {readonly number[]} seats the reader's own @returns {readonly string[]}
 */
export function planners({ secrets, deals, seat_symbols: symbols }, match, seats) {
  const plays = match !== null && match.outcome === null && seats.length === 1;
  return plays && !secrets && !deals && settings().plan ? (symbols[seats[0]] ?? []) : [];
}

/** Say what became of a plan. @param {Fate} fate @param {readonly string[]} places where a piece lies, and where it is to go */
export function planTold(fate, [from, to = ""]) {
  return say(`plan-${fate}`, { from, to });
}
