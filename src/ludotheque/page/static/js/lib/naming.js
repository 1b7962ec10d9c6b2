// @ts-check
/**
 * The name by which others know the reader: asked for once, kept by the house, told at the head of the page.
 * @module
 */

import { ask } from "./api.js";
import { part } from "./dom.js";
import { keep, kept } from "./kept.js";

const ASKED = "named";

/** The name that the house has for the reader, empty where it knows none. */
export function ownName() {
  const known = document.body.dataset.known !== undefined;
  return known ? (part("me-link").title ?? "") : "";
}

/** Whether the reader is still to be asked for a name: a guest, on a device that has not asked before. */
export function nameIsOpen() {
  return document.body.dataset.account === undefined && kept(ASKED) !== true;
}

/** From now on the question is settled, or open again. @param {boolean} [asked] */
export function settleName(asked = true) {
  keep(asked, ASKED);
}

/**
 * Take a name, or none where nothing is said; the question is settled then. Throws a Refusal where the name cannot be had.
 * @param {string} said
 */
export async function takeName(said) {
  const name = said.trim();
  if (name && name !== ownName()) showName((await ask("PATCH", "/api/me", { name })).name);
  settleName();
}

/** Tell the reader's name at the head of the page. @param {string} name */
export function showName(name) {
  const link = part("me-link");
  link.title = name;
  /** @type {HTMLElement} */ (link.querySelector("span")).textContent = name;
  document.body.dataset.known = "";
}
