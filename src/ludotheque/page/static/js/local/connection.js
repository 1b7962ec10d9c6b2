// @ts-check
/**
 * The way to the house that is in this browser: the same as to a server, see `lib/connection.js`.
 * @module
 */

import { brought } from "../lib/dom.js";
import { House } from "./house.js";
import { keep as remember } from "../lib/kept.js";
import { save } from "../lib/saving.js";
import { say } from "../lib/words.js";
import { carried, carrying, isSure } from "../lib/wishes.js";
import { keepOffline as keep } from "./keeping.js";
import { keptName, lists } from "./lists.js";

/** @typedef {import("../types").Connection} Connection */

const ROOT = document.documentElement;
const HOUSE = new House(ROOT.lang);
/** Where the pages of this language lie. */
const PAGES = new URL(ROOT.dataset.pages ?? "./", location.href);

/** When to keep the site at the latest, however long Python takes: a visit may end any moment. */
const KEEP_WITHIN_MS = 20_000;
/** What a page of a table asks about it, before its query. */
const TABLE_PAGE = "/api/pages/table";

/** The first answer may have to wait for all of Python, over a slow line. @type {Connection["PATIENCE_MS"]} */
export const PATIENCE_MS = 600_000;

/** @type {Connection["far"]} */
export const far = false;

/** @type {Connection["request"]} */
export async function request(path, init = {}) {
  const method = init.method ?? "GET";
  // The shelf is to be there at once: what it lists is in the log as it is shown.
  const listed = method === "GET" ? await lists(path) : null;
  if (listed !== null) return Response.json(listed);
  if (path === "/api/symbols.svg") return fetch(new URL(brought("local").files.symbols, document.baseURI));
  if (path === TABLE_PAGE && carried()) return arrived();
  // Whoever plays here wants to find it again: a browser that is short of space asks before it forgets.
  if (method === "POST" && path === "/api/tables") void navigator.storage?.persist?.();
  return HOUSE.request(method, path, init.body ? String(init.body) : null, init.signal ?? null);
}

/** Open the table that this page was sent for, and answer what the page asks about it. */
async function arrived() {
  if (!isWhole(carried())) return Response.json({ code: "link", message: say("link-broken") }, { status: 400 });
  const opened = await request("/api/tables", { method: "POST", body: carried() });
  if (!opened.ok) return opened;
  const { id } = await opened.json();
  // From now on it is the page of that table.
  history.replaceState(null, "", to(`/t/${id}`));
  return request(`${TABLE_PAGE}${location.search}`);
}

/** Whether a wish has come through the address as it was sent. @param {string} wish */
function isWhole(wish) {
  try {
    JSON.parse(wish);
    return true;
  } catch {
    return false;
  }
}

/** @type {Connection["socket"]} */
export function socket(path) {
  return HOUSE.socket(path);
}

/** @type {Connection["to"]} */
export function to(path) {
  // The way back to a page of this site is an address of it already.
  if (path.startsWith(PAGES.pathname)) return path;
  const [, place, query = "", hash = ""] = /** @type {RegExpMatchArray} */ (path.match(/^\/([^?#]*)(\?[^#]*)?(#.*)?$/s));
  const [, table, page, number] = place.match(/^t\/([^/]+)(?:\/(replay|study)(?:\/(\d+))?)?$/) ?? [];
  const more = query.replace("?", "&");
  if (page === "study") return new URL(`leading.html?table=${table}${more}${hash}`, PAGES).href;
  if (page) return new URL(`replay.html?table=${table}&number=${number}${more}${hash}`, PAGES).href;
  if (table) return new URL(`table.html?id=${table}${more}${hash}`, PAGES).href;
  const [, puzzles, puzzle] = place.match(/^(puzzles\/[^/]+)\/([0-9a-f]{8})$/) ?? [];
  if (puzzle) return new URL(`${puzzles}/one.html?id=${puzzle}${more}${hash}`, PAGES).href;
  return new URL(`${place || "index"}.html${query}${hash}`, PAGES).href;
}

/** @type {Connection["goingTo"]} */
export function goingTo(wish) {
  // Python that is begun here would be begun once more over there. Where it is here already, it is asked first.
  return HOUSE.worker === null && isSure(wish) ? carrying(to("/table"), wish) : null;
}

/** @type {Connection["file"]} */
export async function file(path) {
  const answer = await request(path);
  return URL.createObjectURL(await answer.blob());
}

/** @type {Connection["offer"]} */
export function offer(link, path) {
  link.href = "#";
  link.onclick = async (event) => {
    event.preventDefault();
    const answer = await request(path);
    if (answer.ok) save(await answer.blob(), decodeURIComponent(answer.headers.get("x-name") ?? "record"));
  };
}

/** @type {Connection["keepOffline"]} */
export async function keepOffline() {
  // On a first visit the files that a game needs come before those that are kept for another day.
  if (navigator.serviceWorker?.controller === null) {
    const late = new Promise((done) => setTimeout(done, KEEP_WITHIN_MS));
    await Promise.any([HOUSE.settled(), putAside(), late]);
  }
  return keep(new URL(ROOT.dataset.root ?? "./", location.href));
}

/** Wait until the reader turns to something else. Who goes on to another page has the site kept from there. */
function putAside() {
  const leaving = new AbortController();
  addEventListener("pagehide", () => leaving.abort());
  return new Promise((done) => {
    document.addEventListener("visibilitychange", () => document.hidden && done(null), { signal: leaving.signal });
  });
}

/** @type {Connection["speaking"]} */
export function speaking(lang) {
  remember(lang, "lang");
  const there = new URL(location.href);
  const own = PAGES.pathname.replace(/[^/]+\/$/, "");
  there.pathname = there.pathname.replace(PAGES.pathname, `${own}${lang}/`);
  return there.href;
}

void keptName();
// What stands in the address of a page is known to nobody but the house: it is asked as soon as the page's modules are here.
if (location.search !== "" || carried()) HOUSE.wake();
