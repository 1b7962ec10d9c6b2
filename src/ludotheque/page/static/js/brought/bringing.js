// @ts-check
/**
 * Records on their way into a served house: one after another, and what became of each.
 * @module
 */

import { make, part } from "../lib/dom.js";
import { count, say } from "../lib/words.js";
import { send } from "./sending.js";

/** @typedef {import("./records.js").Brought} Brought */

/** What became of all that was brought; why some have not been sent, if so. @typedef {{kept: number, known: number, refused: Brought[], unsent: number, why: string}} Fates */

/** Do what a button is for, once at a time, and let the reader stop it. @param {HTMLButtonElement} button @param {(stop: AbortSignal) => Promise<void>} deed */
export async function once(button, deed) {
  const stopping = new AbortController();
  const stop = part("bring-stop", HTMLButtonElement);
  stop.onclick = () => stopping.abort();
  [button.disabled, stop.hidden] = [true, false];
  try {
    await deed(stopping.signal);
  } finally {
    [button.disabled, stop.hidden] = [false, true];
  }
}

/** Bring records to the house at an address, and tell on the page how that goes. @param {readonly Brought[]} records @param {URL} address of `/api/me/games` @param {AbortSignal} stop @returns {Promise<Fates>} */
export async function bring(records, address, stop) {
  const bar = part("bring-progress", HTMLProgressElement);
  part("bring-refused").replaceChildren();
  bar.hidden = records.length === 0;
  bar.max = Math.max(1, records.length);
  const fates = await sent(records, address, stop, (at) => {
    bar.value = at;
    tell(say("bring-progress", { n: at, all: records.length }));
  });
  bar.hidden = true;
  tell(records.length === 0 ? say("bring-none") : summed(fates));
  part("bring-refused").append(...fates.refused.map(({ name, problem }) => make("li", {}, say("tells", { name, what: problem }))));
  return fates;
}

/** @param {readonly Brought[]} records @param {URL} address @param {AbortSignal} stop @param {(at: number) => void} reached @returns {Promise<Fates>} */
async function sent(records, address, stop, reached) {
  /** @type {Fates} */
  const fates = { kept: 0, known: 0, refused: [], unsent: 0, why: "" };
  for (const [at, record] of records.entries()) {
    if (record.text === null) fates.refused.push(record);
    else if (fates.unsent > 0) fates.unsent += 1;
    else {
      reached(at);
      const { fate, why } = await send(record.text, address, stop, tell);
      if (fate === "refused") fates.refused.push({ ...record, problem: why });
      else fates[fate] += 1;
      if (fate === "unsent") fates.why = why;
    }
  }
  return fates;
}

/** @param {Fates} fates */
function summed({ kept, known, refused, unsent, why }) {
  const parts = [
    ...(kept > 0 ? [count("bring-kept", kept)] : []),
    ...(known > 0 ? [count("bring-known", known)] : []),
    ...(unsent > 0 ? [why, count("bring-unsent", unsent)] : []),
    ...(refused.length > 0 ? [count("bring-not", refused.length)] : []),
  ];
  return parts.join(" ");
}

/** @param {string} sentence */
function tell(sentence) {
  part("bring-told").textContent = sentence;
}
