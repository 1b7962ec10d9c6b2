// @ts-check
/**
 * Moves that are typed.
 * @module
 */

import { part } from "../lib/dom.js";

export class Typing {
  /** @param {HTMLElement} form @param {(move: string) => boolean} send returns whether it could be */
  constructor(form, send) {
    this.form = form;
    const field = part("move", HTMLInputElement);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (field.value.trim() && send(field.value.trim())) field.value = "";
    });
  }

  /** Let one of these be typed; null: none can be now. @param {readonly string[] | null} moves */
  show(moves) {
    this.form.hidden = moves === null;
    part("moves").replaceChildren(...[...new Set(moves)].map((move) => new Option("", move)));
  }
}
