// @ts-check
/**
 * The shelf: from a box to a table in one click; and the tables of others.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { brought, make } from "../lib/dom.js";
import { openTable } from "./opening.js";
import { say } from "../lib/words.js";

/** @typedef {{name: string, title: string, values: Record<string, string>}} GameOption */
/** @typedef {{slug: string, title: string, seats: number[], options: GameOption[], begins: {people: string, computers: string}}} Game `begins` asks who begins */
/** @typedef {{id: string, game: string, status: string, note: import("../types").Note}} Listed */

/** @type {Record<string, Game>} */
const GAMES = Object.fromEntries(brought("games").map((/** @type {Game} */ game) => [game.slug, game]));
/** What the computers are called, the weakest first. @type {string[]} */
const LEVELS = brought("levels");
/** The level of a first opponent. */
const FRIENDLY = 2;
/** As many sit down at a table for more than two, if nobody says otherwise. */
const COMPANY = 3;
const LONGEST_NAME = 24;
const REFRESH_MS = 8_000;

/** @type {Record<string, (game: Game) => void>} */
const WAYS = {
  now: (game) => openTable(game.slug, ["me", ...others(company(game), { level: FRIENDLY })]),
  here: sitTogether,
  invite: (game) => openTable(game.slug, ["me", ...others(game.seats[0], "invited")]),
  other: arrange,
};

/** @param {Game} game */
function company(game) {
  return Math.min(COMPANY, game.seats[game.seats.length - 1]);
}

/** @param {number} seats @param {unknown} chair */
function others(seats, chair) {
  return Array(seats - 1).fill(chair);
}

/** @param {string} id @returns {[HTMLDialogElement, HTMLFormElement, (name: string) => HTMLSelectElement & HTMLInputElement]} */
function dialogOf(id) {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
  return [dialog, form, (name) => /** @type {any} */ (form.elements.namedItem(name))];
}

/**
 * Ask who begins, among those who are going to sit down; a lot may decide instead.
 * @param {HTMLFormElement} form @param {string} asked @param {readonly string[]} names by chair
 */
function askWhoBegins(form, asked, names) {
  const question = /** @type {HTMLElement} */ (form.querySelector(".begins"));
  const select = /** @type {HTMLSelectElement} */ (question.querySelector("select"));
  /** @type {HTMLElement} */ (question.querySelector("span")).textContent = asked;
  const chosen = select.value;
  select.replaceChildren(new Option(say("by-lot"), ""), ...names.map((name, chair) => new Option(name, String(chair))));
  select.value = Number(chosen) < names.length ? chosen : "";
}

/** The chair that was said to begin, null if a lot decides. @param {string} value */
function saidToBegin(value) {
  return value === "" ? null : Number(value);
}

/** Ask who plays at this screen, then open the table. @param {Game} game */
function sitTogether(game) {
  const [dialog, form, field] = dialogOf("together");
  const names = /** @type {HTMLElement} */ (dialog.querySelector(".names"));
  const more = /** @type {HTMLButtonElement} */ (dialog.querySelector(".more-people"));
  const called = () => [...names.querySelectorAll("input")].map(({ value }) => value);
  const ask = () => askWhoBegins(form, game.begins.people, called());
  const add = () => {
    const n = names.childElementCount + 1;
    const name = say("player-n", { n });
    const input = make("input", { type: "text", maxlength: LONGEST_NAME, required: "", value: name, autocomplete: "off" });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", ask);
    names.append(make("label", {}, name, input));
    ask();
    more.hidden = n >= game.seats[game.seats.length - 1];
    return input;
  };
  field("beginner").value = "";
  names.replaceChildren();
  for (let seat = 0; seat < game.seats[0]; seat += 1) add();
  more.onclick = () => add().focus();
  form.onsubmit = () => {
    const people = called().map((person) => ({ person }));
    openTable(game.slug, people, { clock: field("clock").value || null, beginner: saidToBegin(field("beginner").value) });
  };
  dialog.showModal();
}

