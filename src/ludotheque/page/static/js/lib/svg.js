// @ts-check
/**
 * SVG that the house has drawn, put into the page; and the few elements that the page adds to it.
 * @module
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Return a new element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Return the elements of *markup*, read as XML: nothing in it is run.
 * @param {string} markup
 * @returns {Node[]}
 */
export function drawn(markup) {
  const read = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  if (read.querySelector("parsererror")) throw new Error("a drawing of the house cannot be read");
  return [...read.documentElement.childNodes].map((node) => document.importNode(node, true));
}

const STOCK = "symbols";

/**
 * Put the symbols of the house on the page, once: every `<use>` on it can refer to them.
 * @param {string} markup
 */
export function keepSymbols(markup) {
  if (document.getElementById(STOCK)) return;
  // Not `display: none`, which would take the gradients away with it.
  document.body.append(svg("svg", { id: STOCK, width: 0, height: 0, "aria-hidden": "true" }, ...drawn(markup)));
}

/**
 * Return a small picture of one symbol, for buttons and lists; the house has said how large it is.
 * @param {string} href of a symbol that `keepSymbols` has put on the page
 * @returns {SVGSVGElement}
 */
export function icon(href) {
  const box = document.querySelector(href)?.getAttribute("data-box") ?? "";
  return svg("svg", { viewBox: box, class: "icon", "aria-hidden": "true" }, svg("use", { href }));
}
