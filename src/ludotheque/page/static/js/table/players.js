// @ts-check
/**
 * The players: names, clocks, scores, whose turn it is; at the end who has won, and with what.
 * @module
 */

import { make } from "../lib/dom.js";
import { namesOf } from "./seating.js";
import { number } from "../lib/numbers.js";
import { icon, svg } from "../lib/svg.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").TableData} TableData */
/** @typedef {import("../types").TallySeen} Tally */
/**
 * @typedef {object} Seen
 * @property {readonly number[]} winners
 * @property {ReadonlyMap<number, string>} shown what lies open by seat, once the game is over
 * @property {readonly Tally[]} tally how far each seat has come
 * @property {boolean} flipped whether the board is seen from the other side
 */

const LAUREL = "M12 21c-5 0-8-3.500-8-9m8 9c5 0 8-3.500 8-9M4 12c0-2 .5-3.500 1.500-5M20 12c0-2-.5-3.500-1.500-5M12 6l1.700 3.600 3.900.5-2.900 2.700.8 3.900L12 14.800l-3.500 1.900.8-3.900-2.900-2.700 3.900-.5z";

/** From how many letters on a name takes two lines. */
const LONG = 13;
/** As many letters as a tally takes the room of. */
const TALLY = 8;

export class Players {
  /** @param {HTMLElement} list @param {Pick<TableData, "seat_names" | "seat_edges" | "seat_looks" | "levels">} data @param {import("./clock.js").Clocks} clocks */
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
   * @param {Seen} seen
   */
  show(table, toMove, here, { winners, shown, tally, flipped }) {
    const order = table.seating.length > 0 ? table.seating : table.chairs.map((_, number) => number);
    const names = namesOf(table.chairs, this.data);
    const alone = table.chairs.filter(({ yours }) => yours).length === 1;
    const plates = order.map((chair, seat) => {
      const you = alone && table.chairs[chair].yours;
      return this.#plate(table, chair, names[chair], this.#place(seat, you, flipped), shown.get(seat), tally[seat], seat);
    });
    const key = plates.map((plate) => plate.textContent).join("|") + order.join() + [...shown].join();
    if (key !== this.key) {
      this.key = key;
      this.list.replaceChildren(...plates);
      this.clocks.showOn(plates.map((plate) => /** @type {HTMLElement} */ (plate.querySelector(".clock"))));
    }
    order.forEach((number, seat) => {
      const plate = /** @type {HTMLElement} */ (this.list.children[seat]);
      const chair = table.chairs[number];
      const away = chair.gone || (here !== null && chair.name !== null && !chair.computer && !chair.yours && !here.has(number));
      plate.classList.toggle("to-move", seat === toMove);
      plate.classList.toggle("yours", chair.yours);
      plate.classList.toggle("away", away);
      plate.classList.toggle("winner", winners.includes(seat));
      const won = /** @type {HTMLElement} */ (plate.querySelector(".won"));
      won.hidden = !winners.includes(seat);
      const presence = /** @type {HTMLElement} */ (plate.querySelector(".presence"));
      presence.textContent = away ? say(chair.gone ? "has-left" : "is-away") : "";
      if (seat === toMove) plate.setAttribute("aria-current", "true");
      else plate.removeAttribute("aria-current");
    });
  }

  /** Where a seat is as one sees it, and what is its own. @param {number} seat @param {boolean} you @param {boolean} flipped */
  #place(seat, you, flipped) {
    const { seat_edges: edges, seat_looks: looks, seat_names: names } = this.data;
    const below = (edges[seat] === "below") !== flipped;
    const edge = edges[seat] ? [say(below ? "edge-below" : "edge-above")] : [];
    const who = you ? [say("you")] : [];
    const look = looks[seat];
    // A name of a seat begins with a capital.
    return (look === undefined ? [names[seat] ?? "", ...who, ...edge] : [...who, ...edge, look]).join(", ");
  }

  /**
   * @param {TableSeen} table @param {number} number of the chair @param {string} name @param {string} place
   * @param {string | undefined} shown @param {Tally | undefined} tally @param {number} seat
   */
  #plate(table, number, name, place, shown, tally, seat) {
    const { guest, yours } = table.chairs[number];
    const called = make("span", { class: "name", title: name }, name);
    const where = make("small", { class: "place", title: this.data.seat_names[seat] ?? "" }, make("span", {}, place), ...(tally ? [counter(tally)] : []));
    // Whoever looks knows who they are themselves; where there is no room, it is the last thing to tell of others.
    if (guest && !yours) where.append(" ", make("span", { class: "guest" }, `· ${say("guest")}`));
    called.style.setProperty("--letters", String(name.length));
    where.style.setProperty("--letters", String(place.length + (tally ? TALLY : 0)));
    const words = make("span", { class: "words" }, called, where, make("small", { class: "presence" }));
    const series = table.terms.first_to > 1;
    const points = (series ? table.scores : table.points) ?? [];
    const counted = series || table.number > 1;
    const score = make("span", { class: "score", title: say("points") }, counted ? told(points[number] ?? 0) : "");
    score.hidden = !counted;
    const clock = make("span", { class: "clock", role: "timer", "aria-live": "off" });
    clock.hidden = true;
    const won = make("span", { class: "won", title: say("winner") }, svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: LAUREL })));
    won.append(make("span", { class: "visually-hidden" }, say("winner")));
    const mark = make("span", { class: "mark", "aria-hidden": "true" });
    const lies = shown ? [icon(shown)] : [];
    const long = name.length >= LONG ? " long" : "";
    return make("li", { class: `plate seat-${seat}${long}` }, mark, ...lies, words, won, score, clock);
  }
}

/** How far someone has come. @param {Tally} tally */
function counter({ href, count, told: aloud }) {
  const seen = make("span", { "aria-hidden": "true" }, count);
  return make("span", { class: "tally", title: aloud }, icon(href), seen, make("span", { class: "visually-hidden" }, aloud));
}

/** Points as people write them. @param {number} points */
export function told(points) {
  const whole = Math.floor(points + 1e-9);
  const rest = points - whole;
  if (Math.abs(rest - 0.5) < 1e-6) return `${whole || ""}½`;
  return rest < 1e-6 ? String(whole) : number(points, 2);
}
