// @ts-check
/**
 * Records that someone brings: one a file, or an archive of many.
 * @module
 */

import { isArchive, packedIn } from "../lib/unzipping.js";
import { say } from "../lib/words.js";
import { MOST_BYTES } from "../lib/protocol.js";

/** A record by the name of its file; instead of its text, why there is none. @typedef {{name: string, text: string | null, problem: string}} Brought */

/** The most bytes of a file with many records. */
const MOST_TOGETHER = 50_000_000;
/** As many are taken at a time. */
const MOST_FILES = 2_000;

/** Return all records in these files. @param {Iterable<File>} files @returns {Promise<Brought[]>} */
export async function recordsIn(files) {
  const found = [];
  for (const file of files) found.push(...(await inFile(file)));
  return found;
}

/** @param {File} file @returns {Promise<Brought[]>} */
async function inFile(file) {
  const { name, size } = file;
  if (size > MOST_TOGETHER) return [refused(name, say("record-too-long"))];
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!isArchive(bytes)) return [await read(name, size, () => file.text())];
  return await recordsInArchive(bytes, name);
}

/** Return all records in an archive. @param {Uint8Array<ArrayBuffer>} bytes @param {string} name of its file @returns {Promise<Brought[]>} */
export async function recordsInArchive(bytes, name) {
  let packed;
  try {
    packed = packedIn(bytes);
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
    return [refused(name, say("bring-broken"))];
  }
  if (packed.length > MOST_FILES) return [refused(name, say("bring-too-many", { most: MOST_FILES }))];
  const found = [];
  for (const each of packed) found.push(await read(each.name, each.size, each.text));
  return found;
}

/** @param {string} name @param {number} size @param {() => Promise<string>} text @returns {Promise<Brought>} */
async function read(name, size, text) {
  if (size > MOST_BYTES) return refused(name, say("record-too-long"));
  try {
    return { name, text: await text(), problem: "" };
  } catch {
    // Whatever is wrong with it: a browser says so in its own words.
    return refused(name, say("bring-broken"));
  }
}

/** @param {string} name @param {string} problem @returns {Brought} */
function refused(name, problem) {
  return { name, text: null, problem };
}
