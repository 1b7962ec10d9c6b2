// @ts-check
/**
 * The next opponent, after a game against the computer: one that is gentler or stronger, and a way to learn.
 * @module
 */

import { to } from "../lib/connection.js";
import { button, make } from "../lib/dom.js";
import { kept } from "../lib/kept.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").TableData} TableData */

export class NextOpponent {
  /**
   * @param {HTMLElement} element
   * @param {TableData} data
   * @param {(level: number) => void} play opens a table against computers of that level
   */
  constructor(element, data, play) {
    this.element = element;
    this.data = data;
    this.play = play;
  }

  /**
   * @param {TableSeen} table whose game is over @param {readonly number[]} seats the reader's own
   * @param {"won" | "lost" | "drawn" | "aborted"} came how it came out for the reader
   */
  show(table, seats, came) {
    const others = new Set(table.chairs.filter(({ yours }) => !yours).map(({ computer }) => computer));
    // Computers of one level, and nobody else: against people one plays on, or not.
    const level = others.size === 1 ? this.data.levels[[...others][0] ?? ""]?.level : undefined;
    const alone = seats.length === 1 && level !== undefined && table.series_over;
    const offers = alone ? [...this.#levels(level, came), ...this.#lesson(came === "lost")] : [];
    this.element.replaceChildren(...offers);
    this.element.hidden = offers.length === 0;
  }

  /** Nobody who has won looks for a gentler opponent, nor who has not for a stronger one. @param {number} level @param {string} came */
  #levels(level, came) {
    const offer = (/** @type {string} */ words, /** @type {number} */ to) => {
      const near = Object.values(this.data.levels).find((each) => each.level === to);
      return near === undefined ? [] : [button(say(words, { name: near.name }), () => this.play(to))];
    };
    const [gentler, stronger] = [came !== "won", came === "won" || came === "drawn"];
    return [...(gentler ? offer("easier", level - 1) : []), ...(stronger ? offer("stronger", level + 1) : [])];
  }

  /** Whoever has lost and never opened the first game is shown the way there. @param {boolean} lost */
  #lesson(lost) {
    const { game, learnable } = this.data;
    if (!lost || !learnable || kept(`learned-${game}`) !== undefined) return [];
    return [make("a", { class: "button", href: to(`/learn/${game}`) }, say("learn-it"))];
  }
}
