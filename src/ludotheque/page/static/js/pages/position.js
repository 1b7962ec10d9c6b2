// @ts-check
/**
 * A board to study on: both sides are played by the rules of the house, every move that is tried is kept in a tree, and
 * whoever wants sees what the computer thinks of it.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { Bubble } from "../board/ask.js";
import { Board } from "../board/board.js";
import { Hand } from "../board/hand.js";
import { Play } from "../board/play.js";
import { pageData } from "../lib/brought.js";
import { make, part } from "../lib/dom.js";
import { toastWhy } from "../lib/house.js";
import { held, hold } from "../lib/tab.js";
import { count, say, together } from "../lib/words.js";
import { Engine } from "../study/engine.js";
import { fromFile, fromLink, keepTree, leave, left, linkTo, recordOf, treeOf } from "../study/keeping.js";
import { Moments } from "../study/moments.js";
import { Notes } from "../study/notes.js";
import { Tree } from "../study/tree.js";
import { TreeView } from "../study/tree_view.js";
import { keepEven } from "../lib/tray.js";
import { winnersOf } from "../table/seating.js";
import { share } from "../board/share.js";
import { drawing, fit, placeNames, positionQuery, symbols } from "../board/drawing.js";

/** @typedef {import("../types").Moment} Moment */
/** @typedef {import("../types").TreeSeen} TreeSeen */
/** @typedef {import("../study/tree.js").Node} Node */
/** @typedef {import("../study/tree.js").Said} Said */

