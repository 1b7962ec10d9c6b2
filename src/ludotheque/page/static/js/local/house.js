// @ts-check
/**
 * The house in a Worker, as the page reaches it. It is begun when it is first asked for something, and anew if it
 * ends: what was acknowledged is in the log, and what was not is asked again by whoever waits for it.
 * @module
 */

import { brought } from "../lib/dom.js";
import { LOG } from "./lists.js";
import { LocalSocket } from "./socket.js";
import { waking } from "./waking.js";
import { RESTART } from "../lib/protocol.js";

/** How long somebody may take from one touch to the next. */
const MOMENT_MS = 2_000;
/** The one kind of answer that is no text; it comes as base64. */
const ZIP = "application/zip";

/**
 * @typedef {object} Call a request that has not been answered, or not to its end
 * @property {(answer: Response) => void} answered
 * @property {(why: Error) => void} failed
 * @property {ReadableStreamDefaultController<Uint8Array> | null} lines
 */

export class House {
  /** @param {string} lang in which it speaks */
  constructor(lang) {
    this.lang = lang;
    /** @type {Worker | null} */
    this.worker = null;
    /** Whether the one that is there, or was, has said that it is awake. */
    this.awake = false;
    /** Whether one has ended already: the next is made of nothing that it has left. */
    this.anew = false;
    this.count = 0;
    /** @type {Map<number, Call>} */
    this.calls = new Map();
    /** @type {Map<number, LocalSocket>} */
    this.sockets = new Map();
  }

  /** Begin it, before it is asked for anything. */
  wake() {
    this.worker ??= this.#begun();
    return this.worker;
  }

  /** Wait for a moment, since somebody may be about to ask for it, and then as long as somebody waits for it to begin. */
  async settled() {
    do {
      await new Promise((done) => setTimeout(done, MOMENT_MS));
    } while (this.worker !== null && !this.awake);
  }

  /**
   * Ask the house, as `fetch` asks a server.
   * @param {string} method @param {string} path @param {string | null} body @param {AbortSignal | null} signal
   * @returns {Promise<Response>}
   */
  request(method, path, body, signal) {
    const call = this.#number();
    signal?.addEventListener("abort", () => this.#giveUp(call));
    return new Promise((answered, failed) => {
      this.calls.set(call, { answered, failed, lines: null });
      this.#post({ call, method, path, body, lang: this.lang });
    });
  }

  /** Open a socket to a table. @param {string} path with its query */
  socket(path) {
    const number = this.#number();
    const there = new URL(path, location.href);
    const [, table] = there.pathname.match(/^\/api\/tables\/([^/]+)\/socket$/) ?? [];
    const seat = there.searchParams.get("seat");
    const made = new LocalSocket(
      (text) => this.#post({ socket: number, text }),
      () => {
        this.sockets.delete(number);
        this.#post({ socket: number, closed: true });
      },
    );
    this.sockets.set(number, made);
    this.#post({ socket: number, table, seat: seat === null ? null : Number(seat), lang: this.lang });
    return made;
  }

  #number() {
    this.count += 1;
    return this.count;
  }

  /** @param {Record<string, unknown>} message */
  #post(message) {
    this.wake().postMessage(message);
  }

  #begun() {
    const { files } = brought("local");
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name: "house" });
    const life = `house ${crypto.getRandomValues(new Uint32Array(2)).join("-")}`;
    worker.onmessage = ({ data }) => this.#hear(worker, life, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#died(worker);
    };
    const base = document.baseURI;
    const places = Object.fromEntries(Object.entries(files).map(([name, place]) => [name, new URL(String(place), base).href]));
    worker.postMessage({ begin: { life, log: LOG, lang: this.lang, files: places, anew: this.anew } });
    this.awake = false;
    waking(true);
    return worker;
  }

  /** @param {Worker} worker @param {string} life the lock that it holds while it lives @param {any} said */
  #hear(worker, life, said) {
    if (this.worker !== worker) return;
    if (said.alive) void navigator.locks.request(life, () => this.#died(worker));
    else if (said.awake) this.#woken();
    else if (said.fault) this.#died(worker, said.fault);
    else if (said.call !== undefined && "line" in said) this.#line(said.call, said.line);
    else if (said.call !== undefined) this.#answered(said);
    else if ("told" in said) this.sockets.get(said.socket)?.tell(said.told);
    else if ("code" in said) this.#closed(said.socket, said.code);
  }

  #woken() {
    this.awake = true;
    waking(false);
  }

  /** @param {{call: number, status: number, kind: string, name: string, text: string, lines: boolean}} said */
  #answered({ call, status, kind, name, text, lines }) {
    const asked = this.calls.get(call);
    if (!asked) return;
    /** @type {HeadersInit} */
    const headers = { "content-type": kind, ...(name ? { "x-name": encodeURIComponent(name) } : {}) };
    if (!lines) {
      this.calls.delete(call);
      asked.answered(new Response(kind === ZIP ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : text, { status, headers }));
      return;
    }
    const body = new ReadableStream({
      start: (controller) => {
        asked.lines = controller;
      },
      cancel: () => this.#giveUp(call),
    });
    asked.answered(new Response(body, { status, headers }));
  }

  /** @param {number} call @param {string | null} text null after the last */
  #line(call, text) {
    const lines = this.calls.get(call)?.lines;
    if (text !== null) {
      lines?.enqueue(new TextEncoder().encode(`${text}\n`));
      return;
    }
    lines?.close();
    this.calls.delete(call);
  }

  /** Nobody waits for this answer any more. @param {number} call */
  #giveUp(call) {
    const asked = this.calls.get(call);
    if (!asked) return;
    this.calls.delete(call);
    this.#post({ call, closed: true });
    const why = new DOMException("given up", "AbortError");
    if (asked.lines) asked.lines.error(why);
    else asked.failed(why);
  }

  /** @param {number} number @param {number} code */
  #closed(number, code) {
    const socket = this.sockets.get(number);
    this.sockets.delete(number);
    socket?.closed(code);
  }

  /** The Worker is no more: whoever waits for something asks again, and so begins another. @param {Worker} worker @param {string} [why] */
  #died(worker, why) {
    if (this.worker !== worker) return;
    worker.terminate();
    this.worker = null;
    this.anew = true;
    // One that was awake is followed by another; one that never was will not do better.
    waking(false, this.awake ? undefined : why);
    if (why !== undefined) reportError(new Error(why));
    const { calls, sockets } = this;
    this.calls = new Map();
    this.sockets = new Map();
    for (const { failed, lines } of calls.values()) {
      const gone = new Error("the house has to begin anew");
      if (lines) lines.error(gone);
      else failed(gone);
    }
    for (const socket of sockets.values()) socket.closed(RESTART);
  }
}
