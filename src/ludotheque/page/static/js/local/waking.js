// @ts-check
/**
 * The notice that the house in this browser is being made ready, or why it cannot be.
 * @module
 */

import { say } from "../lib/words.js";

/** Whoever waits less need not be told. */
const SHORT_MS = 700;

let timer = 0;

/** The house is being made ready, or it is; *why* it cannot be. @param {boolean} begun @param {string} [why] */
export function waking(begun, why) {
  clearTimeout(timer);
  const line = document.getElementById("waking");
  if (!line) return;
  if (begun) timer = setTimeout(() => show(line, say("local-waking")), SHORT_MS);
  else show(line, why === undefined ? "" : say("local-broken"));
}

/** @param {HTMLElement} line @param {string} words */
function show(line, words) {
  line.hidden = words === "";
  line.textContent = words;
}
