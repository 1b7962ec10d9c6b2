// @ts-check
/**
 * A small picture of a board: to look at, not to touch.
 * @module
 */

import { goal, keepUpright, trail } from "./marks.js";
import { lying } from "../lib/motion.js";
import { drawn, keepSymbols, svg } from "../lib/svg.js";

/** @typedef {import("../types").AimSeen} AimSeen */
/** @typedef {import("../types").BoardDrawing} BoardDrawing */

/** How far around a goal one sees, in board units. */
const AROUND = 1.7;

/**
 * Draw how it looks when the aim is reached, and a way there.
 * @param {SVGSVGElement} root @param {BoardDrawing} drawing @param {string} symbols the markup of every symbol @param {AimSeen} aim
 * @param {boolean} flipped whether it is seen from the other side
 */
export function drawAim(root, drawing, symbols, aim, flipped) {
  keepSymbols(symbols);
  const { width, height } = drawing;
  const spots = new Map(drawing.spots.map((spot) => [spot.id, spot]));
  const places = (/** @type {readonly string[]} */ ids) => ids.flatMap((id) => spots.get(id) ?? []);
  const pieces = aim.pieces.filter(({ spot }) => spots.get(spot)?.zone === "");
  const ground = svg("g", {}, ...drawn(drawing.board));
  const turned = svg("g", { transform: flipped ? `rotate(180 ${width / 2} ${height / 2})` : "" }, ground);
  turned.append(
    ...trail(places(aim.way)),
    ...places(aim.spots).map(goal),
    ...pieces.map((place) => {
      const piece = svg("use", { href: place.href, class: "lies" });
      piece.style.transform = lying(place);
      return piece;
    }),
  );
  root.setAttribute("viewBox", box(drawing, places(aim.spots)));
  root.replaceChildren(turned);
  keepUpright(ground.querySelectorAll("text"), flipped);
}

/**
 * What one sees: the whole board; where hands lie on it, too, only what is around the goal.
 * @param {BoardDrawing} drawing @param {ReadonlyArray<{x: number, y: number}>} goals
 */
function box({ width, height, spots }, [at]) {
  if (!at || spots.every(({ zone }) => zone === "")) return `0 0 ${width} ${height}`;
  const left = Math.max(0, Math.min(at.x - AROUND, width - 2 * AROUND));
  const top = Math.max(0, Math.min(at.y - AROUND, height - 2 * AROUND));
  return `${left} ${top} ${2 * AROUND} ${2 * AROUND}`;
}
