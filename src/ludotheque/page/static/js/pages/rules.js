// @ts-check
/**
 * Rules that live: a touch plays a figure's move, another takes it back. What is forbidden is tried,
 * and the house says why not.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { Board } from "../board/board.js";
import { still } from "../lib/motion.js";
import { drawing, positionQuery, symbols } from "../board/drawing.js";
import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {{seats: number, refused: string | null, pictures: Picture[]}} Line */

class LiveFigure {
  /** @param {string} game @param {HTMLElement} element */
  constructor(game, element) {
    this.game = game;
    this.element = element;
    this.position = element.dataset.position ?? "";
    /** @type {Record<string, string>} */
    this.options = Object.fromEntries(parts(element.dataset.options).map((option) => option.split(":")));
    this.moves = parts(element.dataset.moves);
    this.forbidden = parts(element.dataset.forbidden);
    this.pictures = /** @type {HTMLElement} */ (element.querySelector(".pictures"));
    /** The move that is shown. @type {string | null} */
    this.shown = null;
    /** How often something was played: the next touch plays the next move. */
    this.played = 0;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Picture | null} */
    this.before = null;
    this.told = document.createElement("p");
    this.told.className = "told";
    this.told.setAttribute("role", "status");
    /** @type {Map<string, HTMLButtonElement>} */
    this.chips = new Map();
    this.#addChips();
    this.pictures.addEventListener("click", () => this.touch());
    element.classList.add("live");
  }

  #addChips() {
    const row = document.createElement("div");
    row.className = "chips";
    for (const move of [...this.moves, ...this.forbidden]) {
      const allowed = this.moves.includes(move);
      const chip = document.createElement("button");
      chip.type = "button";
      chip.className = allowed ? "chip" : "chip forbidden";
      chip.setAttribute("aria-label", say(allowed ? "play-move" : "try-forbidden", { move }));
      if (allowed) chip.setAttribute("aria-pressed", "false");
      const sign = svg("svg", { viewBox: "0 0 12 12", "aria-hidden": "true" });
      sign.append(svg("path", { d: allowed ? "M3 2l7 4-7 4z" : "M3 3l6 6M9 3l-6 6" }));
      chip.append(sign, move);
      chip.addEventListener("click", () => (allowed ? this.toggle(move) : this.refuse(move)));
      this.chips.set(move, chip);
      row.append(chip);
    }
    this.element.insertBefore(row, this.element.querySelector("figcaption"));
    this.element.append(this.told);
  }

  /** The picture is touched. */
  touch() {
    if (this.shown !== null) this.toggle(this.shown);
    else if (this.moves.length > 0) this.toggle(this.moves[this.played % this.moves.length]);
    else this.refuse(this.forbidden[0]);
  }

  /** Play a move, or take it back. @param {string} move */
  async toggle(move) {
    if (this.shown === move) {
      await this.#takeBack();
      return;
    }
    this.played += 1;
    this.#mark(move);
    try {
      const line = await this.#ask(move);
      const board = await this.#live(line);
      if (this.shown !== move) return;
      this.before = line.pictures[0];
      board.show(line.pictures[0], { calmly: true });
      this.element.classList.add("playing");
      await board.show(line.pictures[1]);
      if (this.shown === move) this.told.textContent = (line.pictures[1].told ?? []).join(" ");
    } catch (problem) {
      this.#mark(null);
      this.#say(problem);
    }
  }

  async #takeBack() {
    this.#mark(null);
    this.told.textContent = "";
    if (this.board && this.before) await this.board.show(this.before);
    if (this.shown === null) this.element.classList.remove("playing");
  }

  /** Try what is forbidden. @param {string} move */
  async refuse(move) {
    this.#mark(null);
    this.element.classList.remove("playing");
    try {
      this.told.textContent = (await this.#ask(move)).refused;
      const shake = [0, -6, 6, -4, 4, 0].map((x) => ({ transform: `translateX(${x}px)` }));
      if (!still()) this.pictures.animate(shake, { duration: 360 });
    } catch (problem) {
      this.#say(problem);
    }
  }

  /** @param {unknown} problem */
  #say(problem) {
    if (!(problem instanceof Refusal)) throw problem;
    this.told.textContent = problem.message;
  }

  /** @param {string | null} move */
  #mark(move) {
    this.shown = move;
    for (const [each, chip] of this.chips) {
      if (!chip.classList.contains("forbidden")) chip.setAttribute("aria-pressed", String(each === move));
    }
  }

  /** @param {string} move @returns {Promise<Line>} */
  #ask(move) {
    return ask("GET", `/api/games/${this.game}/line?${positionQuery(this.position, this.options, { move: [move] })}`);
  }

  /** The board of the figure, made when it is first needed. @param {Line} line @returns {Promise<Board>} */
  async #live({ seats }) {
    if (this.board) return this.board;
    const drawn = await drawing(this.game, { seats, options: this.options });
    const stock = await symbols();
    if (this.board) return this.board;
    // The chips are for the keyboard and for those who listen; the board is looked at.
    const root = svg("svg", { class: "board" });
    const shown = document.createElement("div");
    shown.className = "shown";
    shown.inert = true;
    shown.append(root);
    this.pictures.append(shown);
    this.board = new Board(root, drawn, stock);
    return this.board;
  }
}

/** @param {string | undefined} text @returns {string[]} */
function parts(text) {
  return (text ?? "").split(" ").filter(Boolean);
}

const book = /** @type {HTMLElement | null} */ (document.querySelector(".book"));
for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("figure[data-position]"))) {
  if (figure.dataset.moves || figure.dataset.forbidden) new LiveFigure(book?.dataset.game ?? "", figure);
}
