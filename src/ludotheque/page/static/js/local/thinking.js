// @ts-check
/**
 * Questions to a kernel in a Worker of its own, so that whoever asks is not kept waiting. It has one
 * thread: several searches at once take several of these.
 */

/**
 * @typedef {{ answer(reply: string): void, refuse(error: Error): void,
 *   progress?: (news: string) => void }} Open
 */

/** What is thrown to whoever waits for the answer of a Worker that was ended. */
export class Ended extends Error {}

export class Thinking {
  /** @type {string | URL | WebAssembly.Module} */
  #source;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, Open>} The questions that are not answered yet. */
  #open = new Map();
  #last = 0;

  /** @param {string | URL | WebAssembly.Module} source the kernel, see kernel.js */
  constructor(source) {
    this.#source = source;
  }

  /**
   * Return the reply to *request*; *progress* hears what is found meanwhile. Rejected with `Ended`
   * where `end` comes before it. What a search has learned is known under its number until then.
   *
   * @param {string} request
   * @param {(news: string) => void} [progress]
   * @returns {Promise<string>}
   */
  ask(request, progress) {
    this.#worker ??= this.#begun();
    const id = ++this.#last;
    const { promise, resolve, reject } = deferred();
    this.#open.set(id, { answer: resolve, refuse: reject, progress });
    this.#worker.postMessage({ id, request });
    return promise;
  }

  /** End whatever is thought about, at once. The next question begins anew, with an empty memory. */
  end() {
    this.#fail(new Ended("the search was ended"));
  }

  /** @returns {Worker} */
  #begun() {
    const worker = new Worker(new URL("./thinker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.fault) return this.#fail(new Error(data.fault));
      const open = this.#open.get(data.id);
      if (data.progress !== undefined) return open?.progress?.(data.progress);
      this.#open.delete(data.id);
      open?.answer(data.reply);
    });
    worker.addEventListener("error", (event) => this.#fail(new Error(event.message)));
    const kernel = this.#source instanceof WebAssembly.Module ? this.#source : String(this.#source);
    worker.postMessage({ kernel });
    return worker;
  }

  /** @param {Error} error */
  #fail(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const { refuse } of open) refuse(error);
  }
}

/** @returns {{ promise: Promise<string>, resolve(reply: string): void, reject(error: Error): void }} */
function deferred() {
  /** @type {(reply: string) => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  const promise = new Promise((/** @type {(reply: string) => void} */ answer, refuse) => {
    [resolve, reject] = [answer, refuse];
  });
  return { promise, resolve, reject };
}
