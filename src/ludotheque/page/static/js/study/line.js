// @ts-check
/**
 * A line that is tried out from a position: the moves made, how far along it one looks, and what the
 * house says of any moment of it. Knows no page.
 * @module
 */

import { ask } from "../lib/api.js";

/** @typedef {import("../types").Moment} Moment */
/** @typedef {import("../types").MoveTold} MoveTold */
/** @typedef {import("../types").Picture} Picture */

export class Line {
  /**
   * @param {string} game
   * @param {string} position where it begins
   * @param {Record<string, string>} options
   * @param {readonly string[]} [moves]
   */
  constructor(game, position, options, moves = []) {
    this.game = game;
    this.position = position;
    this.options = options;
    this.moves = [...moves];
    /** The moves after which the board is looked at. */
    this.at = this.moves.length;
    /** What the house told of the moves, as far as it was asked. @type {readonly MoveTold[]} */
    this.told = [];
    /** @type {Map<string, Promise<Moment>>} */
    this.known = new Map();
  }

  /** The moves up to the moment that is looked at. */
  get made() {
    return this.moves.slice(0, this.at);
  }

  /** The moment that is looked at. @returns {Promise<Moment>} */
  async moment() {
    const { made } = this;
    const key = JSON.stringify(made);
    const asked = this.known.get(key) ?? this.#ask(made);
    this.known.set(key, asked);
    try {
      const found = await asked;
      if (found.moves.length >= this.told.length || !same(this.told, found.moves)) this.told = found.moves;
      return found;
    } catch (problem) {
      this.known.delete(key);
      throw problem;
    }
  }

  /** Make a move there; what followed it before is forgotten. @param {string} move */
  play(move) {
    if (this.moves[this.at] !== move) this.moves = [...this.made, move];
    this.at += 1;
  }

  /** Look at another moment. @param {number} moves after which */
  go(moves) {
    this.at = Math.min(Math.max(0, moves), this.moves.length);
  }

  /** The pictures after moves that could be made. @param {readonly string[]} tries @returns {Promise<Array<Picture | null>>} */
  async preview(tries) {
    return (await this.#ask(this.made, tries)).previews;
  }

  /** @param {readonly string[]} moves @param {readonly string[]} [tries] @returns {Promise<Moment>} */
  #ask(moves, tries = []) {
    const { game, position, options } = this;
    return ask("POST", `/api/games/${game}/moment`, { position, options, moves, tries });
  }
}

/** Whether a line goes on as another begins. @param {readonly MoveTold[]} long @param {readonly MoveTold[]} short */
function same(long, short) {
  return short.every(({ move }, i) => long[i]?.move === move);
}
