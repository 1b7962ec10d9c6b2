// @ts-check
/**
 * What the house thinks of a position: its best moves, asked for by a button.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { make, part } from "../lib/dom.js";
import { positionQuery } from "../board/drawing.js";
import { say } from "../lib/words.js";

/** @typedef {{score: import("../types").Score, moves: string[], told: string[]}} GoodLine */

/** How many moves of a line are shown. */
export const MOVES_SHOWN = 6;

export class GoodLines {
  /** @param {string} game @param {(moves: string[]) => void} chosen what a touch of a line does */
  constructor(game, chosen) {
    this.game = game;
    this.chosen = chosen;
    this.button = part("analyse", HTMLButtonElement);
    this.status = part("thinking-status");
    this.list = part("lines", HTMLOListElement);
    /** The position that may be asked about, null if nobody is to move there. @type {URLSearchParams | null} */
    this.query = null;
    this.button.addEventListener("click", () => this.#think());
  }

  /** Forget what was thought; offer to think about another position, or about none. @param {string | null} position @param {Record<string, string>} options */
  about(position, options) {
    const query = position === null ? null : positionQuery(position, options);
    // Who is told of the same position again has perhaps been asked already.
    if (query !== null && String(query) === String(this.query)) return;
    this.query = query;
    this.button.disabled = this.query === null;
    this.list.replaceChildren();
    this.status.textContent = "";
  }

  async #think() {
    const { query } = this;
    if (query === null) return;
    this.button.disabled = true;
    this.status.textContent = say("thinking-about-it");
    try {
      const found = await ask("GET", `/api/games/${this.game}/analysis?${query}`);
      if (this.query !== query) return;
      this.status.textContent = "";
      this.list.replaceChildren(...found.lines.map((/** @type {GoodLine} */ good) => this.#line(good)));
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.query === query) this.status.textContent = problem.message;
    } finally {
      if (this.query === query) this.button.disabled = false;
    }
  }

  /** @param {GoodLine} good */
  #line({ score, moves, told }) {
    const shown = make("button", { type: "button" });
    shown.append(
      make("span", { class: "score" }, expected(score)),
      make("span", { class: "told" }, told.join(" ")),
      make("span", { class: "move" }, moves.slice(0, MOVES_SHOWN).join("  ")),
    );
    shown.addEventListener("click", () => this.chosen(moves));
    return make("li", {}, shown);
  }
}

/** What a score says to people. @param {import("../types").Score} score */
export function expected({ share, certain_in }) {
  if (certain_in === null) return say("chance-of", { percent: Math.round(share * 100) });
  // Moves of one side, as a review counts them; the score counts those of both.
  const n = share === 1 ? Math.ceil(certain_in / 2) : Math.floor(certain_in / 2);
  return say(share === 1 ? "wins-surely" : "loses-surely", { n });
}
