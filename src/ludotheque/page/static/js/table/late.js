// @ts-check
/**
 * Title and terms of a table, for a page that was written before there was one.
 * @module
 */

import { to } from "../lib/connection.js";
import { make, part } from "../lib/dom.js";

/** @param {string} game @param {import("../types").LateData} late */
export function writeLate(game, { title, agreed }) {
  document.title = title;
  /** @type {HTMLElement} */ (part("table").querySelector("h1")).textContent = title;
  part("rules-link", HTMLAnchorElement).href = to(`/rules/${game}`);
  for (const list of document.querySelectorAll(".agreed")) list.replaceChildren(...agreed.map((sentence) => make("li", {}, sentence)));
}
