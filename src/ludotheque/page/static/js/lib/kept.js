// @ts-check
/**
 * Local storage: what this device remembers from one visit to the next.
 * @module
 */

const PREFIX = "ludotheque";

/**
 * Return what is kept under a name, as it was; nothing where there is none, or it cannot be read.
 * Anything may have been written there: whoever asks looks at what they get.
 * @param {string} [name]
 * @returns {unknown}
 */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keep a value in place of the last one of that name. @param {unknown} value @param {string} [name] */
export function keep(value, name) {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** Return a value as a record, an empty one where it is none. @param {unknown} value @returns {Record<string, unknown>} */
export function recordOf(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Record<string, unknown>} */ (value) : {};
}

/** @param {string} [name] */
function keyOf(name) {
  return name ? `${PREFIX}-${name}` : PREFIX;
}
