// @ts-check
/**
 * The focus never falls to the page: where its element goes or hides, another takes it.
 *
 * Whoever listens to a page or plays by keys would otherwise begin again at its top after every button
 * that has done its work. A page marks the places that take the focus then by `data-home`; those marked
 * `first` come before the others while they are in sight.
 * @module
 */

/** What can have the focus. */
const TAKES = "a[href], button, input, select, textarea, [tabindex='0']";
/** By what an element goes out of sight. */
const ATTRIBUTES = ["hidden", "disabled", "open", "data-status"];

/** Where it goes, the most urgent first. */
const HOMES = ["[data-home=first]", "[data-home]"];

/** What has the focus; null where someone has let go of everything. @type {Element | null} */
let last = null;

/** Watch over the focus of this page. */
export function keepFocus() {
  document.addEventListener("focusin", ({ target }) => {
    last = /** @type {Element} */ (target);
  });
  document.addEventListener("focusout", ({ target }) => {
    // Whoever clicks beside everything means it.
    if (usable(/** @type {Element} */ (target))) last = null;
  });
  const watch = new MutationObserver(() => {
    if (last !== null && !usable(last) && lost()) home()?.focus({ preventScroll: true });
  });
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ATTRIBUTES });
}

/** Whether nothing that can be seen has the focus. */
function lost() {
  const here = document.activeElement;
  return here === null || here === document.body || !usable(here);
}

/** @param {Element} element */
function usable(element) {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled");
}

/** Where the focus belongs when it belongs nowhere else. @returns {HTMLElement | null} */
function home() {
  const dialog = document.querySelector("dialog[open]");
  const homes = HOMES.flatMap((kind) => [...document.querySelectorAll(kind)]);
  for (const place of dialog ? [dialog] : homes) {
    const taker = [...place.querySelectorAll(TAKES)].find(usable);
    if (taker) return /** @type {HTMLElement} */ (taker);
  }
  return document.getElementById("main");
}
