// @ts-check
/**
 * What the computer thinks of the position, for as long as it is switched on: its best lines as they are found, arrows of
 * different weight on the board, how deep and how fast it looks.
 * @module
 */

import { arrow } from "../board/marks.js";
import { make, part } from "../lib/dom.js";
import { keep, kept, recordOf } from "../lib/kept.js";
import { short } from "../lib/numbers.js";
import { svg } from "../lib/svg.js";
import { count, say } from "../lib/words.js";
import { MOVES_SHOWN, expected } from "./good_lines.js";
import { Looking } from "./looking.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types").LineSeen} LineSeen */
/** @typedef {{position: string, options: Record<string, string>, moves: readonly string[], everything: boolean}} Asked what is to be looked at */

/** How long one must stay at a move before the house is asked: whoever steps through a game asks nothing. */
const STAY_MS = 250;
const KEPT = "engine";

export class Engine {
  /** @param {string} game @param {boolean} slow whether the house knows the game by its rules alone @param {(move: string) => void} play */
  constructor(game, slow, play) {
    this.slow = slow;
    this.play = play;
    this.looking = new Looking(game, () => this.#show());
    this.switch = part("engine", HTMLButtonElement);
    this.lines = part("line-count", HTMLSelectElement);
    this.threads = part("thread-count", HTMLSelectElement);
    this.stop = part("engine-stop", HTMLButtonElement);
    /** What may be asked about, or why nothing may. @type {Asked | string} */
    this.about = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {Board | null} */
    this.board = null;
    /** @type {SVGGElement | null} */
    this.drawn = null;
    /** What was said aloud last. */
    this.said = "";
    this.#recall();
    this.switch.addEventListener("click", () => {
      this.switch.setAttribute("aria-checked", String(!this.on));
      this.#keep();
      this.#ask(0);
    });
    for (const choice of [this.lines, this.threads]) {
      choice.addEventListener("change", () => {
        this.#keep();
        this.#ask(0);
      });
    }
    this.stop.addEventListener("click", () => (this.looking.underway ? this.looking.stop() : this.#ask(0)));
    // A page that is left, also one that may come back, is not thought for.
    addEventListener("pagehide", () => this.looking.stop());
    this.#show();
  }

  get on() {
    return this.switch.getAttribute("aria-checked") === "true";
  }

  /** Draw on another board. @param {Board} board */
  draw(board) {
    this.board = board;
    this.drawn = svg("g", { class: "lines-drawn", "aria-hidden": "true" });
    board.rings.before(this.drawn);
  }

  /** Look at another position; a sentence says why there is nothing to look at. @param {Asked | string} about */
  look(about) {
    if (JSON.stringify(about) === JSON.stringify(this.about)) return;
    this.about = about;
    this.#ask(STAY_MS);
  }

  /** Keep what is chosen for the next time. */
  #keep() {
    keep({ lines: this.lines.value, threads: this.threads.value, on: this.on }, KEPT);
  }

  /** What was chosen on this device before; the computer looks unless it was told not to. */
  #recall() {
    const { lines, threads, on } = recordOf(kept(KEPT));
    if (on === false) this.switch.setAttribute("aria-checked", "false");
    for (const [select, value] of /** @type {const} */ ([[this.lines, lines], [this.threads, threads]])) {
      if ([...select.options].some((option) => option.value === value)) select.value = String(value);
    }
  }

  /** @param {number} later in so many milliseconds */
  #ask(later) {
    clearTimeout(this.timer);
    this.looking.forget();
    const { about } = this;
    if (!this.on || typeof about === "string") return;
    const question = { ...about, lines: Number(this.lines.value), threads: Number(this.threads.value) };
    this.timer = setTimeout(() => this.looking.begin(question), later);
  }

  #show() {
    const { state, found, problem, underway } = this.looking;
    part("engine-room").hidden = !this.on;
    const idle = typeof this.about === "string" ? this.about : say("thinking-about-it");
    const seen = found ? this.#figures() : idle;
    const figures = part("engine-figures");
    figures.textContent = { none: idle, waiting: this.#queued(), coming: seen, complete: seen, stopped: seen, refused: problem }[state];
    figures.classList.toggle("refused", state === "refused");
    this.stop.hidden = !(underway || state === "stopped" || state === "complete" || state === "refused");
    this.stop.textContent = say(underway ? "engine-stop" : "engine-again");
    part("engine-slow").hidden = !this.slow;
    this.#list(found?.lines ?? []);
    this.#arrows(found?.lines ?? []);
    this.#speak();
  }

  #queued() {
    return this.looking.ahead > 0 ? count("engine-ahead", this.looking.ahead) : say("thinking-about-it");
  }

  #figures() {
    const { found } = this.looking;
    if (!found) return "";
    return say("engine-figures", { depth: found.depth, nodes: short(found.nodes), speed: short(found.speed) });
  }

  /** Say what is found where it is listened to: first, and in the end; not what changes in between. */
  #speak() {
    const { state, found, problem } = this.looking;
    const best = found?.lines[0];
    const ended = state === "complete" || state === "stopped";
    const told = best && (ended || this.said === "") ? say("engine-best", { move: best.brief, score: expected(best.score) }) : "";
    const sentence = state === "refused" ? problem : told;
    if (state === "none") this.said = "";
    if (sentence === "" || sentence === this.said) return;
    this.said = sentence;
    part("engine-said").textContent = sentence;
  }

  /** @param {readonly LineSeen[]} lines */
  #list(lines) {
    const list = part("lines", HTMLOListElement);
    list.style.setProperty("--lines", this.lines.value);
    const texts = lines.map((line) => JSON.stringify(line));
    // A line that stays is left alone: it may have the focus, or a finger on it.
    lines.forEach((line, i) => {
      const old = /** @type {HTMLElement | undefined} */ (list.children[i]);
      if (old?.dataset.line === texts[i]) return;
      if (!old) {
        list.append(this.#line(line, texts[i]));
        return;
      }
      const focused = old.contains(document.activeElement);
      const made = this.#line(line, texts[i]);
      old.replaceWith(made);
      if (focused) made.querySelector("button")?.focus({ preventScroll: true });
    });
    while (list.children.length > lines.length) list.lastElementChild?.remove();
  }

  /** @param {LineSeen} line @param {string} text */
  #line({ score, moves, told }, text) {
    const shown = make("button", { type: "button" });
    const words = told.join(" ");
    shown.append(
      make("span", { class: "score" }, expected(score)),
      // Where the words need more room than there is, a pointer may rest on them.
      make("span", { class: "told", title: words }, words),
      make("span", { class: "move" }, moves.slice(0, MOVES_SHOWN).join("  ")),
    );
    shown.addEventListener("click", () => this.play(moves[0]));
    return make("li", { "data-line": text }, shown);
  }

  /** Draw the first move of each line; the better it is, the heavier. @param {readonly LineSeen[]} lines */
  #arrows(lines) {
    const { board, drawn } = this;
    if (!board || !drawn) return;
    const shapes = lines.map(({ spots }, i) => {
      const places = spots.flatMap((id) => board.placeOf(id) ?? []);
      return svg("g", { class: `line-arrow line-${i + 1}` }, ...arrow(places));
    });
    // The best lies on top of the others.
    drawn.replaceChildren(...shapes.reverse());
  }
}
