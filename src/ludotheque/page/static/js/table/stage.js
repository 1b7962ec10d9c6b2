// @ts-check
/**
 * The stage of a table: the board, the hand, and the making of a move on them.
 * @module
 */

import { ask } from "../lib/api.js";
import { Bubble } from "../board/ask.js";
import { Board } from "../board/board.js";
import { lying } from "../board/changed.js";
import { part } from "../lib/dom.js";
import { Hand, leaveRoom } from "../board/hand.js";
import { fly } from "../lib/motion.js";
import { Play } from "../board/play.js";
import { ownerOf, turnedOver } from "./reveal.js";
import { speak } from "../lib/spoken.js";
import { drawing, fit, placeNames, symbols } from "../board/drawing.js";
import { icon } from "../lib/svg.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").TableData} TableData */
/** @typedef {import("../types").TableSeen} TableSeen */

export class Stage {
  /**
   * @param {TableData} data
   * @param {string} address of the table's questions
   * @param {object} told what is done on it
   * @param {(moves: readonly string[], seat: number | null) => Promise<Array<Picture | null>>} told.preview what *seat* would see after each
   * @param {(move: string, how: {planned: boolean}) => void} told.send
   * @param {(touches: readonly string[] | null) => void} told.astray touches that led nowhere; null: one went on
   * @param {(words: string) => void} told.meant what a move would do that one is about to make; no words: there is none any more
   * @param {import("../board/plan.js").Told} told.planned
   */
  constructor(data, address, { preview, send, astray, meant, planned }) {
    this.address = address;
    this.preview = preview;
    this.making = { send, astray, meant, planned };
    this.names = data.names;
    this.bubble = new Bubble(part("bubble"));
    /** @type {{board: Board, hand: Hand, play: Play} | null} */
    this.laid = null;
    this.key = "";
    /** Whether the reader sits opposite, null until the board is drawn. @type {boolean | null} */
    this.opposite = null;
  }

  /** Whether everyone sees the same board, so that it can be turned. */
  get shared() {
    return this.laid?.board.drawing.spots.every(({ zone }) => zone === "") ?? false;
  }

  /** Whether the board is seen from the other side. */
  get flipped() {
    return this.laid?.board.flipped ?? false;
  }

  /**
   * Draw the board, where it is not the one that lies there.
   * @param {TableSeen} table @param {number | null} seat looked from @param {readonly number[]} seats the reader's own
   */
  async lay(table, seat, seats) {
    const { game, options } = table.terms;
    const wanted = { seats: table.seating.length || table.chairs.length, seat: this.shared ? null : seat, options, hand: false };
    const key = JSON.stringify(wanted);
    if (key !== this.key) {
      const [drawn, stock] = await Promise.all([drawing(game, wanted), symbols()]);
      this.laid?.board.remove();
      const board = new Board(part("board", SVGSVGElement), drawn, stock, { hand: false });
      const held = seat === null ? [] : drawn.spots.filter(({ zone }) => zone === "hand");
      const name = placeNames(this.names);
      const hand = new Hand(part("hand"), held, (spot, piece) => name(spot, [piece]));
      const named = (/** @type {string} */ symbol) => this.names[symbol] ?? symbol;
      const play = new Play({ board, hand, bubble: this.bubble, preview: async () => [], named, speak, ...this.making });
      this.laid = { board, hand, play };
      this.key = this.shared ? JSON.stringify({ ...wanted, seat: null }) : key;
      this.opposite = null;
      part("table").classList.toggle("with-hand", held.length > 0);
      fit(part("table"), drawn);
      leaveRoom(part("table"), drawn);
    }
    this.#face(seats);
  }

