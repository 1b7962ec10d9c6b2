// @ts-check
/**
 * A review as it comes: what the house has found so far about every move of a game. Knows no page.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { lines } from "../lib/lines.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").AnyReviewed} AnyReviewed */
/** @typedef {import("../types").JudgedSeen} Judged */
/** @typedef {import("../types").ReviewSeen} ReviewSeen */

/** Where a review stands. @typedef {"none" | "waiting" | "coming" | "complete" | "stopped" | "refused"} State */

/** The labels, and how grave each is. @type {Record<string, number>} */
export const GRAVITY = { inaccuracy: 1, mistake: 2, blunder: 3 };

export class Review {
  /**
   * @param {string} path of the house that looks the game over
   * @param {unknown} body what it must be sent
   * @param {() => void} changed called whenever there is news
   */
  constructor(path, body, changed) {
    this.path = path;
    this.body = body;
    this.changed = changed;
    /** @type {State} */
    this.state = "none";
    /** How many come before it. */
    this.ahead = 0;
    /** Why it was refused. */
    this.problem = "";
    /** By number, from 1. @type {Map<number, Judged>} */
    this.moves = new Map();
    /** What each seat could expect after so many moves. @type {Map<number, (number | null)[]>} */
    this.points = new Map();
    /** All but moves and points, as it was told last. @type {ReviewSeen | null} */
    this.latest = null;
    /** @type {AbortController | null} */
    this.reading = null;
  }

  /** Whether the house looks the game over now, or is about to. */
  get underway() {
    return this.state === "waiting" || this.state === "coming";
  }

  /** The numbers of the moves that were mistakes, in the order of play. */
  get mistakes() {
    return [...this.moves.values()].filter(({ label }) => label !== null).map(({ turn }) => turn).sort((a, b) => a - b);
  }

  /** Have the game looked over; resolve when that has come to an end. */
  async begin() {
    this.stop();
    this.moves.clear();
    this.points.clear();
    this.latest = null;
    this.ahead = 0;
    const reading = new AbortController();
    this.reading = reading;
    this.#become("waiting");
    try {
      for await (const line of lines(this.path, this.body, reading.signal)) {
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

  /** @param {AnyReviewed} line */
  #take(line) {
    if (line.type === "refused") throw new Refusal(line.code, line.message);
    if (line.type === "queued") {
      this.ahead = line.ahead;
      this.#become("waiting");
      return;
    }
    for (const move of line.review.moves) this.moves.set(move.turn, move);
    for (const { moves, shares } of line.review.points) this.points.set(moves, shares);
    this.latest = line.review;
    this.#become(line.complete ? "complete" : "coming");
  }

  /** @param {State} state */
  #become(state) {
    this.state = state;
    this.changed();
  }
}
