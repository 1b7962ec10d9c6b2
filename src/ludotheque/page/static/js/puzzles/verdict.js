// @ts-check
/**
 * What is said of an answer, and what can be answered where no move is asked for.
 * @module
 */

import { button, make, part } from "../lib/dom.js";
import { icon } from "../lib/svg.js";
import { waiting } from "./waiting.js";

/** Say something of an answer. @param {string} sentence @param {string} kind `right`, `wrong`, `hint` or nothing; `refused`, too, where the house says no */
export function tell(sentence, kind) {
  const verdict = part("verdict");
  verdict.textContent = sentence;
  verdict.className = `verdict ${kind}`;
}

/**
 * Offer a button for every answer, one answer at a time; none where a move is asked for.
 * @param {readonly import("../types").AnswerSeen[]} answers @param {(text: string) => Promise<void>} chosen done once the answer is judged
 */
export function offerAnswers(answers, chosen) {
  const buttons = answers.map(({ text, label, href }) => {
    const offered = button(make("span", {}, label), () => waiting(buttons, () => chosen(text)), { "data-answer": text });
    if (href) offered.prepend(icon(href));
    return offered;
  });
  part("answers").hidden = buttons.length === 0;
  part("answers").replaceChildren(...buttons);
}

/** Mark an answer that was given. @param {string} text @param {"right" | "wrong"} kind */
export function markAnswer(text, kind) {
  part("answers").querySelector(`[data-answer="${CSS.escape(text)}"]`)?.classList.add(kind);
}

/** Let the words be read from there on, where they do not all fit; the board stays where it is. @param {HTMLElement} place */
export function readFrom(place) {
  const words = /** @type {HTMLElement} */ (document.querySelector(".words"));
  words.scrollTop = place.offsetTop - words.offsetTop;
}

/** Bring it in sight, and as much as there is room for of what stands before it. @param {HTMLElement} place */
export function bringInSight(place) {
  const words = /** @type {HTMLElement} */ (document.querySelector(".words"));
  const room = words.clientHeight - Number.parseFloat(getComputedStyle(words).paddingBottom);
  const top = place.offsetTop - words.offsetTop;
  words.scrollTop = Math.min(top, Math.max(0, top + place.offsetHeight - room));
}
