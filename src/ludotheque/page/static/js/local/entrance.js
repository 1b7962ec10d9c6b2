// @ts-check
/**
 * The entrance of a static site: leads to the shelf in the language that was chosen here, or that the browser asks for.
 * @module
 */

import { kept } from "../lib/kept.js";

/** The shelves by their language. */
const shelves = new Map([.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[hreflang]"))].map((link) => [link.hreflang, link.href]));
const wishes = [kept("lang"), ...navigator.languages.map((wish) => wish.split("-")[0]), ...shelves.keys()];
const found = wishes.map((wish) => shelves.get(String(wish))).find(Boolean);
if (found) location.replace(found);
