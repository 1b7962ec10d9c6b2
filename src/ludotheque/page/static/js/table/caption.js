// @ts-check
/**
 * A line below the board, whose place is kept: what must be done, what was done, what could be.
 * @module
 */

import { make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").DutySeen} Duty */

export class Caption {
  /** @param {HTMLElement} element @param {string} rules the address of the rulebook */
  constructor(element, rules) {
    this.element = element;
    this.rules = rules;
  }

  /** What the rules demand of the one to move, and where they say so. @param {Duty} duty */
  duty({ message, rule }) {
    const why = make("a", { href: `${this.rules}#rule-${rule}`, target: "_blank" }, say("why"));
    this.#show("duty", message, " ", why);
  }

  /** What has been done, or could be. @param {string} sentence @param {"told" | "hint"} [kind] */
  tell(sentence, kind = "told") {
    this.#show(kind, sentence);
    this.element.title = kind === "told" ? sentence : "";
  }

  /** @param {string} kind @param {...(Node | string)} content */
  #show(kind, ...content) {
    this.element.className = `caption ${kind}`;
    this.element.title = "";
    this.element.replaceChildren(make("span", {}, ...content));
  }
}
