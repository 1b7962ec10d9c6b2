// @ts-check
/**
 * The words of a table about itself, in the line below the board and aloud: what was done, what must be
 * done, why a touch is no move, what became of a plan.
 * @module
 */

import { planTold } from "./planning.js";
import { statusOf } from "./seating.js";
import { speak } from "../lib/spoken.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/**
 * @typedef {object} Screen the table on the screen, as it is now
 * @property {import("../types").TableSeen | null} table
 * @property {import("../types").MatchSeen | null} match
 * @property {Picture | null} picture
 * @property {number | null} seat that is looked from
 * @property {readonly number[]} seats the own ones
 * @property {object | null} pending a move that the house has not answered
 * @property {boolean} mayMove
 * @property {boolean} covered whether a hand must not be seen
 * @property {string} reached which moment of which game this is
 * @property {import("./pace.js").Pace} pace
 * @property {import("./stage.js").Stage} stage
 * @property {import("./story.js").Story} story
 * @property {import("./wire.js").Wire} wire
 * @property {(seat: number) => string} nameOf
 */

export class Telling {
  /** @param {import("./caption.js").Caption} caption @param {Screen} screen */
  constructor(caption, screen) {
    this.caption = caption;
    this.screen = screen;
    /** The moment whose duty has been said aloud. */
    this.urged = "";
    /** A plan that has come to nothing, and the moment at which it has. */
    this.dropped = { words: "", reached: "" };
    /** The moment at which a touch has been answered, and nothing else said since. */
    this.answered = "";
  }

  /** Say how things stand; where someone looks back, the line is about that. */
  show() {
    const { picture, story, stage, mayMove, pace } = this.screen;
    const last = story.moves.at(-1);
    if (story.at !== null) return;
    this.answered = "";
    // What was done is read first, then what must be done.
    const read = !pace.busy || !last;
    const dropped = this.dropped.reached === this.screen.reached ? this.dropped.words : "";
    if (picture?.duty && read && mayMove) {
      const { message, rule } = picture.duty;
      this.caption.duty({ message: dropped ? `${dropped} ${message}` : message, rule });
      this.#urge(message);
    } else if (dropped && read && mayMove) this.caption.hint(dropped);
    else if (last) this.move(last, picture);
    else this.caption.tell(mayMove ? say(stage.advice(picture)) : "");
  }

  /** Say how things stand once all is known, unless a touch has been answered meanwhile. */
  settled() {
    if (this.answered !== this.screen.reached) this.show();
  }

  /** Tell a move. @param {{seat: number, told: readonly string[]}} move @param {Picture | null} picture after it */
  move({ seat, told }, picture) {
    this.caption.tell(say("tells", { name: this.screen.nameOf(seat), what: told.join(" ") }), this.screen.stage.played(picture));
  }

  /** Say aloud what must be done, once. @param {string} duty */
  #urge(duty) {
    const { reached } = this.screen;
    if (this.urged === reached) return;
    this.urged = reached;
    speak(duty);
  }

  /** Say why what was touched is no move; null: one went on. @param {readonly string[] | null} touches */
  async astray(touches) {
    const { table, match, seat, seats, pending, story, covered, mayMove, wire } = this.screen;
    if (touches === null) {
      this.dropped.words = "";
      this.show();
    }
    if (touches === null || !table || !match || match.outcome || pending || story.at !== null || covered) return;
    if (!mayMove) {
      this.#answer({ message: statusOf(table, match, seats, (each) => this.screen.nameOf(each)), rule: "", spots: [] });
      return;
    }
    const { turn, reason } = await wire.ask({ type: "why", touches, seat });
    if (reason && turn === this.screen.match?.turn) this.#answer(reason);
  }

  /** @param {import("../types").ReasonSeen} reason */
  #answer({ message, rule, spots }) {
    if (rule) this.caption.duty({ message, rule });
    else this.caption.hint(message);
    this.answered = this.screen.reached;
    this.screen.stage.laid?.board.ring(spots);
    speak(message);
  }

  /** Write what a move would do that one is about to make; no words: how things stand. @param {string} words */
  meant(words) {
    if (words) this.caption.hint(words);
    else this.show();
  }

  /** Say what became of a plan. @param {import("../board/plan.js").Fate} fate @param {readonly string[]} touches */
  plan(fate, touches) {
    const words = planTold(fate, this.screen.stage.called(touches));
    speak(words);
    if (fate === "impossible") this.dropped = { words, reached: this.screen.reached };
    if (fate === "lifted" || fate === "laid") {
      this.caption.hint(words);
      this.answered = this.screen.reached;
    } else this.show();
  }
}
