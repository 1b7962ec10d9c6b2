// @ts-check
/**
 * The link to the house: what is said while it is not heard, and what can be done about it.
 * @module
 */

import { far } from "../lib/connection.js";
import { say } from "../lib/words.js";
import { onward, remember, standing } from "./onward.js";

export class Link {
  /** @param {HTMLElement} line @param {import("../types").TableData} data @param {import("./wire.js").Wire} wire */
  constructor(line, data, wire) {
    this.line = line;
    this.data = data;
    this.wire = wire;
    this.linked = true;
    /** How often something else has been said. */
    this.shown = 0;
    /** @type {import("./onward.js").Standing | null} */
    this.stands = null;
    wire.addEventListener("link", (event) => void this.#show(/** @type {CustomEvent<boolean>} */ (event).detail));
  }

  /** The game has come that far. @param {import("../types").TableSeen} table @param {import("../types").MatchSeen | null} match */
  follow(table, match) {
    // The house in a browser goes where the browser goes.
    if (!far) return;
    this.stands = standing(this.data, table, match);
    remember(this.data.id, this.stands);
  }

  /** @param {boolean} linked whether the house is heard */
  async #show(linked) {
    // Each attempt that fails tells so: what is said already is not said again.
    if (!linked && !this.linked && !this.wire.over) return;
    this.linked = linked;
    const showing = (this.shown += 1);
    this.line.hidden = linked;
    this.line.textContent = linked ? "" : say(this.wire.over ? "unlinked-for-good" : "unlinked");
    const offered = linked || this.wire.over ? [] : await onward(this.stands);
    // What is offered comes later: meanwhile the house may have been heard, and lost again.
    if (this.shown === showing) this.line.append(...offered.flatMap((each) => [" ", each]));
  }
}
