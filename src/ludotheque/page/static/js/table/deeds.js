// @ts-check
/**
 * Deeds beside moving: the row of buttons at a table, and whether people are sure.
 * @module
 */

import { part } from "../lib/dom.js";
import { keepEven } from "../lib/tray.js";
import { say } from "../lib/words.js";

/** @typedef {"undo" | "hint" | "round" | "draw" | "resign" | "react" | "flip" | "study" | "share" | "leave"} Name */
/** @typedef {Record<Name, () => unknown>} Doing */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableSeen} TableSeen */

/** What cannot be undone is asked twice. @type {Partial<Record<Name, string>>} */
const GRAVE = { resign: "sure-resign", leave: "sure-leave" };

/**
 * Return what can be done now.
 * @param {TableSeen} table
 * @param {{seats: readonly number[], mine: boolean, moved: number | null, round: boolean, secrets: boolean, covered: boolean, shared: boolean}} how
 *   the reader's own seats, whether they are to move, which of them moved last, whether anything has happened since; what is hidden, and from whom
 * @returns {Record<Name, boolean>}
 */
export function possible(table, { seats, mine, moved, round, secrets, covered, shared }) {
  const playing = table.status === "playing" && seats.length > 0;
  const { match } = table;
  const people = table.chairs.filter((chair) => chair.name !== null && !chair.computer && !chair.yours);
  return {
    // Computers give nothing back in a game that counts.
    undo: playing && !secrets && match?.takeback_asked_by === null && moved !== null && !match.asked_takeback.includes(moved) && (!table.rated || people.length > 0),
    hint: playing && mine && table.hints,
    round,
    // Where something is hidden nobody knows yet who is ahead, and "draw" means something else.
    draw: playing && !secrets && match?.draw_offered_by === null && drawOfferer(match, seats) !== undefined && (people.length > 0 || seats.length > 1),
    resign: playing,
    react: table.match !== null && table.status !== "closed" && seats.length > 0 && people.length > 0,
    flip: shared,
    // What a seat knows of a position with secrets is not all of it, and cannot be played on from.
    study: match !== null && !covered && (!secrets || match.outcome !== null),
    // The text of a position tells the hand of who looks at it.
    share: table.match !== null && !covered,
    leave: playing && people.length > 0,
  };
}

/** The own seat that may offer a draw: the one to move, if it may; nobody does twice between two moves. @param {MatchSeen} match @param {readonly number[]} seats */
export function drawOfferer(match, seats) {
  const may = seats.filter((seat) => !match.asked_draw.includes(seat));
  return may.find((seat) => seat === match.to_move) ?? may[0];
}

export class Deeds {
  /**
   * @param {HTMLElement} element
   * @param {Doing} doing what each button does; it may be a promise
   * @param {(problem: unknown) => void} failed told where it went wrong
   */
  constructor(element, doing, failed) {
    keepEven(element);
    /** @type {Array<[Name, HTMLElement]>} */
    this.buttons = [.../** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[data-deed]"))].map((button) => [
      /** @type {Name} */ (button.dataset.deed),
      button,
    ]);
    for (const [name, button] of this.buttons) {
      button.addEventListener("click", async () => {
        const question = GRAVE[name];
        try {
          if (question === undefined || (await sure(say(question)))) await doing[name]();
        } catch (problem) {
          failed(problem);
        }
      });
    }
  }

  /** Offer what can be done now. @param {Record<Name, boolean>} open */
  show(open) {
    for (const [name, button] of this.buttons) button.hidden = !open[name];
  }
}

/** Ask whether someone is sure. @param {string} question @returns {Promise<boolean>} */
function sure(question) {
  const dialog = part("sure", HTMLDialogElement);
  part("sure-title").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
