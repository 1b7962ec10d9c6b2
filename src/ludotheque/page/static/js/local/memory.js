// @ts-check
/**
 * The memory of a Python that has been started on this device, kept so that the next one need not start from its files.
 * There is one, that of the edition that was started last; where a browser keeps nothing, there is none.
 * @module
 */

/**
 * @typedef {object} Kept
 * @property {number} length of the memory
 * @property {Promise<Uint8Array>} memory of Python, with the house imported
 * @property {Promise<Uint8Array>} archive of the house, from which it reads what it needs later
 */

/** How many bytes of what is kept are memory; the archive follows. */
const LENGTH = "x-memory";
/** It is kept where there is room for so many: games come first. */
const TIMES = 5;

export class Memories {
  /** @param {string} name of the site's cache for it @param {string} address which changes with whatever Python is made of */
  constructor(name, address) {
    this.name = name;
    this.address = address;
  }

  /** What is kept of this edition. @returns {Promise<Kept | null>} */
  async find() {
    // Over plain HTTP browsers have no caches.
    const found = await globalThis.caches?.open(this.name).then((cache) => cache.match(this.address)).catch(() => null);
    if (!found) return null;
    const length = Number(found.headers.get(LENGTH));
    const bytes = found.arrayBuffer().then((whole) => new Uint8Array(whole));
    return { length, memory: bytes.then((whole) => whole.subarray(0, length)), archive: bytes.then((whole) => whole.subarray(length)) };
  }

  /** Keep it in place of all others, where there is room for it; fails where the browser does not let it. @param {Uint8Array} memory @param {Uint8Array} archive */
  async keep(memory, archive) {
    await this.forget();
    const { quota = 0, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
    if (quota - usage < TIMES * memory.length) return;
    const body = new Blob([/** @type {BlobPart} */ (memory), /** @type {BlobPart} */ (archive)]);
    const answer = new Response(body, { headers: { [LENGTH]: String(memory.length) } });
    await (await globalThis.caches?.open(this.name))?.put(this.address, answer);
  }

  /** Keep nothing any more. */
  async forget() {
    await globalThis.caches?.delete(this.name).catch(() => {});
  }
}
