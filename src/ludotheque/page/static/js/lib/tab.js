// @ts-check
/**
 * Session storage: what this tab remembers from one page to the next.
 * @module
 */

/**
 * Return what is held under a name, as it was; null where there is nothing, or the browser holds nothing.
 * @param {string} name
 * @returns {any}
 */
export function held(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Hold a value in place of the last one of that name, and return whether the browser does. @param {unknown} value @param {string} name */
export function hold(value, name) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
