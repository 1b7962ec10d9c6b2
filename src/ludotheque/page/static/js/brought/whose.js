// @ts-check
/**
 * Whose the games will be that are brought to a served house: of whoever that takes this browser for.
 * @module
 */

import { make } from "../lib/dom.js";
import { recordOf } from "../lib/kept.js";
import { say } from "../lib/words.js";

/** How long the house is given to say so. */
const PATIENCE_MS = 30_000;

/** Return whom a house takes the reader for, as it is to be told; empty where it does not answer. @param {URL} house @returns {Promise<string>} */
export async function takenFor(house) {
  let told;
  try {
    const answer = await fetch(new URL("api/me", house), { signal: AbortSignal.timeout(PATIENCE_MS) });
    told = recordOf(await answer.json());
  } catch {
    return "";
  }
  if (typeof told.account !== "boolean") return "";
  if (typeof told.name !== "string") return say("bring-nobody");
  return say(told.account ? "bring-account" : "bring-guest", { name: told.name });
}

/** The way to log in there. @param {URL} house */
export function door(house) {
  return make("a", { href: new URL("me", house).href }, say("bring-door"));
}
