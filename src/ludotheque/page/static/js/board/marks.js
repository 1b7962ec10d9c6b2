// @ts-check
/**
 * Marks on a board beside its pieces: lights, trails, arrows, places to touch.
 * @module
 */

import { svg } from "../lib/svg.js";

/** @typedef {import("../types").SpotSeen} Spot */
/** @typedef {{x: number, y: number}} Point in board units */

/** A ring of light around a place. @param {Point} place @param {string} kind `next`, `far`, `held` or `asked` */
export function light({ x, y }, kind) {
  return svg("circle", { cx: x, cy: y, r: 0.46, class: `light ${kind}` });
}

/** A ring around a place to come to. @param {Point} place */
export function goal({ x, y }) {
  return svg("circle", { cx: x, cy: y, r: 0.62, class: "goal" });
}

/** The way that a move went. @param {readonly Point[]} places @returns {SVGElement[]} */
export function trail(places) {
  const points = places.map(({ x, y }) => `${x},${y}`).join(" ");
  const line = places.length > 1 ? [svg("polyline", { points, class: "trail-line" })] : [];
  return [...line, ...places.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 0.14, class: "trail-dot" }))];
}

/** How far the head of an arrow reaches back, and to either side. */
const HEAD = { back: 0.34, side: 0.17 };

/** An arrow along some places; around a single one, a ring. @param {readonly Point[]} places @returns {SVGElement[]} */
export function arrow(places) {
  const [before, end] = places.slice(-2);
  if (end === undefined) return before === undefined ? [] : [light(before, "next")];
  const [dx, dy] = [end.x - before.x, end.y - before.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const neck = { x: end.x - ux * HEAD.back, y: end.y - uy * HEAD.back };
  const points = [...places.slice(0, -1), neck].map(({ x, y }) => `${x},${y}`).join(" ");
  const head = [end, ...[1, -1].map((sign) => ({ x: neck.x - sign * uy * HEAD.side, y: neck.y + sign * ux * HEAD.side }))];
  return [
    svg("polyline", { points, class: "arrow-line" }),
    svg("polygon", { points: head.map(({ x, y }) => `${x},${y}`).join(" "), class: "arrow-head" }),
  ];
}

/**
 * What fingers and keys touch of a place.
 * @param {Spot} spot @param {{left: number, top: number, width: number, height: number}} reach
 */
export function touchable(spot, { left, top, width, height }) {
  const outline = { x: left, y: top, width, height, rx: width === height ? width / 2 : 0.2 };
  const heard = { role: "button", "data-spot": spot.id, "aria-label": spot.label };
  return svg("rect", { ...outline, ...heard, class: "target" });
}

/** Let letters be read on a board that is seen from the other side. @param {Iterable<Element>} texts @param {boolean} flipped */
export function keepUpright(texts, flipped) {
  for (const text of texts) {
    const box = /** @type {SVGGraphicsElement} */ (text).getBBox();
    const middle = `${box.x + box.width / 2} ${box.y + box.height / 2}`;
    if (flipped) text.setAttribute("transform", `rotate(180 ${middle})`);
    else text.removeAttribute("transform");
  }
}
