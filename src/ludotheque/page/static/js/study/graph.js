// @ts-check
/**
 * The graph of a game: what each seat could expect, move by move. It is a slider as well: whoever touches it, or
 * walks on it by keys, looks at that move.
 * @module
 */

import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";
import { GRAVITY } from "./review.js";

/** @typedef {import("./review.js").Review} Review */
/** @typedef {{x: number, y: number}} Point */

/** The room around the curves, in pixels: for marks at the edges. */
const MARGIN = { across: 8, down: 8 };
/** How the curves of seats are dashed: nobody is told apart by colour alone. */
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "1 3"];
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
    this.curves = svg("g", { class: "curves" });
    this.marks = svg("g", { class: "marks" });
    this.cursor = svg("line", { class: "cursor" });
    root.replaceChildren(svg("g", { class: "grid" }), this.curves, this.cursor, this.marks);
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
    const grid = /** @type {SVGGElement} */ (this.root.firstElementChild);
    grid.replaceChildren(
      ...[0, 0.25, 0.5, 0.75, 1].map((share) => {
        const [from, to] = [this.#place(0, share), this.#place(this.moves, share)];
        return svg("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: share === 0.5 ? "half" : "" });
      }),
    );
    const colours = review.latest?.colours ?? [];
    const whole = this.players.length === 2 && [...review.points.values()].every((shares) => shares.every((share) => share !== null));
    this.curves.replaceChildren(...(whole ? this.#area(colours) : this.players.flatMap((_, seat) => this.#curve(seat, colours[seat]))));
    this.marks.replaceChildren(...[...review.moves.values()].flatMap((move) => this.#mark(move, whole)));
    this.#point();
  }

  /** The two parts of the point: the first seat's below its curve, the other's above. @param {readonly string[]} colours */
  #area(colours) {
    const curve = this.#points(0);
    if (curve.length === 0) return [];
    const [first, last] = [curve[0].x, curve[curve.length - 1].x];
    const [top, bottom] = [this.#place(0, 1).y, this.#place(0, 0).y];
    const part = (/** @type {number} */ y, /** @type {string} */ fill) =>
      svg("polygon", { points: written([...curve, { x: last, y }, { x: first, y }]), fill, class: "part" });
    return [part(bottom, colours[0]), part(top, colours[1]), svg("polyline", { points: written(curve), class: "curve" })];
  }

  /** @param {number} seat @param {string} stroke its colour */
  #curve(seat, stroke) {
    const curve = this.#points(seat);
    const dashes = DASHES[seat % DASHES.length];
    const line = svg("polyline", { points: written(curve), "stroke-dasharray": dashes || "none", class: "curve own" });
    line.style.setProperty("--tint", stroke);
    return curve.length === 0 ? [] : [line];
  }

  /** Where the curve of a seat goes through, in the order of play. @param {number} seat @returns {Point[]} */
  #points(seat) {
    const known = [...(this.review?.points ?? [])].sort(([one], [other]) => one - other);
    return known.flatMap(([moves, shares]) => {
      const share = shares[seat];
      return share === null ? [] : [this.#place(moves, share)];
    });
  }

  /** @param {import("./review.js").Judged} move @param {boolean} whole whether one curve says it all */
  #mark({ turn, seat, label }, whole) {
    if (label === null) return [];
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

  /** @param {number} moves @param {number} share @returns {Point} */
  #place(moves, share) {
    const { width, height } = this.root.viewBox.baseVal;
    return {
      x: MARGIN.across + ((width - 2 * MARGIN.across) * moves) / this.moves,
      y: MARGIN.down + (height - 2 * MARGIN.down) * (1 - share),
    };
  }

  /** @param {PointerEvent} event */
  #touch(event) {
    const { left, width } = this.root.getBoundingClientRect();
    const across = (event.clientX - left - MARGIN.across) / (width - 2 * MARGIN.across);
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

/** @param {readonly Point[]} points */
function written(points) {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}
