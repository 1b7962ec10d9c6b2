// @ts-check
/**
 * Moves written down: where two play in turn a column each, as players note them; else one below the
 * other, each with its name.
 * @module
 */

import { make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {{seat: number | null, move: string | null, brief: string | null, told: readonly string[]}} Noted */

/**
 * Write *moves* into a list; each is a button whose `data-moves` says after how many moves it is.
 * @param {HTMLOListElement} list @param {readonly Noted[]} moves @param {readonly string[]} names of all who play
 */
export function writeMoves(list, moves, names) {
  // Where more than two play, the third has only not moved yet.
  const paired = names.length === 2 && inTurn(moves);
  list.classList.toggle("pairs", paired);
  heads(list).hidden = !paired;
  if (paired) heads(list).replaceChildren(...names.map((name, seat) => make("span", { class: `seat-${seat}`, title: name }, name)));
  list.replaceChildren(
    ...moves.map(({ seat, move, brief, told }, i) => {
      const name = names[seat ?? 0];
      const who = make("span", { class: paired ? "who visually-hidden" : "who", title: name }, name);
      const what = make("span", { class: "move" }, brief ?? say("hidden-move"));
      const line = make("button", { type: "button", class: `quiet seat-${seat}`, "data-moves": i + 1, title: written(told, move) }, who, " ", what);
      return make("li", paired ? { class: place(moves, i) } : {}, line);
    }),
  );
}

/** A move in words, and its text, by which it can be typed. @param {readonly string[]} told @param {string | null} move */
function written(told, move) {
  return move === null || told.includes(move) ? told.join(" ") : `${told.join(" ")} (${move})`;
}

/** Whether two have moved by turns, and nobody else. @param {readonly Noted[]} moves */
function inTurn(moves) {
  return moves.length > 0 && moves.every(({ seat }, i) => (seat === 0 || seat === 1) && seat !== moves[i - 1]?.seat);
}

/** Where a move stands: in which column, alone in its row, in which of two kinds of rows. @param {readonly Noted[]} moves @param {number} i */
function place(moves, i) {
  const late = moves[0].seat === 1;
  const row = Math.floor((i + (late ? 1 : 0)) / 2);
  const column = moves[i].seat === 0 ? "left" : "right";
  return `${column}${late && i === 0 ? " alone" : ""}${row % 2 === 0 ? " odd" : ""}`;
}

/** The names above the columns. @param {HTMLOListElement} list @returns {HTMLElement} */
function heads(list) {
  const before = list.previousElementSibling;
  if (before instanceof HTMLElement && before.classList.contains("heads")) return before;
  const made = make("div", { class: "heads", "aria-hidden": "true" });
  list.before(made);
  return made;
}
