// @ts-check
/**
 * Work of the house that is followed line by line: where it stands, and why it was refused. Knows no page.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { lines } from "../lib/lines.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Queued} Queued */
/** @typedef {import("../types").Refused} Refused */

/** Where it stands. @typedef {"none" | "waiting" | "coming" | "complete" | "stopped" | "refused"} State */

/** @template {{type: string, complete: boolean}} News what is told of it, besides how many come before it */
export class Following {
  /**
   * @param {string} path of the house that does it
   * @param {() => void} changed called whenever there is news
   * @param {(news: News) => void} take called with the news before that
   */
  constructor(path, changed, take) {
    this.path = path;
    this.changed = changed;
    this.take = take;
    /** @type {State} */
    this.state = "none";
    /** How many come before it. */
    this.ahead = 0;
    /** Why it was refused. */
    this.problem = "";
    /** @type {AbortController | null} */
    this.reading = null;
  }

  /** Whether the house does it now, or is about to. */
  get underway() {
    return this.state === "waiting" || this.state === "coming";
  }

  /** Have it done, in place of what was done before; resolve when that has come to an end. @param {unknown} body what the house must be sent */
  async follow(body) {
    this.stop();
    this.ahead = 0;
    const reading = new AbortController();
    this.reading = reading;
    this.become("waiting");
    try {
      for await (const line of lines(this.path, body, reading.signal)) {
        if (this.reading !== reading) return;
        this.#take(line);
      }
      if (this.reading === reading && this.underway) throw new Refusal("link/lost", say("unreachable"));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.reading !== reading) return;
      this.problem = problem.message;
      this.become("refused");
    }
  }

  /** Read no more: the house stops. What was found stays. */
  stop() {
    const { reading } = this;
    this.reading = null;
    reading?.abort();
    if (this.underway) this.become("stopped");
  }

  /** @param {{type: string}} line */
  #take(line) {
    if (line.type === "refused") {
      const { code, message } = /** @type {Refused} */ (line);
      throw new Refusal(code, message);
    }
    if (line.type === "queued") {
      this.ahead = /** @type {Queued} */ (line).ahead;
      this.become("waiting");
      return;
    }
    const news = /** @type {News} */ (line);
    this.take(news);
    this.become(news.complete ? "complete" : "coming");
  }

  /** @param {State} state */
  become(state) {
    this.state = state;
    this.changed();
  }
}
