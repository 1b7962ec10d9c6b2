// @ts-check
/**
 * A table on the big screen: seen as anyone may see it, with nothing to touch.
 * @module
 */

import { Board } from "../board/board.js";
import { changed, lying } from "../board/changed.js";
import { part } from "../lib/dom.js";
import { count, say, together } from "../lib/words.js";
import { drawing, fit, symbols } from "../board/drawing.js";
import { Clocks } from "../table/clock.js";
import { Players } from "../table/players.js";
import { ABORTED, namesOf, statusOf, winnersOf } from "../table/seating.js";
import { Wire } from "../table/wire.js";

/** @typedef {import("../types").Incoming} Incoming */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").ScreenData} ScreenData */

/** How many moves may wait to be shown before they are shown at once. */
const MOST_BEHIND = 3;
/** How wide a board is for its height that leaves more room below it than beside it. */
const WIDE = 1.3;

export class Watching extends EventTarget {
  /**
   * Events: `changed`, whenever something has happened at the table, or it can no longer be reached.
   * @param {string} id @param {ScreenData} house
   */
  constructor(id, house) {
    super();
    this.id = id;
    this.house = house;
    /** @type {TableSeen | null} */
    this.table = null;
    /** @type {MatchSeen | null} */
    this.match = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Board | null} */
    this.board = null;
    this.laidFor = "";
    /** Whose move was the last one, empty if that is not known. */
    this.mover = "";
    this.clocks = new Clocks();
    /** @type {Players | null} */
    this.players = null;
    /** What was heard is shown one after another. */
    this.dealing = Promise.resolve();
    this.behind = 0;
    this.gone = false;
    this.wire = new Wire(`/api/tables/${id}/socket`, { watch: true });
    this.wire.addEventListener("message", (event) => this.#queue(/** @type {CustomEvent<Incoming>} */ (event).detail));
    this.wire.addEventListener("link", (event) => this.#linked(/** @type {CustomEvent<boolean>} */ (event).detail));
  }

  /** Whether a game is being played there. */
  get playing() {
    return !this.wire.over && this.table?.status === "playing" && !this.match?.outcome;
  }

  /** Leave the screen to another table. */
  end() {
    this.gone = true;
    this.wire.end();
    this.clocks.set(null, null);
    this.board?.remove();
  }

  /** @param {boolean} linked */
  #linked(linked) {
    part("link-lost").hidden = linked;
    part("link-lost").textContent = linked ? "" : say(this.wire.over ? "unlinked-for-good" : "unlinked");
    if (this.wire.over) this.#tell();
  }

  /** @param {Incoming} message */
  #queue(message) {
    this.behind += 1;
    this.dealing = this.dealing
      .then(() => (this.gone ? undefined : this.#hear(message)))
      .catch(reportError)
      .finally(() => (this.behind -= 1));
  }

  /** @param {Incoming} message */
  async #hear(message) {
    if (message.type === "welcome") {
      this.table = message.table;
      this.picture = message.picture;
      this.match = message.table.match;
      this.mover = "";
      await this.#show(true);
    } else if (message.type === "step") {
      if (message.table) this.table = message.table;
      this.match = message.match;
      this.picture = message.picture ? changed(this.picture, message.picture) : null;
      const move = message.events.findLast(({ type }) => type === "move");
      const turned = message.events.some(({ type }) => type === "begin" || type === "takeback");
      if (move || turned) this.mover = move ? this.#nameOf(Number(move.seat)) : "";
      await this.#show(turned || this.behind > MOST_BEHIND);
    }
  }

  /** @param {boolean} calmly */
  async #show(calmly) {
    const { table, match } = this;
    if (!table) return;
    const board = await this.#lay(table);
    if (this.gone) return;
    const data = this.#data(table);
    part("title").textContent = data.title;
    part("showing").hidden = false;
    this.players ??= new Players(part("players"), data, this.clocks);
    this.players.show(table, match?.to_move ?? null, null, { winners: winnersOf(match?.outcome), shown: new Map(), tally: this.picture?.tally ?? [], flipped: false });
    this.clocks.set(match?.clock ?? null, match?.to_move ?? null, match?.clock_waits);
    part("status").textContent = this.#status(table, match);
    part("caption").textContent = this.#caption(data);
    this.#tell();
    await board.show(this.picture ?? lying(board.drawing.pieces), { calmly });
  }

  /** Draw the board, where it is not the one that lies there. @param {TableSeen} table */
  async #lay(table) {
    const { game, options } = table.terms;
    const wanted = { seats: table.seating.length || table.chairs.length, options };
    const key = JSON.stringify(wanted);
    if (this.board && key === this.laidFor) return this.board;
    const [drawn, stock] = await Promise.all([drawing(game, wanted), symbols()]);
    this.board?.remove();
    this.board = new Board(part("board", SVGSVGElement), drawn, stock);
    // It is looked at, not touched.
    this.board.touchables.remove();
    this.laidFor = key;
    fit(part("showing"), drawn);
    part("showing").classList.toggle("wide", drawn.width > WIDE * drawn.height);
    return this.board;
  }

  /** @param {TableSeen} table @param {MatchSeen | null} match */
  #status(table, match) {
    if (!match?.outcome) return statusOf(table, match, [], (seat) => this.#nameOf(seat));
    if (match.outcome.reason === ABORTED) return say("ended-aborted");
    const winners = winnersOf(match.outcome).map((seat) => this.#nameOf(seat));
    return winners.length > 0 ? count("ended-won-by", winners.length, { names: together(winners) }) : say("ended-draw");
  }

  /** Why it ended, or what was done last. @param {{reasons: Record<string, string>}} data */
  #caption({ reasons }) {
    if (this.match?.outcome) return reasons[this.match.outcome.reason] ?? "";
    const what = this.picture?.told.join(" ") ?? "";
    return this.mover && what ? say("tells", { name: this.mover, what }) : what;
  }

  /** @param {number} seat */
  #nameOf(seat) {
    const table = /** @type {TableSeen} */ (this.table);
    return namesOf(table.chairs, this.#data(table))[table.seating[seat]];
  }

  /** @param {TableSeen} table */
  #data({ terms }) {
    const { games, levels } = this.house;
    return { levels, ...games[terms.game] };
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("changed"));
  }
}
