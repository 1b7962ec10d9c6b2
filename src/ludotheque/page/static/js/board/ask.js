// @ts-check
/**
 * A question on the board, beside the piece that it is about.
 * @module
 */

import { icon } from "../lib/svg.js";

/** @typedef {{answer: string, label: string, href?: string}} Option */

const GAP = 14;

export class Bubble {
  /** @param {HTMLElement} element with a title and a place for options */
  constructor(element) {
    this.element = element;
    this.title = /** @type {HTMLElement} */ (element.querySelector("p"));
    this.options = /** @type {HTMLElement} */ (element.querySelector(".options"));
    /** @type {(answer: string | null) => void} */
    this.answered = () => {};
    element.addEventListener("keydown", (event) => this.#key(event));
    // Whoever turns the phone finds the question in the middle.
    addEventListener("resize", () => this.open && this.#place(null));
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Ask, and resolve to the answer; to null if the question is let go.
   * @param {string} question
   * @param {readonly Option[]} options
   * @param {DOMPoint | null} beside where on the screen it is about
   * @param {(answer: string | null) => void} [considered] told which answer is being considered
   * @returns {Promise<string | null>}
   */
  ask(question, options, beside, considered = () => {}) {
    this.close();
    this.title.textContent = question;
    this.options.replaceChildren(
      ...options.map(({ answer, label, href }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.answer = answer;
        if (href) {
          button.append(icon(href));
          button.setAttribute("aria-label", label);
          button.title = label;
        } else button.textContent = label;
        button.addEventListener("pointerenter", () => considered(answer));
        button.addEventListener("focus", () => considered(answer));
        button.addEventListener("pointerleave", () => considered(null));
        button.addEventListener("click", () => this.answered(answer));
        return button;
      }),
    );
    this.element.hidden = false;
    this.#place(beside);
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    /** @type {HTMLElement | null} */ (this.options.firstElementChild)?.focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.answered = (answer) => {
        this.answered = () => {};
        this.element.hidden = true;
        considered(null);
        before?.focus?.({ preventScroll: true });
        resolve(answer);
      };
    });
  }

  /** Let the question go. */
  close() {
    this.answered(null);
  }

  /** @param {DOMPoint | null} beside */
  #place(beside) {
    const room = /** @type {HTMLElement} */ (this.element.offsetParent ?? document.body).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const x = (beside?.x ?? room.x + room.width / 2) - room.x;
    const y = (beside?.y ?? room.y + room.height / 2) - room.y;
    const unit = 28;
    const above = y - unit - GAP - height;
    const left = Math.min(Math.max(4, x - width / 2), room.width - width - 4);
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above >= 0 ? above : Math.min(y + unit + GAP, Math.max(0, room.height - height))}px`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const buttons = [...this.options.children].map((child) => /** @type {HTMLElement} */ (child));
    const at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      event.stopPropagation();
      this.close();
    } else if (step !== undefined) {
      event.preventDefault();
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    }
  }
}
