// @ts-check
/**
 * Python with the house imported, on Pyodide: started from its files, or from the memory of one that was started on this
 * device before, which takes a fifth of the time.
 * @module
 */

import { Memories } from "./memory.js";

/** @typedef {{pyodide: string, stdlib: string, package: string, kernel?: string}} Files */
/** @typedef {{ask: Function}} Lent the kernel, as Python imports it */
/**
 * @typedef {object} Started
 * @property {any} house the module that the Worker calls
 * @property {() => Promise<void>} remember keep its memory for the next time: once nobody waits for anything
 */

const PACKED = "/house.zip.xz";
const ARCHIVE = "/house.zip";
/** Compressed as one, the modules take up a third less than one by one. */
const UNPACKED = `
import lzma, os, sys
with open("${PACKED}", "rb") as packed, open("${ARCHIVE}", "wb") as archive:
    archive.write(lzma.decompress(packed.read()))
os.remove("${PACKED}")
sys.path.insert(0, "${ARCHIVE}")
`;
const HOUSE = "ludotheque.local.browser";

/**
 * Start Python, for a reader of *lang*; *anew* from its files alone, where another has broken down.
 * @param {Files} files @param {string} cache for memories @param {Promise<Lent | null>} lending
 * @param {string} lang @param {boolean} anew
 * @returns {Promise<Started>}
 */
export async function started(files, cache, lending, lang, anew) {
  const made = [files.pyodide, files.stdlib, files.kernel ?? ""].map(encodeURIComponent).join("&");
  const memories = new Memories(cache, `${files.package}?${made}`);
  const scripts = loaded(files);
  if (anew) await memories.forget();
  const kept = await memories.find();
  if (kept) {
    try {
      return { house: await fromMemory(await scripts, await lending, kept), remember: async () => {} };
    } catch (problem) {
      // Whatever was wrong with it, the files are still there.
      console.info(problem);
      await memories.forget();
    }
  }
  const python = await fromFiles(await scripts, files, lending, lang);
  const memory = memoryOf(python, await lending);
  const archive = python.FS.readFile(ARCHIVE);
  return { house: python.pyimport(HOUSE), remember: async () => void (memory && (await memories.keep(memory, archive))) };
}

/**
 * What starts a Python with these settings and others.
 * @param {Files} files
 * @returns {Promise<{start: (more: Record<string, unknown>) => Promise<any>, create: (settings: unknown) => Promise<any>}>}
 */
async function loaded(files) {
  const indexURL = new URL("./", files.pyodide).href;
  const [{ loadPyodide }, { default: create }] = await Promise.all([import(files.pyodide), import(`${indexURL}pyodide.asm.mjs`)]);
  performance.mark("fetched");
  const usual = { indexURL, stdLibURL: files.stdlib, convertNullToNone: true, createPyodideModule: create };
  return { start: (more) => loadPyodide({ ...usual, ...more }), create };
}

/** The house in a Python that goes on where another was. @param {Awaited<ReturnType<typeof loaded>>} scripts @param {Lent | null} lent @param {import("./memory.js").Kept} kept */
async function fromMemory({ start, create }, lent, { length, memory, archive }) {
  const python = await start({
    createPyodideModule: async (/** @type {unknown} */ settings) => withRoom(await create(settings), length),
    _loadSnapshot: memory,
    _snapshotDeserializer: (/** @type {string} */ name) => named(lent)[name],
  });
  performance.mark("python");
  python.FS.writeFile(ARCHIVE, await archive);
  return python.pyimport(HOUSE);
}

/** A Python that has imported the house. @param {Awaited<ReturnType<typeof loaded>>} scripts @param {Files} files @param {Promise<Lent | null>} lending @param {string} lang */
async function fromFiles({ start }, files, lending, lang) {
  const [python, packed, lent] = await Promise.all([start({ _makeSnapshot: true }), fetched(files.package), lending]);
  performance.mark("python");
  if (lent) python.registerJsModule("ludotheque_kernel", lent);
  python.FS.writeFile(PACKED, new Uint8Array(packed));
  python.runPython(UNPACKED);
  python.runPython(`import ${HOUSE}; ${HOUSE}.prepare("${lang}")`);
  return python;
}

/** The memory of a Python that knows nothing of this page yet; null where it cannot be kept. @param {any} python @param {Lent | null} lent @returns {Uint8Array | null} */
function memoryOf(python, lent) {
  try {
    return python.makeMemorySnapshot({ serializer: (/** @type {unknown} */ value) => nameOf(value, lent) });
  } catch (problem) {
    console.info(problem);
    return null;
  }
}

/** What of JavaScript Python holds, by the names under which its memory knows it. @param {Lent | null} lent @returns {Record<string, unknown>} */
function named(lent) {
  return lent ? { kernel: lent, ask: lent.ask } : {};
}

/** @param {unknown} value @param {Lent | null} lent */
function nameOf(value, lent) {
  const found = Object.entries(named(lent)).find(([, one]) => one === value);
  if (!found) throw new Error(`Python holds what cannot be kept: ${String(value)}`);
  return found[0];
}

/** Let what Python runs in grow to that many bytes: a memory that has grown does not fit into a new one. @param {any} runtime @param {number} size */
function withRoom(runtime, size) {
  if (runtime.HEAP8.length < size) {
    runtime._free(runtime._malloc(size));
    // What is not written over is to be as empty as it was.
    runtime.HEAP8.fill(0, size);
  }
  return runtime;
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.arrayBuffer();
}
