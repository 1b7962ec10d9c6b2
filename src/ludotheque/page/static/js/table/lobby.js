// @ts-check
/**
 * The lobby, before the first game: who sits where, how to ask others to come, and beginning without them.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { button, copy, make } from "../lib/dom.js";
import { toast, toastWhy } from "../lib/house.js";
import { nameIsOpen, ownName, showName, takeName } from "../lib/naming.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").TableData} TableData */
/** @typedef {import("./wire.js").Deed} Deed */

/** The names by which a computer calls itself, and nobody else can reach it. */
const ONLY_HERE = new Set(["localhost", "127.0.0.1", "[::1]"]);

export class Lobby {
  /**
   * @param {HTMLElement} element
   * @param {TableData} data
   * @param {(deed: Deed) => void} doing
   */
  constructor(element, data, doing) {
    this.element = element;
    this.data = data;
    this.do = doing;
    /** What opens an invited chair, from the link that was followed. */
    this.key = location.hash.slice(1);
    const onlyHere = ONLY_HERE.has(location.hostname);
    this.#part("only-here").hidden = !onlyHere;
    this.#part("qr").hidden = onlyHere;
    const field = this.#field();
    field.addEventListener("focus", () => field.select());
    /** How the others may call whoever sits down, if they are to be asked. */
    this.name = /** @type {HTMLInputElement} */ (this.#part("own-name"));
    this.name.value = ownName();
    this.name.addEventListener("focus", () => this.name.select());
    this.#part("copy").addEventListener("click", async () => {
      if (await copy(field)) toast(say("copied"));
    });
  }

  /** @param {TableSeen} table @param {readonly string[]} names of those on the chairs */
  show(table, names) {
    const own = table.chairs.find((chair) => chair.yours);
    // Whoever came as a stranger is a guest from the first deed on, and bears a name.
    if (own?.name && !ownName()) showName(own.name);
    this.element.hidden = table.status !== "open";
    if (this.element.hidden) return;
    const sits = own !== undefined;
    const free = table.chairs.map((chair, number) => ({ chair, number })).filter(({ chair }) => chair.name === null);
    this.#part("chairs").replaceChildren(...table.chairs.map((_, number) => this.#chair(table, number, names[number])));
    this.#part("lobby-begins").textContent = table.begins?.why === "lot" ? say("lot-begins") : "";
    const deeds = [];
    const maySit = !sits && free.length > 0;
    this.#part("ask-name").hidden = !maySit || !nameIsOpen();
    if (maySit) deeds.push(button(say("sit-down"), () => void this.#sit(), { class: "primary" }));
    const there = table.chairs.length - free.length;
    if (table.owner && there >= this.data.fewest && free.length > 0) deeds.push(this.#button(say("start-now"), { type: "start" }, true));
    if (sits) deeds.push(this.#button(say("leave-table"), { type: "leave" }));
    this.#part("lobby-deeds").replaceChildren(...deeds);
    const invited = free.find(({ chair }) => chair.key !== null);
    const link = `${location.origin}/t/${this.data.id}${invited ? `#${invited.chair.key}` : ""}`;
    const canInvite = sits && free.length > 0;
    this.#part("invite").hidden = !canInvite;
    if (canInvite && this.#field().value !== link) {
      this.#field().value = link;
      const query = invited ? `?chair=${invited.number}` : "";
      /** @type {HTMLImageElement} */ (this.#part("qr")).src = `/api/tables/${this.data.id}/qr.svg${query}`;
    }
  }

  /** Sit down, under the name that was given; if it cannot be had, say why. */
  async #sit() {
    try {
      if (nameIsOpen()) await takeName(this.name.value);
      this.do({ type: "sit", key: this.key });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      toastWhy(problem.message);
    }
  }

  /** @param {TableSeen} table @param {number} number @param {string} called */
  #chair(table, number, called) {
    const chair = table.chairs[number];
    const free = chair.name === null;
    const shown = free && chair.invited ? say("chair-invited") : called;
    const item = make("li", {}, make("span", free ? { class: "free" } : { title: shown }, shown));
    if (chair.guest) item.append(make("small", { class: "guest", title: say("guest-told") }, say("guest")));
    if (chair.yours) item.append(make("small", {}, say("you")));
    if (table.begins?.chair === number) item.append(make("small", {}, say("begins")));
    if (free && table.owner) item.append(this.#computers(number));
    return item;
  }

  /** @param {number} chair to seat a computer on */
  #computers(chair) {
    const select = make("select", { "aria-label": say("seat-computer") }, new Option(say("seat-computer"), ""));
    for (const { level, name } of Object.values(this.data.levels)) select.append(new Option(name, String(level)));
    select.addEventListener("change", () => this.do({ type: "seat-computer", chair, level: Number(select.value) }));
    return select;
  }

  /** @param {string} label @param {Deed} deed @param {boolean} [primary] */
  #button(label, deed, primary = false) {
    return button(label, () => this.do(deed), primary ? { class: "primary" } : {});
  }

  #field() {
    return /** @type {HTMLInputElement} */ (this.#part("link"));
  }

  /** @param {string} id */
  #part(id) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`#${id}`));
  }
}
