// @ts-check
/**
 * The table: what the house tells about it is shown, what people do is sent.
 * @module
 */

import { ask, Refusal } from "./api.js";
import { Bubble } from "./ask.js";
import { Board } from "./board.js";
import { Clocks } from "./clock.js";
import { Ending } from "./ending.js";
import { CARD, Hand } from "./hand.js";
import { toast } from "./house.js";
import { Lobby } from "./lobby.js";
import { fly } from "./motion.js";
import { Play } from "./play.js";
import { nameOf, Players } from "./players.js";
import { sound } from "./sounds.js";
import { Story } from "./story.js";
import { icon } from "./svg.js";
import { Wishes } from "./wishes.js";
import { Wire } from "./wire.js";
import { say } from "./words.js";

/** @typedef {import("./types").BoardDrawing} BoardDrawing */
/** @typedef {import("./types").Incoming} Incoming */
/** @typedef {import("./types").MatchSeen} MatchSeen */
/** @typedef {import("./types").Picture} Picture */
/** @typedef {import("./types").TableData} TableData */
/** @typedef {import("./types").TableSeen} TableSeen */

const SLOW_MS = 500;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class TableScreen {
  /** @param {TableData} data */
  constructor(data) {
    this.data = data;
    this.address = `/api/tables/${data.id}`;
    /** @type {TableSeen | null} */
    this.table = null;
    /** @type {MatchSeen | null} */
    this.match = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** The seat that is looked from. @type {number | null} */
    this.seat = null;
    /** The own seats. @type {number[]} */
    this.seats = [];
    /** Among several people at this screen, whose hand may be seen. @type {number | null} */
    this.uncovered = null;
    /** A move that the house has not answered. @type {{id: string, turn: number} | null} */
    this.pending = null;
    /** The chairs whose people are there. @type {Set<number> | null} */
    this.here = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Play | null} */
    this.play = null;
    this.boardKey = "";
    this.flipped = false;
    /** Whether the reader sits opposite, null until the board is drawn. @type {boolean | null} */
    this.opposite = null;
    this.clocks = new Clocks();
    this.bubble = new Bubble(part("bubble"));
    this.players = new Players(part("players"), data, this.clocks);
    this.story = new Story(part("story"), `${this.address}/story`, (seat) => this.nameOf(seat));
    this.lobby = new Lobby(part("lobby"), data, (deed) => this.wire.do(deed));
    this.ending = new Ending(part("ending"), data, (deed) => this.wire.do(deed));
    this.wishes = new Wishes(part("asked"), (deed) => this.wire.do(deed), (chair) => nameOf(this.table?.chairs[chair], data));
    this.wire = new Wire(`${this.address}/socket`);
    /** What was heard is dealt with one after another. */
    this.dealing = Promise.resolve();
    this.#listen();
  }

  // What the house says.

  #listen() {
    this.wire.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent<Incoming>} */ (event).detail;
      this.dealing = this.dealing.then(() => this.#hear(message)).catch((problem) => this.#failed(problem));
    });
    this.wire.addEventListener("link", (event) => {
      const linked = /** @type {CustomEvent<boolean>} */ (event).detail;
      part("link-lost").hidden = linked;
      part("link-lost").textContent = linked ? "" : say("unlinked");
    });
    this.story.addEventListener("look", (event) => this.#lookBack(/** @type {CustomEvent} */ (event).detail));
    this.story.addEventListener("now", () => this.#showNow());
    part("to-now").addEventListener("click", () => this.story.now());
    part("lift").addEventListener("click", () => this.#lift());
    part("deeds").addEventListener("click", (event) => {
      const deed = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-deed]"))?.dataset.deed;
      if (deed) this.#deed(deed).catch((problem) => this.#failed(problem));
    });
    part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#typed();
    });
  }

  /** @param {unknown} problem */
  #failed(problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toast(problem.message);
  }

  /** @param {Incoming} message */
  async #hear(message) {
    if (message.type === "welcome") {
      this.table = message.table;
      this.match = message.table.match;
      this.picture = message.picture;
      this.seat = message.seat;
      this.seats = message.seats;
      if (this.pending && this.pending.turn !== this.match?.turn) this.pending = null;
      this.clocks.set(this.match?.clock ?? null, this.match?.to_move ?? null);
      await this.#setUp();
      this.#show({ calmly: true });
      if (this.match) await this.#loadStory();
    } else if (message.type === "step") {
      await this.#stepped(message);
    } else if (message.type === "refused") {
      this.#refused(message);
    } else if (message.type === "presence") {
      this.here = new Set(message.here);
      if (this.table) this.#showPeople();
    }
  }

  /** @param {import("./types").Step} step */
  async #stepped(step) {
    const before = this.match;
    if (step.table) this.table = step.table;
    if (!this.table) return;
    this.match = step.match;
    this.picture = step.picture ?? null;
    this.#findSeats();
    this.clocks.set(this.match?.clock ?? null, this.match?.to_move ?? null);
    const moves = step.events.filter(({ type }) => type === "move");
    const turned = step.events.some(({ type }) => type === "begin" || type === "takeback");
    if (turned) this.uncovered = step.events.some(({ type }) => type === "begin") ? null : this.uncovered;
    if (this.pending && this.pending.turn !== this.match?.turn) this.pending = null;
    if (turned) this.ending.reset();
    await this.#setUp();
    for (const { seat } of moves) this.#flyCard(Number(seat));
    this.#show({ calmly: turned && !before });
    if (turned) await this.#loadStory();
    for (const { seat, move } of moves) this.#tellMove(Number(seat), /** @type {string | null} */ (move));
    if (this.match?.outcome && !before?.outcome) this.#ended();
    else if (moves.length > 0) sound("place");
  }

  async #loadStory() {
    await this.story.load(this.seat ?? undefined);
    this.#showDeeds();
  }

  /** @param {number} seat @param {string | null} move */
  #tellMove(seat, move) {
    const told = this.picture?.told ?? [];
    this.story.add({ seat, move, told }, this.match?.turn ?? 0);
    this.speak(say("tells", { name: this.nameOf(seat), what: told.join(" ") }));
    if (this.#mayMove() && !this.seats.includes(seat)) sound("turn");
  }

  /** Let a card fly from whoever played it to where it now lies open. @param {number} seat */
  #flyCard(seat) {
    const { board } = this;
    const played = this.picture?.pieces.find((piece) => {
      const spot = board?.spots.get(piece.spot);
      const before = board?.pieces.get(piece.id)?.place.href;
      return spot?.shape === "card" && spot.zone === "" && before !== piece.href;
    });
    if (!board || !played || this.#covered()) return;
    const theirs = board.drawing.spots.find(({ zone, shape }) => zone === `seat-${seat}` && shape === "card");
    const from = theirs ? board.onScreen(theirs.id) : this.hand?.sent();
    const to = board.onScreen(played.spot);
    const unit = (board.turned.getScreenCTM()?.a ?? 0) * 0.8;
    if (from && to) fly(icon(played.href, CARD), from, to, unit);
  }

  #ended() {
    const shares = this.match?.outcome?.shares ?? [];
    const best = Math.max(...shares);
    sound(this.seats.some((seat) => shares[seat] === best) ? "won" : "over");
    this.speak(this.ending.sentence);
  }

  /** @param {import("./types").Refused} refusal */
  #refused(refusal) {
    toast(refusal.message);
    this.speak(refusal.message);
    if (this.pending?.id === refusal.id) {
      this.pending = null;
      this.#showNow();
    }
  }

  /** The seats change from game to game. */
  #findSeats() {
    const { table, match } = this;
    if (!table) return;
    this.seats = table.seating.flatMap((chair, seat) => (table.chairs[chair]?.yours ? [seat] : []));
    const pinned = this.wire.query.seat;
    const toMove = match?.to_move ?? null;
    if (pinned !== undefined && this.seats.includes(pinned)) this.seat = pinned;
    else if (toMove !== null && this.seats.includes(toMove)) this.seat = toMove;
    else this.seat = this.seats[0] ?? null;
  }

  // What is shown.

  /** Draw the board, where it is not the one that lies there. */
  async #setUp() {
    const table = /** @type {TableSeen} */ (this.table);
    const { game, options } = table.terms;
    const query = new URLSearchParams({ seats: String(table.seating.length || table.chairs.length), hand: "false" });
    for (const [name, value] of Object.entries(options)) query.append("option", `${name}:${value}`);
    const zoned = this.board === null || this.board.drawing.spots.some(({ zone }) => zone !== "");
    if (zoned && this.seat !== null) query.set("seat", String(this.seat));
    const key = String(query);
    if (key === this.boardKey || (!zoned && this.boardKey !== "")) {
      this.#face();
      return;
    }
    const [drawing, symbols] = await Promise.all([
      /** @type {Promise<BoardDrawing>} */ (ask("GET", `/api/games/${game}/board?${query}`)),
      ask("GET", "/api/symbols.svg"),
    ]);
    this.boardKey = key;
    this.board?.remove();
    const root = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (part("board")));
    const board = new Board(root, drawing, symbols, { hand: false });
    this.board = board;
    const held = drawing.spots.filter(({ zone }) => zone === "hand" && this.seat !== null);
    this.hand = new Hand(part("hand"), held, (spot, piece) => say("lies-there", { place: spot.label, what: this.named(piece.symbol) }));
    part("table").classList.toggle("with-hand", held.length > 0);
    part("table").style.setProperty("--ratio", String(drawing.width / drawing.height));
    this.opposite = null;
    this.#face();
    this.play = new Play({
      board,
      hand: this.hand,
      bubble: this.bubble,
      previews: "",
      named: (symbol) => this.named(symbol),
      send: (move) => this.#send(move),
      speak: (sentence) => this.speak(sentence),
    });
  }

  /** Let whoever sits opposite see the board from there, also who sits down or changes sides later. */
  #face() {
    const { board } = this;
    if (board === null) return;
    const unzoned = board.drawing.spots.every(({ zone }) => zone === "");
    const opposite = unzoned && this.seats.length === 1 && this.seats[0] === 1;
    if (opposite === this.opposite) return;
    this.opposite = opposite;
    this.flipped = opposite;
    board.flip(opposite);
  }

  /** @param {{calmly?: boolean}} [how] */
  #show({ calmly = false } = {}) {
    const table = /** @type {TableSeen} */ (this.table);
    part("table").dataset.status = table.status;
    this.lobby.show(table);
    this.#showPeople();
    this.#showCover();
    if (this.story.at === null) this.#showNow({ calmly });
    this.ending.show(table, this.match, this.seats, (seat) => this.nameOf(seat));
  }

  /** @param {{calmly?: boolean}} [how] */
  #showNow({ calmly = false } = {}) {
    part("past").hidden = true;
    const { board, hand, play, picture } = this;
    if (!board || !hand || !play) return;
    // What comes meanwhile and is no move does not take the piece back that is on its way.
    if (this.pending) return;
    play.previews = `${this.address}/preview?seat=${this.seat}`;
    const covered = this.#covered();
    const shown = picture ?? { pieces: board.drawing.pieces, last: [], choices: [] };
    if (covered) hand.clear();
    else hand.show(shown, { open: Boolean(this.match?.outcome) });
    play.offer(null);
    board.show(shown, { calmly }).then(() => this.#label());
    if (!covered) play.offer(this.#mayMove() ? shown : null);
    this.#showDuty(covered ? null : shown);
    this.#showDeeds();
  }

  #showPeople() {
    const { table, match } = this;
    if (!table) return;
    this.players.show(table, match?.to_move ?? null, this.here);
    this.wishes.show(table, match, this.seats, this.here);
    const status = this.#status();
    if (part("status").textContent !== status) part("status").textContent = status;
    const title = part("table").querySelector("h1")?.textContent ?? "";
    document.title = this.#mayMove() ? `● ${say("your-turn")} · ${title}` : title;
  }

  #status() {
    const { table, match } = this;
    if (!table || table.status === "open") return say("waiting");
    if (!match || match.outcome || match.to_move === null) return table.status === "closed" ? say("put-away") : say("game-over");
    const name = this.nameOf(match.to_move);
    const chair = table.chairs[table.seating[match.to_move]];
    if (chair.computer) return say("thinking", { name });
    return this.seats.includes(match.to_move) && this.seats.length === 1 ? say("your-turn") : say("turn-of", { name });
  }

  /** @param {Picture | null} picture */
  #showDuty(picture) {
    const duty = picture?.duty ?? null;
    part("duty").hidden = duty === null;
    if (!duty) return;
    const why = document.createElement("a");
    why.href = `/rules/${this.data.game}#rule-${duty.rule}`;
    why.target = "_blank";
    why.textContent = say("why");
    part("duty").replaceChildren(`${duty.message} `, why);
  }

  #showDeeds() {
    const { table, match, seats } = this;
    if (!table) return;
    const playing = table.status === "playing" && seats.length > 0;
    const people = table.chairs.filter((chair) => chair.name !== null && !chair.computer && !chair.yours);
    /** @type {Record<string, boolean>} */
    const open = {
      undo: playing && !this.data.secrets && this.story.moves.some(({ seat }) => seats.includes(seat)),
      hint: playing && this.#mayMove() && (!table.rated || people.length === 0),
      draw: playing && match?.draw_offered_by === null && (people.length > 0 || seats.length > 1),
      resign: playing,
      flip: this.board?.drawing.spots.every(({ zone }) => zone === "") ?? false,
      // The text of a position tells the hand of who looks at it.
      share: match !== null && !this.#covered(),
      leave: playing && people.length > 0,
    };
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (part("deeds").querySelectorAll("[data-deed]"))) {
      button.hidden = !open[button.dataset.deed ?? ""];
    }
    part("typed").hidden = !this.#mayMove();
    part("table").dataset.turn = String(match?.turn ?? "");
    part("table").dataset.mine = String(this.#mayMove());
    const moves = [...new Set(this.picture?.choices.map(({ move }) => move) ?? [])];
    part("moves").replaceChildren(...(this.#mayMove() ? moves : []).map((move) => new Option("", move)));
  }

  #label() {
    this.board?.label((spot, pieces) => {
      const names = pieces.map(({ symbol }) => this.named(symbol));
      return say("lies-there", { place: spot.label, what: names.join(", ") || say("nothing") });
    });
  }

  /** @param {{picture: Picture, moves: number}} past */
  #lookBack({ picture, moves }) {
    this.play?.offer(null);
    this.board?.show(picture).then(() => this.#label());
    if (!this.#covered()) this.hand?.show(picture, { open: Boolean(this.match?.outcome) });
    part("past").hidden = false;
    /** @type {HTMLElement} */ (part("past").firstElementChild).textContent = say("looking-back", { n: moves, all: this.story.moves.length });
  }

  // Several people at one screen.

  /** Whether the hand that comes next must not be seen yet. */
  #covered() {
    const toMove = this.match?.to_move ?? null;
    if (!this.data.secrets || this.seats.length < 2 || !this.match || this.match.outcome) return false;
    const next = toMove !== null && this.seats.includes(toMove) ? toMove : this.uncovered;
    return next !== this.uncovered || this.uncovered !== this.seat;
  }

  #showCover() {
    const toMove = this.match?.to_move ?? null;
    const hidden = !this.#covered() || toMove === null || !this.seats.includes(toMove);
    const was = part("cover").hidden;
    part("cover").hidden = hidden;
    if (hidden || toMove === null) return;
    part("cover-title").textContent = say("pass-to", { name: this.nameOf(toMove) });
    if (was) part("lift").focus({ preventScroll: true });
  }

  #lift() {
    const toMove = this.match?.to_move ?? null;
    if (toMove === null) return;
    this.uncovered = toMove;
    this.wire.lookFrom(toMove);
  }

  // What people do.

  #mayMove() {
    const toMove = this.match?.to_move ?? null;
    return toMove !== null && toMove === this.seat && this.seats.includes(toMove) && !this.pending && !this.#covered();
  }

  /** @param {string} move */
  #send(move) {
    const turn = this.match?.turn ?? 0;
    const id = this.wire.do({ type: "move", turn, move, seat: this.seat });
    this.pending = { id, turn };
    part("typed").hidden = true;
    part("table").dataset.mine = "false";
    setTimeout(() => {
      if (this.pending?.id === id) part("status").textContent = say("sending");
    }, SLOW_MS);
  }

  #typed() {
    const field = /** @type {HTMLInputElement} */ (part("move"));
    const move = field.value.trim();
    if (!move || !this.#mayMove() || !this.picture) return;
    const choice = this.picture.choices.find((each) => each.move === move);
    this.story.now();
    this.play?.offer(null);
    if (choice) this.play?.put(this.picture, choice);
    this.#send(move);
    field.value = "";
  }

  /** @param {string} deed */
  async #deed(deed) {
    const seat = this.seats.includes(this.match?.to_move ?? -1) ? this.match?.to_move : this.seats[0];
    if (deed === "flip") {
      this.flipped = !this.flipped;
      this.board?.flip(this.flipped);
    } else if (deed === "share") {
      const { game, options } = /** @type {TableSeen} */ (this.table).terms;
      const { share } = await import("./share.js");
      await share(game, options, this.match?.position ?? "");
    } else if (deed === "hint") {
      await this.#hint();
    } else if (deed === "undo") {
      const own = this.story.moves.findLast((move) => this.seats.includes(move.seat));
      this.wire.do({ type: "take-back", seat: own?.seat });
    } else if (deed === "draw") {
      this.wire.do({ type: "offer-draw", seat });
      toast(say("draw-offered"));
    } else if (deed === "resign" && (await sure(say("sure-resign")))) {
      this.wire.do({ type: "resign", seat });
    } else if (deed === "leave" && (await sure(say("sure-leave")))) {
      this.wire.do({ type: "leave" });
    }
  }

  async #hint() {
    this.story.now();
    const { move } = await ask("GET", `${this.address}/hint?seat=${this.seat}`);
    const query = new URLSearchParams({ seat: String(this.seat), move });
    const { pictures } = await ask("GET", `${this.address}/preview?${query}`);
    const choice = this.picture?.choices.find((each) => each.move === move);
    if (choice) this.hand?.light({ held: [choice.touches[0]], next: this.picture?.choices.map(({ touches }) => touches[0]) });
    this.board?.ghost(pictures[0]);
    const told = pictures[0]?.told.join(" ") ?? move;
    toast(say("hint-is", { what: told }));
    this.speak(told);
  }

  // Words.

  /** @param {string} symbol */
  named(symbol) {
    return this.data.names[symbol] ?? symbol;
  }

  /** @param {number} seat */
  nameOf(seat) {
    return nameOf(this.table?.chairs[this.table.seating[seat]], this.data);
  }

  /** Say aloud, for those who listen to the page. @param {string} sentence */
  speak(sentence) {
    const line = document.createElement("p");
    line.textContent = sentence;
    part("spoken").append(line);
    while (part("spoken").childElementCount > 20) part("spoken").firstElementChild?.remove();
  }
}

/** Ask whether someone is sure. @param {string} question @returns {Promise<boolean>} */
function sure(question) {
  const dialog = /** @type {HTMLDialogElement} */ (part("sure"));
  part("sure-title").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

new TableScreen(JSON.parse(part("table-data").textContent ?? "{}"));
