// @ts-check
/**
 * The aim of the game, in a line on the table; with a small picture for those who see the game for the first time.
 * @module
 */

import { drawAim } from "../board/small.js";
import { part } from "../lib/dom.js";
import { keep, kept, recordOf } from "../lib/kept.js";
import { symbols } from "../board/drawing.js";

/** @typedef {import("../types").AimSeen} AimSeen */
/** @typedef {import("../types").BoardDrawing} BoardDrawing */
/** @typedef {import("../types").TableData} TableData */

/** Under which this device remembers the games whose picture was seen. */
const SEEN = "aims";

export class Aim {
  /** @param {TableData} data */
  constructor({ game, aims }) {
    this.game = game;
    this.aims = aims;
    this.figure = part("aim-figure");
    this.key = "";
    this.figure.addEventListener("click", () => this.settle());
  }

  /** The aim of a seat; that of an onlooker without one. @param {number | null} seat @returns {AimSeen | undefined} */
  of(seat) {
    return this.aims[seat ?? this.aims.length - 1];
  }

  /**
   * Tell the aim of whoever looks.
   * @param {number | null} seat looked from @param {BoardDrawing | undefined} drawing @param {boolean} flipped whether the board is turned
   */
  show(seat, drawing, flipped) {
    const aim = this.of(seat);
    if (!aim || !drawing) return;
    const line = part("aim");
    line.hidden = false;
    line.textContent = flipped ? aim.told_turned : aim.told;
    this.figure.hidden = aim.pieces.length === 0 || recordOf(kept(SEEN))[this.game] === true;
    const key = `${seat} ${flipped}`;
    if (this.figure.hidden || key === this.key) return;
    this.key = key;
    symbols().then((stock) => drawAim(part("aim-picture", SVGSVGElement), drawing, stock, aim, flipped));
  }

  /** The picture was seen: it does not come again. */
  settle() {
    this.figure.hidden = true;
    keep({ ...recordOf(kept(SEEN)), [this.game]: true }, SEEN);
  }
}
