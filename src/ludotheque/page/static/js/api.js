// @ts-check
/**
 * Questions to the house that are no message of a table.
 * @module
 */

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
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal("link/lost", say("unreachable"));
  }
  const text = await answer.text();
  const read = (answer.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  if (!answer.ok) throw new Refusal(read.code ?? "error", read.message ?? say("refused"));
  return read;
}
