// @ts-check
/**
 * One record on its way into a served house, sent again for as long as that asks for patience.
 * @module
 */

import { recordOf } from "../lib/kept.js";
import { count, say } from "../lib/words.js";

/** How long the house is given to check one. */
const PATIENCE_MS = 60_000;
/** The answers, of the house or of what stands before it, after which the same is sent again, how often, and how much later where nobody says. */
const LATER = new Set([429, 502, 503, 504]);
const TRIES = 6;
const LATER_S = 5;
/** The refusals that hold for every other game as well, and the sentence for each. */
const FULL = new Map([
  ["games/full", "bring-full"],
  ["house/full", "bring-house-full"],
]);

/**
 * What became of a record: `kept` now, `known` there before, `refused`; or `unsent`, for a reason that holds for all others too.
 * @typedef {{fate: "kept" | "known" | "refused" | "unsent", why: string}} Sent
 */

/**
 * Send a record, and return what became of it.
 * @param {string} record @param {URL} address of `/api/me/games` @param {AbortSignal} stop when the reader has had enough @param {(sentence: string) => void} tell while it takes long
 * @returns {Promise<Sent>}
 */
export async function send(record, address, stop, tell) {
  const body = JSON.stringify({ record });
  for (let tried = 1; ; tried += 1) {
    let answer;
    let told;
    try {
      const signal = AbortSignal.any([stop, AbortSignal.timeout(PATIENCE_MS)]);
      answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body, signal });
      told = read(await answer.text());
    } catch {
      return { fate: "unsent", why: say(stop.aborted ? "bring-stopped" : "unreachable") };
    }
    if (typeof told.known === "boolean") return { fate: told.known ? "known" : "kept", why: "" };
    // Whoever says yes in other words is not the house: a network, say, that wants one to log in first.
    if (answer.ok) return { fate: "unsent", why: say("unreachable") };
    const full = FULL.get(String(told.code));
    if (full) return { fate: "unsent", why: say(full) };
    if (!LATER.has(answer.status)) return { fate: "refused", why: typeof told.message === "string" ? told.message : say("refused") };
    if (tried === TRIES) return { fate: "unsent", why: say("bring-busy") };
    const seconds = patience(answer.headers.get("retry-after"));
    tell(count("bring-wait", seconds));
    await passed(seconds, stop);
  }
}

/** What an answer says; nothing where it is none of the house. @param {string} text */
function read(text) {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The seconds that are asked for; a day and an hour, which others than the house may name, are none. @param {string | null} said */
function patience(said) {
  const seconds = Number.parseInt(said ?? "", 10);
  return Number.isNaN(seconds) ? LATER_S : Math.max(1, seconds);
}

/** Resolve after as many seconds, or once the reader has had enough. @param {number} seconds @param {AbortSignal} stop @returns {Promise<void>} */
function passed(seconds, stop) {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      stop.removeEventListener("abort", over);
      resolve();
    };
    const timer = setTimeout(over, seconds * 1_000);
    stop.addEventListener("abort", over);
    if (stop.aborted) over();
  });
}
