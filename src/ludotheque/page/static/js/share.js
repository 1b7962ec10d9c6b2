// @ts-check
/**
 * A position to be shared: as a link, as text, as a picture.
 * @module
 */

import { ask, Refusal } from "./api.js";
import { toast } from "./house.js";
import { positionQuery } from "./study.js";
import { say } from "./words.js";

/** How many pixels of the picture are made of one. */
const SHARPNESS = 2;

/**
 * Let the reader share a position, in a dialog.
 * @param {string} game
 * @param {Record<string, string>} options
 * @param {string} position
 */
export async function share(game, options, position) {
  const query = positionQuery(position, options);
  const address = `/api/games/${game}/picture.svg?${query}`;
  const dialog = document.createElement("dialog");
  dialog.className = "share";
  const title = element("h2", say("share-title"));
  title.id = "share-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const form = document.createElement("form");
  form.method = "dialog";
  form.append(title);
  const close = element("button", say("close"));
  close.className = "primary";
  try {
    await ask("GET", address);
    const image = new Image();
    image.src = address;
    image.alt = say("share-picture");
    const svgLink = element("a", say("share-svg"));
    svgLink.className = "button";
    Object.assign(svgLink, { href: address, download: `${game}.svg` });
    const png = element("button", say("share-png"));
    png.type = "button";
    png.addEventListener("click", () => savePng(image, `${game}.png`));
    const link = new URL(`/editor/${game}?${query}`, location.href).href;
    form.append(image, field("share-link", link), field("share-text", position), row(svgLink, png, close));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    // What is hidden from the reader is no whole position: only its text can be passed on.
    form.append(element("p", say("share-hidden")), field("share-text", position), row(close));
  }
  dialog.append(form);
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

/** Let the reader keep a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A labelled text that can be copied. @param {string} name of its sentence @param {string} value */
function field(name, value) {
  const label = element("label", say(name));
  const input = document.createElement("input");
  Object.assign(input, { type: "text", readOnly: true, value, id: `${name}-field` });
  label.htmlFor = input.id;
  input.addEventListener("focus", () => input.select());
  const copy = element("button", say("copy"));
  copy.type = "button";
  copy.addEventListener("click", async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      // An old browser, or no permission: the text is selected, to be copied by hand.
      if (!document.execCommand("copy")) return;
    }
    copy.textContent = say("text-copied");
    toast(say("text-copied"));
  });
  const whole = document.createElement("div");
  whole.className = "field";
  whole.append(label, row(input, copy));
  return whole;
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {string} text
 * @returns {HTMLElementTagNameMap[K]}
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** @param {...HTMLElement} children */
function row(...children) {
  const made = document.createElement("div");
  made.className = "row";
  made.append(...children);
  return made;
}
