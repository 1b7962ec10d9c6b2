// @ts-check
/**
 * Solving a puzzle: an answer is sent, the house judges it, and the board goes on, or comes back to be tried again.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { part } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { studyAddress } from "../board/drawing.js";
import { addClaims, clearAfter, showAfter } from "./after.js";
import { showPlays } from "./plays.js";
import { PuzzleBoard } from "./puzzle_board.js";
import { ShownLines } from "./shown_lines.js";
import { Source } from "./source.js";
import { bringInSight, markAnswer, offerAnswers, readFrom, tell } from "./verdict.js";

/** @typedef {import("../types").Answered} Answered */
/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").LineShown} LineShown */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").RatingMoved} RatingMoved */
/** @typedef {import("../types").SolutionSeen} SolutionSeen */

/** How long a wrong move may be looked at. */
const LOOK_MS = 1_600;
/** As many wrong answers are explained afterwards. */
const EXPLAINED = 2;

export class Solving {
  /**
   * @param {string} game @param {Record<string, string>} names of the symbols
   * @param {{ended: () => void, rated: (moved: RatingMoved) => void}} page told when a puzzle has ended, and what has counted
   */
  constructor(game, names, page) {
    this.game = game;
    this.page = page;
    /** @type {{source: Source, asked: Asked, made: readonly string[], picture: Picture, wrong: {made: readonly string[], answer: string}[], done: boolean} | null} */
    this.now = null;
    this.board = new PuzzleBoard(game, names, {
      send: (move) => this.answer(move),
      tell,
      look: (wanted) => /** @type {NonNullable<Solving["now"]>} */ (this.now).source.look(this.now?.made ?? [], wanted),
    });
    this.lines = new ShownLines((picture, how) => this.board.show(picture, how), (sentence) => (part("heard").textContent = sentence));
    part("hint").addEventListener("click", () => this.#hint());
    part("give-up").addEventListener("click", () => this.#giveUp());
  }

  /** Ask a puzzle. @param {string} path of the house that asks it */
  async begin(path) {
    const source = new Source(path);
    this.now = null;
    this.lines.leave();
    clearAfter();
    tell("", "");
    part("heard").textContent = "";
    const asked = await source.asked();
    const { puzzle } = asked;
    await this.board.lay(puzzle);
    this.now = { source, asked, made: [], picture: puzzle.picture, wrong: [], done: false };
    part("question").textContent = puzzle.question;
    part("hint").hidden = false;
    part("give-up").hidden = false;
    part("deeds").hidden = false;
    const study = part("analyse", HTMLAnchorElement);
    study.hidden = true;
    if (puzzle.position) study.href = studyAddress(this.game, puzzle.position, puzzle.options, { flipped: puzzle.flipped, back: location.pathname + location.search });
    offerAnswers(puzzle.answers, (text) => this.answer(text));
    showPlays(puzzle.plays, puzzle.about, (picture, told) => {
      this.lines.leave();
      part("heard").textContent = told;
      this.board.show(picture);
    });
    part("puzzle-room").classList.toggle("answering", puzzle.answers.length > 0);
    document.querySelector(".words")?.scrollTo(0, 0);
    await this.board.offer(puzzle.picture, { calmly: true });
    return asked;
  }

  /** @param {string} text of a move, or whatever is asked for */
  async answer(text) {
    const { now } = this;
    if (!now || now.done) return;
    this.lines.leave();
    part("wrong-lines").replaceChildren();
    try {
      const found = await now.source.answer(now.made, text);
      this.#count(now, found.rating);
      part("unkept").textContent = found.unkept ?? "";
      if (this.#past(now)) return;
      if (found.right) await this.#right(now, found, text);
      else await this.#wrong(now, found, text);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (this.#past(now)) return;
      tell(problem.message, "wrong refused");
      await this.board.offer(now.picture);
    }
  }

  /** Say what has counted, whenever it comes. @param {NonNullable<Solving["now"]>} now @param {RatingMoved | null} moved */
  #count(now, moved) {
    if (moved && this.now === now) this.page.rated(moved);
  }

  /** Whether nothing is asked there any more: what comes late is not said. @param {NonNullable<Solving["now"]>} now */
  #past(now) {
    return this.now !== now || now.done;
  }

  /** @param {NonNullable<Solving["now"]>} now @param {Answered} found @param {string} text */
  async #right(now, found, text) {
    tell(found.told, "right");
    markAnswer(text, "right");
    now.made = found.made;
    for (const picture of found.pictures) {
      await this.board.show(picture);
      if (this.#past(now)) return;
    }
    if (found.solution) {
      this.#end(now, found.solution, found.claims);
      return;
    }
    now.picture = found.pictures[found.pictures.length - 1];
    part("heard").textContent = say("puzzle-reply", { what: now.picture.told.join(" ") });
    await this.board.offer(now.picture);
  }

  /** @param {NonNullable<Solving["now"]>} now @param {Answered} found @param {string} text */
  async #wrong(now, found, text) {
    now.wrong.push({ made: now.made, answer: text });
    tell(found.told, "wrong");
    markAnswer(text, "wrong");
    if (found.refuted) part("wrong-lines").replaceChildren(this.lines.entry(found.refuted));
    bringInSight(part("verdict"));
    for (const picture of found.pictures) await this.board.show(picture);
    const tries = now.wrong.length;
    setTimeout(() => this.#again(now, tries), LOOK_MS);
  }

  /** Let it be tried again, unless something else has happened. @param {NonNullable<Solving["now"]>} now @param {number} tries */
  #again(now, tries) {
    if (!this.#past(now) && now.wrong.length === tries && this.lines.playing === null) this.board.offer(now.picture);
  }

  async #hint() {
    const { now } = this;
    if (!now || now.done) return;
    await this.#asking(now, async () => {
      const found = await now.source.hint();
      this.#count(now, found.rating);
      if (this.#past(now)) return;
      part("hint").hidden = true;
      tell(found.told, "hint");
    });
  }

  async #giveUp() {
    const { now } = this;
    if (!now || now.done) return;
    await this.#asking(now, async () => {
      const found = await now.source.solution();
      this.#count(now, found.rating);
      if (this.#past(now)) return;
      tell(say("puzzle-given-up", { answer: found.solution.answer }), "hint");
      const answer = now.asked.puzzle.answers.find(({ label }) => label === found.solution.answer);
      if (answer) markAnswer(answer.text, "right");
      this.#end(now, found.solution, found.claims);
      const { line, onward } = found.solution;
      if (line.pictures.length > 1) await this.lines.play(onward ?? line);
    });
  }

  /** @param {NonNullable<Solving["now"]>} now @param {() => Promise<void>} work */
  async #asking(now, work) {
    try {
      await work();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      if (!this.#past(now)) tell(problem.message, "wrong refused");
    }
  }

  /** Nothing more is asked: say what it was about. @param {NonNullable<Solving["now"]>} now @param {SolutionSeen} solution @param {readonly LineShown[]} claims */
  #end(now, solution, claims) {
    now.done = true;
    part("wrong-lines").replaceChildren();
    showAfter(solution, claims, this.lines);
    readFrom(part("verdict"));
    part("hint").hidden = true;
    part("give-up").hidden = true;
    part("analyse").hidden = now.asked.puzzle.position === null;
    this.page.ended();
    this.#explain(now, solution);
  }

  /** Say what the wrong answers gave away. @param {NonNullable<Solving["now"]>} now @param {SolutionSeen} solution */
  async #explain(now, solution) {
    if (now.asked.number === null || solution.line.moves.length === 0) return;
    const told = new Set();
    for (const wrong of now.wrong.slice(0, EXPLAINED)) {
      try {
        const claims = await now.source.why(solution.line.moves, wrong);
        if (this.now !== now) return;
        addClaims(claims.filter((claim) => !told.has(claim.told)), this.lines);
        for (const claim of claims) told.add(claim.told);
      } catch (problem) {
        // Without reasons the solution still stands.
        if (!(problem instanceof Refusal)) throw problem;
      }
    }
  }
}
