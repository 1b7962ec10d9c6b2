// @ts-check
/**
 * The way from a table to the board on which its game is studied, which only the house knows: a server leads there by itself.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { part } from "../lib/dom.js";

try {
  const { path } = await ask("GET", `/api/pages/leading${location.search}`);
  location.replace(to(path));
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  part("led").textContent = problem.message;
}
