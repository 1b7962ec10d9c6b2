// @ts-check
/**
 * Clocks: what each seat has left, counted down here between two messages of the house.
 * @module
 */

import { number } from "../lib/numbers.js";
import { say } from "../lib/words.js";

const LITTLE_MS = 20_000;
const TICK_MS = 100;

export class Clocks {
  constructor() {
    /** @type {number[] | null} */
    this.left = null;
    /** @type {number | null} */
    this.running = null;
    this.since = 0;
    this.waits = 0;
    /** Where each seat's time is shown. @type {HTMLElement[]} */
    this.faces = [];
    this.timer = 0;
  }

  /**
   * Set the clocks by what the house says.
   * @param {number[] | null} left milliseconds a seat
   * @param {number | null} running the seat whose time runs
   * @param {number} [waits] the milliseconds before it does
   */
  set(left, running, waits = 0) {
    this.left = left;
    this.waits = waits;
    this.running = running;
    this.since = performance.now();
    clearInterval(this.timer);
    if (left !== null && running !== null) this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.#tick();
  }

  /** Show each seat's time there. @param {HTMLElement[]} faces */
  showOn(faces) {
    this.faces = faces;
    this.#tick();
  }

  #tick() {
    this.faces.forEach((face, seat) => {
      face.hidden = this.left === null;
      if (this.left === null) return;
      const gone = seat === this.running ? performance.now() - this.since - this.waits : 0;
      const left = Math.max(0, (this.left[seat] ?? 0) - Math.max(0, gone));
      const text = told(left);
      if (face.textContent !== text) face.textContent = text;
      face.classList.toggle("little", left < LITTLE_MS);
      face.classList.toggle("waits", gone < 0);
      face.title = gone < 0 ? say("clock-waits") : "";
    });
  }
}

/** Return a time as clocks show it. @param {number} ms */
function told(ms) {
  if (ms < LITTLE_MS) return number(ms / 1000, 1);
  const seconds = Math.ceil(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
