// @ts-check
/**
 * The moves so far, in words, to click through: the board shows any moment of the game.
 * @module
 */

import { ask } from "../lib/api.js";
import { writeMoves } from "./move_list.js";

/** @typedef {import("../types").MoveTold} MoveTold */
/** @typedef {import("../types").Picture} Picture */

/** Where arrows do not browse the moves. */
const ELSEWHERE = "input, select, textarea, dialog, #board, #hand, #bubble";

export class Story extends EventTarget {
  /**
   * Events: `look` (CustomEvent of {picture, moves}), `now` (back to the present).
   * @param {HTMLElement} section
   * @param {string} address of the table's story
   * @param {() => readonly string[]} names of all who play
   * @param {(problem: unknown) => void} failed told where the house does not answer
   */
  constructor(section, address, names, failed) {
    super();
    this.section = section;
    this.list = /** @type {HTMLOListElement} */ (section.querySelector("ol"));
    this.address = address;
    this.names = names;
    this.failed = failed;
    /** @type {MoveTold[]} */
    this.moves = [];
    /** The turn up to which all is told. */
    this.turn = 0;
    /** The moves after which the board is shown; null: now. @type {number | null} */
    this.at = null;
    /** @type {number | undefined} */
    this.seat = undefined;
    this.list.addEventListener("click", (event) => {
      const item = /** @type {Element} */ (event.target).closest("button");
      if (item) this.look(Number(item.dataset.moves));
    });
    new ResizeObserver(() => this.#toTheEnd()).observe(this.list);
    document.addEventListener("keydown", (event) => this.#key(event));
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-step]"))) {
      button.addEventListener("click", () => this.step(button.dataset.step ?? ""));
    }
  }

  /** Arrows browse the moves, but where they mean something else. @param {KeyboardEvent} event */
  #key(event) {
    const here = /** @type {Element} */ (event.target);
    const inside = this.section.contains(here) && !here.matches("input");
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (this.moves.length === 0 || (!inside && here.closest(ELSEWHERE))) return;
    const step = { ArrowLeft: "back", ArrowRight: "on", ...(inside ? { Home: "first", End: "now" } : {}) }[event.key];
    if (step) this.step(step);
    if (step) event.preventDefault();
  }

  /** Ask for the whole story, as that seat saw it. @param {number | undefined} seat */
  async load(seat) {
    this.seat = seat;
    const { turn, moves } = await ask("GET", `${this.address}${this.#query()}`);
    this.turn = turn;
    this.moves = moves;
    this.#write();
  }

  /**
   * A game has begun, in which nobody has moved.
   * @param {number | undefined} seat looked from @param {number} turn that it began with
   */
  begin(seat, turn) {
    this.seat = seat;
    this.turn = turn;
    this.moves = [];
    this.#write();
  }

  /**
   * Another move was made; it may have been told already.
   * @param {MoveTold} move @param {number} turn that it led to
   */
  add(move, turn) {
    if (turn <= this.turn) return;
    this.turn = turn;
    this.moves.push(move);
    this.#write();
  }

  /** @param {string} step */
  step(step) {
    const at = this.at ?? this.moves.length;
    if (step === "first") this.look(0);
    else if (step === "back") this.look(Math.max(0, at - 1));
    else if (step === "on") this.look(at + 1);
    else this.look(this.moves.length);
  }

  /** Look at the board after that many moves. @param {number} moves */
  async look(moves) {
    if (moves >= this.moves.length) {
      this.now();
      return;
    }
    this.at = moves;
    this.#mark();
    try {
      const picture = await ask("GET", `${this.address}/${moves}${this.#query()}`);
      if (this.at === moves) this.dispatchEvent(new CustomEvent("look", { detail: { picture, moves } }));
    } catch (problem) {
      this.now();
      this.failed(problem);
    }
  }

  /** Come back to the present. */
  now() {
    if (this.at === null) return;
    this.at = null;
    this.#mark();
    this.dispatchEvent(new CustomEvent("now"));
  }

  #query() {
    return this.seat === undefined ? "" : `?seat=${this.seat}`;
  }

  #write() {
    this.section.classList.toggle("untold", this.moves.length === 0);
    const focused = this.list.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement).dataset.moves;
    writeMoves(this.list, this.moves, this.names());
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-moves="${focused}"]`))?.focus({ preventScroll: true });
    this.#mark();
    this.#toTheEnd();
  }

  /** Keep the last move in sight, unless an earlier one is looked at. */
  #toTheEnd() {
    if (this.at === null) this.list.scrollTop = this.list.scrollHeight;
  }

  #mark() {
    const at = this.at ?? this.moves.length;
    [...this.list.querySelectorAll("button")].forEach((button, i) => {
      button.tabIndex = i + 1 === at ? 0 : -1;
      if (i + 1 === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  }
}
