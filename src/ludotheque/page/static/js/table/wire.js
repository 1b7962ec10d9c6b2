// @ts-check
/**
 * The way to a table: a socket that comes back by itself. What was sent is sent again, under the
 * same id, until it is answered; what was missed is asked for with `since`. A question is asked once.
 * @module
 */

import { newId, Refusal } from "../lib/api.js";
import { far, socket as socketTo } from "../lib/connection.js";
import { say } from "../lib/words.js";
import { FOREIGN, LOGGED_OUT, UNKNOWN } from "../lib/protocol.js";

/** @typedef {import("../types").Incoming} Incoming */
/** @typedef {{type: string, [fact: string]: unknown}} Deed */

const PING_MS = 10_000;
const SILENCE_MS = 25_000;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8_000;
/** The refusals after which a deed is sent again, and how much later. */
const LATER = new Set(["house/closing", "store/down", "limit/rate"]);
const LATER_MS = 2_000;

export class Wire extends EventTarget {
  /**
   * Events: `message` (CustomEvent of an Incoming), `link` (CustomEvent of whether the house is heard).
   * @param {string} path of the socket, without its query
   * @param {{seat?: number, watch?: boolean}} [query] the seat to look from; `watch`: from none, also if one is the reader's
   */
  constructor(path, query = {}) {
    super();
    this.path = path;
    this.query = query;
    /** The number of the last act seen, null before the first. @type {number | null} */
    this.since = null;
    /** What has not been answered, by id, in the order in which it was sent. @type {Map<string, Deed>} */
    this.waiting = new Map();
    /** The questions that have not been answered, by id. @type {Map<string, {answered: (message: any) => void, refused: (why: Refusal) => void}>} */
    this.asking = new Map();
    /** @type {import("../types").TableSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT_MS;
    this.heard = 0;
    this.asked = 0;
    /** @type {number | null} */
    this.lag = null;
    this.over = false;
    /** Whether what comes may have happened while nothing was heard: until the house answers the first question. */
    this.catchingUp = false;
    /** Whether the last socket was closed because its session had ended. */
    this.loggedOut = false;
    /** Ends the listening of a wire that nobody needs any more. */
    this.gone = new AbortController();
    this.beating = setInterval(() => this.#beat(), PING_MS);
    const { signal } = this.gone;
    addEventListener("online", () => this.#again(0), { signal });
    // A dead network would be noticed only when nothing has been heard for long.
    if (far) addEventListener("offline", () => this.#drop(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (!document.hidden) this.#beat();
      },
      { signal },
    );
    this.connect();
  }

  /** Open the socket, from where the last one was lost. */
  connect() {
    const query = new URLSearchParams({ picture: "true" });
    if (this.since !== null) query.set("since", String(this.since));
    if (this.query.seat !== undefined) query.set("seat", String(this.query.seat));
    if (this.query.watch) query.set("watch", "true");
    const socket = socketTo(`${this.path}?${query}`);
    this.socket = socket;
    this.catchingUp = this.since !== null;
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.heard = Date.now();
      this.wait = FIRST_WAIT_MS;
      this.#tell("link", true);
      for (const [id, deed] of this.waiting) this.#send({ ...deed, id });
      this.#beat();
    };
    socket.onmessage = ({ data }) => {
      if (this.socket === socket) this.#hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (this.socket !== socket) return;
      this.#leave();
      if (code === UNKNOWN || code === FOREIGN) this.over = true;
      // After a new password this device has a new cookie, and comes in by it; else it was logged out.
      if (code === LOGGED_OUT && this.loggedOut) location.reload();
      this.loggedOut = code === LOGGED_OUT;
      this.#tell("link", false);
      if (!this.over) this.#again(this.wait);
    };
  }

  /**
   * Do something at the table; the answer comes as a message with the id returned.
   * @param {Deed} deed
   * @returns {string}
   */
  do(deed) {
    const id = newId();
    this.waiting.set(id, deed);
    this.#send({ ...deed, id });
    return id;
  }

  /**
   * Ask about the table, and return the answer; throw a Refusal where the house says no, or is not heard.
   * @param {Deed} question
   * @returns {Promise<any>}
   */
  ask(question) {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(unheard());
    const id = newId();
    this.#send({ ...question, id });
    return new Promise((answered, refused) => this.asking.set(id, { answered, refused }));
  }

  /** Look from another of one's own seats. @param {number | undefined} seat */
  lookFrom(seat) {
    this.query.seat = seat;
    this.since = null;
    this.#leave()?.close();
    this.connect();
  }

  /** Go away from the table. */
  end() {
    this.over = true;
    clearInterval(this.beating);
    this.gone.abort();
    this.#leave()?.close();
  }

  /** Have nothing more to do with the socket, and return it: what was asked there is not answered any more. */
  #leave() {
    const old = this.socket;
    this.socket = null;
    for (const { refused } of this.asking.values()) refused(unheard());
    this.asking.clear();
    return old;
  }

  /** @param {Incoming} message */
  #hear(message) {
    this.heard = Date.now();
    if (message.type !== "refused") this.loggedOut = false;
    switch (message.type) {
      case "welcome":
        this.since = message.table.seq;
        break;
      case "step":
        if (this.since !== null && message.seq <= this.since) return;
        this.since = message.seq;
        break;
      case "preview":
      case "why":
        this.#asked(message.id)?.answered(message);
        return;
      case "refused":
        if (message.id !== null && this.asking.has(message.id)) {
          this.#asked(message.id)?.refused(new Refusal(message.code, message.message));
          return;
        }
        // Not to be given up, and perhaps done: it is sent again, and done once.
        if (message.id !== null && LATER.has(message.code)) {
          this.#sendLater(message.id);
          return;
        }
        if (message.id !== null) this.waiting.delete(message.id);
        break;
      case "done":
        if (message.id !== null) this.waiting.delete(message.id);
        break;
      case "pong":
        this.lag = Date.now() - this.asked;
        this.catchingUp = false;
        if (this.since !== null && message.seq > this.since) this.socket?.close();
        break;
      case "going-away":
        this.wait = message.wait;
        break;
      default:
    }
    this.#tell("message", message);
  }

  /** Return who asked that, for the last time. @param {string} id */
  #asked(id) {
    const asked = this.asking.get(id);
    this.asking.delete(id);
    return asked;
  }

  #beat() {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > SILENCE_MS) {
      this.#drop();
      return;
    }
    this.asked = Date.now();
    this.#send({ type: "ping", lag: this.lag });
  }

  /** Give up a socket in which nothing stirs: a dead network does not even close it. */
  #drop() {
    this.#leave()?.close();
    this.#tell("link", false);
    this.#again(0);
  }

  /** @param {number} wait */
  #again(wait) {
    this.wait = Math.min(LONGEST_WAIT_MS, this.wait * 2);
    setTimeout(() => {
      if (this.socket === null && !this.over) this.connect();
    }, wait * (0.5 + Math.random()));
  }

  /** @param {string} id of a deed that the house could not do just now */
  #sendLater(id) {
    setTimeout(() => {
      const deed = this.waiting.get(id);
      if (deed !== undefined) this.#send({ ...deed, id });
    }, LATER_MS);
  }

  /** @param {Record<string, unknown>} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} type @param {unknown} detail */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** The refusal of what cannot be asked now. */
function unheard() {
  return new Refusal("link/lost", say("unreachable"));
}
