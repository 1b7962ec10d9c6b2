// @ts-check
/**
 * Where a puzzle is asked and answered: one of the house, or a mistake of one's own. Knows no page.
 * @module
 */

import { ask } from "../lib/api.js";

/** @typedef {import("../types").Answered} Answered */
/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").GivenUp} GivenUp */
/** @typedef {import("../types").LineShown} LineShown */
/** @typedef {import("../types").Looked} Looked */

export class Source {
  /** @param {string} path of the house that asks it */
  constructor(path) {
    this.path = path;
  }

  /** What is asked. @returns {Promise<Asked>} */
  asked() {
    return ask("GET", this.path);
  }

  /** @param {readonly string[]} made the right moves so far, and the replies @param {string} answer @returns {Promise<Answered>} */
  answer(made, answer) {
    return ask("POST", `${this.path}/answer`, { made, answer });
  }

  /** What it is about, or where a better move begins. @returns {Promise<import("../types").Hinted>} */
  hint() {
    return ask("POST", `${this.path}/hint`, {});
  }

  /** Give up. @returns {Promise<GivenUp>} */
  solution() {
    return ask("POST", `${this.path}/solution`, {});
  }

  /** Why an answer was wrong, for whoever knows the solution. @param {readonly string[]} solution @param {{made: readonly string[], answer: string}} wrong @returns {Promise<readonly LineShown[]>} */
  async why(solution, wrong) {
    return (await ask("POST", `${this.path}/why`, { solution, ...wrong })).claims;
  }

  /** What would come of moves, and why touches are none. @param {readonly string[]} made @param {{tries?: readonly string[], touches?: readonly string[]}} wanted @returns {Promise<Looked>} */
  look(made, wanted) {
    return ask("POST", `${this.path}/look`, { made, ...wanted });
  }
}
