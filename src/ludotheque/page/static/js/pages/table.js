// @ts-check
/**
 * The table: what the house tells about it is shown, what people do is sent.
 * @module
 */

import { changed } from "../board/changed.js";
import { Refusal } from "../lib/api.js";
import { openTable } from "./opening.js";
import { answersTold } from "../table/answers.js";
import { Caption } from "../table/caption.js";
import { Clocks } from "../table/clock.js";
import { Cover } from "../table/cover.js";
import { Deeds, drawOfferer, possible } from "../table/deeds.js";
import { brought, part } from "../lib/dom.js";
import { Ending } from "../table/ending.js";
import { clearToasts, toast } from "../lib/house.js";
import { Lobby } from "../table/lobby.js";
import { Players } from "../table/players.js";
import { lookedFrom, namesOf, ownSeats, statusOf, winnersOf } from "../table/seating.js";
import { sound } from "../lib/sounds.js";
import { speak } from "../lib/spoken.js";
import { Stage } from "../table/stage.js";
import { Story } from "../table/story.js";
import { Typing } from "../table/typing.js";
import { Wishes } from "../table/wishes.js";
import { Wire } from "../table/wire.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Incoming} Incoming */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").TableData} TableData */
/** @typedef {import("../types").TableSeen} TableSeen */

const SLOW_MS = 500;

class TableScreen {
  /** @param {TableData} data */
  constructor(data) {
    this.data = data;
    const address = `/api/tables/${data.id}`;
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
    /** A move that the house has not answered. @type {{id: string, turn: number} | null} */
    this.pending = null;
    /** The chairs whose people are there, null if not known. @type {Set<number> | null} */
    this.here = null;
    /** The chairs whose people need not be waited for any longer. @type {Set<number>} */
    this.lost = new Set();
    const doing = (/** @type {import("../table/wire.js").Deed} */ deed) => void this.wire.do(deed);
    const failed = (/** @type {unknown} */ problem) => this.#failed(problem);
    this.clocks = new Clocks();
    const preview = async (/** @type {readonly string[]} */ moves, /** @type {number | null} */ seat) =>
      (await this.wire.ask({ type: "preview", moves, seat })).pictures;
    this.stage = new Stage(data, address, (move) => this.#send(move), preview);
    this.caption = new Caption(part("caption"), `/rules/${data.game}`);
    this.players = new Players(part("players"), data, this.clocks);
    this.story = new Story(part("story"), `${address}/story`, (seat) => this.nameOf(seat), failed);
    this.lobby = new Lobby(part("lobby"), data, doing);
    this.ending = new Ending(part("ending"), data, doing, (level) => this.#playAt(level));
    this.wishes = new Wishes(part("asked"), doing);
    this.cover = new Cover(part("cover"), data.secrets, () => this.#lift());
    this.typing = new Typing(part("typed"), (move) => this.#typed(move));
    this.deeds = new Deeds(part("deeds"), this.#doing(), failed);
    this.wire = new Wire(`${address}/socket`);
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
      part("link-lost").textContent = linked ? "" : say(this.wire.over ? "unlinked-for-good" : "unlinked");
    });
    this.story.addEventListener("look", (event) => this.#lookBack(/** @type {CustomEvent} */ (event).detail));
    this.story.addEventListener("now", () => this.#showNow());
    part("to-now").addEventListener("click", () => this.story.now());
  }

  /** Tell what went wrong; what nobody foresaw is noted, and the page goes on. @param {unknown} problem */
  #failed(problem) {
    if (problem instanceof Refusal) toast(problem.message);
    else reportError(problem);
  }

  /** @param {Incoming} message */
  async #hear(message) {
    if (message.type === "welcome") {
      this.table = message.table;
      this.picture = message.picture;
      this.seat = message.seat;
      this.seats = message.seats;
      this.#follow(message.table.match);
      await this.stage.lay(message.table, this.seat, this.seats);
      this.story.now();
      this.#show({ calmly: true });
      if (this.match) await this.#loadStory();
    } else if (message.type === "step") {
      await this.#stepped(message);
    } else if (message.type === "refused") {
      this.#refused(message);
    } else if (message.type === "presence") {
      this.here = new Set(message.here);
      this.lost = new Set(message.lost);
      this.#showPeople();
    }
  }

  /** @param {import("../types").Step} step */
  async #stepped(step) {
    const { match: before, seat: from } = this;
    if (step.table) this.table = step.table;
    if (!this.table) return;
    this.picture = step.picture ? changed(this.picture, step.picture) : null;
    this.#follow(step.match);
    this.seats = ownSeats(this.table);
    this.seat = lookedFrom(this.seats, this.wire.query.seat, step.match?.to_move ?? null);
    const moves = step.events.filter(({ type }) => type === "move");
    const began = step.events.some(({ type }) => type === "begin");
    const turned = began || step.events.some(({ type }) => type === "takeback");
    if (began) this.cover.uncovered = null;
    if (turned) this.ending.reset();
    await this.stage.lay(this.table, this.seat, this.seats);
    // Nobody looks back into another game, nor at a hand that the next person must not see.
    if (began || this.seat !== from || this.#covered()) this.story.now();
    for (const { seat } of moves) this.stage.flyPlayed(Number(seat), this.picture);
    for (const { seat, move } of moves) this.#tellMove(Number(seat), /** @type {string | null} */ (move));
    this.#show({ calmly: turned && !before });
    for (const words of answersTold(step.events, before, this.seats, (seat) => this.nameOf(seat))) {
      toast(words);
      speak(words);
    }
    if (began) this.#beginStory();
    else if (turned) await this.#loadStory();
    if (this.match?.outcome && !before?.outcome) this.#ended();
    else if (moves.length > 0) sound("place");
  }

  /** The game has come that far. @param {MatchSeen | null} match */
  #follow(match) {
    this.match = match;
    if (this.pending && this.pending.turn !== match?.turn) this.pending = null;
    this.clocks.set(match?.clock ?? null, match?.to_move ?? null, match?.clock_waits);
  }

  async #loadStory() {
    await this.story.load(this.seat ?? undefined);
    this.#showDeeds();
    this.#caption();
  }

  #beginStory() {
    this.story.begin(this.seat ?? undefined, this.match?.turn ?? 0);
    this.#showDeeds();
    this.#caption();
  }

