// @ts-check
/**
 * What is said of an answer, and what can be answered where no move is asked for.
 * @module
 */

import { button, make, part } from "../lib/dom.js";
import { icon } from "../lib/svg.js";

/** Say something of an answer. @param {string} sentence @param {string} kind `right`, `wrong`, `hint` or nothing */
export function tell(sentence, kind) {
  const verdict = part("verdict");
  verdict.textContent = sentence;
  verdict.className = `verdict ${kind}`;
}

/** Offer a button for every answer; none where a move is asked for. @param {readonly import("../types").AnswerSeen[]} answers @param {(text: string) => void} chosen */
export function offerAnswers(answers, chosen) {
  part("answers").hidden = answers.length === 0;
  part("answers").replaceChildren(
    ...answers.map(({ text, label, href }) => {
      const offered = button(make("span", {}, label), () => chosen(text), { "data-answer": text });
      if (href) offered.prepend(icon(href));
      return offered;
    }),
  );
}

/** Mark an answer that was given. @param {string} text @param {"right" | "wrong"} kind */
export function markAnswer(text, kind) {
  part("answers").querySelector(`[data-answer="${CSS.escape(text)}"]`)?.classList.add(kind);
}

/** Let the words be read from there on, where they do not all fit; the board stays where it is. @param {HTMLElement} place */
export function bringInSight(place) {
  const words = /** @type {HTMLElement} */ (document.querySelector(".words"));
  words.scrollTop = place.offsetTop - words.offsetTop;
}