  /** Let whoever sits opposite see the board from there, also who sits down or changes sides later. @param {readonly number[]} seats */
  #face(seats) {
    const opposite = this.shared && seats.length === 1 && seats[0] === 1;
    if (opposite === this.opposite) return;
    this.opposite = opposite;
    this.laid?.board.flip(opposite);
  }

  /** Look from the other side. */
  flip() {
    this.laid?.board.flip(!this.laid.board.flipped);
  }

  /**
   * Show the table as it is.
   * @param {Picture | null} picture null before the first game
   * @param {{calmly: boolean, covered: boolean, open: boolean, mine: boolean, plans: readonly string[], seat: number | null, after?: Promise<unknown>}} how
   *   `open`: nothing is secret any more; `mine`: the reader may move; `plans`: the symbols of the pieces that
   *   moves may be planned with; `after`: what is to be seen before
   * @returns {Promise<void>} once all lies in its place
   */
  async now(picture, { calmly, covered, open, mine, plans, seat, after }) {
    if (!this.laid) return;
    const { board, hand, play } = this.laid;
    const shown = picture ?? lying(board.drawing.pieces);
    play.preview = (moves) => this.preview(moves, seat);
    if (covered) hand.clear();
    else hand.show(shown, { open });
    play.plan.allow(plans);
    play.offer(null);
    const presented = this.#present(shown, { calmly, after });
    if (!covered) play.offer(mine ? shown : null);
    await presented;
    // Pieces lie elsewhere now: others can be planned with.
    if (play.picking.all.length === 0) play.plan.show();
  }

  /** Show a moment that has passed. @param {Picture} picture @param {{covered: boolean, open: boolean}} how */
  past(picture, { covered, open }) {
    this.laid?.play.plan.allow([]);
    this.laid?.play.offer(null);
    if (!covered) this.laid?.hand.show(picture, { open });
    this.#present(picture, { calmly: false });
  }

  /**
   * Show once more what all have seen: what each of them holds lies as it does now.
   * @param {Picture} picture of a moment that has passed, perhaps as someone else saw it
   * @param {Picture | null} present @param {{calmly: boolean, after?: Promise<unknown>}} how
   */
  async again(picture, present, how) {
    const zones = new Map(this.laid?.board.drawing.spots.map(({ id, zone }) => [id, zone]));
    const common = (/** @type {{spot: string}} */ { spot }) => zones.get(spot) === "";
    const pieces = [...picture.pieces.filter(common), ...(present?.pieces ?? []).filter((piece) => !common(piece))];
    this.laid?.play.plan.allow([]);
    this.laid?.play.offer(null);
    await this.#present({ ...picture, pieces }, how);
  }

  /** @param {Picture} picture @param {{calmly: boolean, after?: Promise<unknown>}} how */
  async #present(picture, how) {
    const board = this.laid?.board;
    await board?.show(picture, how);
    board?.label(placeNames(this.names));
  }

  /** The name of the sentence that says how a first move is made. @param {Picture | null} picture */
  advice(picture) {
    const choices = picture?.choices ?? [];
    if (choices.some(({ touches }) => this.laid?.hand.holds(touches[0]))) return "first-held";
    return choices.every(({ touches }) => touches.length === 1) ? "first-place" : "first-piece";
  }

  /** What places are called. @param {readonly string[]} ids */
  called(ids) {
    return ids.map((id) => this.laid?.board.spots.get(id)?.label ?? id);
  }

  /** What lay covered before each seat, by seat. @param {Picture | null} picture of a game that is over @param {number | null} seat looked from */
  uncovered(picture, seat) {
    const lying = new Map(picture?.pieces.map((piece) => [piece.spot, piece]));
    /** @type {Map<number, string>} */
    const shown = new Map();
    for (const { id, back, zone } of this.laid?.board.drawing.spots ?? []) {
      const piece = back ? lying.get(id) : undefined;
      const owner = ownerOf(zone, seat);
      if (piece && owner !== null) shown.set(owner, piece.href);
    }
    return shown;
  }

  /**
   * What lies covered, as it is turned over seat by seat. @param {Picture} before @param {Picture} after
   * @param {number | null} seat looked from @param {readonly number[]} shares
   */
  turnedOver(before, after, seat, shares) {
    return turnedOver(before, after, this.laid?.board.drawing.spots ?? [], seat, shares);
  }

  /** @param {Picture | null} picture */
  #played(picture) {
    return picture?.pieces.find(({ spot }) => this.laid?.board.spots.get(spot)?.played);
  }

  /** The symbol of what was played last and lies open, if anything does. @param {Picture | null} picture */
  played(picture) {
    return this.#played(picture)?.href ?? null;
  }

  /**
   * Let what a seat has played fly from its hand to where it now lies open; resolve when it is there.
   * @param {number} seat @param {Picture | null} picture
   */
  async flyPlayed(seat, picture) {
    if (!this.laid) return;
    const { board, hand } = this.laid;
    const played = this.#played(picture);
    if (!played) return;
    const theirs = board.drawing.spots.find(({ zone, back }) => zone === `seat-${seat}` && back === null);
    const from = theirs ? board.onScreen(theirs.id) : hand.sent();
    const to = board.onScreen(played.spot);
    const flying = icon(played.href);
    const width = (board.turned.getScreenCTM()?.a ?? 0) * flying.viewBox.baseVal.width;
    if (from && to) await fly(flying, from, to, width);
  }

  /**
   * Show a good move, and return it in words; null if the game has gone on meanwhile.
   * @param {Picture | null} picture @param {number | null} seat
   * @returns {Promise<string | null>}
   */
  async hint(picture, seat) {
    const { move } = await ask("GET", `${this.address}/hint?seat=${seat}`);
    const [shown] = await this.preview([move], seat);
    if (!this.laid || this.laid.play.picture !== picture) return null;
    this.laid.play.cancel();
    await this.laid.board.showing;
    if (this.laid.play.picture !== picture) return null;
    const choice = picture?.choices.find((each) => each.move === move);
    if (choice) this.laid.hand.light({ held: [choice.touches[0]], next: picture?.choices.map(({ touches }) => touches[0]) });
    this.laid.board.ghost(shown ?? null);
    this.laid.board.point(choice?.touches ?? []);
    return shown?.told.join(" ") || move;
  }

  /** Put a typed move before the house has said yes; it may be none. @param {Picture} picture @param {string} move */
  put(picture, move) {
    const choice = picture.choices.find((each) => each.move === move);
    this.laid?.play.offer(null);
    if (choice) this.laid?.play.put(picture, choice);
  }
}
