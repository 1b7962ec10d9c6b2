// @ts-check
/**
 * One's own games where the house is in the browser: what was played, to go on or to replay it, and all of it in a file.
 * @module
 */

import { bring, once } from "../brought/bringing.js";
import { recordsInArchive } from "../brought/records.js";
import { door, takenFor } from "../brought/whose.js";
import { ask, Refusal } from "../lib/api.js";
import { request, to } from "../lib/connection.js";
import { brought, button, make, part } from "../lib/dom.js";
import { toast, toastWhy } from "../lib/house.js";
import { ownName, settleName, showName } from "../lib/naming.js";
import { save } from "../lib/saving.js";
import { ownLog } from "../local/lists.js";
import { say } from "../lib/words.js";

/** @typedef {{id: string, game: string, status: string, updated: number, note: import("../types").Note}} Listed */

/** What the games are called. @type {Record<string, string>} */
const TITLES = brought("games");
/** What the computers are called, the weakest first. @type {string[]} */
const LEVELS = brought("levels");
/** Takes them into the served house, where that offers this one. */
const BRING = /** @type {HTMLButtonElement | null} */ (document.getElementById("bring"));
const HOUSE = new URL(BRING?.dataset.house ?? "", location.href);
const DAY = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });

/** @param {Listed} table @returns {HTMLLIElement} */
function line({ id, game, status, updated, note }) {
  const people = note.chairs.map(({ name, level }) => (level === null ? (name ?? "") : LEVELS[level - 1]));
  const open = status === "playing" || status === "open";
  const day = DAY.format(updated) + (open ? ` · ${say("local-not-over")}` : "");
  const where = make("a", { class: "where", href: to(`/t/${id}`) }, make("strong", {}, TITLES[game] ?? game), make("span", {}, people.join(" · ")), make("small", {}, day));
  const shown = make("li", {}, where);
  const games = note.number - (open ? 1 : 0);
  const replays = Array.from({ length: games }, (_, at) => {
    const words = games === 1 ? say("local-replay") : say("local-replay-n", { number: at + 1 });
    return make("li", {}, make("a", { href: to(`/t/${id}/replay/${at + 1}`) }, words));
  });
  const forget = button(say("local-forget"), () => void forgotten(id, shown), { class: "quiet" });
  shown.append(make("ul", { class: "results" }, ...replays, make("li", {}, forget)));
  return shown;
}

/** Forget a table once the reader is sure. @param {string} id @param {HTMLElement} shown */
async function forgotten(id, shown) {
  if (!confirm(say("local-forget-sure"))) return;
  await (await ownLog()).forget(id);
  shown.remove();
  await show();
}

async function show() {
  /** @type {{tables: Listed[]}} */
  const { tables } = await ask("GET", "/api/me/tables");
  part("none").hidden = tables.length > 0;
  part("export").hidden = tables.length === 0;
  part("mine").replaceChildren(...tables.map(line));
  if (!BRING) return;
  if (tables.length > 0) await tellWhose();
  for (const each of [BRING, part("bring-who")]) each.hidden = tables.length === 0;
}

/** Tell whose the games will be; return whether that is known, and was told before. */
async function tellWhose() {
  const told = await takenFor(HOUSE);
  const line = part("bring-whose");
  const same = line.dataset.told === told;
  line.dataset.told = told;
  line.replaceChildren(...(told ? [told, " ", door(HOUSE)] : []));
  return same && told !== "";
}

/** Show how well the puzzles of each game are solved, once some have counted. */
async function showSolving() {
  /** @type {{games: Record<string, import("../types").PuzzlesTried>}} */
  const { games } = await ask("GET", "/api/me/puzzles");
  const rated = Object.entries(games).filter(([game, { counted }]) => counted > 0 && game in TITLES);
  const figure = (/** @type {number} */ n) => make("td", { class: "figure" }, String(n));
  const rows = rated.map(([game, { points, counted }]) => make("tr", {}, make("td", {}, make("a", { href: to(`/puzzles/${game}/rated`) }, TITLES[game])), figure(points), figure(counted)));
  part("solving").hidden = rows.length === 0;
  part("solvers").replaceChildren(...rows);
}

async function exported() {
  part("exported").textContent = say("local-exporting");
  const answer = await request("/api/me/records.zip");
  part("exported").textContent = "";
  if (answer.ok) save(await answer.blob(), "ludotheque.zip");
  else toastWhy((await answer.json()).message);
}

/** Take the games that are over into the served house. @param {AbortSignal} stop */
async function taken(stop) {
  part("bring-refused").replaceChildren();
  // Who was logged in may no longer be: whoever reads of someone else looks before anything is sent.
  if (!(await tellWhose())) {
    part("bring-told").textContent = say(part("bring-whose").dataset.told ? "bring-look" : "unreachable");
    return;
  }
  part("bring-told").textContent = say("local-exporting");
  const answer = await request("/api/me/records.zip?over=true");
  if (!answer.ok) {
    part("bring-told").textContent = (await answer.json()).message;
    return;
  }
  const records = await recordsInArchive(new Uint8Array(await answer.arrayBuffer()), "ludotheque.zip");
  await bring(records, new URL("api/me/games", HOUSE), stop);
  // Whoever was nobody is a guest from now on.
  await tellWhose();
}

/** @param {string} name */
async function named(name) {
  part("name-problem").textContent = "";
  try {
    showName((await ask("PATCH", "/api/me", { name })).name);
    settleName();
    toast(say("saved"));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    part("name-problem").textContent = problem.message;
  }
}

const field = part("own-name", HTMLInputElement);
part("export").addEventListener("click", () => void exported());
BRING?.addEventListener("click", () => void once(BRING, taken));
part("name-form").addEventListener("submit", (event) => {
  event.preventDefault();
  void named(field.value.trim());
});
await Promise.all([show(), showSolving()]);
// Who has begun to write is not written over.
field.value ||= ownName();
