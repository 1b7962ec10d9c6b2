// @ts-check
/**
 * Picking a move, touch by touch, from the ways to make each legal move. Knows no rules and no page.
 * @module
 */

/** @typedef {import("../types").Choice} Choice */

export class Picking {
  /**
   * @param {readonly Choice[]} choices every way to make every legal move
   * @param {readonly string[]} [touched] what has been touched so far, in order
   */
  constructor(choices, touched = []) {
    this.all = choices;
    this.touched = touched;
    /** The choices that still fit. */
    this.open = choices.filter((choice) => touched.every((touch, i) => choice.touches[i] === touch));
  }

  /** What may be touched next. @returns {Set<string>} */
  get next() {
    const depth = this.touched.length;
    return new Set(this.open.filter((c) => c.touches.length > depth).map((c) => c.touches[depth]));
  }

  /** The move that is made if the hand stops here. @returns {string | null} */
  get here() {
    const depth = this.touched.length;
    const ends = new Set(this.open.filter((c) => c.touches.length === depth).map((c) => c.move));
    return depth > 0 && ends.size === 1 ? [...ends][0] : null;
  }

  /**
   * The move, once there is nothing left to choose: what is touched first only lifts a piece, unless
   * that is all there is to the move.
   * @returns {string | null}
   */
  get picked() {
    const moves = new Set(this.open.map((choice) => choice.move));
    if (moves.size !== 1 || this.touched.length === 0) return null;
    const done = this.touched.length >= Math.min(2, ...this.open.map((c) => c.touches.length));
    return done ? [...moves][0] : null;
  }

  /**
   * Return what is left after *touch*: the next touch of a choice; or further along, where only one
   * move goes there; or a fresh start with another piece. Null if it leads nowhere.
   * @param {string} touch
   * @returns {Picking | null}
   */
  after(touch) {
    if (this.next.has(touch)) return new Picking(this.all, [...this.touched, touch]);
    const far = this.open.filter((choice) => choice.touches.indexOf(touch) > this.touched.length);
    if (this.touched.length > 0 && far.length > 0) {
      const prefixes = far.map((c) => c.touches.slice(0, c.touches.indexOf(touch) + 1));
      const [first, ...others] = prefixes;
      const same = others.every((other) => other.join(" ") === first.join(" "));
      const ways = new Set(far.filter((c) => c.touches.indexOf(touch) + 1 === c.touches.length).map((c) => c.move));
      if (same) return new Picking(this.all, first);
      if (ways.size === 1) {
        const way = /** @type {Choice} */ (far.find((choice) => ways.has(choice.move)));
        return new Picking(this.all.filter((choice) => choice.move === way.move), way.touches);
      }
    }
    const fresh = new Picking(this.all);
    return this.touched.length > 0 && fresh.next.has(touch) ? new Picking(this.all, [touch]) : null;
  }

  /** Every place further along that `after` accepts. @returns {Set<string>} */
  get reachable() {
    const later = this.open.flatMap((choice) => choice.touches.slice(this.touched.length));
    return new Set(later.filter((touch) => this.touched.length > 0 && this.after(touch) !== null));
  }
}
