// @ts-check
/**
 * A board set up by hand. Every change goes to the house, which says whether such a position can be.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { Board } from "../board/board.js";
import { pageData } from "../lib/brought.js";
import { part } from "../lib/dom.js";
import { toastWhy } from "../lib/house.js";
import { openTable } from "../lib/opening.js";
import { share } from "../board/share.js";
import { drawing, fit, placeNames, positionQuery, studyAddress, symbols } from "../board/drawing.js";
import { GoodLines, MOVES_SHOWN } from "../study/good_lines.js";
import { keepSymbols } from "../lib/svg.js";
import { keepEven } from "../lib/tray.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").Picture} Picture */
/** One that can be shown: what describes nothing at all is never laid. @typedef {import("../types").SetUp & {seats: number, picture: Picture}} SetUp */
/** @typedef {{spot: string, symbol: string | null}} Put */
/** @typedef {{position?: string | null, seats?: number, empty?: boolean, puts?: Put[], turn?: number}} Change */

/** @type {import("../types").EditorData} */
const DATA = await pageData("editor-data");
const TYPING_MS = 350;

const judgement = part("judgement", HTMLElement);
const text = part("text", HTMLTextAreaElement);
const turn = part("turn", HTMLSelectElement);
const undo = part("undo", HTMLButtonElement);
const play = part("play", HTMLButtonElement);
const study = part("study", HTMLAnchorElement);
const good = new GoodLines(DATA.game, playLine);
const seats = /** @type {HTMLSelectElement | null} */ (document.getElementById("seats"));

let options = DATA.options;
for (const select of /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-option]"))) {
  select.value = options[select.dataset.option ?? ""];
}
let setup = /** @type {SetUp} */ (DATA.setup);
/** What the board was before each change. @type {Array<{setup: SetUp, options: Record<string, string>}>} */
const past = [];
/** @type {Board | null} */
let board = null;
let boardFor = "";
/** The changes one after another: each begins where the one before it ended. @type {Promise<void>} */
let changing = Promise.resolve();

// Changing.

/** Ask the house for a change, after those that were asked for before. @param {() => Change | null} wish */
function change(wish) {
  changing = changing.then(async () => {
    const wanted = wish();
    if (wanted === null) return;
    try {
      const answer = await ask("POST", `/api/games/${DATA.game}/setup`, { position: setup.position, options, ...wanted });
      if (answer.picture === null) {
        judge(answer.problem, false);
        return;
      }
      past.push({ setup, options });
      setup = answer;
      await show();
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      judge(problem.message, false);
    }
  });
  return changing;
}

/** What lies on top of a place. @param {string} spot @returns {string | null} */
function topOf(spot) {
  return setup.picture.pieces.filter((piece) => piece.spot === spot).at(-1)?.symbol ?? null;
}

/** What is to be put: a symbol, or null to take away. @returns {string | null} */
function tool() {
  const chosen = /** @type {HTMLInputElement | null} */ (document.querySelector("#palette input:checked"));
  return chosen?.value || null;
}

/** @param {string} spot */
function touch(spot) {
  change(() => {
    const symbol = tool();
    const same = topOf(spot) === symbol;
    return same && symbol === null ? null : { puts: [{ spot, symbol: same ? null : symbol }] };
  });
}

/** @param {string} from @param {string} to */
function carry(from, to) {
  change(() => {
    const symbol = topOf(from);
    return symbol === null ? null : { puts: [{ spot: from, symbol: null }, { spot: to, symbol }] };
  });
}

// Showing.

async function show() {
  await lay();
  board?.show(setup.picture, { calmly: true });
  await board?.showing;
  board?.label(placeNames(DATA.symbols));
  for (const target of DATA.editable ? (board?.targets.values() ?? []) : []) {
    target.classList.add("active");
    target.setAttribute("aria-disabled", "false");
  }
  if (document.activeElement !== text) text.value = setup.position;
  showTurn();
  if (seats) seats.value = String(setup.seats);
  for (const choice of choices()) choice.value = options[choice.dataset.option ?? ""];
  undo.disabled = past.length === 0;
  if (setup.problem) judge(setup.problem, false);
  else if (setup.over) judge(say("setup-over"), true);
  else judge(setup.to_move === null ? say("setup-chance") : say("setup-possible", { name: DATA.seat_names[setup.to_move] }), true);
  good.about(setup.problem !== null || setup.to_move === null ? null : setup.position, options);
  play.disabled = setup.problem !== null || setup.over;
  history.replaceState(null, "", `?${positionQuery(setup.position, options)}`);
  showStudy();
}

/** Lead to the board on which this position can be played, if it can be. */
function showStudy() {
  study.hidden = setup.problem !== null;
  const back = `${location.pathname}${location.search}`;
  study.href = studyAddress(DATA.game, setup.position, options, { flipped: board?.flipped ?? false, back });
}

