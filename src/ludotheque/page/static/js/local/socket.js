// @ts-check
/**
 * A socket to a table of the house in this browser: what modules know of a WebSocket, and no more.
 * @module
 */

/** @typedef {import("../types").TableSocket} TableSocket */

/** The code of a socket that was closed because nobody needs it. */
const NORMAL = 1000;

/** @implements {TableSocket} */
export class LocalSocket {
  /** @param {(text: string) => void} sent @param {() => void} left */
  constructor(sent, left) {
    this.sent = sent;
    this.left = left;
    /** @type {number} */
    this.readyState = WebSocket.CONNECTING;
    /** @type {TableSocket["onopen"]} */
    this.onopen = null;
    /** @type {TableSocket["onmessage"]} */
    this.onmessage = null;
    /** @type {TableSocket["onclose"]} */
    this.onclose = null;
  }

  /** @param {string} text */
  send(text) {
    this.sent(text);
  }

  close() {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.left();
    // As with any WebSocket, whoever closes it is told afterwards.
    queueMicrotask(() => this.#tellClosed(NORMAL));
  }

  /** Something came from the house: the first message also says that it is there. @param {string} data */
  tell(data) {
    if (this.readyState === WebSocket.CONNECTING) {
      this.readyState = WebSocket.OPEN;
      this.onopen?.call(/** @type {any} */ (this), new Event("open"));
    }
    if (this.readyState === WebSocket.OPEN) this.onmessage?.call(/** @type {any} */ (this), new MessageEvent("message", { data }));
  }

  /** The house has closed it. @param {number} code */
  closed(code) {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.#tellClosed(code);
  }

  /** @param {number} code */
  #tellClosed(code) {
    this.onclose?.call(/** @type {any} */ (this), new CloseEvent("close", { code }));
  }
}
