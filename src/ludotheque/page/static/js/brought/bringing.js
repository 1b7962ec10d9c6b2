// @ts-check
/**
 * Records on their way into a served house: one after another, and what became of each.
 * @module
 */

import { make, part } from "../lib/dom.js";
import { count, say } from "../lib/words.js";

/** @typedef {import("./records.js").Brought} Brought */

/** How long the house is given to check one. */
const PATIENCE_MS = 60_000;
/** The refusals after which the same is sent again, and how much later where nobody says. */
const LATER = new Set([429, 503]);
const LATER_S = 5;

/** What became of all that was brought. @typedef {{kept: number, known: number, refused: Brought[]}} Fates */

/** Bring records to the house at an address, and tell on the page how that goes. @param {readonly Brought[]} records @param {URL} address of `/api/me/games` @returns {Promise<Fates>} */
export async function bring(records, address) {
  /** @type {Fates} */
  const fates = { kept: 0, known: 0, refused: [] };
  const bar = part("bring-progress", HTMLProgressElement);
  part("bring-refused").replaceChildren();
  bar.hidden = records.length === 0;
  bar.max = Math.max(1, records.length);
  for (const [at, record] of records.entries()) {
    bar.value = at;
    tell(say("bring-progress", { n: at, all: records.length }));
    const unreachable = await brought(record, address, fates);
    if (!unreachable) continue;
    // What has not been brought is still where it was.
    fates.refused.push({ ...record, problem: say("unreachable") });
    break;
  }
  bar.hidden = true;
  tell(summed(fates, records.length));
  part("bring-refused").append(...fates.refused.map(({ name, problem }) => make("li", {}, say("tells", { name, what: problem }))));
  return fates;
}

/** Bring one record; return whether the house cannot be reached. @param {Brought} record @param {URL} address @param {Fates} fates */
async function brought(record, address, fates) {
  if (record.text === null) {
    fates.refused.push(record);
    return false;
  }
  const body = JSON.stringify({ record: record.text });
  for (;;) {
    let answer;
    let told;
    try {
      answer = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body, signal: AbortSignal.timeout(PATIENCE_MS) });
      told = await answer.json();
    } catch {
      return true;
    }
    if (answer.ok) {
      if (told.known) fates.known += 1;
      else fates.kept += 1;
      return false;
    }
    if (!LATER.has(answer.status)) {
      fates.refused.push({ ...record, problem: told.message });
      return false;
    }
    await patience(Number(answer.headers.get("retry-after") ?? LATER_S));
  }
}

/** The house has asked to be given time. @param {number} seconds */
async function patience(seconds) {
  tell(count("bring-wait", seconds));
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** @param {Fates} fates @param {number} all */
function summed({ kept, known, refused }, all) {
  if (all === 0) return say("bring-none");
  const parts = [
    ...(kept > 0 ? [count("bring-kept", kept)] : []),
    ...(known > 0 ? [count("bring-known", known)] : []),
    ...(refused.length > 0 ? [count("bring-not", refused.length)] : []),
  ];
  return parts.join(" ");
}

/** @param {string} sentence */
function tell(sentence) {
  part("bring-told").textContent = sentence;
}
