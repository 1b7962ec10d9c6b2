// @ts-check
/**
 * Numbers as the reader's language writes them. Python's home of the same is `Words.number`.
 * @module
 */

/** @type {Map<number, Intl.NumberFormat>} */
const WRITERS = new Map();

/** Return a number with so many decimals; its thousands stand together. @param {number} n @param {number} decimals */
export function number(n, decimals) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  const writer = WRITERS.get(decimals) ?? new Intl.NumberFormat(document.documentElement.lang, digits);
  WRITERS.set(decimals, writer);
  return writer.format(n);
}

/** Return a large number in few letters. @param {number} n */
export function short(n) {
  const few = /** @type {const} */ ({ notation: "compact", maximumFractionDigits: 1 });
  return new Intl.NumberFormat(document.documentElement.lang, few).format(n);
}
