// @ts-check
/**
 * A position to be shared: as a link, as text, as a picture.
 * @module
 */

import { ask, Refusal } from "../lib/api.js";
import { file, to } from "../lib/connection.js";
import { button, copy, make } from "../lib/dom.js";
import { toast } from "../lib/house.js";
import { save } from "../lib/saving.js";
import { positionQuery } from "./drawing.js";
import { say } from "../lib/words.js";

/** How many pixels of the picture are made of one. */
const SHARPNESS = 2;

/**
 * Let the reader share a position, in a dialog.
 * @param {string} game
 * @param {Record<string, string>} options
 * @param {string} position
 * @param {"study" | "editor"} [page] to which the link leads: where it can be played, or changed by hand
 */
export async function share(game, options, position, page = "study") {
  const query = positionQuery(position, options);
  const address = `/api/games/${game}/picture.svg?${query}`;
  const close = make("button", { class: "primary" }, say("close"));
  const form = make("form", { method: "dialog" }, make("h2", { id: "share-title" }, say("share-title")));
  const dialog = make("dialog", { class: "share", "aria-labelledby": "share-title" }, form);
  try {
    await ask("GET", address);
    const drawn = await file(address);
    const image = make("img", { src: drawn, alt: say("share-picture") });
    const svgLink = make("a", { class: "button", href: drawn, download: `${game}.svg` }, say("share-svg"));
    const png = button(say("share-png"), () => savePng(image, `${game}.png`));
    const link = new URL(to(`/${page}/${game}?${query}`), location.href).href;
    form.append(image, field("share-link", link), field("share-text", position), row(svgLink, png, close));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    // What is hidden from the reader is no whole position: only its text can be passed on.
    form.append(make("p", {}, say("share-hidden")), field("share-text", position), row(close));
  }
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Draw the picture on a canvas, and save that. @param {HTMLImageElement} image @param {string} name */
async function savePng(image, name) {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARPNESS;
  canvas.height = image.naturalHeight * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => blob && save(blob, name), "image/png");
}

/** A labelled text that can be copied. @param {string} name of its sentence @param {string} value */
export function field(name, value) {
  const input = make("input", { type: "text", readonly: "", value, id: `${name}-field` });
  input.addEventListener("focus", () => input.select());
  const copier = button(say("copy"), async () => {
    if (!(await copy(input))) return;
    copier.textContent = say("text-copied");
    toast(say("text-copied"));
  });
  return make("div", { class: "field" }, make("label", { for: input.id }, say(name)), row(input, copier));
}

/** @param {...HTMLElement} children */
export function row(...children) {
  return make("div", { class: "row" }, ...children);
}
