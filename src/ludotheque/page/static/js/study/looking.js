// @ts-check
/**
 * A position that the house looks at, deeper and deeper: what it has found so far. Knows no page.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { lines } from "../lib/lines.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").AnyFound} AnyFound */
/** @typedef {import("../types").Found} Found */

/** Where an analysis stands. @typedef {"none" | "waiting" | "looking" | "complete" | "stopped" | "refused"} State */

/**
 * @typedef {object} Question as `POST /api/games/{slug}/analysis` has it
 * @property {string} position
 * @property {Record<string, string>} options
 * @property {readonly string[]} moves
 * @property {number} lines
 * @property {number} threads
 * @property {boolean} everything
 */

export class Looking {
  /** @param {string} game @param {() => void} changed called whenever there is news */
  constructor(game, changed) {
    this.path = `/api/games/${game}/analysis`;
    this.changed = changed;
    /** @type {State} */
    this.state = "none";
    /** How many come before it. */
    this.ahead = 0;
    /** Why it was refused. */
    this.problem = "";
    /** @type {Found | null} */
    this.found = null;
    /** @type {AbortController | null} */
    this.reading = null;
  }

  /** Whether the house looks at it now, or is about to. */
  get underway() {
    return this.state === "waiting" || this.state === "looking";
  }

  /** Have a position looked at in place of the last one; resolve when that has come to an end. @param {Question} question */
  async begin(question) {
    this.forget();
    const reading = new AbortController();
    this.reading = reading;
    this.#become("waiting");
    try {
      for await (const line of lines(this.path, question, reading.signal)) {
        if (this.reading !== reading) return;
        this.#take(line);
      }
      if (this.reading === reading && this.underway) throw new Refusal("link/lost", say("unreachable"));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.reading !== reading) return;
      this.problem = problem.message;
      this.#become("refused");
    }
  }

  /** Read no more: the house stops. What was found stays. */
  stop() {
    const { reading } = this;
    this.reading = null;
    reading?.abort();
    if (this.underway) this.#become("stopped");
  }

  /** Stop, and keep nothing of it. */
  forget() {
    this.stop();
    this.found = null;
    this.ahead = 0;
    this.#become("none");
  }

  /** @param {AnyFound} line */
  #take(line) {
    if (line.type === "refused") throw new Refusal(line.code, line.message);
    if (line.type === "queued") {
      this.ahead = line.ahead;
      this.#become("waiting");
      return;
    }
    this.found = line;
    this.#become(line.complete ? "complete" : "looking");
  }

  /** @param {State} state */
  #become(state) {
    this.state = state;
    this.changed();
  }
}
