// @ts-check
/**
 * Copies of a table's game for when the network goes: whoever plays against computers, or side by side, can go on
 * with one in the house that this device keeps. What only the served house knows, no copy has.
 * @module
 */

import { deviceAddress, keptHere } from "../lib/device.js";
import { make } from "../lib/dom.js";
import { keep, kept, recordOf } from "../lib/kept.js";
import { carrying } from "../lib/wishes.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").TableSeen} TableSeen */
/** @typedef {import("../types").TableWish} TableWish */
/** @typedef {import("../types").MatchSeen} MatchSeen */
/** Why a game waits: for what is hidden, or for people elsewhere. @typedef {"hidden" | "others"} Reason */
/** A game as it stood last: at which table, and what is asked of the house on the device to go on with it. @typedef {{table: string, clock: boolean, wish: TableWish | null, waits: Reason | null}} Standing */

/** Under which this device remembers the games that were played last, and how many of them: several may be open side by side. */
const PLACE = "tables";
const MOST = 8;

/**
 * Return how a game stands for whoever is cut off from it; null where none is being played, or they only watch.
 * @param {import("../types").TableData} data @param {TableSeen} table @param {MatchSeen | null} match
 * @returns {Standing | null}
 */
export function standing({ id, secrets, levels }, { chairs, number, seating, terms }, match) {
  const toMove = match?.to_move ?? null;
  if (match === null || match.outcome !== null || toMove === null || !chairs.some(({ yours }) => yours)) return null;
  const stands = { table: id, clock: match.clock !== null, wish: null };
  if (chairs.some(({ yours, computer }) => !yours && computer === null)) return { ...stands, waits: "others" };
  if (secrets) return { ...stands, waits: "hidden" };
  const { game, options } = terms;
  const seats = seating.map((chair) => chairs[chair]);
  const sitting = seats.map(({ name, computer }) => (computer === null ? { person: name } : { level: levels[computer].level }));
  // Under the same id the same moment leads to the same copy, however often it is asked for, and whatever its players call themselves by then.
  const moment = [id, number, match.turn, match.position, ...sitting.map(({ level }) => level ?? "")].join("-");
  const wish = { id: moment, game, options: { ...options }, chairs: sitting, start: match.position, beginner: toMove };
  return { ...stands, wish, waits: null };
}

/** Remember how the game at a table stands, for a page that can no longer be loaded. @param {string} id @param {Standing | null} stands */
export function remember(id, stands) {
  const others = all().filter(({ table }) => table !== id);
  keep((stands === null ? others : [stands, ...others]).slice(0, MOST), PLACE);
}

/** How the game at a table stood when it was looked at last, if it was one of the last. @param {string} id @returns {Standing | null} */
export function remembered(id) {
  return all().find(({ table }) => table === id) ?? null;
}

/** The games that were played last, the newest first. @returns {Standing[]} */
function all() {
  const found = kept(PLACE);
  return Array.isArray(found) ? found.map((each) => /** @type {any} */ (recordOf(each))) : [];
}

/**
 * Return what is said, and offered, to whoever is cut off from a game that stands so; nothing where this device has no house.
 * @param {Standing | null} stands
 * @returns {Promise<(Node | string)[]>}
 */
export async function onward(stands) {
  if (stands === null || !(await keptHere())) return [];
  const { clock, waits, wish } = stands;
  const told = say(clock ? "onward-clock" : waits === "others" ? "onward-others" : "onward-waits");
  const why = waits === "hidden" ? [say("onward-hidden")] : [];
  if (wish === null) return [told, ...why, make("a", { href: deviceAddress("index") }, say("onward-anew"))];
  return [told, make("a", { href: carrying(deviceAddress("table"), wish) }, say("onward-here"))];
}
