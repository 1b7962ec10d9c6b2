// @ts-check
/**
 * A tree of moves written down, as annotated games are: the line in rounds, and where there is something else, that below
 * it, drawn in. It is a list of lists of buttons and no `tree` for those who listen: in a `tree` the arrow to the right
 * opens a branch, and here it makes the next move; what a list says of itself, how long it is and how deep, is what matters.
 * @module
 */

import { make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

/** What each sign says, by the name of its sentence. @type {Record<string, string>} */
export const SIGNS = {
  "!!": "sign-brilliant",
  "!": "sign-good",
  "!?": "sign-interesting",
  "?!": "sign-doubtful",
  "?": "sign-mistake",
  "??": "sign-blunder",
};

export class TreeView {
  /** @param {HTMLOListElement} list @param {(node: Node) => void} go looks at a moment */
  constructor(list, go) {
    this.list = list;
    /** @type {Map<Element, Node>} */
    this.nodes = new Map();
    /** Of which tree, and after how many changes, the list tells. @type {[Tree | null, number]} */
    this.written = [null, -1];
    list.addEventListener("click", (event) => {
      const node = this.nodes.get(/** @type {Element} */ (event.target).closest("button") ?? list);
      if (node) go(node.settled);
    });
  }

  /** Show *tree*, and where in it one looks. @param {Tree} tree @param {readonly string[]} names of the seats */
  show(tree, names) {
    const [known, changes] = this.written;
    if (known !== tree || changes !== tree.changes) {
      this.written = [tree, tree.changes];
      this.nodes.clear();
      const first = tree.root.children[0];
      this.list.replaceChildren(...this.#said(tree.root), ...(first ? this.#line(first, 0, -1, names) : []));
    }
    const shown = new Set([tree.at, tree.made]);
    for (const [button, node] of this.nodes) {
      if (shown.has(node)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    this.#scroll();
  }

  /** Bring the move that is looked at into sight; the page itself stays where it is. */
  #scroll() {
    const current = /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-current]"));
    const top = current ? current.getBoundingClientRect().top - this.list.getBoundingClientRect().top : -this.list.scrollTop;
    const { clientHeight } = this.list;
    if (top < 0 || top > clientHeight - 40) this.list.scrollTop += top - clientHeight / 2;
  }

  /**
   * The entries of a line, and of what could be played instead of each of its moves but the first.
   * @param {Node} first @param {number} round in which the line begins @param {number} last the seat that moved before
   * @param {readonly string[]} names @param {boolean} [aside] whether it is a variation
   * @returns {HTMLElement[]}
   */
  #line(first, round, last, names, aside = false) {
    /** @type {HTMLElement[]} */
    const entries = [];
    let begins = true;
    for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
      const [before, mover] = [round, last];
      const opens = node.seat !== null && node.seat <= last;
      if (node.seat !== null) {
        round += opens || round === 0 ? 1 : 0;
        last = node.seat;
      }
      if (!node.chance || node.sign || node.comment || (node.parent?.children.length ?? 0) > 1) {
        const number = begins || opens ? `${round}${node.seat === 0 || names.length !== 2 ? "." : "…"}` : "";
        entries.push(this.#entry(node, number, names));
        begins = false;
      }
      entries.push(...this.#said(node));
      if (node === first && aside) continue;
      const others = node.parent?.children.slice(1) ?? [];
      for (const other of others) {
        const list = make("ol", { "aria-label": say("variation", { move: other.brief }) }, ...this.#line(other, before, mover, names, true));
        entries.push(make("li", { class: "aside" }, list));
      }
      begins ||= others.length > 0 || node.comment !== "";
    }
    return entries;
  }

  /** @param {Node} node @param {string} number @param {readonly string[]} names */
  #entry(node, number, names) {
    const name = node.seat === null ? say("by-lot") : names[node.seat];
    const who = make("span", { class: names.length > 2 ? "who" : "who visually-hidden" }, name);
    const parts = [make("span", { class: "number" }, number), who, " ", make("span", { class: node.chance ? "lot" : "move" }, node.brief)];
    if (node.sign) {
      const heard = make("span", { class: "visually-hidden" }, ` ${say(SIGNS[node.sign])}`);
      parts.push(make("b", { class: "sign", "aria-hidden": "true" }, node.sign), heard);
    }
    const title = node.told.join(" ") || node.move;
    const button = make("button", { type: "button", class: `quiet seat-${node.seat ?? "lot"}`, title }, ...parts);
    this.nodes.set(button, node);
    return make("li", {}, button);
  }

  /** What is said of a moment. @param {Node} node @returns {HTMLElement[]} */
  #said({ comment }) {
    return comment === "" ? [] : [make("li", { class: "comment" }, comment)];
  }
}
