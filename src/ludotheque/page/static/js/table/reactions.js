// @ts-check
/**
 * A few friendly words: chosen from a row, said beside the name of whoever says them.
 * @module
 */

import { make } from "../lib/dom.js";

/** How long words stand beside a name. */
const STANDS_MS = 6_000;

export class Reactions {
  /**
   * @param {HTMLElement} row where one is chosen
   * @param {HTMLElement} opener the button that shows the row
   * @param {(what: string) => void} send
   */
  constructor(row, opener, send) {
    this.row = row;
    this.opener = opener;
    row.addEventListener("click", (event) => {
      const { what } = /** @type {HTMLElement} */ (event.target).dataset;
      if (!what) return;
      this.#close();
      send(what);
    });
    row.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#close();
    });
    opener.setAttribute("aria-controls", row.id);
    opener.setAttribute("aria-expanded", "false");
  }

  /** Show the row; if it is there, put it away. */
  offer() {
    this.#show(this.row.hidden);
    if (!this.row.hidden) this.row.querySelector("button")?.focus();
  }

  /** A reaction in the reader's language. @param {string} what as the house calls it */
  words(what) {
    return this.row.querySelector(`[data-what=${what}]`)?.textContent ?? "";
  }

  #close() {
    this.#show(false);
    this.opener.focus();
  }

  /** @param {boolean} shown */
  #show(shown) {
    this.row.hidden = !shown;
    this.opener.setAttribute("aria-expanded", String(shown));
  }
}

/** Let words stand beside a name for a while. @param {Element | undefined} plate @param {string} words */
export function sayBeside(plate, words) {
  if (!plate) return;
  plate.querySelector(".says")?.remove();
  const says = make("span", { class: "says", "aria-hidden": "true" }, words);
  plate.append(says);
  setTimeout(() => says.remove(), STANDS_MS);
}
