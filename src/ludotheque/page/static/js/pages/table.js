// @ts-check
/**
 * The table: what the house tells about it is shown, what people do is sent.
 * @module
 */

import { changed } from "../board/changed.js";
import { Refusal } from "../lib/api.js";
import { Aim } from "../table/aim.js";
import { answersTold } from "../table/answers.js";
import { Caption } from "../table/caption.js";
import { Clocks } from "../table/clock.js";
import { Cover } from "../table/cover.js";
import { Deeds, possible } from "../table/deeds.js";
import { deedsOf, playAt } from "../table/doing.js";
import { part } from "../lib/dom.js";
import { pageData } from "../lib/brought.js";
import { Ending } from "../table/ending.js";
import { clearToasts, settings, toast, toastWhy } from "../lib/house.js";
import { writeLate } from "../table/late.js";
import { Lobby } from "../table/lobby.js";
import { Link } from "../table/link.js";
import { GLANCE, Pace, paceFor, wordsIn } from "../table/pace.js";
import { planners, planTold } from "../table/planning.js";
import { Players } from "../table/players.js";
import { Reading } from "../table/reading.js";
import { Reactions, sayBeside } from "../table/reactions.js";
import { repeated, Round } from "../table/round.js";
import { lookedFrom, namesOf, ownSeats, statusOf, winnersOf } from "../table/seating.js";
import { sound } from "../lib/sounds.js";
import { speak } from "../lib/spoken.js";
import { Stage } from "../table/stage.js";
import { Story } from "../table/story.js";
import { Telling } from "../table/telling.js";
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
    /** Whether another seat is to be looked from, whose view has not come yet. */
    this.looking = false;
    /** Whether the game has ended, and its last move is still being shown. */
    this.ends = false;
    /** Whether the reader's own part has been turned over by then. */
    this.bared = false;
    /** Whether the last round is being shown once more. */
    this.again = false;
    /** The chairs whose people are there, null if not known. @type {Set<number> | null} */
    this.here = null;
    /** The chairs whose people need not be waited for any longer. @type {Set<number>} */
    this.lost = new Set();
    const doing = (/** @type {import("../table/wire.js").Deed} */ deed) => void this.wire.do(deed);
    const failed = (/** @type {unknown} */ problem) => this.#failed(problem);
    this.clocks = new Clocks();
    const preview = async (/** @type {readonly string[]} */ moves, /** @type {number | null} */ seat) =>
      (await this.wire.ask({ type: "preview", moves, seat })).pictures;
    this.caption = new Caption(part("caption"), `/rules/${data.game}`);
    this.telling = new Telling(this.caption, this);
    this.stage = new Stage(data, address, {
      preview,
      send: (move, how) => this.#send(move, how),
      astray: (touches) => void this.telling.astray(touches).catch(failed),
      meant: (words) => this.telling.meant(words),
      planned: (fate, touches) => this.telling.plan(fate, touches),
    });
    this.aim = new Aim(data);
    this.players = new Players(part("players"), data, this.clocks);
    this.story = new Story(part("story"), `${address}/story`, () => this.#names(), failed);
    this.lobby = new Lobby(part("lobby"), data, doing);
    this.ending = new Ending(part("ending"), data, doing, (level) => playAt(/** @type {TableSeen} */ (this.table), level));
    this.wishes = new Wishes(part("asked"), doing);
    this.cover = new Cover(part("cover"), data.secrets, () => this.#lift());
    this.typing = new Typing(part("typed"), (move) => this.#typed(move));
    this.deeds = new Deeds(part("deeds"), deedsOf(this, { round: () => this.#showRound(), turned: () => this.#showPeople() }), failed);
    const opener = /** @type {HTMLElement} */ (part("deeds").querySelector("[data-deed=react]"));
    this.reactions = new Reactions(part("reactions"), opener, (what) => this.wire.do({ type: "react", what, seat: this.seat }));
    const reading = new Reading(part("reading"), data, () => this.#looked());
    for (const room of [part("board", SVGSVGElement), part("hand")]) reading.listen(room);
    this.round = new Round();
    const pace = () => paceFor(settings().pace, { clock: Boolean(this.match?.clock), again: this.again });
    /** What was heard is shown one after another. */
    this.pace = new Pace({ pace, quiet: () => this.#settle(), failed });
    this.wire = new Wire(`${address}/socket`);
    this.link = new Link(part("link-lost"), data, this.wire);
    this.#listen();
  }

  // What the house says.

  #listen() {
    this.wire.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent<Incoming>} */ (event).detail));
    this.story.addEventListener("look", (event) => this.#lookBack(/** @type {CustomEvent} */ (event).detail));
    this.story.addEventListener("now", () => this.#showNow());
    part("to-now").addEventListener("click", () => this.story.now());
  }

  /** Tell what went wrong; what nobody foresaw is noted, and the page goes on. @param {unknown} problem */
  #failed(problem) {
    if (problem instanceof Refusal) toastWhy(problem.message);
    else reportError(problem);
  }

  /** @param {Incoming} message */
  #hear(message) {
    if (message.type === "welcome") {
      this.#setClocks(message.table.match);
      this.pace.add([() => this.#welcomed(message)], { hurry: true });
    } else if (message.type === "step") {
      this.#setClocks(message.match);
      // Whoever was away is shown what there is now, not what they missed.
      this.pace.add([(how) => this.#stepped(message, how)], { hurry: this.wire.catchingUp || document.hidden });
      if (this.pace.waiting.length > 0) this.#showPeople();
    } else if (message.type === "refused") {
      this.#refused(message);
    } else if (message.type === "presence") {
      this.here = new Set(message.here);
      this.lost = new Set(message.lost);
      this.#showPeople();
    }
  }

  /** Clocks run on while moves are being shown. @param {MatchSeen | null} match */
  #setClocks(match) {
    this.clocks.set(match?.clock ?? null, match?.to_move ?? null, match?.clock_waits);
  }

  /** @param {import("../types").Welcome} welcome @returns {Promise<import("../table/pace.js").Shown>} */
  async #welcomed({ table, picture, seat, seats }) {
    Object.assign(this, { table, picture, seat, seats, ends: false, looking: false });
    this.#follow(table.match);
    this.round.begin(picture, this.reached);
    await this.stage.lay(table, seat, seats);
    // What was planned was planned without knowing what has happened since.
    this.stage.laid?.play.plan.forget();
    this.story.now();
    this.#show({ calmly: true });
    if (this.match) await this.#loadStory();
    return { words: 0 };
  }

  /** @param {import("../types").Step} step @param {{calmly: boolean}} how @returns {Promise<import("../table/pace.js").Shown>} */
  async #stepped(step, { calmly }) {
    const { match: before, picture: known, seat: from } = this;
    if (step.table) this.table = step.table;
    if (!this.table) return { words: 0 };
    this.picture = step.picture ? changed(this.picture, step.picture) : null;
    this.#follow(step.match);
    this.seats = ownSeats(this.table);
    this.seat = lookedFrom(this.seats, this.wire.query.seat, step.match?.to_move ?? null);
    const moves = step.events.filter(({ type }) => type === "move");
    const began = step.events.some(({ type }) => type === "begin");
    const turned = began || step.events.some(({ type }) => type === "takeback");
    if (began) this.cover.uncovered = null;
    if (turned) this.ending.reset();
    // A plan is an answer to what the other does next, and not to what was taken back.
    if (turned) this.stage.laid?.play.plan.forget();
    await this.stage.lay(this.table, this.seat, this.seats);
    // Nobody looks back into another game, nor at a hand that the next person must not see.
    if (began || this.seat !== from || this.covered) this.story.now();
    this.ends = Boolean(this.match?.outcome && !before?.outcome);
    const told = moves.map(({ seat, move }) => this.#tellMove(Number(seat), /** @type {string | null} */ (move)));
    if (turned) this.round.begin(this.picture, this.reached);
    const next = this.seat === from ? this.#veil(known) : [];
    const flown = calmly ? [] : moves.map(({ seat }) => this.stage.flyPlayed(Number(seat), this.picture));
    // Nobody who wants all at once waits for what flies.
    const after = this.pace.pace() === "now" ? undefined : Promise.all(flown);
    const moved = this.#show({ calmly: calmly || (turned && !before), after });
    for (const words of answersTold(step.events, before, this.seats, (seat) => this.nameOf(seat))) {
      toast(words);
      speak(words);
    }
    for (const { chair, what } of step.events.filter(({ type }) => type === "react")) this.#reacted(Number(chair), String(what));
    if (began) this.#beginStory();
    else if (turned) await this.#loadStory();
    if (moves.length > 0 && !this.ends) sound("place");
    const own = moves.some(({ seat }) => this.seats.includes(Number(seat)));
    if (moves.length === 0) return { words: began ? GLANCE : 0, moved };
    return { words: own ? GLANCE : wordsIn(told.join(" ")), moved, next };
  }

  /**
   * Where the rules have ended the game, keep hidden what was hidden; return what turns it over, seat by seat.
   * @param {Picture | null} known before the last move
   */
  #veil(known) {
    const { match, picture } = this;
    this.bared = false;
    if (!this.ends || !match?.outcome || !picture?.ending || !known) return [];
    const { veiled, turns } = this.stage.turnedOver(known, picture, this.seat, match.outcome.shares);
    this.picture = veiled;
    return turns.map((turn) => (/** @type {{calmly: boolean}} */ how) => this.#turnOver(turn, how));
  }

  /** @param {{seat: number, picture: Picture}} turn @param {{calmly: boolean}} how */
  async #turnOver({ seat, picture }, how) {
    this.picture = picture;
    this.bared ||= seat === this.seat;
    const line = picture.ending?.ranking.find(({ seats }) => seats.includes(seat));
    const sentence = say("tells", { name: this.nameOf(seat), what: line?.told ?? "" });
    speak(sentence);
    if (this.story.at !== null) return { words: 0 };
    const moved = this.#showNow(how);
    this.caption.tell(sentence, line?.href);
    return { words: wordsIn(sentence), moved };
  }

  /** The game has come that far. @param {MatchSeen | null} match */
  #follow(match) {
    this.match = match;
    if (this.table) this.link.follow(this.table, match);
    if (this.pending && this.pending.turn !== match?.turn) this.pending = null;
  }

  /** Which moment of which game this is. */
  get reached() {
    return `${this.table?.number}:${this.match?.turn}`;
  }

  async #loadStory() {
    await this.story.load(this.seat ?? undefined);
    this.#showDeeds();
    this.telling.settled();
  }

  #beginStory() {
    this.story.begin(this.seat ?? undefined, this.match?.turn ?? 0);
    this.#showDeeds();
    this.telling.show();
  }

  /** @param {number} seat @param {string | null} move @returns {string} the sentence that tells it */
  #tellMove(seat, move) {
    const told = this.picture?.told ?? [];
    const sentence = say("tells", { name: this.nameOf(seat), what: told.join(" ") });
    this.story.add({ seat, move, brief: this.picture?.brief ?? move, told }, this.match?.turn ?? 0);
    if (this.picture) this.round.add({ seat, sentence, picture: this.picture }, this.reached);
    speak(sentence);
    if (this.mayMove && !this.seats.includes(seat)) sound("turn");
    return sentence;
  }

  /** All has been shown and could be read: now comes what would have taken its place. */
  #settle() {
    const { ends } = this;
    this.ends = false;
    if (ends || this.covered) void this.#show({ calmly: true });
    else this.telling.settled();
    this.#showPeople();
    this.#showDeeds();
    if (ends) this.#ended();
  }

  /** @param {number} chair @param {string} what */
  #reacted(chair, what) {
    const seat = this.table?.seating.indexOf(chair) ?? -1;
    const words = this.reactions.words(what);
    sayBeside(part("players").children[seat], words);
    if (!this.seats.includes(seat)) speak(say("tells", { name: this.nameOf(seat), what: words }));
  }

  #ended() {
    const winners = winnersOf(this.match?.outcome);
    sound(this.seats.some((seat) => winners.includes(seat)) ? "won" : "over");
    clearToasts();
    speak(this.ending.sentence);
    speak(this.ending.reason);
    this.ending.celebrate();
    this.ending.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("../types").Refused} refusal */
  #refused(refusal) {
    toastWhy(refusal.message);
    speak(refusal.message);
    if (this.pending?.id === refusal.id) {
      this.pending = null;
      this.stage.laid?.play.plan.forget();
      this.#showNow();
    }
  }

  // What is shown.

  /** @param {{calmly: boolean, after?: Promise<unknown>}} how @returns {Promise<unknown>} once all lies in its place */
  #show(how) {
    const { table, match } = this;
    if (!table) return Promise.resolve();
    const began = part("table").dataset.status !== table.status && table.status === "playing";
    if (!this.ends) part("table").dataset.status = table.status;
    this.lobby.show(table, namesOf(table.chairs, this.data));
    if (began) scrollTo({ top: 0 });
    this.#showPeople();
    const toMove = match?.to_move ?? null;
    this.cover.show(this.#hidden() && toMove !== null && this.seats.includes(toMove) ? this.nameOf(toMove) : null);
    const shown = this.story.at === null ? this.#showNow(how) : Promise.resolve();
    this.ending.show(table, this.ends ? null : match, this.seats, (seat) => this.nameOf(seat), this.picture?.ending ?? null);
    return shown;
  }

  /** @param {{calmly?: boolean, after?: Promise<unknown>}} [how] */
  async #showNow({ calmly = false, after } = {}) {
    part("past").hidden = true;
    // What comes meanwhile and is no move does not take the piece back that is on its way.
    if (this.pending) return;
    const open = Boolean(this.match?.outcome) && (!this.ends || this.bared);
    const shown = this.stage.now(this.picture, { calmly, covered: this.#hidden(), open, mine: this.mayMove, plans: this.#plans(), seat: this.seat, after });
    this.telling.show();
    this.#showDeeds();
    await shown;
  }

  /** What lies before the reader, to be read aloud. @returns {import("../table/reading.js").Looked | null} */
  #looked() {
    const { laid } = this.stage;
    if (laid === null) return null;
    const plays = this.seat !== null && this.seats.includes(this.seat);
    const { touches } = laid.play.plan;
    const planned = touches.length > 1 ? planTold("laid", this.stage.called(touches)) : "";
    return { laid, seat: this.seat, plays, duty: this.picture?.duty?.message ?? "", status: part("status").textContent ?? "", planned };
  }

  /** The symbols of the pieces that moves may be planned with. */
  #plans() {
    return planners(this.data, this.match, this.seats);
  }

  #showPeople() {
    const { table, match, seats, here, lost } = this;
    if (!table) return;
    const outcome = this.ends ? null : match?.outcome;
    const winners = winnersOf(outcome);
    const shown = outcome ? this.stage.uncovered(this.picture, this.seat) : new Map();
    const { flipped } = this.stage;
    this.aim.show(this.seat, this.stage.laid?.board.drawing, flipped);
    if (this.stage.laid) this.stage.laid.play.goals = this.aim.of(this.seat)?.spots ?? [];
    // Who is there may be told before the symbols have come with the board.
    const tally = (this.stage.laid && this.picture?.tally) || [];
    this.players.show(table, match?.to_move ?? null, here, { winners, shown, tally, flipped });
    this.wishes.show(table, match, seats, lost, namesOf(table.chairs, this.data));
    const status = this.pace.waiting.length > 0 ? say("hurry") : statusOf(table, match, seats, (seat) => this.nameOf(seat));
    if (part("status").textContent !== status) part("status").textContent = status;
    const reseeded = (match?.later.length ?? 0) > 0 ? say("reseeded") : "";
    part("reseeded").hidden = !reseeded;
    if (part("reseeded").textContent !== reseeded) part("reseeded").textContent = reseeded;
    const title = part("table").querySelector("h1")?.textContent ?? "";
    document.title = this.mayMove ? `● ${say("your-turn")} · ${title}` : title;
  }

  #showDeeds() {
    const { table, match, seats, story } = this;
    if (!table) return;
    const mine = this.mayMove;
    const moved = story.moves.findLast(({ seat }) => seats.includes(seat))?.seat ?? null;
    const round = !this.pace.busy && this.#lastRound() !== null;
    const how = { seats, mine, moved, round, secrets: this.data.secrets, covered: this.covered, shared: this.stage.shared };
    this.deeds.show(possible({ ...table, match }, how));
    this.typing.show(mine ? (this.picture?.choices.map(({ move }) => move) ?? []) : null);
    part("table").dataset.turn = String(match?.turn ?? "");
    part("table").dataset.mine = String(mine);
  }

  /** @param {{picture: Picture, moves: number}} past */
  #lookBack({ picture, moves }) {
    this.stage.past(picture, { covered: this.covered, open: Boolean(this.match?.outcome) });
    part("past").hidden = false;
    part("past-which").textContent = say("looking-back", { n: moves, all: this.story.moves.length });
    const move = this.story.moves[moves - 1];
    if (move) this.telling.move(move, picture);
    else this.caption.tell(say("the-start"));
  }

  // What people do.

  get covered() {
    return this.cover.hides(this.match, this.seats, this.seat);
  }

  /** Whether the hand lies under the cover, which comes once all has been shown: till then its own person sees it. */
  #hidden() {
    return this.covered && !(this.pace.busy && this.seat === this.cover.uncovered);
  }

  #lastRound() {
    return this.round.since(this.seat, this.table?.seating.length ?? 0);
  }

  /** Show once more what has happened since the reader's last move. */
  #showRound() {
    const round = this.#lastRound();
    if (round === null) return;
    this.story.now();
    const begun = () => {
      this.again = true;
      part("past").hidden = false;
      part("past-which").textContent = say("round-again");
      this.#showPeople();
      this.#showDeeds();
    };
    const ended = () => {
      this.again = false;
      return this.#showNow({ calmly: true });
    };
    this.pace.add(repeated(round, this, { begun, ended }));
  }

  /** The next person wants to see their hand. */
  #lift() {
    const toMove = this.match?.to_move ?? null;
    if (toMove === null) return;
    this.cover.uncovered = toMove;
    this.looking = true;
    this.wire.lookFrom(toMove);
    part("hand").focus({ preventScroll: true });
  }

  get mayMove() {
    const toMove = this.match?.to_move ?? null;
    const shown = this.pace.waiting.length === 0;
    return shown && toMove !== null && toMove === this.seat && this.seats.includes(toMove) && !this.pending && !this.looking && !this.covered;
  }

  /** @param {string} move @param {{planned: boolean}} [how] */
  #send(move, { planned } = { planned: false }) {
    const turn = this.match?.turn ?? 0;
    this.aim.settle();
    const id = this.wire.do({ type: "move", turn, move, seat: this.seat });
    this.pending = { id, turn };
    // What was planned is played at once, and what it answers is seen all the same.
    if (!planned) this.pace.hurry();
    this.typing.show(null);
    part("table").dataset.mine = "false";
    setTimeout(() => {
      if (this.pending?.id === id) part("status").textContent = say("sending");
    }, SLOW_MS);
  }

  /** @param {string} move that was typed @returns {boolean} */
  #typed(move) {
    if (!this.mayMove || !this.picture) return false;
    this.story.now();
    this.stage.put(this.picture, move);
    this.#send(move);
    return true;
  }

  /** @param {number} seat */
  nameOf(seat) {
    return this.#names()[seat];
  }

  /** Of all who play, seat by seat. */
  #names() {
    const { chairs, seating } = /** @type {TableSeen} */ (this.table);
    const names = namesOf(chairs, this.data);
    return seating.map((chair) => names[chair]);
  }
}

try {
  /** @type {TableData} */
  const data = await pageData("table-data");
  if (data.late) writeLate(data.game, data.late);
  new TableScreen(data);
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  // Only a page that was written beforehand, without a table, can turn out to have none.
  part("table").hidden = true;
  part("no-table").hidden = false;
  /** @type {HTMLElement} */ (part("no-table").querySelector("h1")).textContent = problem.message;
}
