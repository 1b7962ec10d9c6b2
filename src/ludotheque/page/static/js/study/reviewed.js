// @ts-check
/**
 * The review of a game on its page: the graph, who was how exact, marks in the list of moves, and what there is to
 * say of the move that is looked at, with the lines that prove it.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { arrow } from "../board/marks.js";
import { button, make, part } from "../lib/dom.js";
import { still } from "../lib/motion.js";
import { svg } from "../lib/svg.js";
import { toastWhy } from "../lib/house.js";
import { count, say } from "../lib/words.js";
import { studyAddress } from "../board/drawing.js";
import { Graph, swatch } from "./graph.js";
import { luckLegend, luckRows } from "./luck.js";
import { Review } from "./review.js";
import { ShownLine } from "./shown_line.js";

/** @typedef {import("./review.js").Judged} Judged */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {{moves: readonly string[], instead: boolean, told: string, spots: readonly string[], proved: boolean}} Proof what is said of a move, and the line that shows it */

/**
 * @typedef {object} Replayed the page that the review is on
 * @property {string} path of the house that looks the game over
 * @property {unknown} body
 * @property {string} game
 * @property {Record<string, string>} options
 * @property {readonly string[]} players
 * @property {readonly {position: string}[]} frames
 * @property {import("../board/board.js").Board} board
 * @property {number | null} seat where the reader sat, if they did
 * @property {(moves: number, calmly?: boolean) => void} go shows the game after so many moves
 */

/** How long a move of a line stands before the next. */
const PAUSE_MS = 900;
/** How many moves are drawn as arrows of a line that proves something. */
const ARROWS = 3;

export class Reviewed {
  /** @param {Replayed} page */
  constructor(page) {
    this.page = page;
    this.at = 0;
    /** What the page says of the move that is looked at, and whether the board has been shown anew since. */
    this.known = "";
    this.fresh = false;
    /** How often another move or line was looked at: what comes late is not shown. */
    this.looks = 0;
    /** The line that is played at the moment, and how far. @type {{proof: Proof, button: HTMLButtonElement, pictures: Picture[], at: number} | null} */
    this.playing = null;
    this.review = new Review(page.path, page.body, () => this.#show());
    const moves = page.frames.length - 1;
    this.graph = new Graph(part("graph", SVGSVGElement), { moves, players: page.players, go: (at) => page.go(at) });
    this.gone = new AbortController();
    const { signal } = this.gone;
    part("review-begin").addEventListener("click", () => this.#wish(), { signal });
    part("review-stop").addEventListener("click", () => this.review.stop(), { signal });
    for (const step of mistakeSteps()) step.addEventListener("click", () => this.toMistake(step.dataset.mistake === "next" ? 1 : -1), { signal });
    part("review").hidden = false;
    this.#show();
  }

  /** Leave the page to the review of another game. */
  remove() {
    this.gone.abort();
    this.review.stop();
    this.graph.remove();
    part("review").hidden = true;
  }

  /** Have the game looked over; whoever comes back to this address sees it again. */
  begin() {
    const here = new URL(location.href);
    here.searchParams.set("review", "1");
    history.replaceState(null, "", here);
    return this.review.begin();
  }

  /** Do so because someone has pressed the button, which goes: they look at the graph then. */
  #wish() {
    const begun = this.begin();
    part("graph", SVGSVGElement).focus({ preventScroll: true });
    part("replay").scrollIntoView({ block: "start" });
    return begun;
  }

  /** The board is shown after so many moves. @param {number} at */
  look(at) {
    this.at = at;
    this.playing = null;
    this.fresh = true;
    this.#judge();
    this.graph.look(at);
  }

  /** Whether a line lies on the board, and not the game; it does not any more. */
  leave() {
    const led = this.playing !== null;
    this.playing = null;
    return led;
  }

  /** Look at the next mistake, or the one before. @param {1 | -1} way */
  toMistake(way) {
    const { mistakes } = this.review;
    const found = way > 0 ? mistakes.find((turn) => turn > this.at) : mistakes.findLast((turn) => turn < this.at);
    if (found !== undefined) this.page.go(found);
  }

  // All of it.

  #show() {
    const { review } = this;
    const begun = review.state !== "none" && (review.latest !== null || review.underway);
    part("replay").classList.toggle("reviewed", begun);
    part("slider").hidden = begun;
    part("graph-room").hidden = !begun;
    part("verdict").hidden = !begun;
    const offer = part("review-begin");
    offer.hidden = review.underway || review.state === "complete";
    offer.textContent = say(review.state === "none" ? "review-begin" : "review-again");
    part("review-stop").hidden = !review.underway;
    part("review-lead").hidden = begun;
    const progress = part("review-progress", HTMLProgressElement);
    progress.hidden = !review.underway;
    progress.max = this.page.frames.length - 1;
    if (review.state === "coming") progress.value = review.moves.size;
    else progress.removeAttribute("value");
    put(part("review-status"), this.#status());
    part("review-status").classList.toggle("refused", review.state === "refused");
    this.#players();
    this.#mark();
    this.#own();
    this.graph.show(review);
    part("graph-told").textContent = review.state === "complete" ? (review.latest?.summary ?? "") : "";
    this.#judge();
  }

  /** Lead whoever went wrong to their mistakes as puzzles. */
  #own() {
    const { seat, game } = this.page;
    const wrong = [...this.review.moves.values()].some((move) => move.seat === seat && move.label !== null);
    part("own-mistakes").hidden = this.review.state !== "complete" || !wrong;
    part("own-link", HTMLAnchorElement).href = to(`/puzzles/${game}/own`);
  }

