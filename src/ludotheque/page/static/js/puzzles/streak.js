// @ts-check
/**
 * A run against the clock: puzzles one after another, until the time is up or too many were missed.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { make, part } from "../lib/dom.js";
import { count, say } from "../lib/words.js";
import { showPlays } from "./plays.js";
import { PuzzleBoard } from "./puzzle_board.js";
import { Source } from "./source.js";
import { offerAnswers, tell } from "./verdict.js";
import { waiting } from "./waiting.js";

/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Running} Running */

/** How often the clock is looked at. */
const TICK_MS = 200;
/** The seconds from which on time is short, and at which it is said aloud. */
const SHORT = 20;
const TOLD = [60, 30, 10];

export class StreakRun {
  /** @param {string} game @param {Record<string, string>} names of the symbols @param {number} best */
  constructor(game, names, best) {
    this.game = game;
    this.best = best;
    /** @type {{state: Running, asked: Asked, source: Source, made: readonly string[], picture: Picture, ends: number} | null} */
    this.now = null;
    /** What was missed: its id and its number. @type {{id: string, number: number | null}[]} */
    this.missed = [];
    this.board = new PuzzleBoard(game, names, {
      send: (move) => this.#answer(move),
      tell,
      look: (wanted) => /** @type {NonNullable<StreakRun["now"]>} */ (this.now).source.look(this.now?.made ?? [], wanted),
    });
    const beginners = [part("begin", HTMLButtonElement), part("again", HTMLButtonElement)];
    for (const each of beginners) each.addEventListener("click", () => waiting(beginners, () => this.begin()));
  }

  /** Begin a run: its time runs from now. */
  async begin() {
    try {
      const state = await ask("POST", `/api/games/${this.game}/streak`, {});
      this.missed = [];
      part("start").hidden = true;
      part("finish").hidden = true;
      part("run").hidden = false;
      tell("", "");
      await this.#take(state);
      this.#tick();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      tell(problem.message, "wrong refused");
    }
  }

  /** @param {string} answer */
  async #answer(answer) {
    const { now } = this;
    if (!now) return;
    const { run, turn } = now.state;
    try {
      const state = await ask("POST", `/api/games/${this.game}/streak/answer`, { run, turn, made: now.made, answer });
      if (this.now !== now) return;
      if (state.answered === false) this.missed.push(now.asked);
      if (state.answered !== null) tell(say(state.answered ? "puzzle-right" : "puzzle-missed"), state.answered ? "right" : "wrong");
      await this.#take(state);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.now !== now) return;
      tell(problem.message, "wrong refused");
      await this.board.offer(now.picture);
    }
  }

  /** Go on as the house says. @param {Running} state */
  async #take(state) {
    const ends = performance.now() + state.left;
    part("right").textContent = String(state.right);
    part("misses").textContent = "✗".repeat(state.wrong) + "○".repeat(Math.max(0, state.misses - state.wrong));
    part("missed").textContent = say("puzzle-misses", { n: state.wrong, all: state.misses });
    if (state.over) {
      this.#end(state);
      return;
    }
    const { asked } = state;
    if (asked) {
      const source = new Source(`/api/games/${this.game}/puzzles/${asked.id}`);
      this.now = { state, asked, source, made: [], picture: asked.puzzle.picture, ends };
      const { now: later } = this;
      part("question").textContent = asked.puzzle.question;
      await this.board.lay(asked.puzzle);
      // The time may have run out while the board was laid: nothing is asked over the end.
      if (this.now !== later) return;
      offerAnswers(asked.puzzle.answers, (text) => this.#answer(text));
      showPlays(asked.puzzle.plays, asked.puzzle.about, (picture) => this.board.show(picture));
      await this.board.offer(asked.puzzle.picture, { calmly: true });
      return;
    }
    const now = /** @type {NonNullable<StreakRun["now"]>} */ (this.now);
    this.now = { ...now, state, made: state.made, picture: state.pictures[state.pictures.length - 1], ends };
    const { now: later } = this;
    for (const picture of state.pictures) await this.board.show(picture);
    if (this.now === later) await this.board.offer(later.picture);
  }

  /** Let the clock run, and the run end with it. */
  #tick() {
    const { now } = this;
    if (!now) return;
    const seconds = Math.max(0, Math.ceil((now.ends - performance.now()) / 1_000));
    const time = part("time");
    const shown = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (time.textContent !== shown) {
      time.textContent = shown;
      time.parentElement?.classList.toggle("short", seconds <= SHORT);
      if (TOLD.includes(seconds)) part("heard").textContent = count("puzzle-seconds", seconds);
    }
    if (seconds === 0) this.#end(now.state);
    else setTimeout(() => this.#tick(), TICK_MS);
  }

  /** @param {Running} state */
  #end({ right, best }) {
    const { now } = this;
    this.now = null;
    if (now) this.board.show(now.picture, { calmly: true });
    const record = right > this.best;
    this.best = Math.max(this.best, best, right);
    part("run").hidden = true;
    part("question").textContent = "";
    part("answers").hidden = true;
    part("plays").hidden = true;
    tell("", "");
    part("finish-title").textContent = count("puzzle-run", right);
    part("finish-told").textContent = record ? say("puzzle-record") : this.best > 0 ? say("puzzle-best", { n: this.best }) : "";
    part("finish-missed").replaceChildren(
      ...this.missed.map(({ id, number }) =>
        make("li", {}, make("a", { href: to(`/puzzles/${this.game}/${id}`) }, say("puzzle-look", { n: number ?? "" }))),
      ),
    );
    part("finish").hidden = false;
    part("finish").focus();
  }
}
