// @ts-check
/**
 * The way to the house: a server, asked by HTTP and heard over sockets. A static site has the house in
 * the browser instead: there `local/connection.js` stands in the place of this module, and offers the same.
 * @module
 */

/** @typedef {import("../types").Connection} Connection */

/** @type {Connection["PATIENCE_MS"]} */
export const PATIENCE_MS = 30_000;

/** @type {Connection["far"]} */
export const far = true;

/** @type {Connection["request"]} */
export function request(path, init) {
  return fetch(path, init);
}

/** @type {Connection["socket"]} */
export function socket(path) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${path}`);
}

/** @type {Connection["to"]} */
export function to(path) {
  return path;
}

/** @type {Connection["goingTo"]} */
export function goingTo() {
  return null;
}

/** @type {Connection["file"]} */
export async function file(path) {
  return path;
}

/** @type {Connection["offer"]} */
export function offer(link, path) {
  link.href = path;
}

/** @type {Connection["keepOffline"]} */
export async function keepOffline() {
  await navigator.serviceWorker?.register("/sw.js");
  // Few devices keep the house: no page waits for what is only about them.
  const { keeper } = await import("./device.js");
  // The newest edition is fetched while there is a network.
  await (await keeper())?.update();
}

/** @type {Connection["speaking"]} */
export function speaking(lang) {
  const there = new URL(location.href);
  there.searchParams.set("lang", lang);
  return there.href;
}
