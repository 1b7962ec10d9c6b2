// @ts-check
/**
 * Text that a link carries: deflated, and written in the letters of an address.
 * @module
 */

/**
 * Return the text; throw if it is none, or longer than *most* bytes.
 * @param {string} packed
 * @param {number} most
 * @returns {Promise<string>}
 */
export async function unpacked(packed, most) {
  const small = Uint8Array.from(atob(packed.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  return textOf(new Blob([small]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most);
}

/**
 * Return the text of a stream of bytes; throw if it is none, or longer than *most* of them.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 * @returns {Promise<string>}
 */
export async function textOf(stream, most) {
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    // A few bytes can stand for a great many: those are not waited for.
    if (size > most) throw new RangeError("too long");
    text += decoder.decode(value, { stream: true });
  }
}

/** Return *text* as a link carries it. @param {string} text @returns {Promise<string>} */
export async function packed(text) {
  const small = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(small).arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
