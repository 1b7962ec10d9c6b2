// @ts-check
/**
 * A board on the page: what the house has drawn, pieces that travel on it, places to touch.
 *
 * It knows no game and no wire. Everyone who shows a board uses it: the table, the rules, the first
 * game, the replay, the editor.
 * @module
 */

import { listenToDrags } from "./drag.js";
import { arrow, keepUpright, light, touchable, trail } from "./marks.js";
import { fade, lying, pause, still, travel, turnOver } from "../lib/motion.js";
import { neighbour, reach } from "./places.js";
import { Touches } from "./touches.js";
import { drawn, keepSymbols, svg } from "../lib/svg.js";

/** @typedef {import("../types").BoardDrawing} BoardDrawing */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Placement} Placement */
/** @typedef {import("../types").SpotSeen} Spot */

/** Where an arrow key leads. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board extends EventTarget {
  /**
   * Events: `touch` (CustomEvent of the id of a spot or piece), `cancel` (Escape, or a touch beside
   * everything), `lift` and `drop` (CustomEvent of a spot, of {from, to}: a piece is dragged).
   * @param {SVGSVGElement} root an empty `<svg>` on the page
   * @param {BoardDrawing} drawing
   * @param {string} symbols the markup of every symbol of the house
   * @param {{hand?: boolean}} [how] whether the reader's hand lies on the board, and not beside it
   */
  constructor(root, drawing, symbols, { hand = true } = {}) {
    super();
    keepSymbols(symbols);
    this.root = root;
    this.drawing = drawing;
    /** @type {Map<string, Spot>} */
    this.spots = new Map(
      drawing.spots.filter((spot) => hand || spot.zone !== "hand").map((spot) => [spot.id, spot]),
    );
    /** @type {Map<string, {element: SVGGElement, place: Placement}>} */
    this.pieces = new Map();
    this.touches = new Touches();
    /** @type {Map<string, SVGElement>} */
    this.targets = new Map();
    this.flipped = false;
    /** What is being shown; the next picture waits for it. @type {Promise<void>} */
    this.showing = Promise.resolve();
    /** How many pictures wait. */
    this.queue = 0;
    /** What says aloud what each place is. @type {((spot: Spot, pieces: Placement[]) => string) | null} */
    this.naming = null;
    /** Ends the listening of a board that another takes the place of. */
    this.gone = new AbortController();
    root.setAttribute("viewBox", `0 0 ${drawing.width} ${drawing.height}`);
    this.turned = svg("g", { class: "turned" });
    this.trail = svg("g", { class: "trail", "aria-hidden": "true" });
    this.lights = svg("g", { class: "lights", "aria-hidden": "true" });
    this.stock = svg("g", { class: "pieces", "aria-hidden": "true" });
    this.rings = svg("g", { class: "rings", "aria-hidden": "true" });
    this.ghosts = svg("g", { class: "ghosts", "aria-hidden": "true" });
    this.planned = svg("g", { class: "planned", "aria-hidden": "true" });
    // Orca leaves arrows and letters to what is in a toolbar, and not to what is in an application.
    this.touchables = svg("g", { class: "touchables", role: "toolbar" });
    const ground = svg("g", { class: "ground", "aria-hidden": "true" }, ...drawn(drawing.board));
    this.turned.append(ground, this.trail, this.lights, this.stock, this.ghosts, this.planned, this.rings, this.touchables);
    root.replaceChildren(this.turned);
    for (const spot of this.spots.values()) this.#addTarget(spot);
    this.focusable([...this.spots.keys()][0]);
    const { signal } = this.gone;
    root.addEventListener(
      "click",
      (event) => {
        if (!(/** @type {Element} */ (event.target).hasAttribute("data-spot"))) this.tell("cancel", null);
      },
      { signal },
    );
    root.addEventListener("keydown", (event) => this.#key(event), { signal });
    listenToDrags(this);
  }

  /** Leave the `<svg>` to another board. */
  remove() {
    this.gone.abort();
    this.root.replaceChildren();
  }

  // What lies on it.

  /**
   * Show *picture*: pieces that have moved travel, the one on the last move's path hop by hop.
   * @param {Picture} picture
   * @param {{calmly?: boolean, after?: Promise<unknown>}} [how] `calmly` puts everything in its place at
   *   once; `after`: what is to be seen before
   */
  show(picture, { calmly = false, after } = {}) {
    this.queue += 1;
    // A picture that failed was told to whoever waited for it; the next one is shown all the same.
    const before = this.showing.catch(() => {});
    this.showing = before.then(async () => {
      await after;
      this.queue -= 1;
      // Whoever has fallen behind catches up at once.
      await this.#present(picture, calmly || this.queue > 1);
    });
    return this.showing;
  }

  /** Show as `show` does what is no picture of the house: places are called aloud by what lies there now. @param {Picture} picture @param {{calmly?: boolean}} [how] */
  async propose(picture, how) {
    await this.show(picture, how);
    if (this.naming) this.label(this.naming);
  }

  /** @param {Picture} picture @param {boolean} calmly */
  async #present(picture, calmly) {
    this.ghost(null);
    this.pending(null);
    const moves = [];
    const places = picture.pieces.filter((place) => this.spots.has(place.spot));
    const wanted = new Set(places.map((place) => place.id));
    for (const [id, piece] of this.pieces) {
      if (!wanted.has(id)) {
        this.pieces.delete(id);
        moves.push((calmly ? Promise.resolve() : fade(piece.element, false)).then(() => piece.element.remove()));
      }
    }
    const mover = places.find((place) => this.#ahead(place, picture.last).length > 1);
    const way = mover ? this.#ahead(mover, picture.last) : [];
    for (const place of places.filter((each) => each !== mover)) {
      const piece = this.pieces.get(place.id);
      if (piece === undefined) moves.push(this.#add(place, calmly));
      // What a hop turns over turns once it has been hopped.
      else moves.push(this.#bring(piece, place, [], calmly, Math.max(0, way.length - 1)));
    }
    const moving = mover && this.pieces.get(mover.id);
    if (mover && moving) moves.push(this.#bring(moving, mover, way, calmly, 0));
    this.trail.replaceChildren(...trail(picture.last.flatMap((id) => this.spots.get(id) ?? [])));
    await Promise.all(moves);
    this.#inOrder(places);
  }

  /**
   * What is ahead of a piece that goes along *path* and may have gone a part of it; nothing where it does not.
   * @param {Placement} to @param {readonly string[]} path
   */
  #ahead(to, path) {
    const from = this.pieces.get(to.id)?.place.spot ?? "";
    return path.includes(from) && to.spot === path.at(-1) && from !== to.spot ? path.slice(path.indexOf(from)) : [];
  }

  /** @param {Placement} place @param {boolean} calmly */
  async #add(place, calmly) {
    const element = svg("g", { class: "piece", "data-piece": place.id }, svg("use", { href: place.href }));
    element.style.transform = lying(place);
    this.stock.append(element);
    this.pieces.set(place.id, { element, place });
    if (!calmly) await fade(element, true);
  }

  /**
   * @param {{element: SVGGElement, place: Placement}} piece
   * @param {Placement} to
   * @param {readonly string[]} path
   * @param {boolean} calmly
   * @param {number} legs that another piece makes before this one changes its look
   */
  async #bring(piece, to, path, calmly, legs) {
    const from = piece.place;
    piece.place = to;
    const change = () => piece.element.firstElementChild?.setAttribute("href", to.href);
    const stays = from.x === to.x && from.y === to.y && from.turn === to.turn;
    if (calmly || still()) {
      piece.element.style.transform = lying(to);
      if (from.href !== to.href) change();
      return;
    }
    if (!stays) {
      this.stock.append(piece.element);
      const between = path.slice(1, -1).map((id) => this.spots.get(id)).filter((spot) => spot !== undefined);
      await travel(piece.element, from, between, to);
    }
    if (from.href === to.href) return;
    await pause(legs);
    await turnOver(piece.element, to, change);
  }

  /** Let later pieces lie above earlier ones. @param {readonly Placement[]} places */
  #inOrder(places) {
    let here = this.stock.firstElementChild;
    for (const place of places) {
      const element = this.pieces.get(place.id)?.element;
      // Whatever is put in anew, a browser draws anew.
      if (element === here) here = here?.nextElementSibling ?? null;
      else if (element !== undefined) this.stock.insertBefore(element, here);
    }
  }

  /**
   * Show faintly what *picture* would change; null shows things as they are.
   * @param {Picture | null} picture
   */
  ghost(picture) {
    const changed = (picture?.pieces ?? []).filter((place) => {
      const now = this.pieces.get(place.id)?.place;
      return this.spots.has(place.spot) && (now?.href !== place.href || now.x !== place.x || now.y !== place.y);
    });
    const leaving = new Set(changed.map((place) => place.id));
    const there = picture && new Set(picture.pieces.map((place) => place.id));
    for (const [id, { element }] of this.pieces) {
      element.classList.toggle("leaving", leaving.has(id) || there?.has(id) === false);
    }
    this.ghosts.replaceChildren(
      ...changed.map((place) => {
        const element = svg("use", { href: place.href });
        element.style.transform = lying(place);
        return element;
      }),
    );
  }

  /** Point out a move, until things are shown otherwise. @param {readonly string[]} ids of spots or pieces */
  point(ids) {
    this.ghosts.append(...arrow(ids.flatMap((id) => this.placeOf(id) ?? [])));
  }

  /** Show a move that is planned; with fewer than two places, none is. @param {readonly string[]} ids where a piece lies, and where it is to go */
  intend(ids) {
    const [from, to] = ids.map((id) => this.spots.get(id));
    const piece = from && this.on(from.id).at(-1);
    this.planned.replaceChildren();
    if (!from || !to || !piece) return;
    const there = svg("use", { href: piece.href });
    there.style.transform = lying({ ...piece, x: to.x, y: to.y });
    this.planned.append(there, ...arrow([from, to]));
  }

  /** Mark the piece whose move the house has not confirmed yet. @param {string | null} id */
  pending(id) {
    for (const [piece, { element }] of this.pieces) element.classList.toggle("pending", piece === id);
  }

  /** The pieces on a spot, lowest first. @param {string} id @returns {Placement[]} */
  on(id) {
    const places = [...this.pieces.values()].map(({ place }) => place);
    return places.filter(({ spot }) => spot === id).sort((a, b) => a.order - b.order);
  }

  // What can be touched.

  /**
   * Light up what may be touched: `next` glows, `far` glows faintly, `held` is in the hand, `open` has no light.
   * @param {{next?: Iterable<string>, far?: Iterable<string>, held?: Iterable<string>, open?: Iterable<string>}} lights
   */
  light({ next = [], far = [], held = [], open = [] }) {
    const unlit = new Set(open);
    const lit = new Map();
    for (const id of far) lit.set(id, "far");
    for (const id of next) lit.set(id, "next");
    for (const id of held) lit.set(id, "held");
    this.lights.replaceChildren(
      ...[...lit].flatMap(([id, kind]) => {
        const place = this.placeOf(id);
        return place ? [light(place, kind)] : [];
      }),
    );
    for (const [id, target] of this.targets) {
      const kind = lit.get(id) ?? this.on(id).map((place) => lit.get(place.id)).find(Boolean);
      target.classList.toggle("active", Boolean(kind));
      target.classList.toggle("open", unlit.has(id));
      target.setAttribute("aria-disabled", String(!kind && !unlit.has(id)));
      if (kind === "held") target.setAttribute("aria-pressed", "true");
      else target.removeAttribute("aria-pressed");
    }
  }

  /** Draw a ring around places that something is said about; around none, the rings go. @param {readonly string[]} [ids] */
  ring(ids = []) {
    const places = ids.flatMap((id) => this.spots.get(id) ?? []);
    this.rings.replaceChildren(...places.map((place) => light(place, "asked")));
  }

  /**
   * Say aloud what each place is: its name, and what lies there.
   * @param {(spot: Spot, pieces: Placement[]) => string} name
   */
  label(name) {
    this.naming = name;
    for (const [id, target] of this.targets) {
      const spot = this.spots.get(id);
      if (spot) target.setAttribute("aria-label", name(spot, this.on(id)));
    }
  }

  /**
   * Where a spot or piece is, in board units. @param {string} id
   * @returns {{x: number, y: number} | undefined}
   */
  placeOf(id) {
    return this.spots.get(id) ?? this.pieces.get(id)?.place;
  }

  /** Where a spot or piece is on the screen. @param {string} id @returns {DOMPoint | null} */
  onScreen(id) {
    const place = this.placeOf(id);
    const matrix = this.turned.getScreenCTM();
    return place && matrix ? new DOMPoint(place.x, place.y).matrixTransform(matrix) : null;
  }

  /** What a place takes up of the screen. @param {string} id @returns {DOMRect | null} */
  boxOnScreen(id) {
    return this.targets.get(id)?.getBoundingClientRect() ?? null;
  }

  /** Look at the board from the other side. @param {boolean} flipped */
  flip(flipped) {
    this.flipped = flipped;
    const { width, height } = this.drawing;
    this.turned.setAttribute("transform", flipped ? `rotate(180 ${width / 2} ${height / 2})` : "");
    keepUpright(this.turned.querySelectorAll(".ground text"), flipped);
  }

  /** Let the keyboard come in at that spot. @param {string | undefined} id */
  focusable(id) {
    for (const [spot, target] of this.targets) target.setAttribute("tabindex", spot === id ? "0" : "-1");
  }

  /** @param {Spot} spot */
  #addTarget(spot) {
    const target = touchable(spot, reach(this.drawing.spots, spot));
    target.addEventListener("click", (event) => {
      event.stopPropagation();
      if (this.touches.counts(spot.id, event.detail)) this.tell("touch", spot.id);
    });
    target.addEventListener("focus", () => this.focusable(spot.id));
    this.targets.set(spot.id, target);
    this.touchables.append(target);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const here = /** @type {Element} */ (event.target).getAttribute("data-spot");
    if (event.key === "Escape") {
      this.tell("cancel", null);
    } else if (here !== null && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.tell("touch", here);
    } else if (here !== null && event.key in ARROWS) {
      event.preventDefault();
      const [dx, dy] = ARROWS[event.key];
      const sign = this.flipped ? -1 : 1;
      const from = /** @type {Spot} */ (this.spots.get(here));
      const next = neighbour([...this.spots.values()], from, dx * sign, dy * sign);
      if (next !== null) this.targets.get(next)?.focus();
    }
  }

  /** Tell those who listen. @param {string} type @param {unknown} detail */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
