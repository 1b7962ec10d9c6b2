// @ts-check
/**
 * Seating: who sits where, how they are called, and whom the table waits for. Knows no page.
 * @module
 */

import { say } from "../lib/words.js";

/** @typedef {import("../types").ChairSeen} ChairSeen */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableData} TableData */
/** @typedef {import("../types").TableSeen} TableSeen */

/**
 * How those on the chairs are called; computers of one level are numbered by their chairs, which stay
 * theirs while seats change from game to game.
 * @param {readonly ChairSeen[]} chairs @param {Pick<TableData, "levels">} data
 * @returns {string[]}
 */
export function namesOf(chairs, data) {
  return chairs.map((chair, number) => {
    if (!chair.computer) return chair.name ?? say("chair-free");
    const same = chairs.flatMap((other, i) => (other.computer === chair.computer ? [i] : []));
    const { name, short } = data.levels[chair.computer];
    return same.length === 1 ? name : say("name-n", { name: short, n: same.indexOf(number) + 1 });
  });
}

/** The reason of an end that is no result. */
export const ABORTED = "aborted";

/** The seats that have won; nobody where all share alike. @param {{shares: readonly number[]} | null | undefined} outcome @returns {number[]} */
export function winnersOf(outcome) {
  const shares = outcome?.shares ?? [];
  const best = Math.max(...shares);
  const winners = shares.flatMap((share, seat) => (share === best ? [seat] : []));
  return winners.length === shares.length ? [] : winners;
}

/** The reader's own seats; they change from game to game. @param {TableSeen} table @returns {number[]} */
export function ownSeats(table) {
  return table.seating.flatMap((chair, seat) => (table.chairs[chair]?.yours ? [seat] : []));
}

/**
 * The seat to look from: the one that was chosen, the one to move, or the first of one's own.
 * @param {readonly number[]} seats @param {number | undefined} chosen @param {number | null} toMove
 * @returns {number | null}
 */
export function lookedFrom(seats, chosen, toMove) {
  if (chosen !== undefined && seats.includes(chosen)) return chosen;
  return toMove !== null && seats.includes(toMove) ? toMove : (seats[0] ?? null);
}

/**
 * Return what is being waited for, in words.
 * @param {TableSeen} table @param {MatchSeen | null} match @param {readonly number[]} seats @param {(seat: number) => string} nameOf
 */
export function statusOf(table, match, seats, nameOf) {
  if (table.status === "open") return say("waiting");
  if (!match || match.outcome || match.to_move === null) return say(table.status === "closed" ? "put-away" : "game-over");
  const name = nameOf(match.to_move);
  if (table.chairs[table.seating[match.to_move]].computer) return say("thinking", { name });
  return seats.includes(match.to_move) && seats.length === 1 ? say("your-turn") : say("turn-of", { name });
}
