// @ts-check
/**
 * The shelf: from a box to a table in one click; and the tables of others.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { brought, make } from "../lib/dom.js";
import { toast } from "../lib/house.js";
import { say } from "../lib/words.js";
import { Now } from "../shelf/now.js";

/** @typedef {import("../shelf/arrangement.js").Game} Game */
/** @typedef {import("../shelf/arrangement.js").Way} Way */
/** @typedef {{id: string, game: string, status: string, note: import("../types").Note, your_turn: boolean}} Listed */

/** @type {Record<string, Game>} */
const GAMES = Object.fromEntries(brought("games").map((/** @type {Game} */ game) => [game.slug, game]));
/** What the computers are called, the weakest first. @type {string[]} */
const LEVELS = brought("levels");
/** The clocks that the house offers. @type {import("../shelf/arranging.js").Clock[]} */
const CLOCKS = brought("clocks");
const REFRESH_MS = 8_000;
const TITLE = document.title;

// Tables of others, and one's own.

/** @param {import("../types").ChairNoted} chair */
function called({ name, level, guest }) {
  if (level !== null) return LEVELS[level - 1];
  if (name === null) return say("chair-free");
  return guest ? say("name-guest", { name }) : name;
}

/** What was agreed at a table beyond the usual. @param {Listed} table @returns {string[]} */
function agreed({ game, note }) {
  const clock = CLOCKS.find(({ text }) => text === note.clock || text.startsWith(`${note.clock}~`))?.told ?? note.clock;
  const rules = (GAMES[game]?.options ?? []).flatMap(({ name, values }) => {
    const chosen = note.options[name];
    return Object.hasOwn(values, chosen) && chosen !== Object.keys(values)[0] ? [values[chosen]] : [];
  });
  const series = note.first_to > 1 ? [say("first-to", { n: note.first_to })] : [];
  const start = note.from_position ? [say("from-position")] : [];
  return [...start, ...(clock ? [clock] : []), ...series, ...rules, ...(note.rated ? [say("counts")] : [])];
}

/** @param {Listed} table @returns {HTMLLIElement} */
function line(table) {
  const what = make("strong", {}, GAMES[table.game]?.title ?? table.game);
  const who = make("small", {}, [...table.note.chairs.map(called), ...agreed(table)].join(" · "));
  return make("li", {}, make("a", { href: to(`/t/${table.id}`) }, what, who));
}

/** A table of one's own: it also says whether one is waited for. @param {Listed} table @returns {HTMLLIElement} */
function ownLine(table) {
  const words = table.status === "open" ? "waits-for-players" : table.your_turn ? "your-turn" : "others-turn";
  const shown = line(table);
  shown.firstElementChild?.append(make("span", { class: table.your_turn ? "turn mine" : "turn" }, say(words)));
  return shown;
}

/** Tell by the page's title, and its badge where it is installed, how many games wait. @param {number} waiting */
function announce(waiting) {
  document.title = waiting ? `(${waiting}) ${TITLE}` : TITLE;
  if (waiting) void navigator.setAppBadge?.(waiting).catch(() => {});
  else void navigator.clearAppBadge?.().catch(() => {});
}

/** @param {string} id @param {HTMLLIElement[]} lines */
function list(id, lines) {
  const shown = document.querySelector(`#${id} .tables`);
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
    list("open-tables", open.tables.map(line));
    list("playing-tables", playing.tables.map(line));
    /** @type {Listed[]} */
    const under = mine.tables.filter((/** @type {Listed} */ { status }) => ["open", "playing"].includes(status));
    // Where one is waited for comes first; otherwise the order stays.
    const left = under.sort((one, other) => Number(other.your_turn) - Number(one.your_turn)).slice(0, 6);
    list("continue", left.map(ownLine));
    announce(under.filter((table) => table.your_turn).length);
    /** @type {HTMLElement} */ (document.getElementById("continue")).hidden = left.length === 0;
  } catch (problem) {
    // The lists are asked for again soon; until then the last ones stay.
    if (!(problem instanceof Refusal)) throw problem;
  }
}

/** The dialog: fetched by whoever asks for it, as most people play at once. @type {Promise<import("../shelf/arranging.js").Arranging> | null} */
let dialog = null;

/** @param {Game} game @param {Way} way */
async function arrange(game, way) {
  dialog ??= import("../shelf/arranging.js").then(({ Arranging }) => new Arranging(LEVELS, CLOCKS));
  const arranging = await dialog.catch(() => null);
  if (arranging !== null) return arranging.open(game, way);
  // Asked for again, it may come.
  dialog = null;
  toast(say("unreachable"));
}

function listen() {
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".box"))) {
    const game = GAMES[box.dataset.game ?? ""];
    const now = new Now(game, box);
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("[data-way]"))) {
      const { way } = button.dataset;
      button.hidden = false;
      button.addEventListener("click", () => (way === "now" ? void now.play() : void arrange(game, /** @type {Way} */ (way))));
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
