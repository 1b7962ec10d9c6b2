// @ts-check
/**
 * The games of the house in turn: each for a while, then the one that was not seen for longest.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { make, part } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { Watching } from "./watching.js";

/** @typedef {import("../types").ScreenData} ScreenData */
/** @typedef {{id: string, game: string, note: import("../types").Note}} Listed */

/** How often someone looks whether a game is being played, and how long its end is shown. */
const [LOOK_MS, LINGER_MS] = [5_000, 12_000];
/** As many tables that wait for players can be read from afar. */
const MOST_OPEN = 4;

export class Round {
  /** @param {ScreenData} house @param {number} each milliseconds a table */
  constructor(house, each) {
    this.house = house;
    this.each = each;
    /** @type {Watching | null} */
    this.watching = null;
    /** By id of a table, the turn at which it was shown last. @type {Map<string, number>} */
    this.shown = new Map();
    this.turns = 0;
    this.timer = 0;
    /** Whether the end of a game is being shown. */
    this.lingering = false;
  }

  /** Show another game; the same if there is no other, none if none is being played. */
  async turn() {
    try {
      const playing = await tables("playing");
      const next = this.#next(playing.map(({ id }) => id));
      if (next === null) this.#wait(await tables("open"));
      else if (next !== this.watching?.id) this.#show(next);
      this.#again(next === null ? LOOK_MS : this.each);
      if (this.watching === null) part("link-lost").hidden = true;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      part("link-lost").textContent = say("unlinked");
      part("link-lost").hidden = false;
      this.#again(LOOK_MS);
    }
  }

  /** The table that was not shown for longest; the present one only if it is alone. @param {string[]} ids @returns {string | null} */
  #next(ids) {
    const others = ids.filter((id) => id !== this.watching?.id);
    const seen = (/** @type {string} */ id) => this.shown.get(id) ?? 0;
    return others.sort((one, other) => seen(one) - seen(other))[0] ?? ids[0] ?? null;
  }

  /** @param {string} id */
  #show(id) {
    this.watching?.end();
    this.lingering = false;
    this.turns += 1;
    this.shown.set(id, this.turns);
    part("waiting").hidden = true;
    const watching = new Watching(id, this.house);
    this.watching = watching;
    watching.addEventListener("changed", () => this.watching === watching && this.#changed(watching));
  }

  /** @param {Watching} watching */
  #changed({ playing }) {
    if (playing === !this.lingering) return;
    this.lingering = !playing;
    this.#again(playing ? this.each : Math.min(this.each, LINGER_MS));
  }

  /** Nobody plays: say who would like to. @param {Listed[]} open */
  #wait(open) {
    this.watching?.end();
    this.watching = null;
    part("showing").hidden = true;
    part("waiting").hidden = false;
    part("open").hidden = open.length === 0;
    part("open-tables").replaceChildren(
      ...open.slice(0, MOST_OPEN).map(({ game, note }) => {
        const names = note.chairs.flatMap(({ name, level }) => (name !== null && level === null ? [name] : []));
        return make("li", {}, make("strong", {}, this.house.games[game]?.title ?? game), ` ${names.join(", ")}`);
      }),
    );
  }

  /** @param {number} wait */
  #again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.turn(), wait);
  }
}

/** @param {"open" | "playing"} status @returns {Promise<Listed[]>} */
async function tables(status) {
  return (await ask("GET", `/api/tables?status=${status}&limit=100`)).tables;
}
