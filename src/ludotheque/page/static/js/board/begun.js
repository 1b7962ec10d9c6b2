// @ts-check
/**
 * A move that is made touch by touch, as far as it has come: its piece lies where it was last sent, and what it has
 * passed looks as it will. Knows no rules.
 * @module
 */

import { say } from "../lib/words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./picking.js").Picking} Picking */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Placement} Placement */

/** How far beside its way something may lie that a piece has passed, in board units. */
const ASIDE = 0.1;

export class Begun {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The spots that the piece has come to, its origin first; none while nothing is begun. @type {readonly string[]} */
    this.way = [];
    /** What lies on the board meanwhile. @type {Picture | null} */
    this.picture = null;
  }

  /** Someone else shows the board now: what was begun is made, or gone. */
  forget() {
    this.way = [];
    this.picture = null;
  }

  /** What has been made so far, in words. */
  get told() {
    const { spots } = this.board;
    return this.way.length < 2 ? "" : say("so-far", { way: this.way.map((id) => spots.get(id)?.label || id).join(" – ") });
  }

  /** Show what *picking* has made of *picture*; what was begun and let go lies where it lay. @param {Picture} picture @param {Picking} picking */
  show(picture, picking) {
    const way = wayOf(this.board, picking);
    if (way.join() === this.way.join()) return;
    const piece = picture.pieces.filter(({ spot }) => spot === way[0]).at(-1);
    const end = this.board.spots.get(way.at(-1) ?? "");
    this.way = piece && end ? way : [];
    if (!piece || !end) {
      if (this.picture) this.board.propose(picture, { calmly: true });
      this.picture = null;
      return;
    }
    // What was turned over on the way stays so, as long as it is the same way.
    const now = this.picture && this.picture.last.every((spot, i) => way[i] === spot) ? this.picture : picture;
    const pieces = now.pieces.map((place) => (place.id === piece.id ? { ...place, spot: end.id, x: end.x, y: end.y } : place));
    this.#lay({ ...now, pieces, last: [...way] });
  }

  /** Turn over what has been passed, where all *pictures*, of moves that go on, have it alike. @param {ReadonlyArray<Picture | null>} pictures */
  turn(pictures) {
    const now = this.picture;
    if (!now) return;
    const looks = pictures.map((picture) => new Map(picture?.pieces.map((place) => [place.id, place])));
    const pieces = now.pieces.map((place) => {
      const first = looks[0]?.get(place.id);
      const settled = first && first.href !== place.href && looks.every((look) => look.get(place.id)?.href === first.href);
      return settled && this.#passed(place) ? { ...first, x: place.x, y: place.y, spot: place.spot } : place;
    });
    if (pieces.some((place, i) => place !== now.pieces[i])) this.#lay({ ...now, pieces });
  }

  /** What would lie there, were *piece* to look otherwise; without anything begun, what *shown* has. @param {Picture} shown @param {Placement | undefined} piece @returns {Picture} */
  with(shown, piece) {
    if (!this.picture || !piece) return shown;
    return { ...this.picture, pieces: this.picture.pieces.map((place) => (place.id === piece.id ? piece : place)) };
  }

  /** @param {Picture} picture */
  #lay(picture) {
    this.picture = picture;
    this.board.propose(picture);
  }

  /** Whether something lies on the way so far. @param {Placement} place */
  #passed({ x, y }) {
    const places = this.way.flatMap((id) => this.board.spots.get(id) ?? []);
    const far = (/** @type {{x: number, y: number}} */ one, /** @type {{x: number, y: number}} */ other) => Math.hypot(one.x - other.x, one.y - other.y);
    return places.slice(1).some((to, i) => far(places[i], { x, y }) + far({ x, y }, to) < far(places[i], to) + ASIDE);
  }
}

/** The spots that a piece has come to, where touches tell its way. @param {Board} board @param {Picking} picking @returns {readonly string[]} */
function wayOf(board, { touched, open }) {
  const spots = touched.filter((touch) => board.spots.has(touch));
  const told = spots[0] === touched[0] && open.every(({ path }) => !path?.length);
  return told && spots.length > 1 ? spots : [];
}
