// @ts-check
/**
 * An analysis that is kept: as a record in a file, or in a link; and one that is opened.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { to } from "../lib/connection.js";
import { button, make } from "../lib/dom.js";
import { packed, unpacked } from "../lib/packing.js";
import { held, hold } from "../lib/tab.js";
import { say } from "../lib/words.js";
import { save } from "../lib/saving.js";
import { field, row } from "../board/share.js";
import { MOST_BYTES } from "../lib/protocol.js";

/** @typedef {import("../types").TreeSeen} TreeSeen */
/** @typedef {import("./tree.js").Tree} Tree */

/** The longest link that messengers and browsers pass on whole. */
const LONGEST_LINK = 16_000;
/** Under which name this tab keeps a record that was brought. */
const KEPT = "ludotheque-record";

/**
 * Have the house check a record, and return it as a tree.
 * @param {string} text
 * @returns {Promise<TreeSeen>}
 */
export async function treeOf(text) {
  if (new Blob([text]).size > MOST_BYTES) throw new Refusal("request/size", say("record-too-long"));
  return await ask("POST", "/api/tree", { record: text });
}

/** The record that a link carries. @param {string} carried @returns {Promise<string>} */
export async function fromLink(carried) {
  try {
    return await unpacked(carried, MOST_BYTES);
  } catch {
    throw new Refusal("link/broken", say("link-broken"));
  }
}

/** The record in a file. @param {File} file @returns {Promise<string>} */
export async function fromFile(file) {
  if (file.size > MOST_BYTES) throw new Refusal("request/size", say("record-too-long"));
  return await file.text();
}

/** Leave a record for the pages that are opened next in this tab, and return whether they will find it. @param {string} text @param {string} name of its file */
export function leave(text, name) {
  return hold([text, name], KEPT);
}

/** The record that was left, and the name of its file; null if there is none. @returns {[string, string] | null} */
export function left() {
  return held(KEPT);
}

/** The link that carries a record to a board to study on. @param {string} game @param {string} text @returns {Promise<string>} */
export async function linkTo(game, text) {
  return new URL(to(`/study/${game}#record=${await packed(text)}`), location.href).href;
}

/** What a tree is about: a game, or where it begins. @typedef {{record: string | null, position: string, options: Record<string, string>}} About */

/**
 * Have the house write an analysis down as a record.
 * @param {string} game @param {About} about @param {Tree} tree
 * @returns {Promise<{name: string, json_form: string, text_form: string}>}
 */
export async function recordOf(game, about, tree) {
  const nodes = tree.plain.map(({ parent, move, seat, sign, comment, marks }) => ({
    ...{ parent, move, sign, comment, marks },
    chance: parent !== null && seat === null,
  }));
  return await ask("POST", `/api/games/${game}/tree`, { ...about, nodes });
}

/** Let the reader keep an analysis, in a dialog. @param {string} game @param {About} about @param {Tree} tree */
export async function keepTree(game, about, tree) {
  const kept = await recordOf(game, about, tree);
  const link = await linkTo(game, JSON.stringify(JSON.parse(kept.json_form)));
  const files = [
    button(say("keep-json"), () => save(new Blob([kept.json_form], { type: "application/json" }), `${kept.name}.json`)),
    button(say("keep-text"), () => save(new Blob([kept.text_form], { type: "text/plain" }), `${kept.name}.txt`)),
  ];
  const form = make(
    "form",
    { method: "dialog" },
    make("h2", { id: "keep-title" }, say("keep-title")),
    make("p", {}, say("keep-told")),
    link.length > LONGEST_LINK ? make("p", {}, say("keep-too-long")) : field("share-link", link),
    row(...files, make("button", { class: "primary" }, say("close"))),
  );
  const dialog = make("dialog", { class: "share", "aria-labelledby": "keep-title" }, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
