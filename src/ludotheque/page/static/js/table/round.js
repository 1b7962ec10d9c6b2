// @ts-check
/**
 * The last round, to be shown once more: what has happened while this page was open. Asks nobody.
 * @module
 */

import { GLANCE, wordsIn } from "./pace.js";
import { speak } from "../lib/spoken.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {{start: Picture, moments: Moment[]}} Lasting the table before some moments, and these */
/** @typedef {{seat: number, sentence: string, picture: Picture}} Moment a move, and the table after it */

export class Round {
  constructor() {
    /** The table before the first of the moments. @type {Picture | null} */
    this.start = null;
    /** @type {Moment[]} */
    this.moments = [];
    /** Which moment of which game the last of them led to. */
    this.reached = "";
  }

  /** What was before is forgotten, unless it led to just this. @param {Picture | null} picture @param {string} reached */
  begin(picture, reached) {
    if (reached === this.reached) return;
    this.start = picture;
    this.moments = [];
    this.reached = reached;
  }

  /** @param {Moment} moment @param {string} reached */
  add(moment, reached) {
    this.moments.push(moment);
    this.reached = reached;
  }

  /**
   * Return what has happened since *seat* moved last, or as many moves as there are *seats* for
   * someone who has none; and the table before. Null if nothing has.
   * @param {number | null} seat @param {number} seats
   * @returns {Lasting | null}
   */
  since(seat, seats) {
    const own = this.moments.findLastIndex((moment) => moment.seat === seat);
    const first = seat === null ? Math.max(0, this.moments.length - seats) : own + 1;
    const start = first === 0 ? this.start : this.moments[first - 1].picture;
    const moments = this.moments.slice(first);
    return start === null || moments.length === 0 ? null : { start, moments };
  }
}

/**
 * Return what shows a round once more, step by step, for the line of what is shown.
 * @param {Lasting} round
 * @param {{caption: import("./caption.js").Caption, stage: import("./stage.js").Stage, picture: Picture | null}} screen as it is now
 * @param {{begun: () => void, ended: () => Promise<unknown>}} marks what tells that this is the past, and leads back
 */
export function repeated({ start, moments }, screen, { begun, ended }) {
  const first = async () => {
    begun();
    return { words: GLANCE, moved: screen.stage.again(start, screen.picture, { calmly: true }) };
  };
  const each = moments.map(({ seat, sentence, picture }) => async (/** @type {{calmly: boolean}} */ { calmly }) => {
    screen.caption.tell(sentence, screen.stage.played(picture));
    speak(sentence);
    const after = calmly ? undefined : screen.stage.flyPlayed(seat, picture);
    return { words: wordsIn(sentence), moved: screen.stage.again(picture, screen.picture, { calmly, after }) };
  });
  return [first, ...each, async () => ({ words: 0, moved: ended() })];
}
