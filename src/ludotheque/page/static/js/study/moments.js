// @ts-check
/**
 * What the house says of the moments of a tree, each asked for once. Knows no page.
 * @module
 */

import { ask } from "../lib/api.js";

/** @typedef {import("../types").Moment} Moment */
/** @typedef {import("../types").Picture} Picture */

export class Moments {
  /** @param {string} game @param {{position: string, options: Record<string, string>}} about where its lines begin */
  constructor(game, { position, options }) {
    this.path = `/api/games/${game}/moment`;
    this.position = position;
    this.options = options;
    /** @type {Map<string, Promise<Moment>>} */
    this.known = new Map();
  }

  /** The moment that *line* leads to. @param {readonly string[]} line @param {number | null} viewer @returns {Promise<Moment>} */
  async at(line, viewer) {
    const key = JSON.stringify([viewer, line]);
    const asked = this.known.get(key) ?? this.#ask(line, viewer);
    this.known.set(key, asked);
    try {
      return await asked;
    } catch (problem) {
      this.known.delete(key);
      throw problem;
    }
  }

  /**
   * The pictures after moves that could be made there.
   * @param {readonly string[]} line @param {number | null} viewer @param {readonly string[]} tries
   * @returns {Promise<Array<Picture | null>>}
   */
  async previews(line, viewer, tries) {
    return (await this.#ask(line, viewer, tries)).previews;
  }

  /** @param {readonly string[]} moves @param {number | null} viewer @param {readonly string[]} [tries] @returns {Promise<Moment>} */
  #ask(moves, viewer, tries = []) {
    const { position, options } = this;
    return ask("POST", this.path, { position, options, moves, viewer, tries });
  }
}
