// @ts-check
/**
 * A board to study on: both sides are played, by the rules of the house, and any move is taken back.
 * @module
 */

import { Refusal } from "../lib/api.js";
import { Bubble } from "../board/ask.js";
import { Board } from "../board/board.js";
import { Hand } from "../board/hand.js";
import { Play } from "../board/play.js";
import { brought, make, part } from "../lib/dom.js";
import { toast } from "../lib/house.js";
import { count, say } from "../lib/words.js";
import { GoodLines } from "../study/good_lines.js";
import { Line } from "../study/line.js";
import { writeMoves } from "../table/move_list.js";
import { keepEven } from "../lib/tray.js";
import { winnersOf } from "../table/seating.js";
import { share } from "./share.js";
import { drawing, fit, placeNames, positionQuery, symbols } from "./study.js";

/** @typedef {import("../types").Moment} Moment */

/** @type {{game: string, position: string, options: Record<string, string>, seats: number, seatNames: string[], symbols: Record<string, string>}} */
const DATA = brought("position-data");
/** The longest address that every server on the way takes. */
const LONGEST_ADDRESS = 6_000;

const here = new URL(location.href);
const line = new Line(DATA.game, DATA.position, DATA.options, here.searchParams.getAll("move"));
const told = part("told");
const list = part("moves", HTMLOListElement);
const good = new GoodLines(DATA.game, ([move]) => play(move));
/** @type {{board: Board, play: Play} | null} */
let laid = null;

async function lay() {
  const [drawn, stock] = await Promise.all([drawing(DATA.game, { seats: DATA.seats, options: DATA.options }), symbols()]);
  fit(part("study"), drawn);
  const board = new Board(part("board", SVGSVGElement), drawn, stock);
  const turnable = drawn.spots.every(({ zone }) => zone === "");
  part("flip").hidden = !turnable;
  board.flip(turnable && here.searchParams.has("flip"));
  // All lies on the board, face up: nobody holds anything.
  const hand = new Hand(make("div"), [], () => "");
  const named = (/** @type {string} */ symbol) => DATA.symbols[symbol] ?? symbol;
  const preview = (/** @type {readonly string[]} */ tries) => line.preview(tries);
  const speak = (/** @type {string} */ sentence) => (told.textContent = sentence);
  return { board, play: new Play({ board, hand, bubble: new Bubble(part("bubble")), preview, named, send: play, speak }) };
}

/** Make a move. @param {string} move */
async function play(move) {
  const { moves, at } = line;
  line.play(move);
  try {
    await show();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    line.moves = moves;
    line.go(at);
    toast(problem.message);
    await show({ calmly: true });
  }
}

/** Show the moment that is looked at. */
async function show({ calmly = false } = {}) {
  laid ??= await lay();
  laid.play.offer(null);
  const { at } = line;
  const moment = await line.moment();
  // Whoever has gone on meanwhile is shown that.
  if (line.at !== at) return;
  const { picture, position, to_move: toMove } = moment;
  tell(moment);
  write();
  good.about(toMove === null ? null : position, DATA.options);
  part("set-up", HTMLAnchorElement).href = `/editor/${DATA.game}?${positionQuery(position, DATA.options)}`;
  remember();
  const { board } = laid;
  await board.show(picture, { calmly });
  if (line.at !== at) return;
  laid.play.offer(toMove === null ? null : picture);
  board.label(placeNames(DATA.symbols));
}

/** Say whose turn it is or how it ended, and what was done or must be. @param {Moment} moment */
function tell({ picture, ending, to_move: toMove }) {
  const winners = winnersOf(ending).map((seat) => DATA.seatNames[seat]);
  const ended = winners.length > 0 ? count("ended-won-by", winners.length, { names: winners.join(", ") }) : say("ended-draw");
  part("status").textContent = ending ? ended : toMove === null ? "" : say("turn-of", { name: DATA.seatNames[toMove] });
  const done = picture.told.join(" ") || say("study-start");
  told.textContent = ending?.reason || picture.duty?.message || done;
}

/** Write the line down. */
function write() {
  part("story").classList.toggle("untold", line.moves.length === 0);
  writeMoves(
    list,
    line.moves.map((move, i) => line.told[i] ?? { seat: null, move, brief: move, told: [] }),
    DATA.seatNames,
  );
  list.querySelector(`[data-moves="${line.at}"]`)?.setAttribute("aria-current", "step");
  const current = /** @type {HTMLElement | undefined} */ (list.children[line.at - 1]);
  list.scrollTop = current ? current.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
  for (const button of steps()) button.disabled = ["first", "back"].includes(button.dataset.step ?? "") ? line.at === 0 : line.at === line.moves.length;
}

/** Let a reload, or whoever gets the address, find the same. */
function remember() {
  here.searchParams.delete("move");
  for (const move of line.moves) here.searchParams.append("move", move);
  here.searchParams.delete("flip");
  if (laid?.board.flipped) here.searchParams.set("flip", "1");
  here.hash = line.at === line.moves.length ? "" : String(line.at);
  if (here.href.length <= LONGEST_ADDRESS) history.replaceState(null, "", here);
}

/** @param {number} moves */
function go(moves) {
  const from = line.at;
  line.go(moves);
  for (const animation of laid?.board.root.getAnimations({ subtree: true }) ?? []) animation.finish();
  show({ calmly: Math.abs(line.at - from) > 1 }).catch(refused);
}

/** @param {string} step */
function take(step) {
  go({ first: 0, back: line.at - 1, on: line.at + 1, last: line.moves.length }[step] ?? line.at);
}

/** @param {unknown} problem */
function refused(problem) {
  if (problem instanceof Refusal) toast(problem.message);
  else reportError(problem);
}

/** @returns {NodeListOf<HTMLButtonElement>} */
function steps() {
  return document.querySelectorAll("[data-step]");
}

for (const button of steps()) button.addEventListener("click", () => take(button.dataset.step ?? ""));
list.addEventListener("click", (event) => {
  const move = /** @type {Element} */ (event.target).closest("button");
  if (move) go(Number(move.dataset.moves));
});
part("flip").addEventListener("click", () => {
  laid?.board.flip(!laid.board.flipped);
  remember();
});
part("share").addEventListener("click", async () => share(DATA.game, DATA.options, (await line.moment()).position));
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog, .board")) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!step) return;
  event.preventDefault();
  take(step);
});

try {
  // All of the line is asked for once, so that its moves have their words.
  await line.moment();
  const wanted = here.hash.slice(1);
  if (wanted !== "") line.go(Number(wanted) || 0);
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  toast(problem.message);
  line.moves = [];
  line.go(0);
}
keepEven(/** @type {HTMLElement} */ (document.querySelector(".deeds")));
await show({ calmly: true });
