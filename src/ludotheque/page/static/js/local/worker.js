// @ts-check
/**
 * The Worker in which the house lives: Python on Pyodide, the kernel, and the log of this browser.
 * @module
 */

import { NO_LOG, openLog } from "./log.js";
import { started } from "./python.js";

/** What arrives before Python is there waits. @type {any[] | null} */
let waiting = [];
/** @type {any} */
let desk = null;

self.onmessage = ({ data }) => {
  if (data.begin) void begin(data.begin).catch((problem) => self.postMessage({ fault: String(problem) }));
  else if (waiting) waiting.push(data);
  else take(data);
};

/** @param {{life: string, log: string, lang: string, files: import("./python.js").Files, anew: boolean}} how */
async function begin({ life, log: name, lang, files, anew }) {
  // While this Worker lives it holds the lock: who waits for that notices when it ends. Over plain HTTP browsers have no locks.
  void navigator.locks?.request(life, () => {
    self.postMessage({ alive: true });
    return new Promise(() => {});
  });
  const opening = openLog(name).catch(() => NO_LOG);
  const lending = files.kernel ? lend(files.kernel) : Promise.resolve(null);
  const { house, remember } = await started(files, `memory of ${name}`, lending, lang, anew);
  performance.mark("house");
  const log = await opening;
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }) => desk.heard(data);
  desk = house.begin({
    create: log.create.bind(log),
    append: log.append.bind(log),
    read: log.read.bind(log),
    ids: async () => JSON.stringify((await log.tables()).map(({ id }) => id)),
    name: log.name.bind(log),
    rename: log.rename.bind(log),
    note: log.note.bind(log),
    // What Python calls None arrives as undefined.
    replace_note: (/** @type {string} */ note, /** @type {string | undefined} */ before, /** @type {string} */ after) => log.replaceNote(note, before ?? null, after),
    note_names: async (/** @type {string} */ prefix) => JSON.stringify(await log.noteNames(prefix)),
    tell_others: (/** @type {string} */ table) => others.postMessage(table),
    answered: (/** @type {number} */ call, /** @type {number} */ status, /** @type {string} */ kind, /** @type {string} */ file, /** @type {string} */ text, /** @type {boolean} */ lines) =>
      self.postMessage({ call, status, kind, name: file, text, lines }),
    line: (/** @type {number} */ call, /** @type {string | null} */ line) => self.postMessage({ call, line: line ?? null }),
    told: (/** @type {number} */ socket, /** @type {string} */ told) => self.postMessage({ socket, told }),
    closed: (/** @type {number} */ socket, /** @type {number} */ code) => self.postMessage({ socket, code }),
  });
  self.postMessage({ awake: true });
  for (const message of waiting ?? []) take(message);
  waiting = null;
  // Without it the next start takes longer, and that is all.
  remember().catch(() => {});
}

/** What lets Python reach the kernel. @param {string} address @returns {Promise<import("./python.js").Lent>} */
async function lend(address) {
  const { KernelDied, load } = await import("./kernel.js");
  const kernel = await load(new URL(address));
  /** @type {typeof kernel.ask} */
  const ask = (request, progress) => {
    try {
      return kernel.ask(request, progress);
    } catch (problem) {
      // It answers no more: the house begins anew, from the log.
      if (problem instanceof KernelDied) self.postMessage({ fault: String(problem) });
      throw problem;
    }
  };
  return { ask };
}

/** @param {any} message */
function take(message) {
  const { call, socket } = message;
  if (call !== undefined && message.closed) desk.give_up(call);
  else if (call !== undefined) desk.request(call, message.method, message.path, message.body, message.lang);
  else if (message.closed) desk.close(socket);
  else if (message.text !== undefined) desk.hear(socket, message.text);
  else desk.open(socket, message.table, message.seat, message.lang);
}
