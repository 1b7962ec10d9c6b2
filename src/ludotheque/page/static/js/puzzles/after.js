// @ts-check
/**
 * What a puzzle was about, once it is solved or given up: sentences, lines, and the chance of every answer.
 * @module
 */

import { make, part } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").LineShown} LineShown */
/** @typedef {import("../types").SolutionSeen} SolutionSeen */
/** @typedef {import("./shown_lines.js").ShownLines} ShownLines */

/** Forget what was said of the last puzzle. */
export function clearAfter() {
  part("after").hidden = true;
  for (const id of ["after-told", "after-lines", "chance-rows", "wrong-lines"]) part(id).replaceChildren();
}

/** Say what it was about. @param {SolutionSeen} solution @param {readonly LineShown[]} claims @param {ShownLines} lines */
export function showAfter(solution, claims, lines) {
  part("after-told").replaceChildren(...solution.told.map((told) => make("li", {}, told)));
  const { line, onward, answer } = solution;
  const asked = line.pictures.length > 1 ? [lines.entry(line, say("puzzle-solution", { answer }))] : [];
  const shown = onward ? [lines.entry(onward)] : asked;
  part("after-lines").replaceChildren(...shown, ...claims.map((claim) => lines.entry(claim)));
  part("chances").hidden = solution.chances.length === 0;
  part("chance-rows").replaceChildren(
    ...solution.chances.map(({ label, told, right }) =>
      make("tr", right ? { class: "best" } : {}, make("th", { scope: "row" }, right ? `✓ ${label}` : label), make("td", { class: "figure" }, told)),
    ),
  );
  part("after").hidden = false;
}

/** Say, too, what wrong answers gave away. @param {readonly LineShown[]} claims @param {ShownLines} lines */
export function addClaims(claims, lines) {
  part("after-lines").append(...claims.map((claim) => lines.entry(claim)));
}
