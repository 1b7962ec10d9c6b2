// @ts-check
/**
 * A line below the board, whose place is kept: what must be done, what was done, what could be.
 * @module
 */

import { to } from "../lib/connection.js";
import { make } from "../lib/dom.js";
import { icon } from "../lib/svg.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").DutySeen} Duty */

/** A sentence of so many letters is written small, to be read whole. */
const LONG = 80;

export class Caption {
  /** @param {HTMLElement} element @param {string} rules the address of the rulebook */
  constructor(element, rules) {
    this.element = element;
    this.rules = rules;
    addEventListener("resize", () => this.#measure());
    element.addEventListener("click", () => this.#open());
    element.addEventListener("keydown", (event) => {
      if (event.target !== element || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.#open();
    });
  }

  /** What the rules demand of the one to move, and where they say so. @param {Duty} duty */
  duty({ message, rule }) {
    const why = make("a", { href: to(`${this.rules}#rule-${rule}`), target: "_blank" }, say("why"));
    this.#show("duty", [], message, " ", why);
  }

  /** What has been done, and with what. @param {string} sentence @param {string | null} [href] of a symbol */
  tell(sentence, href = null) {
    this.#show(`told${lengthOf(sentence)}`, href === null ? [] : [icon(href)], sentence);
    this.element.title = sentence;
  }

  /** What could be done. @param {string} sentence */
  hint(sentence) {
    this.#show(`hint${lengthOf(sentence)}`, [], sentence);
  }

  /** @param {string} kind @param {readonly Node[]} beside what is said @param {...(Node | string)} content */
  #show(kind, beside, ...content) {
    this.element.className = `caption ${kind}`;
    this.element.title = "";
    this.element.replaceChildren(...beside, make("span", {}, ...content));
    this.#measure();
  }

  /** See whether there is room for all; what is cut can be opened. */
  #measure() {
    const { element } = this;
    element.classList.remove("full", "cut", "whole");
    // Words go before pictures where there is no room for both.
    if (this.#lacks()) element.classList.add("full");
    const cut = this.#lacks();
    element.classList.toggle("cut", cut);
    for (const [name, value] of Object.entries({ role: "button", tabindex: "0", "aria-expanded": "false" })) {
      if (cut) element.setAttribute(name, value);
      else element.removeAttribute(name);
    }
  }

  #lacks() {
    const words = this.element.querySelector("span");
    return words !== null && words.scrollHeight > Math.min(words.clientHeight, this.element.clientHeight) + 1;
  }

  /** Show all of what is cut, or put it away again. */
  #open() {
    if (!this.element.classList.contains("cut")) return;
    this.element.setAttribute("aria-expanded", String(this.element.classList.toggle("whole")));
  }
}

/** The class of a sentence to be written small. @param {string} sentence */
function lengthOf(sentence) {
  return sentence.length > LONG ? " long" : "";
}
