// @ts-check
/**
 * A question on the board, beside the piece that it is about.
 * @module
 */

import { make } from "../lib/dom.js";
import { icon } from "../lib/svg.js";

/** @typedef {{answer: string, label: string, href?: string}} Option */
/** @typedef {{x: number, y: number, width: number, height: number}} Box on the screen */
/** Where on the screen a question is about, and what it leaves in sight, as far as it can. @typedef {{beside: DOMPoint | null, clear: readonly Box[]}} Where */

/** How far a question stays from what it is about, and from the edge. */
const [GAP, EDGE] = [14, 4];
/** The answers that have room for their words. */
const FEW = 3;
/** Half of a piece on the screen, about. */
const UNIT = 28;

export class Bubble {
  /** @param {HTMLElement} element with a title and a place for options */
  constructor(element) {
    this.element = element;
    this.title = /** @type {HTMLElement} */ (element.querySelector("p"));
    this.options = /** @type {HTMLElement} */ (element.querySelector(".options"));
    /** @type {(answer: string | null) => void} */
    this.answered = () => {};
    element.addEventListener("keydown", (event) => this.#key(event));
    /** As it is now. @type {() => Where} */
    this.where = () => ({ beside: null, clear: [] });
    // Whoever turns the phone finds everything elsewhere.
    addEventListener("resize", () => this.open && this.#place());
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Ask, and resolve to the answer; to null if the question is let go.
   * @param {string} question
   * @param {readonly Option[]} options
   * @param {() => Where} where
   * @param {(answer: string | null) => void} [considered] told which answer is being considered
   * @returns {Promise<string | null>}
   */
  ask(question, options, where, considered = () => {}) {
    this.close();
    this.where = where;
    this.title.textContent = question;
    // Many answers are told by their pictures, in one row: it hides less of the board.
    this.element.classList.toggle("many", options.length > FEW && options.every(({ href }) => href));
    this.options.replaceChildren(
      ...options.map(({ answer, label, href }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.answer = answer;
        button.append(...(href ? [icon(href)] : []), make("span", {}, label));
        button.title = label;
        button.addEventListener("pointerenter", () => considered(answer));
        button.addEventListener("focus", () => considered(answer));
        button.addEventListener("pointerleave", () => considered(null));
        button.addEventListener("click", () => this.answered(answer));
        return button;
      }),
    );
    this.element.hidden = false;
    this.#place();
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

  /** Above what it is about, below or beside it: where it hides the least. */
  #place() {
    const { beside, clear } = this.where();
    const room = /** @type {HTMLElement} */ (this.element.offsetParent ?? document.body).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const x = beside?.x ?? room.x + room.width / 2;
    const y = beside?.y ?? room.y + room.height / 2;
    const far = UNIT + GAP;
    const places = [
      [x - width / 2, y - far - height],
      [x - width / 2, y + far],
      [x + far, y - height / 2],
      [x - far - width, y - height / 2],
      [room.x, room.y],
      [room.right, room.y],
      [room.x, room.bottom],
      [room.right, room.bottom],
    ].map(([left, top]) => ({
      x: Math.max(room.x + EDGE, Math.min(left, room.right - width - EDGE)),
      y: Math.max(room.y, Math.min(top, room.bottom - height)),
      width,
      height,
    }));
    const hidden = places.map((place) => clear.reduce((sum, box) => sum + shared(place, box), 0));
    const best = places[hidden.indexOf(Math.min(...hidden))];
    this.element.style.left = `${best.x - room.x}px`;
    this.element.style.top = `${best.y - room.y}px`;
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

/** How much of the screen two boxes share. @param {Box} a @param {Box} b */
function shared(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}
