// @ts-check
/**
 * The graph of a game: what each seat could expect, move by move. It is a slider as well: whoever touches it, or
 * walks on it by keys, looks at that move.
 * @module
 */

import { make } from "../lib/dom.js";
import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";
import { GRAVITY } from "./review.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {{x: number, y: number}} Point */

/** The room around the curves, in pixels: for marks at the edges, and for the numbers of seats behind their curves. */
const MARGIN = { across: 8, down: 8, behind: 14 };
/** How the curves of seats are dashed: nobody is told apart by colour alone. */
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "1 3"];
/** The least distance between the numbers behind curves. */
const APART = 11;
/** How far the middle of a digit is above its foot. */
const MIDDLE = 4;
/** The keys by which one walks, as on every slider. @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 };

export class Graph {
  /**
   * @param {SVGSVGElement} root an empty `<svg>` on the page, as large as the graph is to be
   * @param {{moves: number, players: readonly string[], go: (moves: number) => void}} game `moves`: how many there are
   */
  constructor(root, { moves, players, go }) {
    this.root = root;
    this.moves = Math.max(1, moves);
    this.players = players;
    this.go = go;
    /** After how many moves the board is shown. */
    this.at = 0;
    /** @type {Review | null} */
    this.review = null;
    /** Whether one curve says it all: two seats divide the point between them. */
    this.whole = true;
    this.curves = svg("g", { class: "curves" });
    this.marks = svg("g", { class: "marks" });
    this.cursor = svg("line", { class: "cursor" });
    this.ends = svg("g", { class: "ends" });
    root.replaceChildren(svg("g", { class: "grid" }), this.curves, this.ends, this.cursor, this.marks);
    this.gone = new AbortController();
    const { signal } = this.gone;
    root.addEventListener("pointerdown", (event) => this.#touch(event), { signal });
    root.addEventListener("pointermove", (event) => event.buttons > 0 && this.#touch(event), { signal });
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.watching = new ResizeObserver(() => this.#draw());
    this.watching.observe(root);
  }

  /** Leave the `<svg>` to another graph. */
  remove() {
    this.gone.abort();
    this.watching.disconnect();
    this.root.replaceChildren();
  }

  /** @param {Review} review what is known so far */
  show(review) {
    this.review = review;
    this.#draw();
  }

  /** Point out the move that is looked at. @param {number} at */
  look(at) {
    this.at = at;
    this.#point();
  }

  #draw() {
    const { review } = this;
    const { width, height } = this.root.getBoundingClientRect();
    if (!review || width === 0) return;
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.whole = review.whole;
    const grid = /** @type {SVGGElement} */ (this.root.firstElementChild);
    grid.replaceChildren(
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const [from, to] = [this.#place(0, share), this.#place(this.moves, share)];
        return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: share === 0.5 ? "half" : "" });
      }),
    );
    const colours = review.latest?.colours ?? [];
    this.curves.replaceChildren(...(this.whole ? this.#area(colours) : this.players.flatMap((_, seat) => this.#curve(seat, colours[seat]))));
    this.ends.replaceChildren(...(this.whole ? [] : this.#numbers()));
    this.marks.replaceChildren(...[...review.moves.values()].flatMap((move) => this.#mark(move)));
    this.#point();
  }

  /** The two parts of the point: the first seat's below its curve, the other's above. @param {readonly (string | null)[]} colours */
  #area(colours) {
    const curve = this.#points(0);
    if (curve.length === 0) return [];
    const [first, last] = [curve[0].x, curve[curve.length - 1].x];
    const [top, bottom] = [this.#place(0, 1).y, this.#place(0, 0).y];
    const part = (/** @type {number} */ y, /** @type {number} */ seat) =>
      tinted(svg("polygon", { points: written([...curve, { x: last, y }, { x: first, y }]), class: `part shade-${seat}` }), colours[seat]);
    return [part(bottom, 0), part(top, 1), svg("polyline", { points: written(curve), class: "curve" })];
  }

  /** @param {number} seat @param {string | null} colour */
  #curve(seat, colour) {
    const curve = this.#points(seat);
    return curve.length === 0 ? [] : [drawnAs(seat, colour, svg("polyline", { points: written(curve) }))];
  }

  /** The number of each seat behind its curve, none upon another. */
  #numbers() {
    const ends = this.players.flatMap((_, seat) => this.#points(seat).slice(-1).map(({ y }) => ({ seat, y })));
    ends.sort((one, other) => one.y - other.y);
    const { height } = this.root.viewBox.baseVal;
    const x = this.#place(this.moves, 0).x + MARGIN.across;
    let least = APART / 2;
    return ends.map(({ seat, y }, i) => {
      const lowest = height - APART / 2 - APART * (ends.length - 1 - i);
      const at = Math.min(Math.max(y, least), lowest);
      least = at + APART;
      const end = svg("text", { x, y: at + MIDDLE });
      end.textContent = String(seat + 1);
      return end;
    });
  }

  /** Where the curve of a seat goes through, in the order of play. @param {number} seat @returns {Point[]} */
  #points(seat) {
    const known = [...(this.review?.points ?? [])].sort(([one], [other]) => one - other);
    return known.flatMap(([moves, shares]) => {
      const share = shares[seat];
      return share === null ? [] : [this.#place(moves, share)];
    });
  }

  /** @param {import("./review.js").Judged} move */
  #mark({ turn, seat, label }) {
    if (label === null) return [];
    const { whole } = this;
    const own = whole ? 0 : seat;
    const share = this.review?.points.get(turn)?.[own] ?? this.review?.points.get(turn - 1)?.[own];
    if (share === undefined || share === null) return [];
    const { x, y } = this.#place(whole ? turn : turn - 1, share);
    return [svg("circle", { cx: x, cy: y, r: 2.5 + GRAVITY[label], class: label })];
  }

  #point() {
    const { x } = this.#place(this.at, 0);
    const [top, bottom] = [this.#place(0, 1).y, this.#place(0, 0).y];
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: top - MARGIN.down, y2: bottom + MARGIN.down })) {
      this.cursor.setAttribute(name, String(value));
    }
    const { root, at, moves } = this;
    root.setAttribute("aria-valuemin", "0");
    root.setAttribute("aria-valuemax", String(moves));
    root.setAttribute("aria-valuenow", String(at));
    root.setAttribute("aria-valuetext", [say("looking-back", { n: at, all: moves }), ...this.#told()].join(". "));
  }

  /** What is known of the moment that is looked at, in words. */
  #told() {
    const shares = this.review?.points.get(this.at) ?? [];
    const expected = this.players.flatMap((name, seat) => {
      const share = shares[seat];
      return share === null || share === undefined ? [] : [say("expects", { name, percent: Math.round(share * 100) })];
    });
    const called = this.review?.moves.get(this.at)?.called;
    return called ? [...expected, called] : expected;
  }

  /** How wide the curves are on a graph of that width. @param {number} width */
  #span(width) {
    return width - 2 * MARGIN.across - (this.whole ? 0 : MARGIN.behind);
  }

  /** @param {number} moves @param {number} share @returns {Point} */
  #place(moves, share) {
    const { width, height } = this.root.viewBox.baseVal;
    return {
      x: MARGIN.across + (this.#span(width) * moves) / this.moves,
      y: MARGIN.down + (height - 2 * MARGIN.down) * (1 - share),
    };
  }

  /** @param {PointerEvent} event */
  #touch(event) {
    const { left, width } = this.root.getBoundingClientRect();
    const across = (event.clientX - left - MARGIN.across) / this.#span(width);
    const moves = Math.round(Math.min(Math.max(0, across), 1) * this.moves);
    if (event.type === "pointerdown") this.root.setPointerCapture(event.pointerId);
    if (moves !== this.at || event.type === "pointerdown") this.go(moves);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!(event.key in STEPS)) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.at + STEPS[event.key]);
  }
}

