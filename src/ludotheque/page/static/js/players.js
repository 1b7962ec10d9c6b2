// @ts-check
/**
 * Who plays: names, clocks, scores, and whose turn it is.
 * @module
 */

import { say } from "./words.js";

/** @typedef {import("./types").ChairSeen} ChairSeen */
/** @typedef {import("./types").TableSeen} TableSeen */
/** @typedef {import("./types").TableData} TableData */

/** How whoever sits there is called. @param {ChairSeen | undefined} chair @param {TableData} data */
export function nameOf(chair, data) {
  return (chair?.computer && data.levels[chair.computer]) || chair?.name || say("chair-free");
}

export class Players {
  /** @param {HTMLElement} list @param {TableData} data @param {import("./clock.js").Clocks} clocks */
  constructor(list, data, clocks) {
    this.list = list;
    this.data = data;
    this.clocks = clocks;
    this.key = "";
  }

  /**
   * @param {TableSeen} table
   * @param {number | null} toMove
   * @param {ReadonlySet<number> | null} here the chairs whose people are there, null if not known
   */
  show(table, toMove, here) {
    const order = table.seating.length > 0 ? table.seating : table.chairs.map((_, number) => number);
    const plates = order.map((chair, seat) => this.#plate(table, chair, seat));
    const key = plates.map((plate) => plate.textContent).join("|") + order.join();
    if (key !== this.key) {
      this.key = key;
      this.list.replaceChildren(...plates);
      this.clocks.showOn(plates.map((plate) => /** @type {HTMLElement} */ (plate.querySelector(".clock"))));
    }
    order.forEach((number, seat) => {
      const plate = /** @type {HTMLElement} */ (this.list.children[seat]);
      const chair = table.chairs[number];
      plate.classList.toggle("to-move", seat === toMove);
      plate.classList.toggle("yours", chair.yours);
      const away = chair.gone || (here !== null && chair.name !== null && !chair.computer && !chair.yours && !here.has(number));
      plate.classList.toggle("away", away);
      const presence = /** @type {HTMLElement} */ (plate.querySelector(".presence"));
      presence.textContent = away ? say(chair.gone ? "has-left" : "is-away") : "";
      if (seat === toMove) plate.setAttribute("aria-current", "true");
      else plate.removeAttribute("aria-current");
    });
  }

  /** @param {TableSeen} table @param {number} number @param {number} seat */
  #plate(table, number, seat) {
    const chair = table.chairs[number];
    const plate = document.createElement("li");
    plate.className = `plate seat-${seat}`;
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.setAttribute("aria-hidden", "true");
    const who = document.createElement("span");
    who.className = "name";
    who.textContent = nameOf(chair, this.data);
    const where = document.createElement("small");
    where.textContent = this.data.seatNames[seat] ?? "";
    const presence = document.createElement("small");
    presence.className = "presence";
    const score = document.createElement("span");
    score.className = "score";
    const points = table.scores?.[number] ?? 0;
    score.textContent = table.terms.first_to > 1 || table.number > 1 ? told(points) : "";
    score.hidden = score.textContent === "";
    score.title = say("points");
    const clock = document.createElement("span");
    clock.className = "clock";
    clock.setAttribute("role", "timer");
    clock.setAttribute("aria-live", "off");
    clock.hidden = true;
    const words = document.createElement("span");
    words.className = "words";
    words.append(who, where, presence);
    plate.append(mark, words, score, clock);
    return plate;
  }
}

/** Points as people write them. @param {number} points */
export function told(points) {
  const whole = Math.floor(points + 1e-9);
  const rest = points - whole;
  if (Math.abs(rest - 0.5) < 1e-6) return `${whole || ""}½`;
  return rest < 1e-6 ? String(whole) : points.toFixed(2);
}
