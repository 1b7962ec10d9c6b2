// @ts-check
/**
 * Making a move by hand: touches are picked, what is no place is asked, the move is put at once and
 * then sent. Knows no game: whatever is legal arrived with the picture.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { Begun } from "./begun.js";
import { Picking } from "./picking.js";
import { Plan } from "./plan.js";
import { listed, sentences } from "../lib/spoken.js";
import { say } from "../lib/words.js";
import { MOST_PREVIEWS } from "../lib/protocol.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./ask.js").Bubble} Bubble */
/** @typedef {import("../types").Choice} Choice */
/** @typedef {import("../types").Picture} Picture */

/** @typedef {Picture & {questions?: import("../types").QuestionSeen[]}} Shown what a move leads to */
/** The pictures after some moves: null where one cannot be shown. @typedef {(moves: readonly string[]) => Promise<Array<Shown | null>>} Preview */


export class Play {
  /**
   * @param {object} parts
   * @param {Board} parts.board
   * @param {Hand} parts.hand
   * @param {Bubble} parts.bubble
   * @param {Preview} parts.preview asks the house
   * @param {(symbol: string) => string} parts.named what a piece is called
   * @param {(move: string, how: {planned: boolean}) => void} parts.send
   * @param {(sentence: string) => void} parts.speak
   * @param {(touches: readonly string[] | null) => void} [parts.astray] told of touches that led nowhere, and by null that one went on
   * @param {(words: string) => void} [parts.meant] told what the move would do that one is about to make; by no words that there is none any more
   * @param {import("./plan.js").Told} [parts.planned] told what becomes of a move that is planned
   */
  constructor({ board, hand, bubble, preview, named, send, speak, astray = () => {}, meant = () => {}, planned = () => {} }) {
    this.board = board;
    this.hand = hand;
    this.bubble = bubble;
    this.preview = preview;
    this.named = named;
    this.send = send;
    this.speak = speak;
    this.astray = astray;
    this.meant = meant;
    /** The places that no question may cover. @type {readonly string[]} */
    this.goals = [];
    /** @type {Picture | null} */
    this.picture = null;
    this.picking = new Picking([]);
    /** What has been made of a move, while it is made. */
    this.begun = new Begun(board);
    this.plan = new Plan(board, planned);
    board.addEventListener("touch", (event) => this.touch(detail(event)));
    board.addEventListener("cancel", () => this.cancel());
    board.addEventListener("lift", (event) => this.#lift(detail(event)));
    board.addEventListener("drop", (event) => this.#drop(detail(event)));
    hand.addEventListener("touch", (event) => this.touch(detail(event)));
    hand.addEventListener("cancel", () => this.cancel());
    hand.addEventListener("drop", (event) => this.#play(detail(event)));
    hand.addEventListener("peek", (event) => this.speak(detail(event)));
  }

  /**
   * Let a move be picked from *picture*, and what was planned be done; null: nothing can be done now but plan.
   * @param {Picture | null} picture
   */
  offer(picture) {
    this.bubble.close();
    if (picture !== null) for (const { touches } of [this.board, this.hand]) touches.forget();
    this.picture = picture;
    this.begun.forget();
    this.#pick(new Picking(picture?.choices ?? []));
    if (picture !== null) this.#fulfil(this.plan.take());
  }

  /** Let go of what was touched. */
  cancel() {
    this.bubble.close();
    this.board.ghost(null);
    if (this.picking.touched.length > 0) this.meant("");
    this.plan.cancel();
    this.#pick(new Picking(this.picking.all));
  }

  /**
   * Do what was planned as if it were touched now; where a question is left, it is asked.
   * @param {readonly string[]} touches
   */
  #fulfil(touches) {
    const [from, to] = touches;
    const lifted = from === undefined ? null : this.picking.after(from);
    if (lifted !== null && to === undefined) {
      this.#pick(lifted);
      this.#follow();
    }
    if (to === undefined) return;
    const after = lifted?.after(to) ?? null;
    const way = after?.touched[0] === from ? after : null;
    // Whoever has named an end means it, also where one could go on from there.
    const move = way?.here ?? way?.picked ?? null;
    if (way === null) this.plan.told("impossible", touches);
    else if (move !== null) this.#made(move, { planned: true });
    else {
      this.#pick(way);
      this.#follow();
    }
  }

  /** A place or a piece is touched. @param {string} id */
  touch(id) {
    if (this.picking.all.length === 0) {
      if (!this.plan.touch(id)) this.#lost([id]);
      return;
    }
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
    else if (open.length > 1) this.#askWhich(open, () => this.board.onScreen(id), this.board.spots.get(id)?.label ?? "");
    else {
      this.cancel();
      this.#lost([...touched, id]);
    }
  }

  /** What was touched leads nowhere: say so, unless nothing lay there. @param {readonly string[]} touches */
  #lost(touches) {
    if (touches.length > 1 || this.hand.holds(touches[0]) || this.board.on(touches[0]).length > 0) this.astray(touches);
  }

  /** @param {string} id */
  #lift(id) {
    this.bubble.close();
    const after = new Picking(this.picking.all).after(id);
    if (after !== null) this.#pick(after);
  }

