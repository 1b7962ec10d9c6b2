// @ts-check
/**
 * A review as it comes: what the house has found so far about every move of a game. Knows no page.
 * @module
 */

import { Following } from "./following.js";

/** @typedef {import("../types").JudgedSeen} Judged */
/** @typedef {import("../types").Reviewed} Reviewed */
/** @typedef {import("../types").ReviewSeen} ReviewSeen */

/** The labels, and how grave each is. @type {Record<string, number>} */
export const GRAVITY = { inaccuracy: 1, mistake: 2, blunder: 3 };

/** @extends {Following<Reviewed>} */
export class Review extends Following {
  /**
   * @param {string} path of the house that looks the game over
   * @param {unknown} body what it must be sent
   * @param {() => void} changed called whenever there is news
   */
  constructor(path, body, changed) {
    super(path, changed, (news) => this.#keep(news));
    this.body = body;
    /** By number, from 1. @type {Map<number, Judged>} */
    this.moves = new Map();
    /** What each seat could expect after so many moves. @type {Map<number, (number | null)[]>} */
    this.points = new Map();
    /** All but moves and points, as it was told last. @type {ReviewSeen | null} */
    this.latest = null;
  }

  /** The numbers of the moves that were mistakes, in the order of play. */
  get mistakes() {
    return [...this.moves.values()].filter(({ label }) => label !== null).map(({ turn }) => turn).sort((a, b) => a - b);
  }

  /** Whether two seats divide the point between them at every moment, so that one curve says it all. */
  get whole() {
    const points = [...this.points.values()];
    return (this.latest?.accuracies.length ?? 2) === 2 && points.every((shares) => shares.every((share) => share !== null));
  }

  /** Have the game looked over; resolve when that has come to an end. */
  async begin() {
    this.stop();
    this.moves.clear();
    this.points.clear();
    this.latest = null;
    await this.follow(this.body);
  }

  /** @param {Reviewed} news */
  #keep({ review }) {
    for (const move of review.moves) this.moves.set(move.turn, move);
    for (const { moves, shares } of review.points) this.points.set(moves, shares);
    this.latest = review;
  }
}
