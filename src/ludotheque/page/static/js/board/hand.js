// @ts-check
/**
 * The reader's hand, fanned beside the board; and what lies face down before them.
 * @module
 */

import { button, make } from "../lib/dom.js";
import { swallowClick } from "./drag.js";
import { icon } from "../lib/svg.js";
import { Touches } from "./touches.js";
import { say } from "../lib/words.js";

/** @typedef {import("../wire").BackSeen} BackSeen */
/** @typedef {import("../types").BoardDrawing} BoardDrawing */
/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Placement} Placement */
/** @typedef {import("../types").SpotSeen} Spot */

/** How far what is held goes before it is dragged, and how far towards the board before it is played, in pixels. */
const [SLACK, FAR] = [8, 60];
/** How far what is held lies beside its places and above them, in board units. */
const [MARGIN, OVER] = [0.25, 0.4];

/**
 * Tell the style sheets which room a board leaves for the hand: where it begins and ends, and how far
 * above the lower edge it lies, as shares of the board's width.
 * @param {HTMLElement} stage on which both lie @param {BoardDrawing} drawing
 */
export function leaveRoom(stage, { width, height, spots }) {
  const own = spots.filter(({ zone }) => zone === "hand");
  if (own.length === 0) return;
  const top = Math.min(...own.map(({ y }) => y));
  const last = Math.max(...own.map(({ x }) => x));
  const beside = spots.filter(({ zone, x, y }) => zone !== "hand" && x > last && Math.abs(y - top) < 1).map(({ x }) => x);
  const edges = {
    left: Math.min(...own.map(({ x }) => x)) - MARGIN,
    right: Math.min(...beside, width) - MARGIN,
    up: height - top + OVER,
  };
  for (const [edge, far] of Object.entries(edges)) stage.style.setProperty(`--hand-${edge}`, String(far / width));
}

export class Hand extends EventTarget {
  /**
   * Events: `touch` (CustomEvent of a spot's id), `drop` (likewise: it was dragged to the board), `peek`
   * (CustomEvent of what is told to whoever looks at what lies face down), `cancel` (what is held is let go by a key).
   * @param {HTMLElement} element
   * @param {readonly Spot[]} spots every place in the hand
   * @param {(spot: Spot, piece: Placement) => string} name
   */
  constructor(element, spots, name) {
    super();
    this.element = element;
    this.spots = spots;
    this.name = name;
    /** Whether what lies face down is being looked at. */
    this.peeking = false;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.touches = new Touches();
    /** Plays what is raised, for those who do not guess that a second touch does. */
    this.playing = button(say("play-held"), () => {}, { class: "primary play-held" });
    element.hidden = spots.length === 0;
    element.replaceChildren();
    // The element outlives its hands.
    element.onkeydown = (event) => {
      if (event.key === "Escape") this.#tell("cancel", null);
    };
    // A phone that is turned lays the hand anew.
    new ResizeObserver(() => this.#place()).observe(element);
  }

  /** Show what is held. @param {Picture} picture @param {{open?: boolean}} [how] `open`: nothing is secret any more */
  show(picture, { open = false } = {}) {
    const focused = [...this.buttons.values()].findIndex((button) => button === document.activeElement);
    const spot = [...this.buttons.keys()][focused];
    const places = new Map(picture.pieces.map((place) => [place.spot, place]));
    this.buttons.clear();
    const held = this.spots.filter((spot) => places.has(spot.id));
    const fan = held.filter((spot) => spot.back === null);
    this.element.style.setProperty("--held", String(held.length));
    this.element.replaceChildren(
      ...held.map((spot) => {
        const piece = /** @type {Placement} */ (places.get(spot.id));
        const button = spot.back ? this.#covered(spot, spot.back, piece, open) : this.#open(spot, piece);
        const middle = (fan.length - 1) / 2;
        if (spot.back === null) button.style.setProperty("--fan", String(fan.indexOf(spot) - middle));
        button.dataset.spot = spot.id;
        this.buttons.set(spot.id, button);
        return button;
      }),
    );
    if (focused < 0) return;
    // Where what was played is gone, what lay beside it has the focus.
    const beside = [...this.buttons.values()][Math.min(focused, this.buttons.size - 1)] ?? this.element;
    (this.buttons.get(spot) ?? beside).focus({ preventScroll: true });
  }

  /** Put everything out of sight. */
  clear() {
    this.peeking = false;
    this.buttons.clear();
    this.element.replaceChildren();
  }

  /** @param {{next?: Iterable<string>, held?: Iterable<string>}} lights */
  light({ next = [], held = [] }) {
    const playable = new Set(next);
    const raised = new Set(held);
    const raisedBy = this.playing.previousElementSibling;
    if (this.playing === document.activeElement) /** @type {HTMLElement | null} */ (raisedBy)?.focus({ preventScroll: true });
    this.playing.remove();
    for (const [id, button] of this.buttons) {
      if (button.classList.contains("covered")) continue;
      button.classList.toggle("playable", playable.has(id));
      button.classList.toggle("held", raised.has(id));
      button.setAttribute("aria-disabled", String(!playable.has(id) && !raised.has(id)));
      button.setAttribute("aria-pressed", String(raised.has(id)));
    }
  }

  /** Whether it is held. @param {string} id of a spot */
  holds(id) {
    return this.buttons.has(id);
  }

  /** Offer to play what is raised. @param {string} id */
  offer(id) {
    const raised = this.buttons.get(id);
    if (!raised) return;
    this.playing.onclick = () => this.#tell("touch", id);
    raised.after(this.playing);
    this.#place();
  }

  /** Lay what plays the raised above it. */
  #place() {
    const raised = /** @type {HTMLElement | null} */ (this.playing.previousElementSibling);
    if (raised) this.playing.style.left = `${raised.offsetLeft + raised.offsetWidth / 2}px`;
  }

