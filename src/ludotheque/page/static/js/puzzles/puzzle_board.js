// @ts-check
/**
 * The board that puzzles are solved on: laid anew where a puzzle needs another, played on by touch and keys.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { Bubble } from "../board/ask.js";
import { Board } from "../board/board.js";
import { Hand, leaveRoom } from "../board/hand.js";
import { Play } from "../board/play.js";
import { part } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { drawing, fit, placeNames, symbols } from "../board/drawing.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").PuzzleSeen} PuzzleSeen */

/**
 * @typedef {object} Listener whoever solves on it
 * @property {(move: string) => void} send
 * @property {(sentence: string, kind: string) => void} tell
 * @property {(wanted: {tries?: readonly string[], touches?: readonly string[]}) => Promise<import("../types").Looked>} look
 */

export class PuzzleBoard {
  /** @param {string} game @param {Record<string, string>} names of the symbols @param {Listener} listener */
  constructor(game, names, listener) {
    this.game = game;
    this.names = names;
    this.listener = listener;
    this.room = part("puzzle-room");
    this.bubble = new Bubble(part("bubble"));
    /** @type {{key: string, board: Board, hand: Hand, play: Play} | null} */
    this.laid = null;
  }

  /** Lay the board of a puzzle, unless it lies there already. @param {PuzzleSeen} puzzle */
  async lay({ seats, seat, options, flipped }) {
    const key = JSON.stringify([seats, seat, options]);
    if (this.laid?.key !== key) {
      const [drawn, stock] = await Promise.all([drawing(this.game, { seats, seat, options, hand: false }), symbols()]);
      this.laid?.board.remove();
      this.laid = { key, ...this.#new(drawn, stock) };
    }
    this.laid.board.flip(flipped);
  }

  /** @param {import("../types").BoardDrawing} drawn @param {string} stock */
  #new(drawn, stock) {
    const { listener } = this;
    const board = new Board(part("board", SVGSVGElement), drawn, stock, { hand: false });
    const named = (/** @type {string} */ symbol) => this.names[symbol] ?? symbol;
    const held = drawn.spots.filter(({ zone }) => zone === "hand");
    fit(this.room, drawn);
    leaveRoom(this.room, drawn);
    this.room.classList.toggle("with-hand", held.length > 0);
    const hand = new Hand(part("hand"), held, (spot, piece) => say("lies-there", { place: spot.label, what: named(piece.symbol) }));
    // What is one's own need not be kept from oneself here.
    hand.peeking = true;
    const preview = async (/** @type {readonly string[]} */ tries) => (await listener.look({ tries })).previews;
    const speak = (/** @type {string} */ sentence) => listener.tell(sentence, "");
    const play = new Play({ board, hand, bubble: this.bubble, preview, named, send: listener.send, speak, astray: (touches) => this.#astray(touches) });
    return { board, hand, play };
  }

  /** Let a move be made in *picture*. @param {Picture} picture @param {{calmly?: boolean}} [how] */
  async offer(picture, how = {}) {
    await this.show(picture, how);
    this.laid?.play.offer(picture.choices.length > 0 ? picture : null);
  }

  /** Show a picture, to be looked at alone. @param {Picture} picture @param {{calmly?: boolean}} [how] */
  async show(picture, { calmly = false } = {}) {
    if (!this.laid) return;
    const { board, hand, play } = this.laid;
    play.offer(null);
    hand.show(picture);
    await board.show(picture, { calmly });
    board.label(placeNames(this.names));
  }

  /** Say why what was touched is no move. @param {readonly string[] | null} touches null: one went on */
  async #astray(touches) {
    if (touches === null || this.laid?.play.picture === null) return;
    try {
      const { reason } = await this.listener.look({ touches });
      if (!reason) return;
      this.listener.tell(reason.message, "hint");
      this.laid?.board.ring(reason.spots);
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.listener.tell(problem.message, "wrong refused");
    }
  }
}
