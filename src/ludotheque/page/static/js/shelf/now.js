// @ts-check
/**
 * Playing right away: against which computers, and on which side. What was chosen last comes back.
 * @module
 */

import { keep, kept, recordOf } from "../lib/kept.js";
import { openTable } from "../lib/opening.js";

/** @typedef {import("./arrangement.js").Game} Game */

const NOW = "now";

export class Now {
  /** @param {Game} game @param {HTMLElement} box on which it is chosen */
  constructor(game, box) {
    this.game = game;
    /** @type {HTMLSelectElement[]} */
    this.choices = [...box.querySelectorAll("select")];
    const last = recordOf(recordOf(kept(NOW))[game.slug]);
    for (const choice of this.choices) {
      if ([...choice.options].some(({ value }) => value === last[choice.name])) choice.value = String(last[choice.name]);
      choice.addEventListener("change", () => this.#remember());
    }
  }

  play() {
    const others = this.#chosen("others") ?? this.game.seats[0] - 1;
    const computers = Array(others).fill({ level: this.#chosen("level") });
    // Whoever begins has the first side.
    return openTable(this.game.slug, ["me", ...computers], { beginner: this.#chosen("side") });
  }

  /** The number that was chosen, null where there is no such choice or a lot decides. @param {string} name */
  #chosen(name) {
    const value = this.choices.find((choice) => choice.name === name)?.value ?? "";
    return value === "" ? null : Number(value);
  }

  #remember() {
    const chosen = Object.fromEntries(this.choices.map(({ name, value }) => [name, value]));
    keep({ ...recordOf(kept(NOW)), [this.game.slug]: chosen }, NOW);
  }
}
