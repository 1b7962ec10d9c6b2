// @ts-check
/**
 * The elements of a page: those that it has, and those that a module adds to it.
 * @module
 */

/**
 * The element of that id; every page of ours has those that its modules ask for.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {{new (): T}} [kind]
 * @returns {T}
 */
export function part(id, kind = /** @type {any} */ (HTMLElement)) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`there is no ${kind.name} "${id}" on this page`);
  return element;
}

/** The data that the page brought along. @param {string} id @returns {any} */
export function brought(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/**
 * Return a new element; whatever is text in it is text.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Return a button that does something.
 * @param {Node | string} label
 * @param {() => void} does
 * @param {Record<string, string | number>} [attributes]
 */
export function button(label, does, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", does);
  return made;
}

/**
 * Copy a text, and return whether that went well; *field* holds it, to be copied by hand where not.
 * @param {HTMLInputElement} field
 */
export async function copy(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // An old browser, an address without a lock, or no permission.
    return document.execCommand("copy");
  }
}
