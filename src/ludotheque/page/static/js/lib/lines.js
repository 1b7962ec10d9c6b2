// @ts-check
/**
 * Answers of the house that come line by line, each a message of its own.
 * @module
 */

import { Refusal } from "./api.js";
import { request } from "./connection.js";
import { say } from "./words.js";

/**
 * Ask the house, and yield what it answers as it comes; throw a Refusal where it says no, or falls silent.
 * @param {string} path
 * @param {unknown} body sent as JSON
 * @param {AbortSignal} signal whoever aborts reads no more, and nothing is thrown
 * @returns {AsyncGenerator<any, void, void>}
 */
export async function* lines(path, body, signal) {
  try {
    const headers = { "content-type": "application/json" };
    const answer = await request(path, { method: "POST", headers, signal, body: JSON.stringify(body) });
    if (!answer.ok || !answer.body) throw await refusal(answer);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const whole = (rest + part.value).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) if (line !== "") yield JSON.parse(line);
    }
  } catch (problem) {
    if (signal.aborted) return;
    if (problem instanceof Refusal) throw problem;
    throw new Refusal("link/lost", say("unreachable"));
  }
}

/** Why the house said no. @param {Response} answer */
async function refusal(answer) {
  const told = await answer.json().catch(() => ({}));
  return new Refusal(told.code ?? "error", told.message ?? say("refused"));
}
