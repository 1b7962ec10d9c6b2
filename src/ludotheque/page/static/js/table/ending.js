// @ts-check
/**
 * The end of a game: how it came out, and what comes then: another one, a look back, a check of the deal.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { make } from "../lib/dom.js";
import { toastWhy } from "../lib/house.js";
import { NextOpponent } from "./next_opponent.js";
import { told } from "./players.js";
import { ABORTED, winnersOf } from "./seating.js";
import { celebrate } from "../lib/motion.js";
import { icon } from "../lib/svg.js";
import { count, filled, say, together } from "../lib/words.js";

/** @typedef {import("../types").EndingSeen} EndingSeen */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").TableData} TableData */

/** The reasons for which one player ended the game, and the sentence that names them. @type {Record<string, string>} */
const BY = { resigned: "ended-resigned", time: "ended-time" };

export class Ending {
  /**
   * @param {HTMLElement} element
   * @param {TableData} data
   * @param {(deed: import("./wire.js").Deed) => void} doing
   * @param {(level: number) => void} play opens a table against computers of that level
   */
  constructor(element, data, doing, play) {
    this.element = element;
    this.data = data;
    this.sentence = "";
    this.reason = "";
    /** The hash of the seed as it was published before the deal. @type {string | null} */
    this.published = null;
    this.next = new NextOpponent(this.#part("ending-next"), data, play);
    this.#part("again").addEventListener("click", () => doing({ type: "again" }));
    this.#part("check-deal").addEventListener("click", () => this.#check());
  }

  /** Another game begins. */
  reset() {
    this.published = null;
    this.#part("checked").textContent = "";
  }

  /**
   * @param {TableSeen} table
   * @param {MatchSeen | null} match
   * @param {readonly number[]} seats the reader's own
   * @param {(seat: number) => string} nameOf
   * @param {EndingSeen | null} told how it came out by the rules, where there is more to say than the reason
   */
  show(table, match, seats, nameOf, told) {
    if (match && !match.outcome) this.published = match.seed_hash;
    const outcome = match?.outcome ?? null;
    this.element.hidden = outcome === null;
    if (!match || !outcome) return;
    const winners = winnersOf(outcome);
    const mine = seats.length === 1 && winners.includes(seats[0]);
    const here = winners.some((seat) => seats.includes(seat));
    const names = together(winners.map(nameOf));
    if (outcome.reason === ABORTED) this.sentence = say("ended-aborted");
    else if (winners.length === 0) this.sentence = say("ended-draw");
    else if (mine && winners.length === 1) this.sentence = say("ended-won");
    else this.sentence = count("ended-won-by", winners.length, { names });
    this.element.classList.toggle("won", here);
    this.#part("ending-title").textContent = this.sentence;
    const yours = mine && winners.length === 1 ? told?.yours : null;
    const why = yours ?? told?.why;
    this.reason = why ? filled(why, named(match, nameOf)) : this.#reason(outcome, seats, nameOf);
    this.#part("ending-reason").textContent = this.reason;
    this.#showRanking(told, winners, nameOf);
    this.#showScore(table, nameOf);
    this.#showBeginner(table, seats, nameOf);
    const unwon = outcome.reason === ABORTED ? "aborted" : winners.length === 0 ? "drawn" : "lost";
    this.next.show(table, seats, here ? "won" : unwon);
    const again = /** @type {HTMLButtonElement} */ (this.#part("again"));
    const wants = table.chairs.some((chair) => chair.yours && chair.again);
    again.hidden = seats.length === 0 || table.status === "closed";
    again.disabled = wants;
    const asking = table.chairs.flatMap((chair, number) => (chair.again && !chair.yours && !chair.computer ? [nameOf(table.seating.indexOf(number))] : []));
    const asked = asking.length > 0 && !wants && !again.hidden;
    this.#part("ending-again").textContent = asked ? count("wants-again", asking.length, { names: together(asking) }) : "";
    again.textContent = say(wants ? "again-waiting" : table.series_over ? "again" : "again-next");
    const replay = `/t/${this.data.id}/replay/${table.number}`;
    /** @type {HTMLAnchorElement} */ (this.#part("replay")).href = to(replay);
    const review = /** @type {HTMLAnchorElement} */ (this.#part("review"));
    review.href = to(`${replay}?review=1`);
    // Where some have not even moved there is nothing to look over.
    review.hidden = outcome.reason === ABORTED;
    this.#part("check-deal").hidden = !this.data.deals || match.seed === null;
  }

  /** Let those who have won see it. */
  celebrate() {
    if (this.element.classList.contains("won")) celebrate(this.element);
  }

  /** @param {EndingSeen | null} told @param {readonly number[]} winners @param {(seat: number) => string} nameOf */
  #showRanking(told, winners, nameOf) {
    const list = this.#part("ranking");
    const lines = (told?.ranking ?? []).map(({ place, href, seats, told: words }) => {
      const name = make("span", { class: seats.length > 0 ? "name" : "name nobody" }, seats.map(nameOf).join(", ") || say("nobody"));
      const won = seats.some((seat) => winners.includes(seat));
      const who = make("span", { class: "words" }, name, make("small", {}, words));
      return make("li", { class: won ? "winner" : "" }, make("span", { class: "place" }, `${place}.`), icon(href), who);
    });
    list.replaceChildren(...lines);
    list.hidden = lines.length === 0;
  }

  /**
   * Why it ended; whoever gave up or ran out of time is named, where the result tells who it was.
   * @param {{shares: readonly number[], reason: string}} outcome @param {readonly number[]} seats @param {(seat: number) => string} nameOf
   */
  #reason({ shares, reason }, seats, nameOf) {
    const losers = shares.flatMap((share, seat) => (share === 0 ? [seat] : []));
    if (reason === ABORTED) return say("ruled-aborted", { reason: this.data.reasons[reason] });
    const named = losers.length === 1 ? BY[reason] : undefined;
    if (named === undefined) return this.#ruled(shares, this.data.reasons[reason] ?? "", seats, nameOf);
    const own = seats.length === 1 && seats[0] === losers[0];
    return own ? say(`${named}-you`) : say(named, { name: nameOf(losers[0]) });
  }

  /** Who has won, and by which rule. @param {readonly number[]} shares @param {string} reason @param {readonly number[]} seats @param {(seat: number) => string} nameOf */
  #ruled(shares, reason, seats, nameOf) {
    const winners = winnersOf({ shares });
    const names = together(winners.map(nameOf));
    if (winners.length === 0) return say("ruled-draw", { reason });
    if (winners.length > 1) return say("ruled-shared", { winners: names, reason });
    return seats.length === 1 && seats[0] === winners[0] ? say("ruled-you", { reason }) : say("ruled-won", { winner: names, reason });
  }

  /** @param {TableSeen} table @param {(seat: number) => string} nameOf */
  #showScore(table, nameOf) {
    const score = this.#part("ending-score");
    // Whoever plays game after game counts them, agreed or not.
    const series = table.terms.first_to > 1;
    score.hidden = !series && table.number < 2;
    const points = (series ? table.scores : table.points) ?? [];
    score.textContent = table.seating.map((chair, seat) => `${nameOf(seat)} ${told(points[chair] ?? 0)}`).join(" · ");
    if (series && table.series_over) score.textContent += ` ${say("series-over")}`;
  }

