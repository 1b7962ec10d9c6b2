// @ts-check
/**
 * The kernel of the house as WebAssembly: rules and searches, asked in text and answered at once.
 * What can be asked is written in kernel/wasm/offers.hpp and what follows from it.
 */

import { system } from "./system.js";

/**
 * Where the kernel comes from: its address, what was fetched from there, or what it was compiled to.
 * @typedef {string | URL | Response | WebAssembly.Module} Source
 */

/** What a kernel throws once it has broken down, for want of memory: it answers no more. */
export class KernelDied extends Error {}

/**
 * What the compiled kernel offers: room for so many bytes of a request; the size of the reply to it;
 * and where that begins.
 * @typedef {{ memory: WebAssembly.Memory, _initialize(): void, room(size: number): number,
 *   ask(): number, reply(): number }} Exports
 */

/** @param {Source} source @returns {Promise<WebAssembly.Module>} */
export async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new Error(`the kernel is not there: ${response.status}`);
  // Any server of files will do, even one that does not know what WebAssembly is.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @param {Source} source @returns {Promise<Kernel>} */
export async function load(source) {
  return new Kernel(await compiled(source));
}

export class Kernel {
  /** @type {Exports} */
  #exports;
  /** @type {((news: string) => unknown) | undefined} Who is told while a question is answered. */
  #progress;
  /** @type {{ thrown: unknown } | undefined} What that one has thrown. */
  #fault;
  /** @type {unknown} Why it broke down, if it has. */
  #died;
  #writing = new TextEncoder();
  #reading = new TextDecoder();

  /** @param {WebAssembly.Module} module_ */
  constructor(module_) {
    const tell = (/** @type {number} */ at, /** @type {number} */ size) => this.#tell(at, size);
    const memory = () => this.#exports.memory;
    const imports = { ludotheque: { tell }, wasi_snapshot_preview1: system(memory) };
    const instance = new WebAssembly.Instance(module_, imports);
    this.#exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
    this.#exports._initialize();
  }

  /**
   * Return the reply to *request*. *progress* hears what is found meanwhile, in the rows of a reply;
   * it ends the search by returning something true, or by throwing, which is thrown on from here. It
   * may ask something else meanwhile, but not the same search.
   *
   * @param {string} request
   * @param {(news: string) => unknown} [progress]
   * @returns {string}
   */
  ask = (request, progress) => {
    if (this.#died !== undefined) throw new KernelDied("the kernel has broken down before");
    const [heard, fault] = [this.#progress, this.#fault];
    [this.#progress, this.#fault] = [progress, undefined];
    try {
      const bytes = this.#writing.encode(request);
      this.#bytes(this.#exports.room(bytes.length), bytes.length).set(bytes);
      const size = this.#exports.ask();
      const reply = this.#reading.decode(this.#bytes(this.#exports.reply(), size));
      if (this.#fault) throw /** @type {{ thrown: unknown }} */ (this.#fault).thrown;
      return reply;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#died = error;
      throw new KernelDied(error.message, { cause: error });
    } finally {
      [this.#progress, this.#fault] = [heard, fault];
    }
  };

  /** The bytes that it holds: they grow and never shrink. */
  get size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** @param {number} at @param {number} size */
  #bytes(at, size) {
    return new Uint8Array(this.#exports.memory.buffer, at, size);
  }

  /**
   * Pass on what was found, and return 1 if no more is wanted. Nothing is thrown through the kernel.
   * @param {number} at @param {number} size
   */
  #tell(at, size) {
    try {
      return this.#progress?.(this.#reading.decode(this.#bytes(at, size))) ? 1 : 0;
    } catch (thrown) {
      this.#fault = { thrown };
      return 1;
    }
  }
}
