// @ts-check
/**
 * The page of a device: the reader has the house kept on it, sees how far that has come, and has it forgotten.
 * @module
 */

import { DEVICE, forget, keeper, keptHere } from "../lib/device.js";
import { part } from "../lib/dom.js";
import { number } from "../lib/numbers.js";
import { say } from "../lib/words.js";

/** What the page shows, one at a time. */
const STATES = ["unable", "absent", "coming", "kept"];
const MEGABYTE = 1_000_000;
/** Has it kept; there is none where the house does not offer it, and what is kept already can only be forgotten. */
const KEEP = document.getElementById("keep");

/** @param {string} state @param {string} [told] aloud */
function show(state, told = "") {
  for (const each of STATES) part(each).hidden = each !== state;
  part("told").textContent = told;
}

/** Have it kept, and tell how that goes; what was fetched before the network went is not fetched again. */
async function keep() {
  part("problem").textContent = "";
  show("coming", say("device-coming"));
  try {
    // A browser that is short of space asks before it forgets.
    void navigator.storage?.persist?.();
    await whole(await navigator.serviceWorker.register(`${DEVICE}sw.js`));
    show("kept", say("device-kept"));
  } catch {
    show("absent");
    part("problem").textContent = say("device-failed");
  }
}

/** Resolve once all is here; reject where it cannot be. @param {ServiceWorkerRegistration} registered @returns {Promise<void>} */
function whole({ installing, waiting, active }) {
  const worker = installing ?? waiting ?? active;
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker?.state === "activated") resolve();
      else if (!worker || worker.state === "redundant") reject(new Error("not kept"));
    };
    worker?.addEventListener("statechange", look);
    look();
  });
}

/** @param {number} bytes */
function megabytes(bytes) {
  return number(bytes / MEGABYTE, 1);
}

/** @param {{keeping: number, of: number}} news in bytes */
function progress({ keeping, of }) {
  part("progress", HTMLProgressElement).value = keeping / of;
  part("amount").textContent = say("device-amount", { n: megabytes(keeping), all: megabytes(of) });
}

async function begin() {
  if (!navigator.serviceWorker) {
    show(KEEP ? "unable" : "absent");
    return;
  }
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.keeping !== undefined) progress(data);
  });
  if (await keptHere()) show("kept");
  else if ((await keeper())?.installing) await keep();
  else show("absent");
}

KEEP?.addEventListener("click", () => void keep());
part("forget").addEventListener("click", async () => {
  await forget();
  show("absent", say("device-forgotten"));
});
await begin();
