// @ts-check
/**
 * What the results of a game were made of: a bar a player, from what they could expect to what they got.
 * @module
 */

import { make } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").LuckSeen} LuckSeen */

/** Below each other the parts of a bar: those that go on, and those that go back. */
const [ON, BACK] = ["on", "back"];

/** A row for each player. @param {readonly LuckSeen[]} luck @param {readonly string[]} players @returns {HTMLElement[]} */
export function luckRows(luck, players) {
  const ends = luck.flatMap(({ parts }) => parts.map((_, i) => sum(parts.slice(0, i + 1))));
  const [low, high] = [Math.min(0, ...ends), Math.max(1, ...ends)];
  const percent = (/** @type {number} */ share) => `${(100 * share) / (high - low)}%`;
  return luck.map(({ sentence, told, parts, result }, seat) => {
    const bar = make("div", { class: "bar", "aria-hidden": "true" });
    parts.forEach((share, i) => {
      const from = sum(parts.slice(0, i));
      const piece = make("span", { class: `luck-${i} ${share < 0 ? BACK : ON}` });
      piece.style.left = percent(Math.min(from, from + share) - low);
      piece.style.width = percent(Math.abs(share));
      bar.append(piece);
    });
    const end = make("span", { class: "end" });
    end.style.left = percent(result - low);
    bar.append(end);
    return make("li", {}, make("strong", {}, players[seat]), " ", sentence, bar, make("small", {}, told));
  });
}

/** What the colours mean. @returns {HTMLElement[]} */
export function luckLegend() {
  return [0, 1, 2, 3, 4].map((part) => make("li", {}, make("span", { class: `luck-${part}` }), say(`luck-${part}`)));
}

/** @param {readonly number[]} shares */
function sum(shares) {
  return shares.reduce((one, other) => one + other, 0);
}