/**
 * What stands for a seat beside its name: a spot of its colour, or a piece of its line, its number and the line in words.
 * @param {number} seat @param {string | null} colour @param {boolean} whole whether one curve says it all
 */
export function swatch(seat, colour, whole) {
  if (whole) return tinted(make("span", { class: `swatch shade-${seat}`, "aria-hidden": "true" }), colour);
  const named = say(`curve-${seat % DASHES.length}`);
  const sample = svg("svg", { class: "sample", viewBox: "0 0 28 10", role: "img", "aria-label": named });
  const title = svg("title");
  title.textContent = named;
  sample.append(title, drawnAs(seat, colour, svg("line", { x1: 0, y1: 5, x2: 28, y2: 5 })));
  return make("span", { class: "seat-line" }, make("b", {}, String(seat + 1)), sample);
}

/** Draw a line as that of a seat. @template {SVGElement} E @param {number} seat @param {string | null} colour @param {E} line */
function drawnAs(seat, colour, line) {
  line.setAttribute("stroke-dasharray", DASHES[seat % DASHES.length] || "none");
  line.setAttribute("class", `curve own shade-${seat % 2}`);
  return tinted(line, colour);
}

/** Give it the colour of a seat; without one it keeps the shade of its class. @template {HTMLElement | SVGElement} E @param {E} element @param {string | null} colour */
function tinted(element, colour) {
  if (colour !== null) element.style.setProperty("--tint", colour);
  return element;
}

/** @param {readonly Point[]} points */
function written(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}
