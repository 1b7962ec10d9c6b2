// @ts-check
/**
 * Making a move by hand: touches are picked, what is no place is asked, the move is put at once and
 * then sent. Knows no game: whatever is legal arrived with the picture.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { Picking } from "./picking.js";
import { say } from "../lib/words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./ask.js").Bubble} Bubble */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {import("../types").Picture} Picture */

/** The pictures after some moves: null where one cannot be shown. @typedef {(moves: readonly string[]) => Promise<Array<Picture | null>>} Preview */

/** The house shows so many moves at once. */
const MOST_PREVIEWS = 12;

export class Play {
  /**
   * @param {object} parts
   * @param {Board} parts.board
   * @param {Hand} parts.hand
   * @param {Bubble} parts.bubble
   * @param {Preview} parts.preview asks the house
   * @param {(symbol: string) => string} parts.named what a piece is called
   * @param {(move: string) => void} parts.send
   * @param {(sentence: string) => void} parts.speak
   */
  constructor({ board, hand, bubble, preview, named, send, speak }) {
    this.board = board;
    this.hand = hand;
    this.bubble = bubble;
    this.preview = preview;
    this.named = named;
    this.send = send;
    this.speak = speak;
    /** @type {Picture | null} */
    this.picture = null;
    this.picking = new Picking([]);
    board.addEventListener("touch", (event) => this.touch(detail(event)));
    board.addEventListener("cancel", () => this.cancel());
    board.addEventListener("lift", (event) => this.#lift(detail(event)));
    board.addEventListener("drop", (event) => this.#drop(detail(event)));
    hand.addEventListener("touch", (event) => this.touch(detail(event)));
    hand.addEventListener("drop", (event) => this.#play(detail(event)));
    hand.addEventListener("peek", (event) => this.speak(detail(event)));
  }

  /** Let a move be picked from *picture*; null: nothing can be touched now. @param {Picture | null} picture */
  offer(picture) {
    this.bubble.close();
    this.picture = picture;
    this.#pick(new Picking(picture?.choices ?? []));
  }

  /** Let go of what was touched. */
  cancel() {
    this.bubble.close();
    this.board.ghost(null);
    this.#pick(new Picking(this.picking.all));
  }

  /** A place or a piece is touched. @param {string} id */
  touch(id) {
    if (this.picking.all.length === 0) return;
    this.bubble.close();
    const touched = this.picking.touched;
    if (touched.at(-1) === id && !this.picking.next.has(id)) {
      // A second touch of the same plays what could end here, or lets go.
      if (this.picking.here !== null) this.#made(this.picking.here);
      else this.cancel();
      return;
    }
    const after = this.picking.after(id);
    if (after !== null) {
      this.#pick(after);
      this.#follow();
      return;
    }
    const pieces = this.board.on(id).map((piece) => piece.id);
    const open = pieces.filter((piece) => this.picking.next.has(piece));
    if (open.length === 1) this.touch(open[0]);
    else if (open.length > 1) this.#askWhich(open, this.board.onScreen(id));
    else this.cancel();
  }

  /** @param {string} id */
  #lift(id) {
    this.bubble.close();
    const after = new Picking(this.picking.all).after(id);
    if (after !== null) this.#pick(after);
  }

  /** @param {{from: string, to: string}} drag */
  #drop({ from, to }) {
    const lifted = this.picking.touched.at(-1) === from ? this.picking : new Picking(this.picking.all).after(from);
    const after = lifted?.after(to) ?? null;
    if (after === null) {
      this.cancel();
      return;
    }
    this.#pick(after);
    this.#follow();
  }

  /** Something held was dragged to the board. @param {string} id */
  #play(id) {
    this.cancel();
    this.touch(id);
    if (this.picking.here !== null) this.#made(this.picking.here);
  }

