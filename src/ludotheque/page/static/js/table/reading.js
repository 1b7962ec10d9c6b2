// @ts-check
/**
 * The table for those who cannot see it: what lies on the board, what is one's own, what can be done.
 *
 * Three buttons say it, and the key of each while the board or the hand has the focus. All of it is
 * known already: names came with the page, places and moves with the picture.
 * @module
 */

import { placeNames } from "../board/drawing.js";
import { listed, sentences, speak } from "../lib/spoken.js";
import { say } from "../lib/words.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {import("../types").Placement} Placement */
/** @typedef {import("../types").TableData} TableData */

/**
 * @typedef {object} Looked what lies before the reader
 * @property {NonNullable<import("./stage.js").Stage["laid"]>} laid
 * @property {number | null} seat looked from
 * @property {boolean} plays whether it is the reader's own
 * @property {string} duty what must be done, if anything
 * @property {string} status whose turn it is
 * @property {string} planned what is to be done next, if anything
 */

export class Reading {
  /**
   * @param {HTMLElement} element with a button for each command, and a line that shows what was said
   * @param {Pick<TableData, "names" | "seat_symbols">} data
   * @param {() => Looked | null} look
   */
  constructor(element, data, look) {
    this.data = data;
    this.look = look;
    this.named = placeNames(data.names);
    this.shown = /** @type {HTMLElement} */ (element.querySelector(".read"));
    /** @type {HTMLElement[]} */
    this.buttons = [...element.querySelectorAll("button")];
    for (const button of this.buttons) button.addEventListener("click", () => this.#read(button.dataset.read ?? ""));
  }

  /** Listen to the keys of the commands in *room*. @param {Element} room */
  listen(room) {
    room.addEventListener("keydown", (raised) => {
      const event = /** @type {KeyboardEvent} */ (raised);
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const button = this.buttons.find((each) => each.getAttribute("aria-keyshortcuts") === event.key.toUpperCase());
      if (button === undefined) return;
      event.preventDefault();
      this.#read(button.dataset.read ?? "");
    });
  }

  /** @param {string} what */
  #read(what) {
    const looked = this.look();
    if (looked === null) return;
    const words = what === "board" ? this.board(looked) : what === "own" ? this.own(looked) : this.moves(looked);
    this.shown.textContent = words;
    speak(words);
  }

  /** Every place on which something lies, in the order of the board. @param {Looked} looked */
  board({ laid }) {
    return sentences(this.#lying(laid.board)) || say("board-bare");
  }

  /** What belongs to the reader: on the board, and in the hand. @param {Looked} looked */
  own({ laid, seat, plays }) {
    if (seat === null || !plays) return say("own-onlooker");
    const symbols = new Set(this.data.seat_symbols[seat]);
    const lying = this.#lying(laid.board, ({ symbol }) => symbols.has(symbol));
    // What lies face down is called by its back, unless its owner is peeking.
    const held = [...laid.hand.buttons.values()].map(heard);
    return sentences([...lying, ...held]) || say("own-none");
  }

  /** What must be done, then every move, by what is touched first; whose turn it is and what is planned where there is none. @param {Looked} looked */
  moves({ laid, duty, status, planned }) {
    const { all } = laid.play.picking;
    if (all.length === 0) return sentences([status, planned]);
    const firsts = [...new Set(all.map(({ touches }) => touches[0]))];
    const groups = firsts.map((first) => ({ first, choices: all.filter(({ touches }) => touches[0] === first) }));
    // Where things are put on empty places, the places are all there is to tell.
    const bare = groups.filter(({ first }) => laid.board.spots.has(first) && laid.board.on(first).length === 0);
    const places = listed(bare.map(({ first }) => laid.board.spots.get(first)?.label ?? ""));
    const moved = groups.filter((group) => !bare.includes(group));
    return sentences([duty, ...moved.flatMap((group) => this.#group(laid, group)), places && say("possible", { places })]);
  }

  /** @param {Looked["laid"]} laid @param {{first: string, choices: readonly Choice[]}} group @returns {string[]} */
  #group({ board, hand }, { first, choices }) {
    const ends = choices.flatMap(({ touches }) => this.#end(board, touches) ?? []);
    const places = listed([...new Set(ends)]);
    const button = hand.buttons.get(first);
    const what = button ? heard(button) : this.#thing(board, first);
    return [what, places ? say("possible", { places }) : say("playable")];
  }

  /** Where a hand comes to, after what it has touched first. @param {Board} board @param {readonly string[]} touches */
  #end(board, touches) {
    const last = touches.slice(1).findLast((id) => board.spots.has(id) || board.pieces.has(id));
    if (last === undefined) return null;
    return board.spots.get(last)?.label ?? this.#called(/** @type {Placement} */ (board.pieces.get(last)?.place));
  }

  /** A place with what lies there, or a piece with its place. @param {Board} board @param {string} id */
  #thing(board, id) {
    const piece = board.pieces.get(id)?.place;
    const spot = board.spots.get(piece?.spot ?? id);
    return spot ? this.named(spot, piece ? [piece] : board.on(id)) : "";
  }

  /** @param {Board} board @param {(piece: Placement) => boolean} [counts] @returns {string[]} */
  #lying(board, counts = () => true) {
    return [...board.spots.values()].flatMap((spot) => {
      const pieces = board.on(spot.id).filter(counts);
      return pieces.length > 0 ? [this.named(spot, pieces)] : [];
    });
  }

  /** @param {Placement} piece */
  #called({ symbol }) {
    return this.data.names[symbol] ?? symbol;
  }
}

/** What is heard of a button. @param {Element} button */
function heard(button) {
  return button.getAttribute("aria-label") ?? "";
}