  /** @param {number} seat @param {string | null} move */
  #tellMove(seat, move) {
    const told = this.picture?.told ?? [];
    this.story.add({ seat, move, told }, this.match?.turn ?? 0);
    speak(say("tells", { name: this.nameOf(seat), what: told.join(" ") }));
    if (this.#mayMove() && !this.seats.includes(seat)) sound("turn");
  }

  #ended() {
    const winners = winnersOf(this.match?.outcome);
    sound(this.seats.some((seat) => winners.includes(seat)) ? "won" : "over");
    clearToasts();
    speak(this.ending.sentence);
    this.ending.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("../types").Refused} refusal */
  #refused(refusal) {
    toast(refusal.message);
    speak(refusal.message);
    if (this.pending?.id === refusal.id) {
      this.pending = null;
      this.#showNow();
    }
  }

  // What is shown.

  /** @param {{calmly: boolean}} how */
  #show({ calmly }) {
    const { table, match } = this;
    if (!table) return;
    const began = part("table").dataset.status !== table.status && table.status === "playing";
    part("table").dataset.status = table.status;
    this.lobby.show(table, namesOf(table.chairs, this.data));
    if (began) scrollTo({ top: 0 });
    this.#showPeople();
    const toMove = match?.to_move ?? null;
    this.cover.show(this.#covered() && toMove !== null && this.seats.includes(toMove) ? this.nameOf(toMove) : null);
    if (this.story.at === null) this.#showNow({ calmly });
    this.ending.show(table, match, this.seats, (seat) => this.nameOf(seat));
  }

  #showNow({ calmly = false } = {}) {
    part("past").hidden = true;
    // What comes meanwhile and is no move does not take the piece back that is on its way.
    if (this.pending) return;
    const open = Boolean(this.match?.outcome);
    this.stage.now(this.picture, { calmly, covered: this.#covered(), open, mine: this.#mayMove(), seat: this.seat });
    this.#caption();
    this.#showDeeds();
  }

  #caption() {
    const { picture, story } = this;
    const last = story.moves.at(-1);
    if (story.at !== null) return;
    if (picture?.duty && this.#mayMove()) this.caption.duty(picture.duty);
    else if (last) this.caption.tell(say("tells", { name: this.nameOf(last.seat), what: last.told.join(" ") }));
    else this.caption.tell(this.#mayMove() ? say(this.stage.advice(picture)) : "");
  }

  #showPeople() {
    const { table, match, seats, here, lost } = this;
    if (!table) return;
    const winners = winnersOf(match?.outcome);
    const shown = match?.outcome ? this.stage.uncovered(this.picture, this.seat) : new Map();
    this.players.show(table, match?.to_move ?? null, here, { winners, shown });
    this.wishes.show(table, match, seats, lost, namesOf(table.chairs, this.data));
    const status = statusOf(table, match, seats, (seat) => this.nameOf(seat));
    if (part("status").textContent !== status) part("status").textContent = status;
    const title = part("table").querySelector("h1")?.textContent ?? "";
    document.title = this.#mayMove() ? `● ${say("your-turn")} · ${title}` : title;
  }

  #showDeeds() {
    const { table, match, seats, story } = this;
    if (!table) return;
    const mine = this.#mayMove();
    const moved = story.moves.findLast(({ seat }) => seats.includes(seat))?.seat ?? null;
    const how = { seats, mine, moved, secrets: this.data.secrets, covered: this.#covered(), shared: this.stage.shared };
    this.deeds.show(possible({ ...table, match }, how));
    this.typing.show(mine ? (this.picture?.choices.map(({ move }) => move) ?? []) : null);
    part("table").dataset.turn = String(match?.turn ?? "");
    part("table").dataset.mine = String(mine);
  }

  /** @param {{picture: Picture, moves: number}} past */
  #lookBack({ picture, moves }) {
    this.stage.past(picture, { covered: this.#covered(), open: Boolean(this.match?.outcome) });
    part("past").hidden = false;
    part("past-which").textContent = say("looking-back", { n: moves, all: this.story.moves.length });
    const move = this.story.moves[moves - 1];
    this.caption.tell(move ? say("tells", { name: this.nameOf(move.seat), what: move.told.join(" ") }) : say("the-start"));
  }

  // What people do.

  #covered() {
    return this.cover.hides(this.match, this.seats, this.seat);
  }

  /** The next person wants to see their hand. */
  #lift() {
    const toMove = this.match?.to_move ?? null;
    if (toMove === null) return;
    this.cover.uncovered = toMove;
    this.wire.lookFrom(toMove);
    part("hand").focus({ preventScroll: true });
  }

  #mayMove() {
    const toMove = this.match?.to_move ?? null;
    return toMove !== null && toMove === this.seat && this.seats.includes(toMove) && !this.pending && !this.#covered();
  }

  /** @param {string} move */
  #send(move) {
    const turn = this.match?.turn ?? 0;
    const id = this.wire.do({ type: "move", turn, move, seat: this.seat });
    this.pending = { id, turn };
    this.typing.show(null);
    part("table").dataset.mine = "false";
    setTimeout(() => {
      if (this.pending?.id === id) part("status").textContent = say("sending");
    }, SLOW_MS);
  }

  /** @param {string} move that was typed @returns {boolean} */
  #typed(move) {
    if (!this.#mayMove() || !this.picture) return false;
    this.story.now();
    this.stage.put(this.picture, move);
    this.#send(move);
    return true;
  }

  /** Study what the board shows; whoever plays stays at the table, and studies beside it. */
  #study() {
    const query = new URLSearchParams();
    if (this.story.at !== null) query.set("moves", String(this.story.at));
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.stage.laid?.board.flipped) query.set("flip", "true");
    const address = `/t/${this.data.id}/study?${query}`;
    const plays = this.seats.length > 0 && this.match?.outcome === null;
    if (plays) open(address, "_blank");
    else location.assign(address);
  }

  /** Play the same once more, against computers of another level. @param {number} level */
  #playAt(level) {
    const { chairs, terms } = /** @type {TableSeen} */ (this.table);
    const { game, clock, first_to, options, rated } = terms;
    const seats = chairs.map(({ yours }) => (yours ? "me" : { level }));
    void openTable(game, seats, { clock, first_to, options: { ...options }, public: terms.public, rated });
  }

  /** @returns {import("../table/deeds.js").Doing} */
  #doing() {
    const seat = () => (this.seats.includes(this.match?.to_move ?? -1) ? this.match?.to_move : this.seats[0]);
    return {
      undo: () => {
        const own = this.story.moves.findLast((move) => this.seats.includes(move.seat));
        this.wire.do({ type: "take-back", seat: own?.seat });
      },
      hint: async () => {
        this.story.now();
        const what = await this.stage.hint(this.picture, this.seat);
        if (what === null) return;
        this.caption.tell(say("hint-is", { what }), "hint");
        speak(what);
      },
      draw: () => this.match && this.wire.do({ type: "offer-draw", seat: drawOfferer(this.match, this.seats) }),
      resign: () => this.wire.do({ type: "resign", seat: seat() }),
      flip: () => this.stage.flip(),
      study: () => this.#study(),
      share: async () => {
        const { share } = await import("./share.js");
        const terms = /** @type {TableSeen} */ (this.table).terms;
        await share(terms.game, terms.options, this.match?.position ?? "");
      },
      leave: () => this.wire.do({ type: "leave" }),
    };
  }

  /** @param {number} seat */
  nameOf(seat) {
    const table = /** @type {TableSeen} */ (this.table);
    return namesOf(table.chairs, this.data)[table.seating[seat]];
  }
}

new TableScreen(brought("table-data"));
