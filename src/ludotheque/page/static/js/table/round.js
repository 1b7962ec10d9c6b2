// @ts-check
/**
 * What has happened at the table while this page was open, to be shown once more. Asks nobody.
 * @module
 */

/** @typedef {import("../types").Picture} Picture */
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
   * @returns {{start: Picture, moments: Moment[]} | null}
   */
  since(seat, seats) {
    const own = this.moments.findLastIndex((moment) => moment.seat === seat);
    const first = seat === null ? Math.max(0, this.moments.length - seats) : own + 1;
    const start = first === 0 ? this.start : this.moments[first - 1].picture;
    const moments = this.moments.slice(first);
    return start === null || moments.length === 0 ? null : { start, moments };
  }
}
