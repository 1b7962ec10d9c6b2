// @ts-check
/**
 * A position that the house looks at, deeper and deeper: what it has found so far. Knows no page.
 * @module
 */

import { Following } from "./following.js";

/** @typedef {import("../types").Found} Found */

/**
 * @typedef {object} Question as `POST /api/games/{slug}/analysis` has it
 * @property {string} position
 * @property {Record<string, string>} options
 * @property {readonly string[]} moves
 * @property {number} lines
 * @property {number} threads
 * @property {boolean} everything
 */

/** @extends {Following<Found>} */
export class Looking extends Following {
  /** @param {string} game @param {() => void} changed called whenever there is news */
  constructor(game, changed) {
    super(`/api/games/${game}/analysis`, changed, (found) => (this.found = found));
    /** @type {Found | null} */
    this.found = null;
  }

  /** Have a position looked at in place of the last one; resolve when that has come to an end. @param {Question} question */
  async begin(question) {
    this.forget();
    await this.follow(question);
  }

  /** Stop, and keep nothing of it. */
  forget() {
    this.stop();
    this.found = null;
    this.ahead = 0;
    this.become("none");
  }
}
