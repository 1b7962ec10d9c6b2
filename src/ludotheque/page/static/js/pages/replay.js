// @ts-check
/**
 * A game looked at again: every picture in turn, by hand or by itself.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { offer, to } from "../lib/connection.js";
import { Board } from "../board/board.js";
import { pageData } from "../lib/brought.js";
import { part } from "../lib/dom.js";
import { writeMoves } from "../table/move_list.js";
import { winnersOf } from "../table/seating.js";
import { save } from "../lib/saving.js";
import { share } from "../board/share.js";
import { drawing, fit, positionQuery, symbols, wholeAddress } from "../board/drawing.js";
import { keepEven } from "../lib/tray.js";
import { unpacked } from "../lib/packing.js";
import { leave, left } from "../study/keeping.js";
import { Reviewed } from "../study/reviewed.js";
import { count, say, together } from "../lib/words.js";
import { MOST_BYTES } from "../lib/protocol.js";

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").Frame} Frame */
/** @typedef {import("../types").Replay} Replay */

/** @type {import("../types").ReplayData} */
const DATA = await pageData("replay-data");
/** How long a picture stands before the next, when they come by themselves. */
const PAUSE_MS = 900;

/** The record in the link, if it carries one; then the address stays as it is. */
const CARRIED = location.hash.match(/^#record=([\w-]+)$/)?.[1];

const refusal = part("refusal");
const slider = part("slider", HTMLInputElement);
const list = part("moves", HTMLOListElement);
const told = part("told");
const auto = part("auto", HTMLButtonElement);

/** @type {Replay | null} */
let replayed = null;
/** @type {Board | null} */
let board = null;
/** @type {Reviewed | null} */
let reviewed = null;
/** The moves after which the board is shown. */
let at = 0;
let running = false;
/** How often that has begun or ended. */
let runs = 0;

// Where a game comes from.

/** Read a record that someone brings. @param {string} text @param {string} name */
async function open(text, name) {
  refusal.textContent = "";
  try {
    if (new Blob([text]).size > MOST_BYTES) throw new Refusal("request/size", say("record-too-long"));
    await begin(await ask("POST", "/api/replay", { record: text }), { path: "/api/review", body: { record: text } });
    offerFile(text, name);
    // Whoever comes back from a study of it, or loads the page again, finds it there.
    leave(text, name);
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    refusal.textContent = say("record-refused", { reason: problem.message });
  }
}

/** @param {File | null | undefined} file */
async function openFile(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) refusal.textContent = say("record-refused", { reason: say("record-too-long") });
  else await open(await file.text(), file.name);
}

/** Read the record that the link carries, as `ludotheque.open_on_page` packs it. @param {string} packed */
async function openLink(packed) {
  try {
    await open(await unpacked(packed, MOST_BYTES), "record.json");
  } catch (problem) {
    if (problem instanceof Error) refusal.textContent = say("record-refused", { reason: say("link-broken") });
    else throw problem;
  }
}

/** Open what was brought before, if the address means a move of it. */
async function openKept() {
  const found = /^#\d+$/.test(location.hash) ? left() : null;
  if (found !== null) await open(...found);
}

/** Let what was brought be saved again. @param {string} text @param {string} name */
function offerFile(text, name) {
  const link = part("as-json", HTMLAnchorElement);
  link.setAttribute("aria-label", say("record-file"));
  link.title = say("record-file");
  link.href = "#";
  link.onclick = (event) => {
    event.preventDefault();
    save(new Blob([text], { type: "text/plain" }), name);
  };
}

function offerTable() {
  const address = `/api/tables/${DATA.table}/record`;
  const text = part("as-text", HTMLAnchorElement);
  offer(part("as-json", HTMLAnchorElement), `${address}.json?number=${DATA.number}`);
  offer(text, `${address}.txt?number=${DATA.number}`);
  text.hidden = false;
}

// What it shows.

/** @param {Replay} game @param {{path: string, body: unknown}} review where it is looked over, and what must be sent there */
async function begin(game, review) {
  const table = { seats: game.players.length, options: game.options };
  const [drawn, stock] = await Promise.all([drawing(game.game, table), symbols()]);
  replayed = game;
  board?.remove();
  part("opening").hidden = true;
  part("replay").hidden = false;
  fit(part("replay"), drawn);
  const root = part("board", SVGSVGElement);
  board = new Board(root, drawn, stock);
  // Whoever sat opposite sees it from there again.
  const turnable = drawn.spots.every(({ zone }) => zone === "");
  part("flip", HTMLButtonElement).hidden = !turnable;
  board.flip(turnable && game.seat === 1);
  // It is looked at, not touched.
  board.touchables.remove();
  part("title").textContent = game.title;
  const players = game.players.map((name, seat) => (game.guests.includes(seat) ? say("name-guest", { name }) : name));
  part("players").textContent = [...players, ...(game.from_position ? [say("from-position")] : [])].join(" · ");
  part("noted").hidden = !game.noted;
  part("rules-link", HTMLAnchorElement).href = to(`/rules/${game.game}`);
  showEnding(game);
  slider.max = String(game.frames.length - 1);
  writeMoves(list, game.frames.slice(1), game.players);
  const wanted = Number(location.hash.slice(1));
  board.show(game.frames[0].picture, { calmly: true });
  reviewed?.remove();
  // Where nobody has moved there is nothing to look over.
  reviewed = game.ending && game.frames.length > 1 ? new Reviewed({ ...review, ...game, board, go: jump }) : null;
  go(Number.isInteger(wanted) ? wanted : 0, true);
  if (new URLSearchParams(location.search).has("review")) reviewed?.begin();
}

