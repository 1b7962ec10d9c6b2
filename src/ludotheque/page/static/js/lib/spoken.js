// @ts-check
/**
 * Announcements, said aloud for those who listen to the page.
 * @module
 */

import { make, part } from "./dom.js";
import { count } from "./words.js";

/** As many sentences stay. */
const MOST = 20;
/** So many names are told one by one; nobody keeps more in mind. */
const FEW = 6;

/** Say something aloud. @param {string} sentence */
export function speak(sentence) {
  const log = part("spoken");
  log.append(make("p", {}, sentence));
  while (log.childElementCount > MOST) log.firstElementChild?.remove();
}

/** Name a few, and say how many more there are. @param {readonly string[]} names */
export function listed(names) {
  // To say that there is one more takes as long as to name it.
  const told = names.length > FEW + 1 ? names.slice(0, FEW) : names;
  const more = names.length - told.length;
  return more === 0 ? told.join(", ") : count("and-more", more, { names: told.join(", ") });
}

/** Say one after another, with a breath between them; what is empty is left out. @param {readonly string[]} parts */
export function sentences(parts) {
  return parts.filter(Boolean).map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`)).join(" ");
}
