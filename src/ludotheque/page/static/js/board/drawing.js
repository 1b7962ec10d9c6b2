// @ts-check
/**
 * The board of a game and its symbols, fetched to be drawn; and the addresses of positions on it.
 * @module
 */

import { ask } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").BoardDrawing} BoardDrawing */
/** @typedef {import("../types").Placement} Placement */
/** @typedef {import("../types").SpotSeen} Spot */
/** @typedef {Record<string, string>} Options */

/** @type {Promise<string> | null} */
let stock = null;

/** Every symbol of the house, fetched once; asked for again if that failed. @returns {Promise<string>} */
export function symbols() {
  stock ??= ask("GET", "/api/symbols.svg").catch((problem) => {
    stock = null;
    throw problem;
  });
  return stock;
}

/**
 * The board of a game, as it lies before a seat or a spectator.
 * @param {string} game
 * @param {{seats: number, seat?: number | null, options: Options, hand?: boolean}} table
 * @returns {Promise<BoardDrawing>}
 */
export function drawing(game, { seats, seat = null, options, hand = true }) {
  const query = new URLSearchParams({ seats: String(seats), hand: String(hand) });
  if (seat !== null) query.set("seat", String(seat));
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}:${value}`);
  return ask("GET", `/api/games/${game}/board?${query}`);
}

/** Tell the style sheets how wide a board is for its height. @param {HTMLElement} room @param {BoardDrawing} drawing */
export function fit(room, { width, height }) {
  room.style.setProperty("--ratio", String(width / height));
}

/**
 * A query that names a position.
 * @param {string} position
 * @param {Options} options
 * @param {Record<string, readonly string[]>} [more]
 */
export function positionQuery(position, options, more = {}) {
  const query = new URLSearchParams({ position });
  for (const [name, value] of Object.entries(options)) query.append("option", `${name}:${value}`);
  for (const [name, values] of Object.entries(more)) for (const value of values) query.append(name, value);
  return query;
}

/**
 * The address of a board on which a position is studied, with the way back to here.
 * @param {string} game @param {string} position @param {Options} options
 * @param {{flipped: boolean, back: string}} how `back`: the path to come back to
 */
export function studyAddress(game, position, options, { flipped, back }) {
  const query = positionQuery(position, options, { back: [back], flip: flipped ? ["1"] : [] });
  return to(`/study/${game}?${query}`);
}

/**
 * The address of a board on which a whole game is studied, after so many *moves*, with the way back to here.
 * @param {string} game @param {Record<string, string>} where it lies: at a table, or kept in this tab
 * @param {{flipped: boolean, back: string}} how @param {number} moves
 */
export function wholeAddress(game, where, { flipped, back }, moves) {
  const query = new URLSearchParams({ ...where, back, ...(flipped ? { flip: "1" } : {}) });
  return to(`/study/${game}?${query}#${moves}`);
}

/**
 * Return what says aloud what lies on a place.
 * @param {Record<string, string>} names of the symbols
 * @returns {(spot: Spot, pieces: Placement[]) => string}
 */
export function placeNames(names) {
  return (spot, pieces) =>
    say("lies-there", {
      place: spot.label,
      what: pieces.map(({ symbol }) => names[symbol] ?? symbol).join(", ") || say("nothing"),
    });
}