/** @param {Replay} game */
function showEnding({ players, ending, seed, seed_hash: hash, draws, from_position: given }) {
  const winners = winnersOf(ending).map((seat) => players[seat]);
  const won = winners.length > 0 ? count("ended-won-by", winners.length, { names: together(winners) }) : say("ended-draw");
  const told = ending?.aborted ? say("ended-aborted") : won;
  part("result").textContent = ending ? told : say("not-over");
  part("reason").textContent = ending ? ending.reason : say("not-over-review");
  const checked = seed && draws > 0 ? count("deal-verified", draws) : say("moves-verified");
  part("verified").textContent = given ? `${checked} ${say("position-given")}` : checked;
  part("deal").hidden = !(seed && draws > 0);
  part("seed").textContent = seed;
  part("seed-hash").textContent = hash;
}

/** Show the game after that many moves. @param {number} moves @param {boolean} [calmly] */
async function go(moves, calmly = false) {
  if (!replayed || !board) return;
  const end = replayed.frames.length - 1;
  const from = at;
  const strayed = reviewed?.leave() ?? false;
  at = Math.min(Math.max(0, moves), end);
  const { picture, seat, told: sentences } = replayed.frames[at];
  showStudy();
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", say("looking-back", { n: at, all: end }));
  const name = replayed.players[seat ?? 0];
  told.textContent = at === 0 ? say("the-start") : say("tells", { name, what: sentences.join(" ") });
  [...list.children].forEach((item, i) => {
    const button = item.firstElementChild;
    if (i + 1 === at) button?.setAttribute("aria-current", "step");
    else button?.removeAttribute("aria-current");
  });
  const current = /** @type {HTMLElement | undefined} */ (list.children[at - 1]);
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  if (!running && !CARRIED) history.replaceState(null, "", `${location.pathname}${location.search}${at ? `#${at}` : ""}`);
  const showing = board.show(picture, { calmly: calmly || strayed || Math.abs(at - from) > 1 });
  reviewed?.look(at);
  await showing;
}

/** Show the game after that many moves, as someone has asked for. @param {number} moves @param {boolean} [calmly] */
function jump(moves, calmly) {
  run(false);
  go(moves, calmly);
}

/** Lead to the boards on which this position is played on, or changed by hand. */
function showStudy() {
  if (!replayed || !board) return;
  const { game, options, frames } = replayed;
  const how = { flipped: board.flipped, back: `${location.pathname}${location.search}#${at}` };
  /** @type {Record<string, string>} */
  const whole = DATA.table ? { table: DATA.table, number: String(DATA.number) } : { kept: "1" };
  part("study", HTMLAnchorElement).href = wholeAddress(game, whole, how, at);
  part("set-up", HTMLAnchorElement).href = to(`/editor/${game}?${positionQuery(frames[at].position, options)}`);
}

/** Let the pictures come by themselves, or stop that. @param {boolean} wanted */
async function run(wanted) {
  if (running === wanted) return;
  running = wanted;
  runs += 1;
  const mine = runs;
  auto.setAttribute("aria-pressed", String(wanted));
  if (!wanted || !replayed) return;
  const end = replayed.frames.length - 1;
  if (at === end) await go(0, true);
  while (runs === mine && at < end) {
    await go(at + 1);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  // Whoever has stopped and begun again runs another round.
  if (runs === mine) run(false);
}

/** @param {string} step */
function take(step) {
  run(false);
  // Whoever steps on does not wait for pieces that are still travelling.
  for (const animation of board?.root.getAnimations({ subtree: true }) ?? []) animation.finish();
  const end = (replayed?.frames.length ?? 1) - 1;
  go({ first: 0, back: at - 1, on: at + 1, last: end }[step] ?? at);
}

// What can be pressed.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
  button.addEventListener("click", () => take(button.dataset.step ?? ""));
}
list.addEventListener("click", (event) => {
  const move = /** @type {Element} */ (event.target).closest("button");
  if (!move) return;
  jump(Number(move.dataset.moves));
});
auto.addEventListener("click", () => run(!running));
slider.addEventListener("input", () => jump(Number(slider.value)));
part("flip", HTMLButtonElement).addEventListener("click", () => {
  board?.flip(!board.flipped);
  showStudy();
});
part("share", HTMLButtonElement).addEventListener("click", () => {
  if (replayed) share(replayed.game, replayed.options, replayed.frames[at].position);
});
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!replayed || event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step) take(step);
  else if (reviewed && event.key.toLowerCase() === "n") reviewed.toMistake(1);
  else if (reviewed && event.key.toLowerCase() === "p") reviewed.toMistake(-1);
  else if (event.key === " " && !target.closest("button, a, summary")) run(!running);
  else return;
  event.preventDefault();
});
addEventListener("hashchange", () => {
  if (location.hash.startsWith("#record=")) location.reload();
  else go(Number(location.hash.slice(1)) || 0);
});

const drop = part("drop");
const file = part("file", HTMLInputElement);
file.addEventListener("change", () => openFile(file.files?.[0]));
drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  openFile(event.dataTransfer?.files[0]);
});
part("paste", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  open(part("pasted", HTMLTextAreaElement).value, "record.txt");
});

if (DATA.source) {
  try {
    await begin(await ask("GET", DATA.source), { path: `/api/tables/${DATA.table}/review/${DATA.number}`, body: {} });
    offerTable();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    refusal.textContent = problem.message;
  }
}
keepEven(/** @type {HTMLElement} */ (document.querySelector(".deeds")));
if (CARRIED) await openLink(CARRIED);
else if (DATA.record) await open(DATA.record, DATA.name ?? "record.json");
else if (!DATA.source) await openKept();
