// @ts-check
/**
 * Questions to the house that are no message of a table.
 * @module
 */

import { PATIENCE_MS, request } from "./connection.js";
import { say } from "./words.js";

/** The house has refused something, and says why in the reader's language. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/**
 * Ask the house, and return what it answers; throw a Refusal where it says no, or does not answer.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] sent as JSON
 * @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  const headers = body === undefined ? undefined : { "content-type": "application/json" };
  let answer;
  let text;
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    answer = await request(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
    text = await answer.text();
  } catch {
    throw new Refusal("link/lost", say("unreachable"));
  }
  const read = text && (answer.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(read.code ?? "error", read.message ?? say("refused"));
  return read;
}

/** The refusals after which a request that is done once may be sent again, how often, and how much later. */
const LATER = new Set(["link/lost", "house/closing", "store/down"]);
const TRIES = 4;
const LATER_MS = 1_000;

/**
 * Open a table, and return it; sent again where the answer is lost, and opened once.
 * @param {import("../types").TableWish} wish
 * @returns {Promise<{id: string, link: string}>}
 */
export async function openTable(wish) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask("POST", "/api/tables", wish);
    } catch (problem) {
      if (!(problem instanceof Refusal) || !LATER.has(problem.code) || tried === TRIES) throw problem;
      await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    }
  }
}

/** Return an id for something to be done once; `randomUUID` is for secure pages alone. */
export function newId() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}
