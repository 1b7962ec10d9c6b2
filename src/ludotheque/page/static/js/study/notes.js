// @ts-check
/**
 * What is said of the moment that is looked at: a sign, a comment, marked places and arrows on the board.
 * @module
 */

import { arrow, light } from "../board/marks.js";
import { button, part } from "../lib/dom.js";
import { svg } from "../lib/svg.js";
import { say } from "../lib/words.js";
import { SIGNS } from "./tree_view.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Said} Said */

export class Notes {
  /**
   * @param {object} page
   * @param {(node: Node, said: Said) => void} page.note keeps what is said of a moment
   * @param {(marking: boolean) => void} page.marking is told whether touches mark places, and make no moves
   * @param {(sentence: string) => void} page.speak
   */
  constructor({ note, marking, speak }) {
    this.note = note;
    this.speak = speak;
    this.comment = part("comment", HTMLTextAreaElement);
    this.marker = part("marking", HTMLButtonElement);
    /** @type {Board | null} */
    this.board = null;
    /** The moment that is shown: the tree may have gone on to one that has not arrived yet. @type {Node | null} */
    this.node = null;
    /** @type {Node | null} */
    this.made = null;
    /** The place that was touched, from which an arrow may go. @type {string | null} */
    this.from = null;
    /** @type {SVGGElement | null} */
    this.drawn = null;
    const signs = part("signs");
    for (const [sign, name] of Object.entries(SIGNS)) {
      const heard = { "data-sign": sign, "aria-label": say(name), title: say(name), "aria-pressed": "false", disabled: "" };
      signs.append(button(sign, () => this.#sign(sign), heard));
    }
    this.comment.addEventListener("input", () => this.#say(this.node, { comment: oneLine(this.comment.value) }));
    this.marker.addEventListener("click", () => {
      this.from = null;
      this.marker.setAttribute("aria-pressed", String(!this.marks));
      marking(this.marks);
      this.#draw();
    });
    part("unmark").addEventListener("click", () => this.#say(this.node, { marks: [] }));
  }

  /** Whether touches mark places. */
  get marks() {
    return this.marker.getAttribute("aria-pressed") === "true";
  }

  /** Draw on another board. @param {Board} board */
  on(board) {
    this.board = board;
    this.drawn = svg("g", { class: "noted", "aria-hidden": "true" });
    board.rings.before(this.drawn);
    board.addEventListener("touch", (event) => this.#touch(/** @type {CustomEvent<string>} */ (event).detail));
  }

  /** Show what is said of a moment. @param {Node} node @param {Node | null} made the move that led there, which has the sign */
  show(node, made) {
    this.node = node;
    this.made = made;
    this.from = null;
    this.comment.disabled = false;
    // Whoever is writing is not disturbed.
    if (oneLine(this.comment.value) !== node.comment) this.comment.value = node.comment;
    for (const one of signs()) {
      one.setAttribute("aria-pressed", String(one.dataset.sign === made?.sign));
      one.disabled = made === null;
    }
    part("unmark", HTMLButtonElement).disabled = node.marks.length === 0;
    this.#draw();
  }

  /** Have something kept, and show it. @param {Node | null} node what is shown, or the move that led there @param {Said} said */
  #say(node, said) {
    if (!this.node || !node) return;
    this.note(node, said);
    this.show(this.node, this.made);
  }

  /** @param {string} sign */
  #sign(sign) {
    const chosen = this.made?.sign === sign ? "" : sign;
    this.#say(this.made, { sign: chosen });
    this.speak(chosen ? say(SIGNS[chosen]) : say("sign-none"));
  }

  /** Mark a place that is touched twice, or an arrow between two. @param {string} id of a spot */
  #touch(id) {
    if (!this.marks || !this.node || !this.board?.spots.has(id)) return;
    if (this.from === null) {
      this.from = id;
      this.speak(say("marking-from", { place: this.board.spots.get(id)?.label ?? id }));
      this.#draw();
      return;
    }
    const mark = this.from === id ? [id] : [this.from, id];
    const others = this.node.marks.filter((each) => each.join(" ") !== mark.join(" "));
    const added = others.length === this.node.marks.length;
    this.#say(this.node, { marks: added ? [...others, mark] : others });
    this.speak(say(added ? "marked" : "unmarked", { places: mark.map((each) => this.board?.spots.get(each)?.label ?? each).join(" → ") }));
  }

  #draw() {
    const { board, node, drawn } = this;
    if (!board || !node || !drawn) return;
    const shapes = node.marks.map((ids) => arrow(ids.flatMap((id) => board.placeOf(id) ?? [])));
    const held = this.from === null ? undefined : board.placeOf(this.from);
    drawn.replaceChildren(...shapes.flat(), ...(held ? [light(held, "held")] : []));
  }
}

/** A comment is one line, as records keep it. @param {string} text */
function oneLine(text) {
  return text.split(/\s+/u).filter(Boolean).join(" ");
}

/** @returns {NodeListOf<HTMLButtonElement>} */
function signs() {
  return document.querySelectorAll("[data-sign]");
}
