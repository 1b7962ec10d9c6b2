// @ts-check
/**
 * What there is to solve, where the house is in the browser: a page that was written beforehand learns here what was tried.
 * @module
 */

import { ask } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @type {{games: Record<string, import("../types").PuzzlesTried>}} */
const { games } = await ask("GET", "/api/me/puzzles");
for (const [slug, tried] of Object.entries(games)) {
  const trove = document.querySelector(`.trove[data-game="${CSS.escape(slug)}"]`);
  if (trove) show(trove, tried);
}

/** @param {Element} trove @param {import("../types").PuzzlesTried} tried */
function show(trove, { points, counted, solved, best, day }) {
  /** @param {string} name */
  const line = (name) => /** @type {HTMLElement} */ (trove.querySelector(`[data-told="${name}"]`));
  if (counted > 0) line("rated").textContent = say("puzzles-rating", { points });
  if (best > 0) line("streak").textContent = say("puzzles-best", { n: best });
  if (solved > 0) line("list").textContent = say("puzzles-solved", { n: solved, all: line("list").dataset.all ?? "" });
  const told = day === null ? [] : [day ? make("small", { class: "solved" }, `✓ ${say("puzzle-right")}`) : make("small", {}, say("puzzles-day-tried"))];
  line("day").append(...told);
}
document.body.classList.add("alive");
