// @ts-check
/**
 * One's own place: forms that ask the house, and say what it answers.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { button, make } from "../lib/dom.js";
import { toast, toastWhy } from "../lib/house.js";
import { settleName } from "../lib/naming.js";
import { say } from "../lib/words.js";

/** Return what a form says, as the house wants to hear it. @param {HTMLFormElement} form */
function said(form) {
  /** @type {Record<string, string | boolean>} */
  const wish = {};
  for (const field of form.querySelectorAll("input")) {
    if (field.name) wish[field.name] = field.type === "checkbox" ? field.checked : field.value;
  }
  // The secret of a recovery link stands after the mark, where no server sees it.
  if (form.dataset.token !== undefined) wish.token = location.hash.slice(1);
  return wish;
}

/** @param {SubmitEvent} event */
async function send(event) {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.currentTarget);
  const { method = "POST", to = "", shows, next } = form.dataset;
  const wish = said(form);
  const answer = await asked(method, to, shows === "link" ? undefined : wish);
  if (answer === undefined) return;
  // Who has chosen a name is not asked for one again; whoever comes after them is.
  settleName(to !== "/api/logout");
  const shown = form.querySelector("output");
  if (shows && shown) {
    form.reset();
    shown.value = answer[shows];
    shown.hidden = false;
    await showTokens();
  } else {
    location.assign(next ?? location.pathname);
  }
}

/** Ask the house; say why where it refuses, and return nothing. @param {string} method @param {string} path @param {unknown} [body] */
async function asked(method, path, body) {
  try {
    return (await ask(method, path, body)) ?? {};
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    toastWhy(problem.message);
    return undefined;
  }
}

/** @typedef {{id: string, label: string}} Token */

async function showTokens() {
  const list = document.getElementById("tokens");
  if (!list) return;
  const { tokens = [] } = (await asked("GET", "/api/me/tokens")) ?? {};
  list.replaceChildren(
    ...tokens.map((/** @type {Token} */ { id, label }) => {
      const end = button(say("revoke"), async () => {
        if ((await asked("DELETE", `/api/me/tokens/${id}`)) !== undefined) await showTokens();
      });
      return make("li", { class: "row" }, make("span", {}, label), end);
    }),
  );
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-to]"))) {
  form.addEventListener("submit", send);
}
document.getElementById("bot")?.addEventListener("change", async ({ target }) => {
  const bot = /** @type {HTMLInputElement} */ (target).checked;
  if (await asked("PATCH", "/api/me", { bot })) toast(say("saved"));
});
showTokens();
