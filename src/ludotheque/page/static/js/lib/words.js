// @ts-check
/**
 * The page's sentences, in the reader's language: they come with the page, in `#words`.
 * @module
 */

/** @type {{lang: string, say: Record<string, string>, count: Record<string, string[]>}} */
const WORDS = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** @typedef {Record<string, string | number>} Facts */

/**
 * Return the sentence of that name, with the facts in place of their `{names}`.
 * @param {string} name
 * @param {Facts} [facts]
 */
export function say(name, facts = {}) {
  return filled(WORDS.say[name] ?? missing(name), facts);
}

/**
 * Return the sentence of that name for *n* things.
 * @param {string} name
 * @param {number} n
 * @param {Facts} [facts]
 */
export function count(name, n, facts = {}) {
  const forms = WORDS.count[name] ?? [missing(name)];
  return filled(forms[Math.min(n, forms.length - 1)], { n, ...facts });
}

/** Return several names as one says them: “Ana and Ben”. @param {readonly string[]} names */
export function together(names) {
  return new Intl.ListFormat(WORDS.lang).format(names);
}

/** Return a sentence of the house with the facts in place of their `{names}`. @param {string} template @param {Facts} facts */
export function filled(template, facts) {
  return template.replace(/\{(\w+)\}/g, (whole, fact) => String(facts[fact] ?? whole));
}

/** @param {string} name @returns {never} */
function missing(name) {
  throw new Error(`there is no sentence "${name}" on this page`);
}
