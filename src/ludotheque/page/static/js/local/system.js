// @ts-check
/**
 * The system that the kernel's standard library asks (WASI) for a clock, and for somewhere to say why it
 * gives up. There are no files, and nobody to write to but the console.
 */

const DONE = 0;
const BAD_FILE = 8;
const STANDARD_ERROR = 2;
const NANOSECONDS = 1_000_000;

/**
 * @param {() => WebAssembly.Memory} memory where what is asked for is to be written
 * @returns {Record<string, Function>}
 */
export function system(memory) {
  const view = () => new DataView(memory().buffer);
  return {
    /** @param {number} _clock @param {bigint} _precision @param {number} at */
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * NANOSECONDS)), true);
      return DONE;
    },
    /** @param {number} at @param {number} size */
    random_get(at, size) {
      crypto.getRandomValues(new Uint8Array(memory().buffer, at, size));
      return DONE;
    },
    /** @param {number} code */
    proc_exit(code) {
      throw new WebAssembly.RuntimeError(`the kernel has given up: ${code}`);
    },
    /** @param {number} file @param {number} parts @param {number} count @param {number} written */
    fd_write(file, parts, count, written) {
      if (file !== STANDARD_ERROR) return BAD_FILE;
      const now = view();
      let said = "";
      let size = 0;
      for (let part = parts; part < parts + 8 * count; part += 8) {
        const bytes = new Uint8Array(now.buffer, now.getUint32(part, true), now.getUint32(part + 4, true));
        said += new TextDecoder().decode(bytes);
        size += bytes.length;
      }
      console.error(said);
      now.setUint32(written, size, true);
      return DONE;
    },
    fd_close: () => BAD_FILE,
    fd_seek: () => BAD_FILE,
  };
}
