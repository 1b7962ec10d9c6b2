// @ts-check
/**
 * The cover between two turns, where several people at one screen must not see each other's hands.
 * @module
 */

import { part } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").MatchSeen} MatchSeen */

export class Cover {
  /**
   * @param {HTMLElement} element
   * @param {boolean} secrets whether there is anything to hide at all
   * @param {() => void} lifted told once the next person wants to see their hand
   */
  constructor(element, secrets, lifted) {
    this.element = element;
    this.secrets = secrets;
    /** Whose hand may be seen. @type {number | null} */
    this.uncovered = null;
    part("lift").addEventListener("click", lifted);
  }

  /**
   * Whether the hand that comes next must not be seen yet.
   * @param {MatchSeen | null} match @param {readonly number[]} seats @param {number | null} seat looked from
   */
  hides(match, seats, seat) {
    if (!this.secrets || seats.length < 2 || !match || match.outcome) return false;
    const toMove = match.to_move;
    const next = toMove !== null && seats.includes(toMove) ? toMove : this.uncovered;
    return next !== this.uncovered || this.uncovered !== seat;
  }

  /** Lie where the hand will lie until *name* lifts it; null: show the hand. @param {string | null} name */
  show(name) {
    const was = this.element.hidden;
    this.element.hidden = name === null;
    if (name === null) return;
    part("cover-title").textContent = say("pass-to", { name });
    if (was) part("lift").focus({ preventScroll: true });
  }
}
