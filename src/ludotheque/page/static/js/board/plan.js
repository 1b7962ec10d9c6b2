// @ts-check
/**
 * A premove: a piece of one's own and a place, touched while another is to move, and touched once more by
 * itself when the turn has come. Knows no rules: whether it is a move, nobody knows before then.
 * @module
 */

/** @typedef {import("./board.js").Board} Board */
/** What became of it. @typedef {"lifted" | "laid" | "let-go" | "impossible"} Fate */
/** Told of it, with what was touched. @typedef {(fate: Fate, touches: readonly string[]) => void} Told */

export class Plan {
  /** @param {Board} board @param {Told} told */
  constructor(board, told) {
    this.board = board;
    this.told = told;
    /** The symbols of the pieces that may be planned with; none where nobody plans. @type {ReadonlySet<string>} */
    this.own = new Set();
    /** Where a piece lies, and where it is to go: none, one or both. @type {readonly string[]} */
    this.touches = [];
  }

  /** Let moves be planned with such pieces; with none, what was planned is forgotten. @param {Iterable<string>} own */
  allow(own) {
    this.own = new Set(own);
    if (this.own.size === 0) this.forget();
  }

  /** A place is touched out of turn. @param {string} id @returns {boolean} whether that has to do with a plan */
  touch(id) {
    const [from, to] = this.touches;
    if (this.#mine(id) && id !== from) this.#plan([id]);
    else if (from === undefined) return false;
    else if (to === undefined && id !== from) this.#plan([from, id]);
    else this.cancel();
    return true;
  }

  /** A piece is dragged out of turn. @param {string} from @param {string} to @returns {boolean} as `touch` */
  drag(from, to) {
    if (!this.#mine(from)) return false;
    if (this.#mine(to)) this.cancel();
    else this.#plan([from, to]);
    return true;
  }

  /** Someone thinks better of it. */
  cancel() {
    const { touches } = this;
    this.forget();
    if (touches.length > 0) this.told("let-go", touches);
  }

  /** Return what was planned: it is a plan no longer. */
  take() {
    const { touches } = this;
    this.forget();
    return touches;
  }

  /** Nothing is planned any more, and nobody is told. */
  forget() {
    this.touches = [];
    this.board.intend([]);
  }

  /** Show what is planned, and what may be touched for it, on a board where nothing else can be. */
  show() {
    const lifted = this.touches.length === 1;
    const open = [...this.board.spots.keys()].filter((id) => this.own.size > 0 && (lifted || this.#mine(id)));
    this.board.light({ held: lifted ? this.touches : [], open });
    this.board.intend(this.touches);
  }

  /** @param {readonly string[]} touches */
  #plan(touches) {
    this.touches = touches;
    this.show();
    this.told(touches.length === 1 ? "lifted" : "laid", touches);
  }

  /** Whether a piece lies there that may be planned with. @param {string} id */
  #mine(id) {
    return this.board.on(id).some(({ symbol }) => this.own.has(symbol));
  }
}
