// @ts-check
/**
 * What the reader holds: cards fanned beside the board, and what lies face down before them.
 * @module
 */

import { button, make } from "../lib/dom.js";
import { swallowClick } from "./drag.js";
import { icon } from "../lib/svg.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Placement} Placement */
/** @typedef {import("../types").SpotSeen} Spot */

export const CARD = "-0.4 -0.55 0.8 1.1";
const TILE = "-0.5 -0.5 1 1";
/** How far a card goes before it is dragged, and how far towards the board before it is played, in pixels. */
const [SLACK, FAR] = [8, 60];

export class Hand extends EventTarget {
  /**
   * Events: `touch` (CustomEvent of a spot's id), `drop` (likewise: a card was dragged to the board).
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
    /** Plays the card that is raised, for those who do not guess that a second touch does. */
    this.playing = button(say("play-card"), () => {}, { class: "primary play-card" });
    element.hidden = spots.length === 0;
    element.replaceChildren();
  }

  /** Show what is held. @param {Picture} picture @param {{open?: boolean}} [how] `open`: nothing is secret any more */
  show(picture, { open = false } = {}) {
    const focused = [...this.buttons].find(([, button]) => button === document.activeElement)?.[0];
    const places = new Map(picture.pieces.map((place) => [place.spot, place]));
    this.buttons.clear();
    const held = this.spots.filter((spot) => places.has(spot.id));
    const cards = held.filter((spot) => spot.shape === "card");
    this.element.replaceChildren(
      ...held.map((spot) => {
        const piece = /** @type {Placement} */ (places.get(spot.id));
        const button = spot.shape === "tile" ? this.#tile(spot, piece, open) : this.#card(spot, piece);
        const middle = (cards.length - 1) / 2;
        if (spot.shape === "card") button.style.setProperty("--fan", String(cards.indexOf(spot) - middle));
        button.dataset.spot = spot.id;
        this.buttons.set(spot.id, button);
        return button;
      }),
    );
    if (focused) this.buttons.get(focused)?.focus({ preventScroll: true });
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
    this.playing.remove();
    for (const [id, button] of this.buttons) {
      if (button.classList.contains("tile")) continue;
      button.classList.toggle("playable", playable.has(id));
      button.classList.toggle("held", raised.has(id));
      button.setAttribute("aria-disabled", String(!playable.has(id) && !raised.has(id)));
      button.setAttribute("aria-pressed", String(raised.has(id)));
    }
  }

  /** Offer to play the card that is raised. @param {string} id */
  offer(id) {
    const card = this.buttons.get(id);
    if (!card) return;
    this.playing.onclick = () => this.#tell("touch", id);
    this.playing.style.left = `${card.offsetLeft + card.offsetWidth / 2}px`;
    card.after(this.playing);
  }

  /** Mark the card whose play the house has not confirmed yet. @param {string} id */
  pending(id) {
    this.buttons.get(id)?.classList.add("pending");
  }

  /** Where the card that was just played is on the screen. @returns {DOMPoint | null} */
  sent() {
    const id = [...this.buttons].find(([, button]) => button.classList.contains("pending"))?.[0];
    return id === undefined ? null : this.onScreen(id);
  }

  /** Where a card is on the screen. @param {string} id @returns {DOMPoint | null} */
  onScreen(id) {
    const box = this.buttons.get(id)?.getBoundingClientRect();
    return box ? new DOMPoint(box.x + box.width / 2, box.y) : null;
  }

  /** @param {Spot} spot @param {Placement} piece */
  #card(spot, piece) {
    const card = this.#button("playing-card", this.name(spot, piece), icon(piece.href, CARD));
    card.addEventListener("click", () => this.#tell("touch", spot.id));
    this.#listenToDrag(card, spot.id);
    return card;
  }

  /** @param {HTMLButtonElement} card @param {string} id */
  #listenToDrag(card, id) {
    /** @type {{x: number, y: number, pointer: number} | null} */
    let from = null;
    let moved = false;
    card.addEventListener("pointerdown", (event) => {
      if (card.getAttribute("aria-disabled") === "true" || event.button !== 0) return;
      from = { x: event.clientX, y: event.clientY, pointer: event.pointerId };
      moved = false;
    });
    card.addEventListener("pointermove", (event) => {
      if (from?.pointer !== event.pointerId) return;
      const [x, y] = [event.clientX - from.x, event.clientY - from.y];
      if (!moved && Math.hypot(x, y) < SLACK) return;
      if (!moved) card.setPointerCapture(event.pointerId);
      moved = true;
      card.classList.add("dragged");
      card.style.translate = `${x}px ${y}px`;
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (from?.pointer !== event.pointerId) return;
      const up = from.y - event.clientY;
      from = null;
      card.classList.remove("dragged");
      card.style.translate = "";
      if (!moved) return;
      swallowClick(card);
      if (event.type === "pointerup" && up >= FAR) this.#tell("drop", id);
    };
    card.addEventListener("pointerup", end);
    card.addEventListener("pointercancel", end);
  }

  /** @param {Spot} spot @param {Placement} piece @param {boolean} open */
  #tile(spot, piece, open) {
    const secret = this.name(spot, { ...piece, symbol: "tile/back" });
    const button = this.#button("tile", secret, icon("#tile-back", TILE));
    const word = open ? [] : [make("span", { class: "peek" }, say("peek"))];
    const look = () => {
      const seen = open || this.peeking;
      const name = seen ? this.name(spot, piece) : secret;
      button.replaceChildren(icon(seen ? piece.href : "#tile-back", TILE), ...word);
      button.setAttribute("aria-label", open ? name : `${name}. ${say("peek")}`);
      button.setAttribute("aria-pressed", String(seen));
    };
    button.addEventListener("click", () => {
      this.peeking = !this.peeking;
      look();
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
