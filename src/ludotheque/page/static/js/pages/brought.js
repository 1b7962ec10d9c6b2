// @ts-check
/**
 * One's own games from elsewhere, at one's own place: brought from files, forgotten, or found on this device.
 * @module
 */

import { bring } from "../brought/bringing.js";
import { recordsIn } from "../brought/records.js";
import { ask, Refusal } from "../lib/api.js";
import { DEVICE, deviceAddress } from "../lib/device.js";
import { make, part } from "../lib/dom.js";
import { toast } from "../lib/house.js";
import { tablesKept } from "../local/log.js";
import { count, say } from "../lib/words.js";

/** Bring the records that were chosen, and show what has become of them. */
async function bringFiles() {
  const field = part("bring-files", HTMLInputElement);
  const { kept, refused } = await bring(await recordsIn(field.files ?? []), new URL("/api/me/games", location.href));
  // Whoever is to read what was refused reads it first.
  if (kept > 0 && refused.length === 0) location.reload();
}

/** Forget a game once the reader is sure. @param {HTMLButtonElement} button */
async function forgotten(button) {
  if (!confirm(say("bring-forget-sure"))) return;
  try {
    await ask("DELETE", button.dataset.forget ?? "");
    button.closest(".past-games > li")?.remove();
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toast(problem.message);
  }
}

/** Lead to the games on this device, where there are some: only the house that is there can write them down. */
async function showDevice() {
  const line = document.getElementById("device-games");
  const tables = line ? await tablesKept(`ludotheque ${DEVICE}`) : 0;
  if (!line || tables === 0) return;
  line.replaceChildren(count("device-games", tables), " ", make("a", { href: deviceAddress("me") }, say("device-bring")));
  line.hidden = false;
}

part("bring").addEventListener("submit", (event) => {
  event.preventDefault();
  void bringFiles();
});
for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-forget]"))) {
  button.addEventListener("click", () => void forgotten(button));
}
await showDevice();
