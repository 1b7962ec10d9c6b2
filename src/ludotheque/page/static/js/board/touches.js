// @ts-check
/**
 * Touches counted: the second of two quick ones is the same touch, and nothing is done by accident.
 * @module
 */

export class Touches {
  constructor() {
    /** What was touched last, null if nothing since the last offer. @type {string | null} */
    this.last = null;
  }

  /** Whether a click counts as a touch. @param {string} id of what is clicked @param {number} clicks there in quick succession */
  counts(id, clicks) {
    const again = clicks > 1 && this.last === id;
    this.last = id;
    return !again;
  }

  /** Something new is offered: whoever has just made a move may touch the same place for the next. */
  forget() {
    this.last = null;
  }
}
