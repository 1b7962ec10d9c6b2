// @ts-check
/**
 * Answers to requests, in words for each side.
 * @module
 */

import { say } from "../lib/words.js";

/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").Step["events"][number]} Event */

/** The events that answer someone; who asks is told by `Wishes`. */
const ANSWERS = new Set(["decline-draw", "decline-takeback", "takeback"]);

/**
 * Return what is to be said of these events.
 * @param {readonly Event[]} events
 * @param {MatchSeen | null} before the game as it was
 * @param {readonly number[]} seats the reader's own
 * @param {(seat: number) => string} nameOf
 * @returns {string[]}
 */
export function answersTold(events, before, seats, nameOf) {
  const told = (/** @type {string} */ answer, /** @type {number} */ seat) =>
    // Of several at one screen the name says who it was.
    seats.length === 1 && seats[0] === seat ? say(`${answer}-you`) : say(answer, { name: nameOf(seat) });
  return events.flatMap((event) => {
    const seat = Number(event.seat);
    const type = String(event.type);
    if (ANSWERS.has(type)) return [told(type, seat)];
    return type === "move" ? declinedByMoving(before, seat).map((answer) => told(answer, seat)) : [];
  });
}

/** Whoever moves instead of answering has answered. @param {MatchSeen | null} before @param {number} seat @returns {string[]} */
function declinedByMoving(before, seat) {
  if (before === null) return [];
  const against = (/** @type {number | null} */ by, /** @type {readonly number[]} */ agreed) =>
    by !== null && by !== seat && !agreed.includes(seat);
  return [
    ...(against(before.draw_offered_by, before.draw_agreed) ? ["decline-draw"] : []),
    ...(against(before.takeback_asked_by, before.takeback_agreed) ? ["decline-takeback"] : []),
  ];
}