  /** Who begins the next game, and why. @param {TableSeen} table @param {readonly number[]} seats @param {(seat: number) => string} nameOf */
  #showBeginner({ begins, seating }, seats, nameOf) {
    const line = this.#part("ending-begins");
    line.hidden = begins === null || begins.chair === null;
    if (begins === null || begins.chair === null) return;
    const seat = seating.indexOf(begins.chair);
    const own = seats.length === 1 && seats[0] === seat;
    line.textContent = own ? say(`begins-${begins.why}-you`) : say(`begins-${begins.why}`, { name: nameOf(seat) });
  }

  async #check() {
    try {
      const deal = await ask("GET", `/api/tables/${this.data.id}/deal`);
      const published = this.published ?? deal.seed_hash;
      const own = await sha256(deal.seed);
      const honest = own === null || own === published;
      const found = honest ? count("deal-checked", deal.draws, { hash: published.slice(0, 12) }) : say("deal-wrong");
      this.#part("checked").textContent = deal.from_position ? `${found} ${say("position-given")}` : found;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      toastWhy(problem.message);
    }
  }

  /** @param {string} id */
  #part(id) {
    return /** @type {HTMLElement} */ (this.element.querySelector(`#${id}`));
  }
}

/** The names by seat. @param {MatchSeen} match @param {(seat: number) => string} nameOf */
function named({ outcome }, nameOf) {
  return Object.fromEntries((outcome?.shares ?? []).map((_, seat) => [String(seat), nameOf(seat)]));
}

/** Return the hash, reckoned here and not by the house; null where this browser cannot. @param {string} text */
async function sha256(text) {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
