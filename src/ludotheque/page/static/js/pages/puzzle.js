// @ts-check
/**
 * The page of a puzzle: which one comes next, in whichever way they follow each other.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { pageData } from "../lib/brought.js";
import { part } from "../lib/dom.js";
import { say } from "../lib/words.js";
import { Solving } from "../puzzles/solving.js";
import { StreakRun } from "../puzzles/streak.js";
import { tell } from "../puzzles/verdict.js";

/** @typedef {import("../types").Asked} Asked */
/** @typedef {import("../types").RatingMoved} RatingMoved */
/** @typedef {import("../types").PuzzleData} PuzzleData */

/** What is asked on a page that turned out to have no puzzle. @type {PuzzleData} */
const NOTHING = { game: "", way: "one", ids: [], tried: [], best: 0, about: null, symbols: {} };
/** @type {PuzzleData} */
const DATA = await pageData("puzzle-data").catch(notThere);
const next = part("next", HTMLButtonElement);
const tried = new Set(DATA.tried);
/** Which of the puzzles that the page has brought is asked. */
let at = -1;
/** What a rated puzzle has changed. @type {RatingMoved | null} */
let moved = null;

/** Say why there is no puzzle, as only a page that was written beforehand can find out. @param {unknown} problem */
function notThere(problem) {
  if (!(problem instanceof Refusal)) throw problem;
  part("puzzle-room").hidden = true;
  part("no-puzzle").hidden = false;
  /** @type {HTMLElement} */ (part("no-puzzle").querySelector("h1")).textContent = problem.message;
  return NOTHING;
}

/** The puzzle that comes next in the list: one that was not tried, as long as there is any. */
function following() {
  const later = [...DATA.ids.slice(at + 1), ...DATA.ids.slice(0, at + 1)];
  return later.find((id) => !tried.has(id)) ?? later[0];
}

/** @param {Solving} solving */
async function go(solving) {
  next.hidden = true;
  moved = null;
  try {
    if (DATA.way === "rated") await rated(solving);
    else if (DATA.way === "own") await own(solving, following());
    else if (DATA.way === "list" || at < 0) await house(solving, following());
    else location.assign(to(`/puzzles/${DATA.game}`));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    tell(problem.message, "wrong refused");
    part("deeds").hidden = false;
    next.hidden = false;
  }
}

/** Ask a puzzle of the house. @param {Solving} solving @param {string} id */
async function house(solving, id) {
  at = DATA.ids.indexOf(id);
  tried.add(id);
  tellFacts(await solving.begin(`/api/games/${DATA.game}/puzzles/${id}`));
}

/** Ask the puzzle that counts next. @param {Solving} solving */
async function rated(solving) {
  const { id, points, puzzles } = await ask("POST", `/api/games/${DATA.game}/puzzles/rated`, {});
  if (id === null) {
    part("facts").textContent = say("puzzle-rating", { points });
    tell(say("puzzle-all-tried"), "hint");
    return;
  }
  const asked = await solving.begin(`/api/games/${DATA.game}/puzzles/${id}`);
  part("facts").textContent = [puzzles > 0 ? say("puzzle-rating", { points }) : say("puzzle-unrated"), say("puzzle-difficulty", { n: asked.difficulty ?? "" })].join(" · ");
}

/** Ask about a mistake of one's own. @param {Solving} solving @param {string} id its table, the number of the game, and of the move */
async function own(solving, id) {
  at = DATA.ids.indexOf(id);
  tried.add(id);
  const [table, number, turn] = id.split("/");
  await solving.begin(`/api/me/mistakes/${id}`);
  part("facts").textContent = say("puzzle-own", { n: at + 1, all: DATA.ids.length });
  const game = part("whole-game", HTMLAnchorElement);
  game.hidden = true;
  game.href = to(`/t/${table}/replay/${number}?review=1#${turn}`);
}

/** @param {Asked} asked */
function tellFacts({ number, total, difficulty }) {
  part("facts").textContent = [say("puzzle-number", { n: number ?? "", all: total }), say("puzzle-difficulty", { n: difficulty ?? "" })].join(" · ");
}

/** Offer what comes next. */
function ended() {
  if (moved) part("facts").textContent = say("puzzle-moved", { points: moved.after, change: signed(moved.after - moved.before), n: moved.puzzle });
  if (DATA.way === "own") part("whole-game").hidden = false;
  next.hidden = false;
  next.focus({ preventScroll: true });
}

/** @param {number} change */
function signed(change) {
  return change < 0 ? `−${-change}` : `+${change}`;
}

/** A page that was written beforehand learns only now which puzzles it asks, and whether there are any. */
function settle() {
  if (DATA.about) {
    const before = part("way").textContent ?? "";
    part("way").textContent = DATA.about;
    document.title = document.title.replace(before, DATA.about);
  }
  const nothing = document.getElementById("nothing");
  if (!nothing) return;
  nothing.hidden = DATA.ids.length > 0;
  part("puzzle-room").hidden = !nothing.hidden;
}

if (DATA !== NOTHING) settle();
if (DATA.way === "streak") {
  new StreakRun(DATA.game, DATA.symbols, DATA.best);
} else if (DATA.way === "rated" || DATA.ids.length > 0) {
  const solving = new Solving(DATA.game, DATA.symbols, {
    ended,
    rated: (change) => {
      moved = change;
      part("facts").textContent = say("puzzle-moved", { points: change.after, change: signed(change.after - change.before), n: change.puzzle });
    },
  });
  next.addEventListener("click", () => go(solving));
  await go(solving);
}
document.body.classList.add("alive");