/** @type {import("../types").StudyData} */
const DATA = await pageData("position-data");
/** The longest address that every server on the way takes. */
const LONGEST_ADDRESS = 6_000;
/** The record in the link, if it carries one. */
const CARRIED = location.hash.match(/^#record=([\w-]+)$/)?.[1];

/** Under which name this tab keeps what is on the board. */
const SPOKEN = "ludotheque-study";
/** So long nobody has typed before it is remembered. */
const REST_MS = 500;

const here = new URL(location.href);
const told = part("told");
const known = part("known", HTMLSelectElement);

/** What the tree is about: a game, or a position. */
let about = { record: /** @type {string | null} */ (null), position: DATA.position, options: DATA.options };
/** Of the seats, as many as there are. */
let names = DATA.seat_names.slice(0, DATA.seats);
let tree = new Tree();
let moments = new Moments(DATA.game, about);
/** @type {{board: Board, play: Play} | null} */
let laid = null;
/** How often something was shown: what comes late is not. */
let shows = 0;
/** The timer that runs while somebody types. @type {number | undefined} */
let typing;

const view = new TreeView(part("moves", HTMLOListElement), go);
const notes = new Notes({ note, marking, speak });
const engine = DATA.rated ? null : new Engine(DATA.game, DATA.slow, (move) => play(move));

// Where a tree comes from.

/** Begin with a game, and what is said of it. @param {TreeSeen} seen */
function begin(seen) {
  about = { record: seen.record, position: seen.position, options: seen.options };
  names = [...seen.players];
  tree = Tree.of(seen.nodes);
  tree.at = tree.root.settled;
  moments = new Moments(DATA.game, about);
}

/** Begin where one was. @param {{tree: TreeSeen, at: number}} state */
function resume(state) {
  begin(state.tree);
  tree.at = tree.nodes[state.at] ?? tree.root.settled;
}

/** What this tab had on its board before its language was changed: that is another page. @returns {{tree: TreeSeen, at: number} | null} */
function otherwiseSpoken() {
  const state = here.searchParams.has("lang") ? held(SPOKEN) : null;
  return state?.tree.game === DATA.game ? state : null;
}

/** Find what this address, or this tab, means. */
async function find() {
  const query = here.searchParams;
  const before = otherwiseSpoken();
  if (history.state?.tree) {
    resume(history.state);
    return;
  }
  if (before) {
    resume(before);
    await tellAnew().catch(refused);
    return;
  }
  if (CARRIED) begin(await treeOf(await fromLink(CARRIED)));
  else if (query.has("table")) begin(await ask("GET", `/api/tables/${query.get("table")}/tree/${query.get("number")}`));
  else if (query.has("kept")) {
    const record = left();
    if (record === null) throw new Refusal("record/gone", say("record-gone"));
    begin(await treeOf(record[0]));
  } else {
    // All of the line is asked for once, so that its moves have their words.
    const { line, moves } = await moments.at(query.getAll("move"), null);
    tree.follow(line, moves);
  }
  const wanted = Number(here.hash.slice(1));
  if (here.hash !== "" && Number.isInteger(wanted)) look(wanted);
}

/** Have the house tell the tree in the language of this page; where it refuses, the tree stays, and its words. */
async function tellAnew() {
  const { line } = tree.at;
  begin(await treeOf((await recordOf(DATA.game, about, tree)).json_form));
  tree.follow(line, []);
}

/** Look at the moment after so many moves of the line. @param {number} moves */
function look(moves) {
  tree.at = tree.root.settled;
  while (tree.after && tree.at.moves < moves) tree.at = tree.after;
}

/** Let a reload, or whoever gets the address, find the same. */
function remember() {
  const { at, end, plain, nodes } = tree;
  if (!about.record) {
    here.searchParams.delete("move");
    for (const { chance, text } of end.path) if (!chance) here.searchParams.append("move", text);
  }
  here.searchParams.delete("flip");
  if (laid?.board.flipped) here.searchParams.set("flip", "1");
  if (!CARRIED) here.hash = at === end ? "" : String(at.moves);
  const state = { tree: { ...about, players: names, game: DATA.game, nodes: plain }, at: nodes.indexOf(at) };
  try {
    history.replaceState(state, "", here.href.length <= LONGEST_ADDRESS || CARRIED ? here : undefined);
  } catch {
    // Browsers write their history only so often a minute: whoever goes on is remembered later.
  }
  // A browser that holds nothing begins anew in another language.
  hold(state, SPOKEN);
}

// The board.

/** The seat whose view is shown; null shows everything. */
function viewer() {
  return known.value === "" ? null : Number(known.value);
}

async function lay() {
  const table = { seats: names.length, seat: viewer(), options: about.options };
  const [drawn, stock] = await Promise.all([drawing(DATA.game, table), symbols()]);
  fit(part("study"), drawn);
  const flipped = laid?.board.flipped ?? here.searchParams.has("flip");
  laid?.board.remove();
  const board = new Board(part("board", SVGSVGElement), drawn, stock);
  const turnable = drawn.spots.every(({ zone }) => zone === "");
  part("flip").hidden = !turnable;
  board.flip(turnable && flipped);
  // All lies on the board: nobody holds anything beside it.
  const hand = new Hand(make("div"), [], () => "");
  const named = (/** @type {string} */ symbol) => DATA.symbols[symbol] ?? symbol;
  const preview = (/** @type {readonly string[]} */ tries) => moments.previews(tree.at.line, viewer(), tries);
  notes.on(board);
  engine?.draw(board);
  return { board, play: new Play({ board, hand, bubble: new Bubble(part("bubble")), preview, named, send: play, speak }) };
}

/** Make a move. @param {string} move */
async function play(move) {
  const { at } = tree;
  const there = at.children.find(({ chance, text }) => !chance && text === move);
  if (there) {
    go(there.settled);
    return;
  }
  try {
    const { line, moves } = await moments.at([...at.line, move], viewer());
    // Whoever has gone elsewhere meanwhile stays there.
    if (tree.at !== at) return;
    tree.follow(line, moves);
    await show();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toastWhy(problem.message);
    await show({ calmly: true });
  }
}

/** Show the moment that is looked at. @param {{calmly?: boolean, passing?: boolean}} [how] `passing` is not remembered */
async function show({ calmly = false, passing = false } = {}) {
  shows += 1;
  const mine = shows;
  laid ??= await lay();
  laid.play.offer(null);
  const wanted = tree.at;
  const moment = await moments.at(wanted.line, viewer());
  if (mine !== shows) return;
  // Where a line ends before chance has acted, it does now.
  tree.follow(moment.line, moment.moves);
  tell(moment);
  write();
  think(moment);
  part("set-up", HTMLAnchorElement).href = to(`/editor/${DATA.game}?${positionQuery(moment.position, about.options)}`);
  if (!passing) {
    // Whoever goes on does so on this board: what could not be shown on it is over.
    part("refusal").textContent = "";
    remember();
  }
  const { board } = laid;
  await board.show(moment.picture, { calmly });
  if (mine !== shows) return;
  if (notes.marks) board.light({ open: board.spots.keys() });
  else laid.play.offer(moment.to_move === null ? null : moment.picture);
  board.label(placeNames(DATA.symbols));
}

/** Say whose turn it is or how it ended, and what was done or must be. @param {Moment} moment */
function tell({ picture, ending, to_move: toMove, secrets }) {
  const winners = winnersOf(ending).map((seat) => names[seat]);
  const ended = winners.length > 0 ? count("ended-won-by", winners.length, { names: together(winners) }) : say("ended-draw");
  part("status").textContent = ending ? ended : toMove === null ? "" : say("turn-of", { name: names[toMove] });
  part("known-room").hidden &&= !secrets;
  const seat = viewer();
  const hidden = secrets && seat !== null && toMove !== null && toMove !== seat ? say("known-others", { name: names[toMove] }) : "";
  const done = picture.told.join(" ") || say("study-start");
  told.textContent = ending?.reason || picture.duty?.message || [done, hidden].filter(Boolean).join(" ");
}

/** Write the tree down, and say where in it one is. */
function write() {
  const { at, made, fork, before, after, removed, promotable } = tree;
  part("story").classList.toggle("untold", tree.root.settled.children.length === 0);
  view.show(tree, names);
  notes.show(at, made);
  const place = fork?.parent ? say("at-variation", { n: at.moves, k: fork.place + 1, all: fork.parent.children.length }) : say("at-move", { n: at.moves });
  put("path", made === null ? say("at-start") : place);
  part("promote", HTMLButtonElement).disabled = promotable === null;
  part("prune", HTMLButtonElement).disabled = made === null || made.played;
  part("restore").hidden = removed === null;
  for (const button of steps()) button.disabled = (["first", "back"].includes(button.dataset.step ?? "") ? before : after) === null;
}

/** Let the computer look at it, if it is wanted. @param {Moment} moment */
function think({ to_move: toMove, secrets }) {
  if (toMove === null) engine?.look(say("engine-over"));
  else if (secrets && viewer() !== null && viewer() !== toMove) engine?.look(say("known-others", { name: names[toMove] }));
  else engine?.look({ position: about.position, options: about.options, moves: tree.at.line, everything: secrets && viewer() === null });
}

/** Keep what is said of a moment. @param {Node} node @param {Said} said */
function note(node, said) {
  tree.note(node, said);
  view.show(tree, names);
  clearTimeout(typing);
  if (said.comment === undefined) remember();
  else typing = setTimeout(remember, REST_MS);
}

/** Let touches mark places, or make moves again. @param {boolean} wanted */
async function marking(wanted) {
  try {
    await show({ calmly: true });
    if (wanted) speak(say("marking-how"));
  } catch (problem) {
    refused(problem);
  }
}

/** @param {Node} node */
function go(node) {
  const from = tree.at;
  if (node !== from) tree.at = node;
  for (const animation of laid?.board.root.getAnimations({ subtree: true }) ?? []) animation.finish();
  show({ calmly: Math.abs(node.moves - from.moves) > 1 || node.parent === from.parent }).catch(refused);
}

/** @param {string} step @returns {Node | null} */
function leading(step) {
  const { before, after, end, root } = tree;
  const ways = { first: root.settled, back: before, on: after, last: end, up: tree.beside(-1), down: tree.beside(1) };
  return ways[/** @type {keyof typeof ways} */ (step)] ?? null;
}

/** @param {string} sentence */
function speak(sentence) {
  told.textContent = sentence;
}

/** Say something where it is listened to, once. @param {string} id @param {string} sentence */
function put(id, sentence) {
  if (part(id).textContent !== sentence) part(id).textContent = sentence;
}

/** Say why the house has refused something. @param {unknown} problem @param {(sentence: string) => void} [how] */
function refused(problem, how = toastWhy) {
  if (problem instanceof Refusal) how(problem.message);
  else reportError(problem);
}

/** @returns {NodeListOf<HTMLButtonElement>} */
function steps() {
  return document.querySelectorAll("[data-step]");
}

/** Begin with a record that someone brings; one of another game is shown on its own board. @param {File} file */
async function open(file) {
  const text = await fromFile(file);
  const seen = await treeOf(text);
  // Where a tab holds nothing, the address carries it.
  location.assign(leave(text, file.name) ? to(`/study/${seen.game}?kept=1`) : await linkTo(seen.game, text));
}

// What can be pressed.

for (const button of steps()) {
  button.addEventListener("click", () => {
    const node = leading(button.dataset.step ?? "");
    if (node) go(node);
  });
}
for (const [id, change] of Object.entries({ promote: () => tree.promote(), prune: () => tree.remove(), restore: () => tree.restore() })) {
  part(id).addEventListener("click", () => {
    change();
    tree.at = tree.at.settled;
    show({ calmly: true }).catch(refused);
  });
}
part("flip").addEventListener("click", () => {
  laid?.board.flip(!laid.board.flipped);
  remember();
});
known.addEventListener("change", async () => {
  try {
    laid = await lay();
    await show({ calmly: true });
  } catch (problem) {
    refused(problem);
  }
});
// Whoever leaves the comment may leave the page next.
part("comment").addEventListener("change", remember);
part("share").addEventListener("click", async () => {
  try {
    const { position } = await moments.at(tree.at.line, viewer());
    share(DATA.game, about.options, position);
  } catch (problem) {
    refused(problem);
  }
});
part("keep").addEventListener("click", () => keepTree(DATA.game, about, tree).catch(refused));
const file = part("file", HTMLInputElement);
part("open").addEventListener("click", () => file.click());
file.addEventListener("change", () => {
  const [chosen] = file.files ?? [];
  if (chosen) open(chosen).catch((problem) => refused(problem instanceof Refusal ? new Refusal(problem.code, say("record-refused", { reason: problem.message })) : problem));
  file.value = "";
});
/** Whether the board was touched last, and not reached by keys: the arrows step then, and do not wander over it. */
let pointed = false;
part("board", SVGSVGElement).addEventListener("pointerdown", () => (pointed = true));
addEventListener(
  "keydown",
  (event) => {
    if (["Tab", "Enter", " "].includes(event.key)) pointed = false;
    if (pointed && /** @type {Element} */ (event.target).closest(".board")) stepBy(event);
  },
  { capture: true },
);
addEventListener("keydown", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("input, textarea, select, dialog, .board"))) stepBy(event);
});

