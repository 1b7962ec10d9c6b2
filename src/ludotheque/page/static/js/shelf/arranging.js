// @ts-check
/**
 * The dialog in which a table is arranged, whichever way one wants to play; what was chosen last comes back.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { make, part } from "../lib/dom.js";
import { keep, kept, recordOf } from "../lib/kept.js";
import { nameIsOpen, ownName, takeName } from "../lib/naming.js";
import { say } from "../lib/words.js";
import { openTable } from "../lib/opening.js";
import { called, canCount, chairsOf, isAmongPeople, isFar, isForAnyone, restored } from "./arrangement.js";
import { Seats } from "./seats.js";

/** @typedef {import("./arrangement.js").Arrangement} Arrangement */
/** @typedef {import("./arrangement.js").Game} Game */
/** @typedef {import("./arrangement.js").House} House */
/** @typedef {import("./arrangement.js").Row} Row */
/** @typedef {import("./arrangement.js").Way} Way */
/** @typedef {import("../types").ClockData} Clock */

const ARRANGED = "arranged";
const PEOPLE = "people";
/** As many names are remembered as sit at the largest table, and a few more. */
const MOST_PEOPLE = 12;

export class Arranging {
  /** @param {readonly string[]} levels what the computers are called @param {readonly Clock[]} clocks */
  constructor(levels, clocks) {
    this.levels = levels;
    this.clocks = clocks;
    this.dialog = part("arrange", HTMLDialogElement);
    this.form = /** @type {HTMLFormElement} */ (this.dialog.querySelector("form"));
    this.variants = /** @type {HTMLDetailsElement} */ (this.form.querySelector(".variants"));
    this.opener = part("arrange-open", HTMLButtonElement);
    /** Who begins. @type {Row | null} */
    this.beginner = null;
    /** What was said about it by hand. @type {Pick<Arrangement, "public" | "rated">} */
    this.said = { public: null, rated: null };
    this.seats = new Seats(part("seats"), part("one-more", HTMLButtonElement), levels, () => this.#follow());
    this.#listen();
  }

  #listen() {
    for (const name of /** @type {const} */ (["public", "rated"])) {
      this.#field(name).addEventListener("change", () => {
        this.said[name] = this.#field(name).checked;
        this.#follow();
      });
    }
    this.#field("beginner").addEventListener("change", () => {
      this.beginner = this.seats.rows[Number(this.#field("beginner").value || "-1")] ?? null;
      this.#follow();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#submit();
    });
  }

  /** Ask for all that a table can agree on, then open it. @param {Game} game @param {Way} way */
  open(game, way) {
    this.game = game;
    this.way = way;
    const house = this.#house();
    const last = restored(recordOf(recordOf(kept(ARRANGED))[game.slug])[way], game, way, house);
    part("arrange-title").textContent = say("arrange-title", { game: game.title });
    this.beginner = last.beginner === null ? null : last.rows[last.beginner];
    this.said = { public: last.public, rated: last.rated };
    this.#field("clock").value = last.clock;
    this.#field("first_to").value = String(last.firstTo);
    this.variants.replaceChildren(/** @type {Node} */ (this.variants.firstElementChild), ...game.options.map((option) => variant(option, last.options)));
    this.variants.open = game.options.some(({ name, values }) => (last.options[name] ?? Object.keys(values)[0]) !== Object.keys(values)[0]);
    this.variants.hidden = game.options.length === 0;
    this.#tell("");
    this.seats.show(game, last.rows, house);
    this.dialog.showModal();
  }

  /** @returns {House} */
  #house() {
    const people = kept(PEOPLE);
    return {
      levels: this.levels.length,
      clocks: this.clocks.map(({ text }) => text),
      people: Array.isArray(people) ? people.filter((name) => typeof name === "string" && name !== "").slice(0, MOST_PEOPLE) : [],
    };
  }

  /** Show what follows from who sits there. */
  #follow() {
    const { rows } = this.seats;
    const { begins } = /** @type {Game} */ (this.game);
    const far = isFar(rows);
    // A computer has no age.
    this.#askWhoBegins(rows.some(({ who }) => who === "computer") ? begins.computers : begins.people);
    const clock = this.#field("clock");
    for (const { text, slow } of this.clocks) {
      const offered = /** @type {HTMLOptionElement} */ (clock.querySelector(`[value="${text}"]`));
      offered.hidden = offered.disabled = slow && !far;
      if (offered.disabled && clock.value === text) clock.value = "";
    }
    const listed = this.#field("public");
    const rated = this.#field("rated");
    listed.checked = this.said.public ?? isForAnyone(rows);
    rated.disabled = !canCount(rows);
    rated.checked = !rated.disabled && (this.said.rated ?? isForAnyone(rows));
    part("arrange-uncounted").hidden = !rated.disabled;
    part("arrange-by-link").hidden = listed.checked || !far;
    this.opener.textContent = say(far ? "open-table" : "begin");
  }

  /** Ask who begins, among those who are going to sit down; a lot may decide instead. @param {string} asked */
  #askWhoBegins(asked) {
    const { rows } = this.seats;
    part("arrange-begins").textContent = asked;
    const select = this.#field("beginner");
    const names = called(rows, nameIsOpen() ? "" : ownName());
    const at = this.beginner === null ? -1 : rows.indexOf(this.beginner);
    if (at < 0) this.beginner = null;
    select.replaceChildren(new Option(say("by-lot"), ""), ...names.map((name, row) => new Option(name, String(row))));
    select.value = at < 0 ? "" : String(at);
    this.seats.tellSides(at < 0 ? null : at);
  }

  async #submit() {
    const game = /** @type {Game} */ (this.game);
    const chosen = this.#chosen();
    const me = chosen.rows.find(({ who }) => who === "me");
    this.#tell("");
    this.opener.disabled = true;
    try {
      if (me && nameIsOpen() && isAmongPeople(chosen.rows)) await takeName(me.name);
      this.#remember(chosen);
      const terms = {
        clock: chosen.clock || null,
        first_to: chosen.firstTo,
        beginner: chosen.beginner,
        public: this.#field("public").checked,
        rated: this.#field("rated").checked,
        options: chosen.options,
      };
      if (await openTable(game.slug, chairsOf(chosen.rows), terms, (why) => this.#tell(why))) this.dialog.close();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.#tell(problem.message);
    } finally {
      this.opener.disabled = false;
    }
  }

  /** @returns {Arrangement} */
  #chosen() {
    const { rows } = this.seats;
    return {
      rows,
      beginner: this.beginner === null ? null : rows.indexOf(this.beginner),
      clock: this.#field("clock").value,
      firstTo: Number(this.#field("first_to").value),
      options: Object.fromEntries([...this.variants.querySelectorAll("select")].map(({ name, value }) => [name, value])),
      ...this.said,
    };
  }

  /** @param {Arrangement} chosen */
  #remember(chosen) {
    const { slug } = /** @type {Game} */ (this.game);
    const all = recordOf(kept(ARRANGED));
    // The reader's own name is kept by the house.
    const rows = chosen.rows.map((row) => (row.who === "me" ? { ...row, name: "" } : row));
    keep({ ...all, [slug]: { ...recordOf(all[slug]), [/** @type {Way} */ (this.way)]: { ...chosen, rows } } }, ARRANGED);
    const here = chosen.rows.flatMap(({ who, name }) => (who === "here" ? [name.trim()] : []));
    keep([...new Set([...here, ...this.#house().people])].slice(0, MOST_PEOPLE), PEOPLE);
  }

  /** Say why it cannot be. @param {string} why */
  #tell(why) {
    part("arrange-problem").textContent = why;
  }

  /** @param {string} name @returns {HTMLSelectElement & HTMLInputElement} */
  #field(name) {
    return /** @type {any} */ (this.form.elements.namedItem(name));
  }
}

/** Return the choice of a rule that tables may agree on. @param {import("../types").OptionData} option @param {Record<string, string>} chosen */
function variant({ name, title, values }, chosen) {
  const told = Object.entries(values).map(([value, words]) => new Option(words, value));
  const select = make("select", { name }, ...told);
  select.value = chosen[name] ?? Object.keys(values)[0];
  return make("label", {}, title, select);
}
