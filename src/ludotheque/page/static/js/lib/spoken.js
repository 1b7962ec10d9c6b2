// @ts-check
/**
 * What is said aloud, for those who listen to the page.
 * @module
 */

import { make, part } from "./dom.js";

/** As many sentences stay. */
const MOST = 20;

/** Say something aloud. @param {string} sentence */
export function speak(sentence) {
  const log = part("spoken");
  log.append(make("p", {}, sentence));
  while (log.childElementCount > MOST) log.firstElementChild?.remove();
}
