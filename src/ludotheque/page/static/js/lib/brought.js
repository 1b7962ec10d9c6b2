// @ts-check
/**
 * Data that a page shows beside its words: brought along by it, or asked of the house where the page was written
 * beforehand and only its address says which table or position is meant.
 * @module
 */

import { ask } from "./api.js";
import { brought, part } from "./dom.js";

/** The data of that id; throws a Refusal where the house says no. @param {string} id @returns {Promise<any>} */
export async function pageData(id) {
  const from = document.getElementById(id)?.dataset.from;
  const known = from === undefined ? brought(id) : location.search === "" && brought(id);
  if (known) return known;
  const main = part("main");
  // Nothing answers to a touch before that is known.
  main.inert = true;
  try {
    return await ask("GET", `${from}${location.search}`);
  } finally {
    main.inert = false;
  }
}
