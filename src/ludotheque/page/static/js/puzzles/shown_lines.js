// @ts-check
/**
 * Sentences about a puzzle, each with the line that shows it: a touch plays it on the board.
 * @module
 */

import { button, make } from "../lib/dom.js";
import { still } from "../lib/motion.js";
import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").LineShown} LineShown */
/** @typedef {import("../types").Picture} Picture */

/** How long a move of a line stands before the next. */
const PAUSE_MS = 900;

export class ShownLines {
  /**
   * @param {(picture: Picture, how?: {calmly?: boolean}) => Promise<void>} show
   * @param {(sentence: string) => void} hear told what a move of a line does
   */
  constructor(show, hear) {
    this.show = show;
    this.hear = hear;
    /** The line that is played, and how far. @type {{line: LineShown, at: number} | null} */
    this.playing = null;
    /** What plays a line, where it is offered. @type {WeakMap<LineShown, HTMLButtonElement>} */
    this.offered = new WeakMap();
  }

  /** Play no more: something else lies on the board. */
  leave() {
    this.playing = null;
    for (const other of document.querySelectorAll(".proof")) other.setAttribute("aria-pressed", "false");
  }

  /** An entry of a list: a sentence, and what plays its line, if it has one. @param {LineShown} line @param {string} [told] */
  entry(line, told = line.told) {
    if (line.pictures.length < 2) return make("li", {}, make("p", {}, told));
    const offered = button(make("span", {}, told), () => this.#touched(line), { class: "proof", "aria-pressed": "false", title: say("play-line") });
    offered.prepend(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M7 5l11 7-11 7z" })));
    this.offered.set(line, offered);
    return make("li", {}, offered);
  }

  /** Play a line; where nothing moves by itself, a move a touch. @param {LineShown} line */
  async #touched(line) {
    const { playing } = this;
    if (playing?.line === line && playing.at < line.pictures.length - 1 && still()) await this.#step(playing);
    else await this.play(line);
  }

  /** Play a line from where it begins. @param {LineShown} line */
  async play(line) {
    this.leave();
    const begun = { line, at: 0 };
    this.playing = begun;
    this.offered.get(line)?.setAttribute("aria-pressed", "true");
    await this.show(line.pictures[0], { calmly: true });
    await this.#step(begun);
    while (!still() && this.playing === begun && begun.at < line.pictures.length - 1) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      await this.#step(begun);
    }
  }

  /** Show the next move. @param {NonNullable<ShownLines["playing"]>} playing */
  async #step(playing) {
    if (this.playing !== playing) return;
    playing.at += 1;
    const { line, at } = playing;
    const picture = line.pictures[at];
    this.hear(say("line-move", { n: at, all: line.pictures.length - 1, what: picture.told.join(" ") }));
    await this.show(picture);
  }
}