  #status() {
    const { review } = this;
    const all = this.page.frames.length - 1;
    if (review.state === "refused") return say("review-refused", { reason: review.problem });
    if (review.state === "waiting") return review.ahead > 0 ? count("review-ahead", review.ahead) : say("review-begins");
    if (review.state === "coming") return say("review-comes");
    if (review.state === "stopped") return say("review-stopped", { n: review.moves.size, all });
    if (review.state === "none") return "";
    const { length } = review.mistakes;
    return length === 0 ? say("review-none") : count("review-found", length);
  }

  #players() {
    const { latest } = this.review;
    const lines = (latest?.accuracies ?? []).map((accuracy, seat) => {
      const mark = swatch(seat, latest?.colours[seat] ?? null, this.review.whole);
      const exact = accuracy === null ? "–" : say("chance-of", { percent: Math.round(accuracy) });
      return make(
        "tr",
        {},
        make("th", { scope: "row" }, mark, this.page.players[seat], make("small", {}, latest?.counted[seat] ?? "")),
        make("td", {}, exact),
      );
    });
    part("review-rows").replaceChildren(...lines);
    part("review-table").hidden = lines.length === 0;
    const luck = latest?.luck ?? [];
    part("luck").hidden = luck.length === 0;
    part("luck-rows").replaceChildren(...luckRows(luck, this.page.players));
    part("luck-legend").replaceChildren(...luckLegend());
  }

  /** Put the marks behind the moves in the list. */
  #mark() {
    const list = part("moves", HTMLOListElement);
    [...list.children].forEach((item, i) => {
      const line = item.querySelector(".move");
      const move = this.review.moves.get(i + 1);
      const old = line?.querySelector(".mark");
      if (!line || !move || old?.getAttribute("title") === move.called) return;
      old?.remove();
      if (move.mark === "") return;
      const heard = make("span", { class: "visually-hidden" }, move.called);
      const seen = make("span", { "aria-hidden": "true" }, move.mark);
      line.append(" ", make("span", { class: `mark ${move.label ?? "only"}`, title: move.called }, seen, heard));
    });
    for (const step of mistakeSteps()) {
      const { mistakes } = this.review;
      step.disabled = !mistakes.some((turn) => (step.dataset.mistake === "next" ? turn > this.at : turn < this.at));
    }
  }

  // The move that is looked at.

  #judge() {
    const move = this.review.moves.get(this.at);
    const known = JSON.stringify([this.at, this.review.state, move ?? null]);
    this.#mark();
    // While others come in, what is said of this one stays; and a line that is played is not disturbed.
    if (this.playing !== null || (known === this.known && !this.fresh)) return;
    this.known = known;
    this.fresh = false;
    part("verdict-told").replaceChildren(...this.#heading(move));
    part("verdict-lines").replaceChildren(...(move ? proofsOf(move) : []).map((proof) => make("li", {}, this.#offer(proof))));
    const study = part("verdict-study", HTMLAnchorElement);
    study.hidden = !move?.label;
    if (move?.label) study.href = this.#studied(move);
    this.page.board.ring();
    if (move) this.#point(move);
  }

  /** @param {Judged | undefined} move */
  #heading(move) {
    const { state } = this.review;
    if (this.at === 0) return [say(this.review.mistakes.length > 0 ? "review-step" : "review-start")];
    if (!move) return [say(state === "stopped" || state === "refused" ? "review-unseen" : "review-not-yet")];
    const worth = move.value === move.reached ? move.value : say("from-to", { from: move.value, to: move.reached });
    const mark = move.mark ? [make("b", { class: `mark ${move.label ?? "only"}`, "aria-hidden": "true" }, move.mark), " "] : [];
    const called = move.called ? [make("strong", {}, move.called), " "] : [];
    return [...mark, ...called, make("span", { class: "worth" }, worth)];
  }

  /** The board on which it is found out what would have been better. @param {Judged} move */
  #studied({ turn }) {
    const { game, options, frames, board } = this.page;
    const back = `${location.pathname}${location.search}#${turn}`;
    return studyAddress(game, frames[turn - 1].position, options, { flipped: board.flipped, back });
  }

  /** @param {Proof} proof */
  #offer(proof) {
    const shown = make("span", {}, proof.told);
    if (proof.moves.length === 0) return make("p", {}, shown);
    const offered = button(shown, () => this.#play(proof, offered), { class: "proof", "aria-pressed": "false", title: say("play-line") });
    offered.prepend(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M7 5l11 7-11 7z" })));
    return offered;
  }

  /** Where a line begins: before the move that is looked at, or after it. @param {Proof} proof */
  #line({ moves, instead }) {
    const { game, options, frames } = this.page;
    return new ShownLine(game, frames[instead ? this.at - 1 : this.at].position, options, moves);
  }

  /** Point out by arrows what was better, and what the move has let happen. @param {Judged} move */
  async #point(move) {
    const { board } = this.page;
    this.looks += 1;
    const look = this.looks;
    const proofs = proofsOf(move);
    const [better, worse] = [proofs.find(({ instead }) => instead), proofs.find(({ instead }) => !instead)];
    try {
      const found = await Promise.all([better, worse].map((proof) => (proof && proof.moves.length > 0 ? this.#line(proof).pictures() : [])));
      await board.showing;
      if (look !== this.looks || this.playing !== null) return;
      board.ghost(null);
      board.ring(proofs.flatMap(({ spots }) => spots));
      this.#arrows(found[0], 1, "better");
      this.#arrows(found[1], worse?.proved ? ARROWS : 1, "worse");
    } catch (problem) {
      // Without arrows the sentence still stands.
      if (!(problem instanceof Refusal)) throw problem;
    }
  }

  /** Draw the first moves of a line. @param {readonly Picture[]} pictures of it @param {number} moves @param {string} kind */
  #arrows(pictures, moves, kind) {
    const { board } = this.page;
    pictures.slice(1, 1 + moves).forEach((picture, i) => {
      const places = way(pictures[i], picture) ?? picture.last.flatMap((id) => board.placeOf(id) ?? []);
      board.ghosts.append(svg("g", { class: `shown-arrow ${kind}${i > 0 ? " later" : ""}` }, ...arrow(places)));
    });
  }

  /** Play a line; where nothing moves by itself, a move a touch. @param {Proof} proof @param {HTMLButtonElement} offered */
  async #play(proof, offered) {
    const { board, go } = this.page;
    const { playing } = this;
    this.looks += 1;
    const look = this.looks;
    try {
      if (playing?.proof === proof && playing.at < playing.pictures.length - 1) {
        if (still()) await this.#step(playing);
        else go(this.at, true);
        return;
      }
      const pictures = await this.#line(proof).pictures();
      if (look !== this.looks) return;
      for (const other of document.querySelectorAll(".proof")) other.setAttribute("aria-pressed", String(other === offered));
      const begun = { proof, button: offered, pictures, at: 0 };
      this.playing = begun;
      board.ring();
      await board.show(pictures[0], { calmly: true });
      if (still()) {
        await this.#step(begun);
        return;
      }
      while (this.playing === begun && begun.at < pictures.length - 1) {
        await this.#step(begun);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      toastWhy(problem.message);
    }
  }

  /** Show the next move of a line. @param {NonNullable<Reviewed["playing"]>} playing */
  async #step(playing) {
    playing.at += 1;
    const { pictures, at } = playing;
    part("told").textContent = say("line-move", { n: at, all: pictures.length - 1, what: pictures[at].told.join(" ") });
    await this.page.board.show(pictures[at]);
  }
}

