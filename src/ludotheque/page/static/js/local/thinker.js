// @ts-check
/**
 * The Worker that thinks: it holds a kernel and answers one question after the other. While it does
 * it hears nothing: whoever wants no answer ends it. See `Thinking`.
 *
 * In: `{kernel}` first, its address or what it was compiled to, then `{id, request}`. Out: `{id,
 * progress}` any number of times and `{id, reply}`, or `{fault}` if there is no kernel any more.
 */

import { load } from "./kernel.js";

/** @type {Promise<import("./kernel.js").Kernel> | undefined} */
let loading;

addEventListener("message", async ({ data }) => {
  try {
    loading ??= load(data.kernel);
    const kernel = await loading;
    if (data.kernel) return;
    const { id, request } = data;
    const progress = (/** @type {string} */ news) => void postMessage({ id, progress: news });
    postMessage({ id, reply: kernel.ask(request, progress) });
  } catch (error) {
    postMessage({ fault: String(error) });
  }
});
