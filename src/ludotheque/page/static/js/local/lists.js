// @ts-check
/**
 * What the shelf shows of this browser's tables: read from the log itself, before Python is there.
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
  if (there.pathname !== "/api/me/tables") return null;
  const found = await ownLog().then((own) => own.tables()).catch(() => []);
  const tables = found.map(({ created, listed }) => ({ ...JSON.parse(listed), created }));
  tables.sort((one, other) => other.updated - one.updated);
  return { tables: tables.slice(0, Number(there.searchParams.get("limit") ?? tables.length)), next: null };
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
