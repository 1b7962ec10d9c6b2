// @ts-check
/**
 * Lists of this browser's tables and puzzles: read from the log itself, before Python is there.
 * @module
 */

import { openLog } from "./log.js";

/** Under which the tables of this site are kept: others at the same address have their own. */
export const LOG = `ludotheque ${new URL(document.documentElement.dataset.root ?? "./", location.href).pathname}`;

/** @type {Promise<import("./log.js").Log> | null} */
let log = null;

/** The log of this browser. */
export function ownLog() {
  log ??= openLog(LOG);
  return log;
}

/**
 * Return the list of tables that an address names, null where it names none.
 * @param {string} path
 */
export async function lists(path) {
  const there = new URL(path, location.href);
  // Nobody else is here: no table waits for strangers, and none can be watched.
  if (there.pathname === "/api/tables") return { tables: [], next: null };
  if (there.pathname === "/api/me/puzzles") return { games: await puzzles().catch(() => ({})) };
  if (there.pathname !== "/api/me/tables") return null;
  const found = await ownLog().then((own) => own.tables()).catch(() => []);
  const tables = found.map(({ created, listed }) => ({ ...JSON.parse(listed), created }));
  tables.sort((one, other) => other.updated - one.updated);
  return { tables: tables.slice(0, Number(there.searchParams.get("limit") ?? tables.length)), next: null };
}

/**
 * What came of the puzzles of each game that were tried here; see `local/attempts.py` and `local/streak_answers.py`.
 * @returns {Promise<Record<string, import("../types").PuzzlesTried>>}
 */
async function puzzles() {
  const own = await ownLog();
  const today = new Date().toISOString().slice(0, 10);
  /** @param {string} kind @param {(game: string, note: any) => void} take */
  const each = async (kind, take) => {
    for (const name of await own.noteNames(`${kind} `)) take(name.slice(kind.length + 1), JSON.parse((await own.note(name)) ?? "null"));
  };
  /** @type {Record<string, import("../types").PuzzlesTried>} */
  const games = {};
  await each("puzzles", (game, { shown, day }) => {
    games[game] = { ...shown, best: 0, day: day?.[0] === today ? day[1] : null };
  });
  await each("run", (game, { best }) => {
    games[game] = { ...(games[game] ?? { points: 0, counted: 0, solved: 0, day: null }), best };
  });
  return games;
}

/** Tell at the head of the page by which name the reader goes, if they have said one. */
export async function keptName() {
  const name = await ownLog().then((own) => own.name()).catch(() => "");
  const link = document.getElementById("me-link");
  if (!name || !link) return;
  link.title = name;
  /** @type {HTMLElement} */ (link.querySelector("span")).textContent = name;
  document.body.dataset.known = "";
}