  /** @param {{from: string, to: string}} drag */
  #drop({ from, to }) {
    if (this.picking.all.length === 0 && this.plan.drag(from, to)) return;
    const lifted = this.picking.touched.at(-1) === from ? this.picking : new Picking(this.picking.all).after(from);
    const after = lifted?.after(to) ?? null;
    if (after === null) {
      this.cancel();
      this.#lost([from, to]);
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
    this.board.ring();
    if (touched.length > 0) this.astray(null);
    if (this.picture) this.begun.show(this.picture, picking);
    if (this.begun.told) this.meant(this.begun.told);
    if (picking.all.length === 0) this.plan.show();
    else this.board.light({ next, far: [...picking.reachable], held: touched.slice(-1) });
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
        if (this.picking === picking) this.#mean(shown ?? null, say("touch-again"));
      });
      this.hand.offer(last);
      return;
    }
    const next = [...picking.next];
    const nowhere = next.filter((touch) => !this.board.spots.has(touch) && !this.board.pieces.has(touch));
    if (nowhere.length === 1 && next.length === 1) this.touch(nowhere[0]);
    else if (nowhere.length > 0 && nowhere.length === next.length) this.#askWhat(nowhere, last);
    else if (next.every((touch) => this.board.pieces.has(touch)) && next.length > 0 && !this.board.spots.has(last)) {
      this.#askWhich(next, () => this.hand.onScreen(last), this.#held(last));
    } else {
      this.#tellWhere(last);
      this.#turn(picking, [...picking.next].map((touch) => firstOf(picking, touch)));
    }
  }

  /** Show, too, what has been turned over on the way so far, once it is known. @param {Picking} picking @param {readonly string[]} moves that go on */
  async #turn(picking, moves) {
    if (this.begun.way.length < 2) return;
    const pictures = await this.#preview(moves);
    if (this.picking === picking && pictures.length === moves.length) this.begun.turn(pictures);
  }

  /** Show and say what a move leads to, and *then* what makes it; null: nobody is about to make one. @param {Shown | null} shown @param {string} [then] */
  #mean(shown, then = "") {
    this.board.ghost(shown);
    const words = sentences(shown?.told ?? []);
    this.meant(words || this.begun.told);
    const said = sentences([words, then]);
    if (said) this.speak(said);
  }

  /** Say what was picked up, and where it may go. @param {string} last what was touched */
  #tellWhere(last) {
    const { board, picking } = this;
    const piece = board.pieces.get(last)?.place ?? board.on(last).at(-1);
    const place = board.spots.get(piece?.spot ?? last)?.label ?? "";
    const what = piece ? say("lies-there", { place, what: this.named(piece.symbol) }) : place || this.#held(last);
    const places = listed([...picking.reachable].flatMap((id) => board.spots.get(id)?.label ?? []));
    const here = picking.here === null ? "" : say("touch-again");
    this.speak(sentences([what, places && say("possible", { places }), here]));
  }

  /** What something held is called. @param {string} id of its spot */
  #held(id) {
    return this.named(this.picture?.pieces.find(({ spot }) => spot === id)?.symbol ?? "");
  }

  /** Which of these pieces? @param {readonly string[]} pieces @param {() => DOMPoint | null} beside @param {string} what it is asked about */
  async #askWhich(pieces, beside, what) {
    const { picking } = this;
    const options = pieces.map((id) => {
      const place = /** @type {NonNullable<ReturnType<Board["pieces"]["get"]>>} */ (this.board.pieces.get(id)).place;
      return { answer: id, label: this.named(place.symbol), href: place.href };
    });
    const after = new Map(pieces.map((id) => [id, picking.after(id)?.picked ?? null]));
    const shown = this.#ghosts(after);
    const spots = [...pieces.flatMap((id) => this.board.pieces.get(id)?.place.spot ?? []), ...this.goals];
    const where = () => ({ beside: beside(), clear: this.#clear(spots) });
    const answer = await this.bubble.ask(say("which-piece", { what }), options, where, shown);
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
    if (pictures.length === moves.length) this.begun.turn(pictures);
    const nth = this.#asked(picking.touched);
    const question = pictures.find(Boolean)?.questions?.[nth];
    const pieces = answers.map((_, i) => (pictures[i] ? different(pictures[i], pictures) : undefined));
    const options = answers.map((answer, i) => {
      const symbol = pieces[i]?.symbol;
      const label = question?.answers[answer] ?? (symbol ? this.named(symbol) : answer.replace(/^=/, ""));
      return { answer, label, href: pieces[i]?.href };
    });
    const place = this.board.spots.has(last) ? last : /** @type {string} */ (picking.touched.findLast((t) => this.board.spots.has(t)));
    const about = question?.spot ?? pieces.find(Boolean)?.spot ?? place;
    // Of what is chosen only after the answer nothing is told, and nothing shown.
    const seen = (/** @type {string} */ answer, /** @type {Shown} */ shown, /** @type {number} */ i) =>
      picking.after(answer)?.picked ? shown : { ...this.begun.with(shown, pieces[i]), told: [] };
    const after = new Map(answers.map((answer, i) => [answer, pictures[i] ? seen(answer, pictures[i], i) : null]));
    this.board.ring([about]);
    const answer = await this.bubble.ask(
      this.#numbered(question?.told ?? say("which-way", { place: this.board.spots.get(about)?.label ?? "" }), nth),
      options,
      () => ({ beside: this.board.onScreen(about), clear: this.#clear([about, place, ...this.goals]) }),
      (considered) => this.#mean(considered === null ? null : (after.get(considered) ?? null)),
    );
    if (this.picking !== picking) return;
    if (answer === null) this.cancel();
    else this.touch(answer);
  }

  /** How many of these touches answer a question. @param {readonly string[]} touches */
  #asked(touches) {
    return touches.filter((touch) => !this.board.spots.has(touch) && !this.board.pieces.has(touch) && !this.hand.holds(touch)).length;
  }

  /** Say which of how many questions it is, if there can be several: as many as one's way takes. @param {string} what @param {number} nth */
  #numbered(what, nth) {
    const all = this.picking.open.map(({ touches }) => this.#asked(touches));
    const [fewest, most] = [Math.min(...all), Math.max(...all)];
    return most > 1 ? say("question-of", { what, n: nth + 1, all: fewest === most ? most : `${fewest}–${most}` }) : what;
  }

  /** What these places take up of the screen. @param {readonly string[]} spots */
  #clear(spots) {
    return spots.flatMap((id) => this.board.boxOnScreen(id) ?? []);
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
    const show = () => this.#mean(now === null ? null : (pictures.get(now) ?? null));
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
   * @returns {Promise<Array<Shown | null>>}
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

  /** @param {string} move @param {{planned: boolean}} [how] */
  #made(move, how = { planned: false }) {
    const { picture, picking } = this;
    const lying = this.begun.picture ?? picture;
    const choice = picking.open.find((each) => each.move === move);
    if (!picture || !lying || !choice) return;
    this.offer(null);
    this.put(picture, choice, lying);
    this.send(move, how);
  }

  /**
   * Put the piece where it goes, before the house has said yes.
   * @param {Picture} picture @param {Choice} choice @param {Picture} [lying] what lies there now, where a part of it is made
   */
  put(picture, choice, lying = picture) {
    const path = choice.path?.length ? choice.path : choice.touches.filter((touch) => this.board.spots.has(touch));
    const piece = picture.pieces.filter((place) => place.spot === path[0]).at(-1);
    const end = this.board.spots.get(path.at(-1) ?? "");
    if (path.length > 1 && piece && end) {
      const moved = { ...piece, spot: end.id, x: end.x, y: end.y };
      const pieces = lying.pieces.map((place) => (place.id === piece.id ? moved : place));
      this.board.show({ ...picture, pieces, last: path });
      this.board.showing.then(() => this.board.pending(piece.id));
    } else this.hand.pending(choice.touches[0]);
  }
}

/** A move that goes on with *touch*. @param {Picking} picking @param {string} touch */
function firstOf(picking, touch) {
  const depth = picking.touched.length;
  return /** @type {Choice} */ (picking.open.find(({ touches }) => touches[depth] === touch)).move;
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
