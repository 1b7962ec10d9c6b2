// @ts-check
/**
 * The seats of a table that is being arranged: who sits on each, in which order, one more or fewer.
 * @module
 */

import { far } from "../lib/connection.js";
import { button, make } from "../lib/dom.js";
import { nameIsOpen, ownName } from "../lib/naming.js";
import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";
import { isAmongPeople, isElsewhere, mostOf, nextName, oneMore, WHO } from "./arrangement.js";
import { LONGEST_NAME } from "../lib/protocol.js";

/** @typedef {import("./arrangement.js").Game} Game */
/** @typedef {import("./arrangement.js").House} House */
/** @typedef {import("./arrangement.js").Row} Row */
/** @typedef {import("./arrangement.js").Who} Who */

const UP = "M12 19V5M6 11l6-6 6 6";
const DOWN = "M12 5v14M6 13l6 6 6-6";
const AWAY = "M6 6l12 12M18 6 6 18";

export class Seats {
  /**
   * @param {HTMLElement} element
   * @param {HTMLButtonElement} more adds a seat
   * @param {readonly string[]} levels what the computers are called
   * @param {() => void} changed
   */
  constructor(element, more, levels, changed) {
    this.element = element;
    this.more = more;
    this.levels = levels;
    this.changed = changed;
    /** @type {Row[]} */
    this.rows = [];
    more.addEventListener("click", () => {
      this.rows.push(oneMore(this.rows, /** @type {House} */ (this.house)));
      this.#lay();
      this.#focus(this.rows.length - 1, ".who");
    });
  }

  /** @param {Game} game @param {Row[]} rows @param {House} house */
  show(game, rows, house) {
    this.game = game;
    this.rows = rows;
    this.house = house;
    this.#lay();
  }

  /** Tell on each seat which side it has, if that is known. @param {number | null} beginner the row that begins */
  tellSides(beginner) {
    const names = /** @type {Game} */ (this.game).seat_names;
    const count = this.rows.length;
    this.rows.forEach((_, at) => {
      const side = beginner === null ? "" : names[(at - beginner + count) % count];
      /** @type {HTMLElement} */ (this.element.children[at].querySelector(".side")).textContent =
        side && at === beginner ? say("side-begins", { side }) : side;
    });
  }

  #lay() {
    // Until it is settled, the reader's name is asked for where others are going to read it.
    this.asking = nameIsOpen() && isAmongPeople(this.rows);
    this.element.replaceChildren(...this.rows.map((row, at) => this.#seat(row, at)));
    this.more.hidden = this.rows.length >= mostOf(/** @type {Game} */ (this.game));
    this.changed();
  }

  /** @param {Row} row @param {number} at */
  #seat(row, at) {
    const n = at + 1;
    const heading = make("legend", { class: "visually-hidden" }, say("chair-n", { n }));
    const who = make("select", { class: "who", "aria-label": say("chair-who", { n }) }, ...WHO.filter((one) => far || !isElsewhere(one)).map((one) => new Option(say(`who-${one}`), one)));
    for (const option of who.options) option.disabled = option.value === "me" && row.who !== "me" && this.rows.some((other) => other.who === "me");
    who.value = row.who;
    who.addEventListener("change", () => {
      row.who = /** @type {Who} */ (who.value);
      if (row.who === "me") row.name = "";
      if (row.who === "here") row.name ||= nextName(this.rows, /** @type {House} */ (this.house).people, n);
      this.#lay();
      this.#focus(at, ".who");
    });
    const detail = make("div", { class: "detail" }, ...this.#detail(row, n), make("small", { class: "side" }));
    return make("fieldset", { class: "seat" }, heading, make("div", { class: "line" }, who, this.#order(at)), detail);
  }

  /** What is asked about who sits there. @param {Row} row @param {number} n */
  #detail(row, n) {
    if (row.who === "computer") {
      const level = make("select", { class: "level", "aria-label": say("chair-level", { n }) }, ...this.levels.map((name, at) => new Option(name, String(at + 1))));
      level.value = String(row.level);
      level.addEventListener("change", () => {
        row.level = Number(level.value);
        this.changed();
      });
      return [level];
    }
    if (row.who === "here") return [this.#name(row, { required: "", "aria-label": say("chair-name", { n }) })];
    if (row.who === "me" && this.asking) {
      row.name ||= ownName();
      const field = this.#name(row, { autocomplete: "nickname" });
      return [make("label", {}, say("your-name"), field)];
    }
    return row.who === "me" && ownName() ? [make("span", { class: "own" }, ownName())] : [];
  }

  /** @param {Row} row @param {Record<string, string>} attributes */
  #name(row, attributes) {
    const field = make("input", { type: "text", class: "called", maxlength: LONGEST_NAME, autocomplete: "off", value: row.name, ...attributes });
    field.addEventListener("focus", () => field.select());
    field.addEventListener("input", () => {
      row.name = field.value;
      this.changed();
    });
    return field;
  }

  /** What moves a seat, or takes it away. @param {number} at */
  #order(at) {
    const n = at + 1;
    const last = this.rows.length - 1;
    const deeds = [
      this.#deed("up", say("chair-up", { n }), UP, at === 0, () => this.#swap(at, at - 1, ".up")),
      this.#deed("down", say("chair-down", { n }), DOWN, at === last, () => this.#swap(at, at + 1, ".down")),
    ];
    const { seats } = /** @type {Game} */ (this.game);
    if (seats.length > 1) deeds.push(this.#deed("away", say("chair-away", { n }), AWAY, this.rows.length === seats[0], () => this.#remove(at)));
    return make("span", { class: "order" }, ...deeds);
  }

  /** @param {string} name @param {string} label @param {string} d @param {boolean} disabled @param {() => void} does */
  #deed(name, label, d, disabled, does) {
    const made = button(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d })), does, { class: `quiet ${name}`, "aria-label": label });
    made.disabled = disabled;
    return made;
  }

  /** @param {number} from @param {number} to @param {string} by what was pressed */
  #swap(from, to, by) {
    [this.rows[from], this.rows[to]] = [this.rows[to], this.rows[from]];
    this.#lay();
    this.#focus(to, by);
  }

  /** @param {number} at */
  #remove(at) {
    this.rows.splice(at, 1);
    this.#lay();
    this.#focus(Math.min(at, this.rows.length - 1), ".away");
  }

  /** Leave the keys where they were, or next to it. @param {number} at @param {string} where */
  #focus(at, where) {
    const seat = this.element.children[at];
    const wanted = /** @type {HTMLButtonElement} */ (seat.querySelector(where));
    (wanted.disabled ? /** @type {HTMLElement} */ (seat.querySelector(".order button:enabled, .who")) : wanted).focus();
  }
}
