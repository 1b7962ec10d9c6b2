// @ts-check
/**
 * The way from a game of the served house to a copy of it on this device: the address carries how it stands.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { part } from "../lib/dom.js";
import { recordOf } from "../lib/kept.js";
import { say } from "../lib/words.js";

/** The wish that the address carries. */
function wished() {
  try {
    return recordOf(JSON.parse(decodeURIComponent(location.hash.slice(1))));
  } catch {
    throw new Refusal("link/broken", say("link-broken"));
  }
}

try {
  const { id } = await ask("POST", "/api/tables", wished());
  location.replace(to(`/t/${id}`));
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  part("led").textContent = problem.message;
}