  /** Mark what was played and the house has not confirmed yet. @param {string} id */
  pending(id) {
    this.buttons.get(id)?.classList.add("pending");
  }

  /** Where what was just played is on the screen. @returns {DOMPoint | null} */
  sent() {
    const id = [...this.buttons].find(([, button]) => button.classList.contains("pending"))?.[0];
    return id === undefined ? null : this.onScreen(id);
  }

  /** Where something held is on the screen. @param {string} id @returns {DOMPoint | null} */
  onScreen(id) {
    const box = this.buttons.get(id)?.getBoundingClientRect();
    return box ? new DOMPoint(box.x + box.width / 2, box.y) : null;
  }

  /** @param {Spot} spot @param {Placement} piece */
  #open(spot, piece) {
    const held = this.#button("in-hand", this.name(spot, piece), icon(piece.href));
    held.addEventListener("click", ({ detail }) => this.touches.counts(spot.id, detail) && this.#tell("touch", spot.id));
    this.#listenToDrag(held, spot.id);
    return held;
  }

  /** @param {HTMLButtonElement} held @param {string} id */
  #listenToDrag(held, id) {
    /** @type {{x: number, y: number, pointer: number} | null} */
    let from = null;
    let moved = false;
    const stuck = () => held.getAttribute("aria-disabled") === "true";
    held.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      moved = false;
    });
    held.addEventListener("pointermove", (event) => {
      if (from?.pointer !== event.pointerId) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) < SLACK) return;
      if (!moved) held.setPointerCapture(event.pointerId);
      moved = true;
      if (stuck()) return;
      held.classList.add("dragged");
      held.style.translate = `${x}px ${y}px`;
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (from?.pointer !== event.pointerId) return;
      const up = from.y - event.clientY;
      from = null;
      held.classList.remove("dragged");
      held.style.translate = "";
      if (!moved) return;
      swallowClick(held);
      // What cannot be played answers to a drag as to a touch.
      if (event.type === "pointerup" && (stuck() || up >= FAR)) this.#tell(stuck() ? "touch" : "drop", id);
    };
    held.addEventListener("pointerup", end);
    held.addEventListener("pointercancel", end);
  }

  /**
   * What lies face down even before its owner, who may peek.
   * @param {Spot} spot @param {BackSeen} back @param {Placement} piece @param {boolean} open
   */
  #covered(spot, back, piece, open) {
    const secret = this.name(spot, { ...piece, symbol: back.symbol });
    const button = this.#button("covered", secret, icon(back.href));
    const meaning = back.meanings[piece.symbol] ?? this.name(spot, piece);
    const look = () => {
      const seen = open || this.peeking;
      const name = seen ? meaning : secret;
      const told = make("span", { class: "means" }, seen && !open ? meaning : "");
      const word = make("span", { class: "peek" }, say("peek"));
      button.replaceChildren(icon(seen ? piece.href : back.href), ...(open ? [] : [word, told]));
      button.setAttribute("aria-label", open ? name : `${name}. ${say("peek")}`);
      button.setAttribute("aria-pressed", String(seen));
    };
    button.addEventListener("click", () => {
      this.peeking = !this.peeking;
      look();
      if (this.peeking) this.#tell("peek", meaning);
    });
    look();
    return button;
  }

  /** @param {string} kind @param {string} label @param {SVGElement} picture */
  #button(kind, label, picture) {
    return make("button", { type: "button", class: kind, "aria-label": label }, picture);
  }

  /** @param {string} type @param {unknown} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
