// @ts-check
/**
 * A tree of moves on a board to study on: what was played or tried, and what is said of each moment. Of the moves that
 * follow the same moment, the first is the line and the others are variations. Chance's moves are nodes, too; whoever
 * steps passes them by. Knows no page and no house.
 * @module
 */

/** @typedef {import("../types").NodeSeen} NodeSeen */
/** @typedef {import("../types").MoveTold} MoveTold */
/** What may be said of a moment. @typedef {Partial<{sign: string, comment: string, marks: string[][]}>} Said */

/** A moment, and the move that led there. */
export class Node {
  /** @param {Node | null} parent @param {Omit<NodeSeen, "parent">} seen */
  constructor(parent, { move, seat, brief, told, played, sign, comment, marks }) {
    this.parent = parent;
    /** @type {Node[]} */
    this.children = [];
    this.move = move;
    /** Who made it; null for chance, and at the start. */
    this.seat = seat;
    this.brief = brief;
    this.told = told;
    /** Whether a game went so: it stays. */
    this.played = played;
    this.sign = sign;
    this.comment = comment;
    this.marks = marks;
  }

  /** Whether chance made the move. */
  get chance() {
    return this.parent !== null && this.seat === null;
  }

  /** The move as a line has it. */
  get text() {
    return this.chance ? `(${this.move})` : this.move;
  }

  /** The nodes from the start to this one, without the start. @returns {Node[]} */
  get path() {
    const path = [];
    for (let node = /** @type {Node} */ (this); node.parent !== null; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves that lead here, as the house reads them. @returns {string[]} */
  get line() {
    return this.path.map(({ text }) => text);
  }

  /** How many moves of the seats lead here. */
  get moves() {
    return this.path.filter(({ chance }) => !chance).length;
  }

  /** The moment after what chance did there, if it did anything. @returns {Node} */
  get settled() {
    const next = this.children[0];
    return next?.chance ? next.settled : this;
  }

  /** Its place among the moves that could be made instead. */
  get place() {
    return this.parent?.children.indexOf(this) ?? 0;
  }
}

const START = { move: "", seat: null, brief: "", told: [], played: true, sign: "", comment: "", marks: [] };

export class Tree {
  constructor() {
    this.root = new Node(null, START);
    /** The moment that is looked at. */
    this.at = this.root;
    /** What was removed last, and can be brought back. @type {{node: Node, place: number} | null} */
    this.removed = null;
    /** How often it has changed. */
    this.changes = 0;
  }

  /** Return the tree of a flat list, in which each node comes after the one before it. @param {readonly NodeSeen[]} seen */
  static of(seen) {
    const tree = new Tree();
    /** @type {Node[]} */
    const nodes = [];
    for (const one of seen) {
      const parent = one.parent === null ? null : nodes[one.parent];
      const node = new Node(parent, one);
      parent?.children.push(node);
      nodes.push(node);
    }
    tree.root = nodes[0] ?? tree.root;
    tree.at = tree.root;
    return tree;
  }

  /** All of it as a flat list; the line comes before its variations. @returns {NodeSeen[]} */
  get plain() {
    const { nodes } = this;
    const numbers = new Map(nodes.map((node, i) => [node, i]));
    return nodes.map(({ parent, move, seat, brief, told, played, sign, comment, marks }) => ({
      parent: parent && (numbers.get(parent) ?? null),
      ...{ move, seat, brief, told, played, sign, comment, marks },
    }));
  }

  /** Every node, each after the one before it. @returns {Node[]} */
  get nodes() {
    const all = [this.root];
    // A line is longer than calls may stand within each other.
    for (let i = 0; i < all.length; i += 1) all.push(...all[i].children);
    return all;
  }

  /** The end of the line that is looked at. @returns {Node} */
  get end() {
    let node = this.at;
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  // Growing.

  /**
   * Look at the moment that *line* leads to; moves that are not there yet are added, in the words in which they were *told*.
   * @param {readonly string[]} line @param {readonly MoveTold[]} told of the seats' moves
   */
  follow(line, told) {
    const { path } = this.at;
    let node = this.root;
    let moves = 0;
    for (const [i, text] of line.entries()) {
      const chance = text.startsWith("(");
      const said = chance ? null : told[moves];
      if (!chance) moves += 1;
      // A record may say the same move twice: whoever stands behind one of them stays there.
      const here = path[i]?.parent === node && path[i].text === text ? path[i] : undefined;
      node = here ?? node.children.find((child) => child.text === text) ?? this.#add(node, text, said ?? null);
      // A line that the address brought has no words yet.
      if (said?.brief && node.brief !== said.brief) [node.brief, node.told] = [said.brief, said.told];
    }
    this.at = node;
  }

  /** @param {Node} parent @param {string} text @param {MoveTold | null} said null of chance */
  #add(parent, text, said) {
    const move = said === null ? text.slice(1, -1) : text;
    const node = new Node(parent, { ...START, move, seat: said?.seat ?? null, brief: said?.brief ?? move, told: said?.told ?? [], played: false });
    parent.children.push(node);
    const { removed } = this;
    // Who plays again what was taken away has it back: brought back, it would come twice.
    if (removed?.node.parent === parent && removed.node.text === node.text) this.removed = null;
    this.#changed();
    return node;
  }

  /** Say something of a moment, or of the move that led there. @param {Node} node @param {Said} said */
  note(node, said) {
    Object.assign(node, said);
    this.#changed();
  }

  // Walking: where a step leads to, null where it leads nowhere.

  /** @returns {Node | null} */
  get before() {
    return this.made?.parent ?? null;
  }

  /** @returns {Node | null} */
  get after() {
    return this.at.children[0]?.settled ?? null;
  }

  /** The move of a seat that led to what is looked at; null at the start. @returns {Node | null} */
  get made() {
    let node = this.at;
    while (node.chance && node.parent) node = node.parent;
    return node.parent === null ? null : node;
  }

  /** The last move, or what chance did after it, for which there is something else. @returns {Node | null} */
  get fork() {
    for (let node = /** @type {Node | null} */ (this.at); node?.parent; node = node.chance ? node.parent : null) {
      if (node.parent.children.length > 1) return node;
    }
    return null;
  }

  /** What could have been done instead. @param {1 | -1} way @returns {Node | null} */
  beside(way) {
    const { fork } = this;
    return fork?.parent?.children[fork.place + way]?.settled ?? null;
  }

  // Changing.

  /** The variation, this one or the nearest that it is part of, that can come before another. @returns {Node | null} */
  get promotable() {
    for (let node = this.at; node.parent; node = node.parent) {
      if (node.place > (node.parent.children[0].played ? 1 : 0)) return node;
    }
    return null;
  }

  /** Let that variation come first; what was played stays before it. */
  promote() {
    const node = this.promotable;
    if (!node?.parent) return;
    const { children } = node.parent;
    children.splice(node.place, 1);
    children.splice(children[0].played ? 1 : 0, 0, node);
    this.removed = null;
    this.#changed();
  }

  /** Take the last move away, and all that follows it; what was played stays. */
  remove() {
    const { made } = this;
    if (!made?.parent || made.played) return;
    const { parent, place } = made;
    parent.children.splice(place, 1);
    this.removed = { node: made, place };
    this.at = parent;
    this.#changed();
  }

  /** Bring back what was taken away last. */
  restore() {
    const { removed } = this;
    const parent = removed?.node.parent;
    if (!removed || !parent) return;
    parent.children.splice(removed.place, 0, removed.node);
    this.removed = null;
    this.at = removed.node.settled;
    this.#changed();
  }

  #changed() {
    this.changes += 1;
  }
}
