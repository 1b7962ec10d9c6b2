// @ts-check
/**
 * Arrangements, agreed before a table is opened: who sits where, and how they play. Knows no page.
 * @module
 */

import { far } from "../lib/connection.js";
import { recordOf } from "../lib/kept.js";
import { say } from "../lib/words.js";
import { LONGEST_NAME } from "../lib/protocol.js";

/** @typedef {import("../types").BoxData} Game */
/** @typedef {"me" | "here" | "friend" | "anyone" | "computer"} Who */
/** @typedef {{who: Who, name: string, level: number}} Row a seat: the name is for people at this screen, the level for computers */
/** @typedef {"here" | "invite" | "other"} Way */
/**
 * @typedef {object} Arrangement
 * @property {Row[]} rows
 * @property {number | null} beginner the row that begins, null where a lot decides
 * @property {string} clock empty for none
 * @property {number} firstTo
 * @property {Record<string, string>} options
 * @property {boolean | null} public null where nobody has said: as the seats suggest
 * @property {boolean | null} rated as well
 */
/** @typedef {{levels: number, clocks: readonly string[], people: readonly string[]}} House how many levels, which clocks, who has played at this screen */

/** @type {readonly Who[]} */
export const WHO = ["me", "here", "friend", "anyone", "computer"];
/** The points that a series may be played to; one is a single game. */
export const SERIES = [1, 2, 3, 5];
/** The level of a computer that nobody has chosen. */
const MIDDLING = 3;
/** As many sit down at a table for more than two, if nobody says otherwise. */
const COMPANY = 3;

/** How many sit at a table of *game* if nobody says otherwise. @param {Game} game */
export function company(game) {
  return Math.min(COMPANY, mostOf(game));
}

/** @param {Game} game */
export function mostOf(game) {
  return game.seats[game.seats.length - 1];
}

/** The seat for one more, after those who sit there. @param {readonly Row[]} rows @param {House} house @returns {Row} */
export function oneMore(rows, { people }) {
  const last = rows[rows.length - 1] ?? { who: "me", level: MIDDLING };
  return { who: last.who === "me" ? "here" : last.who, name: nextName(rows, people, rows.length + 1), level: last.level };
}

/** How one more person at this screen is called, until they say. @param {readonly Row[]} rows @param {readonly string[]} people @param {number} n the number of their seat */
export function nextName(rows, people, n) {
  const taken = new Set(rows.map(({ name }) => name));
  const numbered = rows.map((_, more) => say("player-n", { n: n + more }));
  return [...people, ...numbered].find((name) => !taken.has(name)) ?? say("player-n", { n: n + rows.length });
}

/** How a table is usually arranged. @param {Game} game @param {Way} way @param {House} house @returns {Arrangement} */
export function usual(game, way, house) {
  /** @type {Row[]} */
  const rows = [{ who: "me", name: "", level: MIDDLING }];
  const [other, seats] = /** @type {const} */ ({ here: ["here", game.seats[0]], invite: ["friend", game.seats[0]], other: ["computer", company(game)] })[way];
  while (rows.length < seats) rows.push({ ...oneMore(rows, house), who: other });
  return { rows, beginner: null, clock: "", firstTo: 1, options: {}, public: null, rated: null };
}

/**
 * Return an arrangement as it was kept; what cannot be read, or is no longer possible, is as usual.
 * @param {unknown} read @param {Game} game @param {Way} way @param {House} house
 * @returns {Arrangement}
 */
export function restored(read, game, way, house) {
  const before = usual(game, way, house);
  const { rows, beginner, clock, firstTo, options, public: listed, rated } = recordOf(read);
  const seats = Array.isArray(rows) ? rows.map((row) => rowOf(row, house)) : [];
  const possible = game.seats.includes(seats.length) && !seats.includes(null) && (far || !isFar(/** @type {Row[]} */ (seats))) && seats.filter((row) => row?.who === "me").length <= 1;
  const chosen = recordOf(options);
  return {
    rows: possible ? /** @type {Row[]} */ (seats) : before.rows,
    beginner: possible && isCount(beginner, 0, seats.length - 1) ? beginner : null,
    clock: typeof clock === "string" && house.clocks.includes(clock) ? clock : "",
    firstTo: SERIES.includes(/** @type {number} */ (firstTo)) ? /** @type {number} */ (firstTo) : 1,
    options: Object.fromEntries(game.options.flatMap(({ name, values }) => (Object.hasOwn(values, String(chosen[name])) ? [[name, String(chosen[name])]] : []))),
    public: typeof listed === "boolean" ? listed : null,
    rated: typeof rated === "boolean" ? rated : null,
  };
}

/** @param {unknown} read @param {House} house @returns {Row | null} */
function rowOf(read, { levels }) {
  const { who, name, level } = recordOf(read);
  if (!WHO.includes(/** @type {Who} */ (who)) || typeof name !== "string" || name.length > LONGEST_NAME || !isCount(level, 1, levels)) return null;
  return { who: /** @type {Who} */ (who), name, level };
}

/** @param {unknown} value @param {number} least @param {number} most @returns {value is number} */
function isCount(value, least, most) {
  return Number.isInteger(value) && /** @type {number} */ (value) >= least && /** @type {number} */ (value) <= most;
}

// What follows from who sits there.

/** Whether some of them come from elsewhere, and later. @param {readonly Row[]} rows */
export function isFar(rows) {
  return rows.some(({ who }) => isElsewhere(who));
}

/** Whether such a one comes from elsewhere. @param {Who} who */
export function isElsewhere(who) {
  return who === "friend" || who === "anyone";
}

/** Whether a stranger is sought. @param {readonly Row[]} rows */
export function isForAnyone(rows) {
  return rows.some(({ who }) => who === "anyone");
}

/** Whether the house can count the game for the rankings: it knows all at one screen as one person. @param {readonly Row[]} rows */
export function canCount(rows) {
  return rows.filter(({ who }) => who === "me" || who === "here").length <= 1;
}

/** Whether others are going to call the reader by name. @param {readonly Row[]} rows */
export function isAmongPeople(rows) {
  return rows.some(({ who }) => who === "me") && rows.some(({ who }) => who !== "me" && who !== "computer");
}

/** How those are called who are going to sit there. @param {readonly Row[]} rows @param {string} me @returns {string[]} */
export function called(rows, me) {
  const computers = rows.filter(({ who }) => who === "computer");
  return rows.map((row, at) => {
    if (row.who === "me") return row.name.trim() || me || say("me");
    if (row.who === "here") return row.name.trim() || say("player-n", { n: at + 1 });
    if (row.who === "computer") return computers.length === 1 ? say("computer") : say("name-n", { name: say("computer"), n: computers.indexOf(row) + 1 });
    return rows.length === 2 ? say("other-player") : say("player-n", { n: at + 1 });
  });
}

/** The chairs of a table, as the house wants to hear of them. @param {readonly Row[]} rows @returns {unknown[]} */
export function chairsOf(rows) {
  return rows.map(({ who, name, level }) => ({ me: "me", here: { person: name }, friend: "invited", anyone: "open", computer: { level } })[who]);
}
