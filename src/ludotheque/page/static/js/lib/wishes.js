// @ts-check
/**
 * A table that is opened by the page that will show it: the wish for it goes along in the address.
 * @module
 */

/** @typedef {import("../types").TableWish} TableWish */

const WISH = "wish";

/** The address of a page with a wish. @param {string} address @param {TableWish} wish */
export function carrying(address, wish) {
  return `${address}#${new URLSearchParams({ [WISH]: JSON.stringify(wish) })}`;
}

/** The wish that this page came with, as JSON; empty if none. */
export function carried() {
  return new URLSearchParams(location.hash.slice(1)).get(WISH) ?? "";
}

/** Whether nobody could refuse it: no name is to be looked at, and no position. @param {TableWish} wish */
export function isSure({ chairs, start }) {
  return start === undefined && chairs.every((chair) => chair === "me" || Object.hasOwn(Object(chair), "level"));
}
