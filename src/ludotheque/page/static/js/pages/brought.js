// @ts-check
/**
 * One's own games from elsewhere, at one's own place: brought from files, forgotten, or found on this device.
 * @module
 */

import { bring, once } from "../brought/bringing.js";
import { recordsIn } from "../brought/records.js";
import { ask, Refusal } from "../lib/api.js";
import { DEVICE, deviceAddress, keptHere } from "../lib/device.js";
import { make, part } from "../lib/dom.js";
import { toastWhy } from "../lib/house.js";
import { tablesKept } from "../local/log.js";
import { count, say } from "../lib/words.js";

/** Bring the records that were chosen, and show what has become of them. @param {AbortSignal} stop */
async function bringFiles(stop) {
  const field = part("bring-files", HTMLInputElement);
  const { kept, refused, unsent } = await bring(await recordsIn(field.files ?? []), new URL("/api/me/games", location.href), stop);
  // Whoever is to read what was not taken reads it first.
  if (kept > 0 && refused.length === 0 && unsent === 0) location.reload();
}

/** Forget a game once the reader is sure. @param {HTMLButtonElement} button */
async function forgotten(button) {
  if (!confirm(say("bring-forget-sure"))) return;
  try {
    await ask("DELETE", button.dataset.forget ?? "");
    button.closest(".past-games > li")?.remove();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toastWhy(problem.message);
  }
}

/** Lead to the house that this device keeps, and to the games there: only that house can write them down. */
async function showDevice() {
  const line = part("device-games");
  const [kept, tables] = await Promise.all([keptHere(), tablesKept(`ludotheque ${DEVICE}`)]);
  const open = kept || line.dataset.offered !== undefined;
  const way = open ? make("a", { href: deviceAddress("me") }, say("device-bring")) : say("device-shut");
  const told = [...(tables > 0 ? [count("device-games", tables), way] : []), ...(kept ? [make("a", { href: "/device" }, say("device-about"))] : [])];
  line.replaceChildren(...told.flatMap((each) => [each, " "]));
  line.hidden = told.length === 0;
}

part("bring").addEventListener("submit", (event) => {
  event.preventDefault();
  void once(part("bring-begin", HTMLButtonElement), bringFiles);
});
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-forget]"))) {
  button.addEventListener("click", () => void forgotten(button));
}
await showDevice();
