// @ts-check
/**
 * Requests of others, and what to do about someone who has gone.
 * @module
 */

import { button, make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("./wire.js").Deed} Deed */

/** The level that takes over for someone who has gone. */
const STAND_IN = 4;

export class Wishes {
  /**
   * @param {HTMLElement} element
   * @param {(deed: Deed) => void} doing
   */
  constructor(element, doing) {
    this.element = element;
    this.do = doing;
    this.key = "";
  }

  /**
   * @param {TableSeen} table
   * @param {MatchSeen | null} match
   * @param {readonly number[]} seats the reader's own
   * @param {ReadonlySet<number>} lost the chairs whose people need not be waited for any longer
   * @param {readonly string[]} names of those on the chairs
   */
  show(table, match, seats, lost, names) {
    const asked = match && table.status === "playing" && seats.length > 0 ? [...wishes(table, match, seats, lost, names)] : [];
    const key = JSON.stringify(asked);
    if (key === this.key) return;
    this.key = key;
    this.element.hidden = asked.length === 0;
    this.element.replaceChildren(...asked.flatMap(({ words, answers }) => this.#wish(words, answers)));
    // Whoever plays waits for an answer, which may be below the edge of a small screen.
    if (asked.some(({ answers }) => answers.length > 0)) this.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} words @param {ReadonlyArray<{label: string, deed: Deed}>} answers */
  #wish(words, answers) {
    const row = make("div", { class: "row" }, ...answers.map(({ label, deed }) => button(label, () => this.do(deed))));
    return [make("p", {}, words), row];
  }
}

/**
 * @param {TableSeen} table @param {MatchSeen} match @param {readonly number[]} seats @param {ReadonlySet<number>} lost @param {readonly string[]} names
 * @returns {Generator<{words: string, answers: Array<{label: string, deed: Deed}>}>}
 */
function* wishes(table, match, seats, lost, names) {
  for (const [by, agreed, words, type] of /** @type {const} */ ([
    [match.draw_offered_by, match.draw_agreed, "offers-draw", "answer-draw"],
    [match.takeback_asked_by, match.takeback_agreed, "asks-takeback", "answer-takeback"],
  ])) {
    const seat = seats.find((own) => own !== by && !agreed.includes(own));
    if (by === null || (seat === undefined && !seats.includes(by))) continue;
    if (seat === undefined) yield { words: say(`${words}-you`), answers: [] };
    else yield {
      words: say(words, { name: names[table.seating[by]] }),
      answers: [
        { label: say("agree"), deed: { type, agree: true, seat } },
        { label: say("decline"), deed: { type, agree: false, seat } },
      ],
    };
  }
  for (const [number, chair] of table.chairs.entries()) {
    if (chair.yours || chair.computer || !(chair.gone || lost.has(number))) continue;
    const answers = [{ label: say("let-computer"), deed: /** @type {Deed} */ ({ type: "replace", chair: number, level: STAND_IN }) }];
    if (table.chairs.length === 2) answers.unshift({ label: say("claim"), deed: { type: "claim" } });
    yield { words: say(chair.gone ? "name-has-left" : "name-is-away", { name: names[number] }), answers };
  }
}
