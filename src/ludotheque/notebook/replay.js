// @ts-check
/**
 * A game looked at in a notebook: the page's board, and the pictures that came with the document.
 * @module
 */

import { Board } from "../page/static/js/board/board.js";

/** @typedef {import("../page/static/js/types").BoardDrawing} BoardDrawing */
/** @typedef {import("../page/static/js/types").Placement} Placement */
/** @typedef {{pieces: number[], last: string[], told: string, place: string}} Frame */

/** @type {{drawing: BoardDrawing, symbols: string, flipped: boolean, lying: Placement[], frames: Frame[]}} */
const GAME = JSON.parse(document.getElementById("game")?.textContent ?? "");
const END = GAME.frames.length - 1;

const root = /** @type {SVGSVGElement} */ (document.querySelector("svg.board"));
const slider = /** @type {HTMLInputElement} */ (document.querySelector("input"));
const told = /** @type {HTMLElement} */ (document.querySelector(".told"));
const list = /** @type {HTMLElement} */ (document.querySelector("ol"));
const buttons = [...list.querySelectorAll("button")];

const board = new Board(root, GAME.drawing, GAME.symbols);
// It is looked at, not touched.
board.touchables.remove();
board.flip(GAME.flipped);

/** The moves after which the board is shown. */
let at = 0;

/** @param {Frame} frame */
function picture({ pieces, last }) {
  return { pieces: pieces.map((which) => GAME.lying[which]), last, told: [], brief: null, choices: [], duty: null, tally: [], ending: null };
}

/** Show the game after that many moves. @param {number} moves */
function go(moves) {
  // Whoever steps on does not wait for pieces that are still travelling.
  for (const animation of root.getAnimations({ subtree: true })) animation.finish();
  const from = at;
  at = Math.min(Math.max(0, moves), END);
  const frame = GAME.frames[at];
  told.textContent = frame.told;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", frame.place);
  buttons.forEach((button, i) => {
    if (i + 1 === at) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  const current = buttons[at - 1]?.parentElement;
  list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
  board.show(picture(frame), { calmly: Math.abs(at - from) !== 1 });
}

/** @type {Record<string, () => void>} */
const DEEDS = {
  first: () => go(0),
  back: () => go(at - 1),
  on: () => go(at + 1),
  last: () => go(END),
  flip: () => board.flip(!board.flipped),
};
const KEYS = new Map([
  ["ArrowLeft", "back"],
  ["ArrowRight", "on"],
  ["Home", "first"],
  ["End", "last"],
  ["f", "flip"],
]);

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-deed]"))) {
  button.addEventListener("click", () => DEEDS[button.dataset.deed ?? ""]());
}
buttons.forEach((button, i) => button.addEventListener("click", () => go(i + 1)));
slider.addEventListener("input", () => go(Number(slider.value)));
addEventListener("keydown", (event) => {
  const deed = KEYS.get(event.key);
  if (deed === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  DEEDS[deed]();
});
go(0);