  /** @param {Picking} picking */
  #pick(picking) {
    this.picking = picking;
    const { next, touched } = picking;
    this.board.light({ next, far: [...picking.reachable], held: touched.slice(-1) });
    this.hand.light({ next, held: touched });
  }

  /** Go on from what has just been touched. */
  #follow() {
    const { picking } = this;
    const last = /** @type {string} */ (picking.touched.at(-1));
    const alone = picking.touched.length === 1 && picking.here !== null && this.hand.holds(last);
    if (picking.picked !== null && !alone) {
      this.#made(picking.picked);
      return;
    }
    if (alone) {
      // What is held and needs no more is played by a second touch: a hand is first looked through.
      this.#preview([/** @type {string} */ (picking.here)]).then(([shown]) => {
        if (this.picking === picking) this.board.ghost(shown ?? null);
      });
      this.hand.offer(last);
      this.speak(say("touch-again"));
      return;
    }
    const next = [...picking.next];
    const nowhere = next.filter((touch) => !this.board.spots.has(touch) && !this.board.pieces.has(touch));
    if (nowhere.length > 0 && nowhere.length === next.length) this.#askWhat(nowhere, last);
    else if (next.every((touch) => this.board.pieces.has(touch)) && next.length > 0 && !this.board.spots.has(last)) {
      this.#askWhich(next, this.hand.onScreen(last));
    }
  }

  /** Which of these pieces? @param {readonly string[]} pieces @param {DOMPoint | null} beside */
  async #askWhich(pieces, beside) {
    const { picking } = this;
    const options = pieces.map((id) => {
      const place = /** @type {NonNullable<ReturnType<Board["pieces"]["get"]>>} */ (this.board.pieces.get(id)).place;
      return { answer: id, label: this.named(place.symbol), href: place.href };
    });
    const after = new Map(pieces.map((id) => [id, picking.after(id)?.picked ?? null]));
    const shown = this.#ghosts(after);
    const answer = await this.bubble.ask(say("which-piece"), options, beside, shown);
    if (this.picking !== picking) return;
    if (answer === null) this.cancel();
    else this.touch(answer);
  }

  /**
   * What is to become of it? Each answer shows the piece that it makes different from the others.
   * @param {readonly string[]} answers @param {string} last what was touched last
   */
  async #askWhat(answers, last) {
    const { picking } = this;
    const moves = alike(picking, answers);
    const pictures = await this.#preview(moves);
    if (this.picking !== picking) return;
    const options = answers.map((answer, i) => {
      const piece = pictures[i] && different(pictures[i], pictures);
      return piece
        ? { answer, label: this.named(piece.symbol), href: piece.href }
        : { answer, label: answer.replace(/^=/, "") };
    });
    const place = this.board.spots.has(last) ? last : /** @type {string} */ (picking.touched.findLast((t) => this.board.spots.has(t)));
    const after = new Map(answers.map((answer, i) => [answer, pictures[i] ?? null]));
    const answer = await this.bubble.ask(say("which-way"), options, this.board.onScreen(place), (considered) =>
      this.board.ghost(considered === null ? null : (after.get(considered) ?? null)),
    );
    if (this.picking !== picking) return;
    if (answer === null) this.cancel();
    else this.touch(answer);
  }

  /**
   * Return what shows the picture after the considered answer, as soon as it has come.
   * @param {Map<string, string | null>} moves by answer
   */
  #ghosts(moves) {
    const known = [...moves].filter(([, move]) => move !== null);
    /** @type {Map<string, Picture | null>} */
    const pictures = new Map();
    /** @type {string | null} */
    let now = null;
    const show = () => this.board.ghost(now === null ? null : (pictures.get(now) ?? null));
    this.#preview(known.map(([, move]) => /** @type {string} */ (move))).then((shown) => {
      known.forEach(([answer], i) => pictures.set(answer, shown[i] ?? null));
      if (this.bubble.open) show();
    });
    return (/** @type {string | null} */ answer) => {
      now = answer;
      show();
    };
  }

  /**
   * Return the pictures after these moves; nothing where the house cannot be asked.
   * @param {readonly string[]} moves
   * @returns {Promise<Array<Picture | null>>}
   */
  async #preview(moves) {
    if (moves.length === 0) return [];
    try {
      return await this.preview(moves.slice(0, MOST_PREVIEWS));
    } catch (problem) {
      // The move can be made all the same, unseen.
      if (!(problem instanceof Refusal)) throw problem;
      return [];
    }
  }

  /** @param {string} move */
  #made(move) {
    const { picture, picking } = this;
    const choice = picking.open.find((each) => each.move === move);
    if (!picture || !choice) return;
    this.offer(null);
    this.put(picture, choice);
    this.send(move);
  }

  /**
   * Put the piece where it goes, before the house has said yes.
   * @param {Picture} picture @param {Choice} choice
   */
  put(picture, choice) {
    const path = choice.path?.length ? choice.path : choice.touches.filter((touch) => this.board.spots.has(touch));
    const piece = picture.pieces.filter((place) => place.spot === path[0]).at(-1);
    const end = this.board.spots.get(path.at(-1) ?? "");
    if (path.length > 1 && piece && end) {
      const moved = { ...piece, spot: end.id, x: end.x, y: end.y };
      const pieces = picture.pieces.map((place) => (place === piece ? moved : place));
      this.board.show({ ...picture, pieces, last: path });
      this.board.showing.then(() => this.board.pending(piece.id));
    } else this.hand.pending(choice.touches[0]);
  }
}

/**
 * Return a move for each answer, alike in all that is still to be chosen after it.
 * @param {Picking} picking @param {readonly string[]} answers
 */
function alike(picking, answers) {
  const depth = picking.touched.length;
  const rest = (/** @type {Choice} */ choice) => choice.touches.slice(depth + 1).join(" ");
  const by = answers.map((answer) => picking.open.filter((choice) => choice.touches[depth] === answer));
  const wanted = by[0].map(rest).find((one) => by.every((choices) => choices.some((each) => rest(each) === one)));
  return by.map((choices) => (choices.find((each) => rest(each) === wanted) ?? choices[0]).move);
}

/** Return a piece that looks otherwise in another picture. @param {Picture} picture @param {ReadonlyArray<Picture | null>} all */
function different(picture, all) {
  return picture.pieces.find((piece) =>
    all.some((other) => other?.pieces.some((each) => each.id === piece.id && each.href !== piece.href)),
  );
}

/** @param {Event} event @returns {any} */
function detail(event) {
  return /** @type {CustomEvent} */ (event).detail;
}