/** Ask for everything that a table can agree on, then open it. @param {Game} game */
function arrange(game) {
  const [dialog, form, field] = dialogOf("other");
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (form.querySelector(`[data-for="${name}"]`));
  field("seats").replaceChildren(...game.seats.map((n) => new Option(String(n), String(n), n === company(game), n === company(game))));
  part("many").hidden = game.seats.length === 1;
  const variants = /** @type {HTMLDetailsElement} */ (form.querySelector(".variants"));
  variants.replaceChildren(/** @type {Node} */ (variants.firstElementChild), ...game.options.map(variant));
  variants.open = false;
  const follow = () => {
    const whom = field("whom").value;
    part("computer").hidden = whom !== "computer";
    const asked = whom === "computer" ? game.begins.computers : game.begins.people; // a computer has no age
    askWhoBegins(form, asked, [say("me"), ...othersCalled(whom, Number(field("seats").value))]);
  };
  form.onchange = follow;
  field("beginner").value = "";
  follow();
  form.onsubmit = () => {
    const whom = field("whom").value;
    const chair = whom === "computer" ? { level: Number(field("level").value) } : whom;
    openTable(game.slug, ["me", ...others(Number(field("seats").value), chair)], {
      clock: field("clock").value || null,
      first_to: Number(field("first_to").value),
      beginner: saidToBegin(field("beginner").value),
      public: whom !== "invited",
      rated: field("rated").checked,
      options: Object.fromEntries([...variants.querySelectorAll("select")].map(({ name, value }) => [name, value])),
    });
  };
  dialog.showModal();
}

/** How those are called who are going to sit down beside oneself. @param {string} whom @param {number} seats @returns {string[]} */
function othersCalled(whom, seats) {
  const alone = seats === 2;
  return Array.from({ length: seats - 1 }, (_, other) => {
    if (whom !== "computer") return alone ? say("other-player") : say("player-n", { n: other + 2 });
    return alone ? say("computer") : say("name-n", { name: say("computer"), n: other + 1 });
  });
}

/** Return the choice of a rule that tables may agree on. @param {GameOption} option */
function variant({ name, title, values }) {
  const told = Object.entries(values).map(([value, words]) => new Option(words, value));
  return make("label", {}, title, make("select", { name }, ...told));
}

// Tables of others, and one's own.

/** @param {import("../types").ChairNoted} chair */
function called({ name, level }) {
  return level === null ? (name ?? say("chair-free")) : LEVELS[level - 1];
}

/** @param {Listed} table @returns {HTMLLIElement} */
function line(table) {
  const what = make("strong", {}, GAMES[table.game]?.title ?? table.game);
  const who = make("small", {}, [...table.note.chairs.map(called), table.note.clock].filter(Boolean).join(" · "));
  return make("li", {}, make("a", { href: `/t/${table.id}` }, what, who));
}

/** @param {string} id @param {Listed[]} tables */
function list(id, tables) {
  const shown = document.querySelector(`#${id} .tables`);
  const lines = tables.map(line);
  // What has not changed is left alone, or a finger on its way would miss it.
  const same = shown?.childElementCount === lines.length && lines.every((one, at) => one.isEqualNode(shown.children[at]));
  if (!same) shown?.replaceChildren(...lines);
}

async function refresh() {
  if (document.hidden) return;
  try {
    const [open, playing, mine] = await Promise.all([
      ask("GET", "/api/tables?status=open&limit=8"),
      ask("GET", "/api/tables?status=playing&limit=8"),
      ask("GET", "/api/me/tables?limit=20"),
    ]);
    list("open-tables", open.tables);
    list("playing-tables", playing.tables);
    const left = mine.tables.filter((/** @type {Listed} */ { status }) => ["open", "playing"].includes(status)).slice(0, 6);
    list("continue", left);
    /** @type {HTMLElement} */ (document.getElementById("continue")).hidden = left.length === 0;
  } catch (problem) {
    // The lists are asked for again soon; until then the last ones stay.
    if (!(problem instanceof Refusal)) throw problem;
  }
}

function listen() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".box"))) {
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("[data-way]"))) {
      button.hidden = false;
      button.addEventListener("click", () => WAYS[button.dataset.way ?? ""](GAMES[box.dataset.game ?? ""]));
    }
    /** @type {HTMLElement} */ (box.querySelector(".ways")).hidden = false;
  }
  for (const closer of document.querySelectorAll("dialog [data-close]")) {
    closer.addEventListener("click", () => closer.closest("dialog")?.close());
  }
  document.addEventListener("visibilitychange", refresh);
  setInterval(refresh, REFRESH_MS);
}

listen();
refresh();
