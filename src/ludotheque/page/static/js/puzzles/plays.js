// @ts-check
/**
 * What was played before a puzzle, where its answer follows from it: a list, and the board after each play.
 * @module
 */

import { button, make, part } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").PlaySeen} PlaySeen */

/**
 * List the plays, the newest first; a touch shows the board after one.
 * @param {readonly PlaySeen[]} plays @param {number | null} about the seat that is asked about
 * @param {(picture: Picture, told: string) => void} show
 */
export function showPlays(plays, about, show) {
  const list = part("play-list", HTMLOListElement);
  part("plays").hidden = plays.length === 0;
  const entries = plays.map(({ seat, name, brief, told, picture }, i) => {
    const shown = button(make("span", {}, say("tells", { name, what: brief })), () => {
      for (const other of list.querySelectorAll("[aria-current]")) other.removeAttribute("aria-current");
      shown.setAttribute("aria-current", "step");
      show(picture, told.join(" "));
    });
    shown.append(make("small", { "aria-hidden": "true" }, String(i + 1)));
    return make("li", seat === about ? { class: "meant" } : {}, shown);
  });
  list.replaceChildren(...entries.reverse());
}
