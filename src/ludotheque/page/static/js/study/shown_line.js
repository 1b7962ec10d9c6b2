// @ts-check
/**
 * A line of play that someone is shown on a board: its first moves by arrows, all of it move by move.
 * @module
 */

import { ask } from "../lib/api.js";
import { positionQuery } from "../board/drawing.js";

/** @typedef {import("../types").Picture} Picture */

/** How many moves of a line are played. */
export const LONGEST = 12;

export class ShownLine {
  /**
   * @param {string} game @param {string} position where it begins @param {Record<string, string>} options
   * @param {readonly string[]} moves
   */
  constructor(game, position, options, moves) {
    this.address = `/api/games/${game}/line?${positionQuery(position, options, { move: moves.slice(0, LONGEST) })}`;
    /** @type {Promise<Picture[]> | null} */
    this.asked = null;
  }

  /** The pictures of where it begins and after each move, as far as the rules go along. @returns {Promise<Picture[]>} */
  async pictures() {
    this.asked ??= ask("GET", this.address).then((found) => found.pictures);
    try {
      return await this.asked;
    } catch (problem) {
      this.asked = null;
      throw problem;
    }
  }
}
