// @ts-check
/**
 * The pace at which a table is shown: one thing after another, and none sooner than the one before could
 * be read: computers answer faster than anyone can look. Whoever is in a hurry says so by a tap.
 * @module
 */

import { arrive } from "../lib/motion.js";

/** @typedef {"slow" | "normal" | "quick" | "now"} Name as the settings call it */
/**
 * What was shown: the words to read, none if nobody need wait, when its motion ends, and what comes next
 * before all that waits. @typedef {{words: number, moved?: Promise<unknown>, next?: readonly Show[]}} Shown
 */
/** Shows one thing; `calmly`: without motion, as others wait. @typedef {(how: {calmly: boolean}) => Promise<Shown>} Show */

/** Silent readers of prose read about 240 words a minute; what is told here is alike from move to move. @type {Record<Name, number>} */
const WORDS_A_MINUTE = { slow: 160, normal: 300, quick: 600, now: Infinity };
/** As many words as the shortest sentence counts for. */
const FEWEST = 5;
/** What needs no reading, such as one's own move, but is to be seen before the next begins. */
export const GLANCE = 3;

/** Return the words of a sentence. @param {string} sentence */
export function wordsIn(sentence) {
  return Math.max(FEWEST, sentence.split(/\s+/).length);
}

/**
 * Return how fast things are shown to whoever likes that pace.
 * @param {string} liked @param {{clock: boolean, again: boolean}} how whether time is short, whether it was asked for once more
 * @returns {Name}
 */
export function paceFor(liked, { clock, again }) {
  const name = liked in WORDS_A_MINUTE ? /** @type {Name} */ (liked) : "normal";
  // A clock that runs is not spent on reading; what one asks to see again is to be seen.
  if (again) return name === "now" ? "quick" : name;
  return clock && name !== "now" ? "quick" : name;
}

export class Pace {
  /**
   * @param {object} told
   * @param {() => Name} told.pace how fast things are to be shown
   * @param {() => void} told.quiet all has been shown, and could be read
   * @param {(problem: unknown) => void} told.failed something could not be shown; the next thing is
   */
  constructor({ pace, quiet, failed }) {
    this.pace = pace;
    this.quiet = quiet;
    this.failed = failed;
    /** What is still to be shown. @type {Array<{show: Show, calmly: boolean}>} */
    this.waiting = [];
    /** Whether something is being shown, or read. */
    this.busy = false;
    /** Ends the reading. */
    this.wake = () => {};
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.hurry();
    });
    document.addEventListener("click", (event) => this.#asked(event), { capture: true });
    document.addEventListener("keydown", (event) => {
      if (["Enter", " ", "Escape"].includes(event.key)) this.#asked(event);
    }, { capture: true });
  }

  /**
   * Show things when their turn has come: the first at once, where nothing is being shown.
   * @param {readonly Show[]} shows @param {{hurry?: boolean}} [how] whether all is to be shown at once, also what waits
   */
  add(shows, { hurry = document.hidden } = {}) {
    this.waiting.push(...shows.map((show) => ({ show, calmly: false })));
    if (hurry) this.hurry();
    if (!this.busy) void this.#run();
  }

  /** Show at once all that waits. */
  hurry() {
    for (const each of this.waiting) each.calmly = true;
    this.wake();
    arrive();
  }

  /** @param {Event} event by which someone may be in a hurry: not if it is about the page's own settings, or to read all of a sentence */
  #asked({ target }) {
    if (this.busy && !(target instanceof Element && target.closest("dialog, .house-head, .caption.cut"))) this.hurry();
  }

  async #run() {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      try {
        const { words, moved, next: more = [] } = await next.show(next);
        const { calmly } = next;
        this.waiting.unshift(...more.map((show) => ({ show, calmly })));
        if (!next.calmly) await this.#read(words, moved);
      } catch (problem) {
        this.failed(problem);
      }
    }
    this.busy = false;
    this.quiet();
  }

  /** @param {number} words @param {Promise<unknown>} [moved] */
  async #read(words, moved) {
    const ms = (words * 60_000) / WORDS_A_MINUTE[this.pace()];
    if (ms === 0 || document.hidden) return;
    await new Promise((done) => {
      const timer = setTimeout(() => done(moved), ms);
      this.wake = () => {
        clearTimeout(timer);
        done(undefined);
      };
    });
    this.wake = () => {};
  }
}