/** @param {string} sentence @param {boolean} possible */
function judge(sentence, possible) {
  judgement.textContent = sentence;
  judgement.classList.toggle("impossible", !possible);
}

function showTurn() {
  const names = DATA.seat_names.slice(0, setup.seats).map((name, seat) => new Option(name, String(seat)));
  const nobody = new Option(say("turn-of-nobody"), "");
  nobody.disabled = true;
  turn.replaceChildren(...names, ...(setup.to_move === null && !setup.problem ? [nobody] : []));
  if (setup.to_move !== null || !setup.problem) turn.value = setup.to_move === null ? "" : String(setup.to_move);
  else if (said !== null && said < setup.seats) turn.value = String(said);
}
/** Whose turn was asked for last: an impossible position does not tell. @type {number | null} */
let said = DATA.setup.to_move;

/** The board for as many as sit there, laid anew where it differs. */
async function lay() {
  const key = JSON.stringify([setup.seats, options]);
  if (board && key === boardFor) return;
  const [drawn, stock] = await Promise.all([drawing(DATA.game, { seats: setup.seats, options }), symbols()]);
  const flipped = board?.flipped ?? false;
  board?.remove();
  board = new Board(part("board", SVGSVGElement), drawn, stock);
  fit(part("editor"), drawn);
  board.flip(flipped);
  boardFor = key;
  if (!DATA.editable) {
    // It is looked at, not touched.
    board.touchables.remove();
    return;
  }
  board.addEventListener("touch", (event) => touch(/** @type {CustomEvent} */ (event).detail));
  board.addEventListener("drop", (event) => {
    const { from, to } = /** @type {CustomEvent} */ (event).detail;
    carry(from, to);
  });
}

/** @returns {NodeListOf<HTMLSelectElement>} */
function choices() {
  return document.querySelectorAll("select[data-option]");
}

// Thinking.

/** Show how a line goes on; the board then comes back to what was set up. @param {string[]} moves */
async function playLine(moves) {
  const before = setup;
  try {
    const more = { move: moves.slice(0, MOVES_SHOWN) };
    const { pictures } = await ask("GET", `/api/games/${DATA.game}/line?${positionQuery(setup.position, options, more)}`);
    for (const [number, picture] of /** @type {Picture[]} */ (pictures).entries()) {
      if (setup !== before || !board) return;
      await board.show(picture, { calmly: number === 0 });
      await new Promise((resolve) => setTimeout(resolve, 450));
    }
    await new Promise((resolve) => setTimeout(resolve, 900));
    if (setup === before) board?.show(setup.picture, { calmly: true });
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toastWhy(problem.message);
  }
}

/** Play on from here. */
function playHere() {
  const level = Number(part("level", HTMLSelectElement).value);
  openTable(DATA.game, ["me", ...Array(setup.seats - 1).fill({ level })], { options, start: setup.position });
}

// What can be pressed.

part("start", HTMLButtonElement).addEventListener("click", () => change(() => ({ position: null, seats: setup.seats })));
if (DATA.editable) part("clear", HTMLButtonElement).addEventListener("click", () => change(() => ({ empty: true })));
part("flip", HTMLButtonElement).addEventListener("click", () => {
  board?.flip(!board.flipped);
  showStudy();
});
part("share", HTMLButtonElement).addEventListener("click", () => share(DATA.game, options, setup.position, "editor"));
part("play-here", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  playHere();
});
undo.addEventListener("click", () => {
  const before = past.pop();
  if (!before) return;
  ({ setup, options } = before);
  text.value = setup.position;
  show();
});
turn.addEventListener("change", () => {
  said = Number(turn.value);
  change(() => ({ turn: Number(turn.value) }));
});
seats?.addEventListener("change", () => change(() => ({ position: null, seats: Number(seats.value) })));
for (const choice of choices()) {
  choice.addEventListener("change", () => {
    change(() => {
      options = { ...options, [choice.dataset.option ?? ""]: choice.value };
      return {};
    });
  });
}
let typing = 0;
text.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => change(() => (text.value.trim() === "" ? null : { position: text.value.trim() })), TYPING_MS);
});
part("board", SVGSVGElement).addEventListener("keydown", (event) => {
  const spot = /** @type {Element} */ (event.target).getAttribute("data-spot");
  if (spot === null || (event.key !== "Delete" && event.key !== "Backspace")) return;
  event.preventDefault();
  change(() => (topOf(spot) === null ? null : { puts: [{ spot, symbol: null }] }));
});

/** @type {HTMLInputElement | null} */ (document.querySelector("#palette input"))?.click();
keepEven(/** @type {HTMLElement} */ (document.querySelector(".deeds")));
keepSymbols(await symbols());
await show();
if (DATA.refused) judge(DATA.refused, false);
