// @ts-check
/**
 * Pieces dragged over a board, by mouse or finger.
 * @module
 */

import { lying } from "../lib/motion.js";
import { spotAt } from "./places.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("../types").Placement} Placement */
/** `stuck`: it stays where it lies. @typedef {{from: string, pointer: number, element: SVGGElement, place: Placement, moved: boolean, stuck: boolean}} Drag */

/** How far a pointer goes before it drags, in board units. */
const SLACK = 0.35;
/** How long a browser may take to send the click that ends a drag. */
const CLICK_MS = 50;

/**
 * Let pieces be dragged on *board*. Of those that can be touched now it tells `lift`, then `drop` or `cancel`;
 * the others stay, and it tells `touch`, as if that were all that had been done.
 * @param {Board} board
 */
export function listenToDrags(board) {
  const { root } = board;
  const { signal } = board.gone;
  /** @type {Drag | null} */
  let drag = null;

  root.addEventListener(
    "pointerdown",
    (event) => {
      const from = /** @type {Element} */ (event.target).getAttribute("data-spot");
      if (drag !== null || from === null) return;
      const stuck = !board.targets.get(from)?.matches(".active, .open");
      const piece = [...board.pieces.values()].filter(({ place }) => place.spot === from).at(-1);
      if (piece) drag = { from, pointer: event.pointerId, moved: false, stuck, ...piece };
    },
    { signal },
  );

  root.addEventListener(
    "pointermove",
    (event) => {
      const at = drag?.pointer === event.pointerId ? point(board, event) : null;
      if (!drag || !at) return;
      const far = Math.hypot(at.x - drag.place.x, at.y - drag.place.y);
      if (!drag.moved && far < SLACK) return;
      if (drag.stuck) {
        drag.moved = true;
        return;
      }
      if (!drag.moved) {
        drag.moved = true;
        root.setPointerCapture(event.pointerId);
        root.classList.add("dragging");
        board.stock.append(drag.element);
        board.tell("lift", drag.from);
      }
      drag.element.style.transform = lying({ ...drag.place, x: at.x, y: at.y }, 1.1);
    },
    { signal },
  );

  const end = (/** @type {PointerEvent} */ event) => {
    if (drag?.pointer !== event.pointerId) return;
    const { from, element, place, moved, stuck } = drag;
    drag = null;
    if (!moved) return;
    if (stuck) {
      // Where a finger scrolls the page instead, nothing was asked.
      if (event.type === "pointerup") board.tell("touch", from);
      swallowClick(root);
      return;
    }
    root.classList.remove("dragging");
    element.style.transform = lying(place);
    const at = event.type === "pointerup" ? point(board, event) : null;
    const to = at && spotAt([...board.spots.values()], at);
    swallowClick(root);
    if (to !== null && to !== from) board.tell("drop", { from, to });
    else board.tell("cancel", null);
  };
  root.addEventListener("pointerup", end, { signal });
  root.addEventListener("pointercancel", end, { signal });
}

/** Where a pointer is, in board units. @param {Board} board @param {PointerEvent} event */
function point(board, event) {
  const matrix = board.turned.getScreenCTM();
  return matrix && new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
}

/** The click that a browser sends after a drag is no touch. @param {Element} element */
export function swallowClick(element) {
  const swallow = (/** @type {Event} */ event) => event.stopImmediatePropagation();
  element.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), CLICK_MS);
}
