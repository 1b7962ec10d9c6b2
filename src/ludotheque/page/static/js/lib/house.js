// @ts-check
/**
 * Parts of every page: settings that are kept, passing words, and the worker that makes it installable.
 * @module
 */

import { keepOffline, request, speaking } from "./connection.js";
import { make, part } from "./dom.js";
import { keepFocus } from "./focus.js";
import { keep, kept, recordOf } from "./kept.js";

/** @typedef {{theme: string, speed: string, pace: string, plan: boolean, sound: boolean}} Settings */

/** @type {Settings} */
const USUAL = { theme: "system", speed: "1", pace: "normal", plan: true, sound: false };

/** Return what this device remembers. @returns {Settings} */
export function settings() {
  return { ...USUAL, ...recordOf(kept()) };
}

/** Let this device remember *changes*. @param {Partial<Settings>} changes */
function remember(changes) {
  const all = { ...settings(), ...changes };
  keep(all);
  apply(all);
}

/** @param {Settings} all */
function apply(all) {
  document.documentElement.dataset.theme = all.theme;
  document.documentElement.dataset.speed = all.speed;
  // The house writes the next page in the same light.
  document.cookie = `theme=${all.theme}; path=/; max-age=31536000; samesite=lax`;
}

/** Say in passing why not. @param {string} why as the house words it: to end a sentence */
export function toastWhy(why) {
  toast(why, "toast refusing");
}

/** Say something in passing, once however often. @param {string} sentence @param {string} [kind] the classes of the line */
export function toast(sentence, kind = "toast") {
  for (const line of [...part("toasts").children]) if (line.textContent === sentence) line.remove();
  const line = make("p", { class: kind }, sentence);
  part("toasts").append(line);
  setTimeout(() => line.remove(), 3_000 + 60 * sentence.length);
}

/** Nothing that was said in passing matters any more; what is offered there still does. */
export function clearToasts() {
  for (const line of part("toasts").querySelectorAll(".toast:not(.lasting)")) line.remove();
}

function listen() {
  const dialog = part("settings", HTMLDialogElement);
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const opener = part("open-settings");
  opener.hidden = false;
  opener.addEventListener("click", () => {
    const now = settings();
    field("theme").value = now.theme;
    field("speed").value = now.speed;
    field("pace").value = now.pace;
    field("plan").checked = now.plan;
    field("sound").checked = now.sound;
    dialog.showModal();
  });
  form.addEventListener("change", () =>
    remember({ theme: field("theme").value, speed: field("speed").value, pace: field("pace").value, plan: field("plan").checked, sound: field("sound").checked }),
  );
  field("lang").addEventListener("change", () => speak(field("lang").value));
}

/** Read on in another language; the house remembers it for those whom it knows. @param {string} lang */
async function speak(lang) {
  if (document.body.dataset.known !== undefined) {
    const headers = { "content-type": "application/json" };
    // If it cannot be remembered the link below chooses it all the same, for this device.
    await request("/api/me", { method: "PATCH", headers, body: JSON.stringify({ lang }) }).catch(() => {});
  }
  location.replace(speaking(lang));
}

apply(settings());
listen();
keepFocus();
// Where it cannot be, as in a private window, the pages work without it.
keepOffline().catch(() => {});