/** Where a piece went from and to, where a move tells no more than where it came. @param {Picture} before @param {Picture} after */
function way(before, after) {
  if (after.last.length > 1) return null;
  const moved = after.pieces.filter(({ spot }) => after.last.includes(spot));
  for (const there of moved) {
    const here = before.pieces.find(({ id }) => id === there.id);
    if (here && here.spot !== there.spot) return [here, there];
  }
  return null;
}

/** What is said of a move, each with the line that shows it; what was better comes first. @param {Judged} move @returns {Proof[]} */
function proofsOf({ better, line, answer, claims }) {
  if (better === null) return [];
  const proved = claims.map(({ told, line: moves, instead, spots }) => ({ told, moves, instead, spots, proved: true }));
  const best = { told: say("better", { move: better }), moves: line, instead: true, spots: [], proved: false };
  const reply = { told: say("answered", { move: answer[0] ?? "" }), moves: answer, instead: false, spots: [], proved: false };
  const said = proved.some(({ instead }) => !instead) || answer.length === 0;
  return [best, ...proved, ...(said ? [] : [reply])];
}

/** @returns {NodeListOf<HTMLButtonElement>} */
function mistakeSteps() {
  return document.querySelectorAll("[data-mistake]");
}

/** Say something where it is listened to, once. @param {HTMLElement} place @param {string} sentence */
function put(place, sentence) {
  if (place.textContent !== sentence) place.textContent = sentence;
}