/** Step as a key says, if it says so; nobody else hears of it then. @param {KeyboardEvent} event */
function stepBy(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const step = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last" }[event.key];
  const node = step ? leading(step) : null;
  if (!step || (node === null && (step === "up" || step === "down"))) return;
  event.preventDefault();
  event.stopPropagation();
  if (node) go(node);
}

addEventListener("hashchange", () => {
  if (location.hash.startsWith("#record=")) location.reload();
});

/** Whether something else is shown than the address means: then a reload asks for that again. */
let passing = false;
try {
  await find();
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  const record = CARRIED || here.searchParams.has("kept");
  part("refusal").textContent = record ? say("record-refused", { reason: problem.message }) : problem.message;
  tree = new Tree();
  passing = true;
}
if (DATA.refused) part("refusal").textContent = DATA.refused;
// Where the page was written beforehand, its address alone says where the reader came from.
const wayBack = /** @type {HTMLAnchorElement | null} */ (document.getElementById("way-back"));
const back = here.searchParams.get("back") ?? "";
if (wayBack?.hidden && /^\/([^/\\].*)?$/.test(back)) {
  wayBack.href = to(back);
  wayBack.hidden = false;
}
names.forEach((name, seat) => known.append(make("option", { value: seat }, say("known-by", { name }))));
keepEven(/** @type {HTMLElement} */ (document.querySelector(".deeds")));
// A board that stays empty says why, until something lies there.
await show({ calmly: true, passing }).catch((problem) => refused(problem, speak));
