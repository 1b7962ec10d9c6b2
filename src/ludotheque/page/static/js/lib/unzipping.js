// @ts-check
/**
 * Files in an archive (ZIP), as `/api/me/records.zip` makes it and others pack it: read by what its directory says.
 * @module
 */

import { textOf } from "./packing.js";

/** @typedef {{name: string, size: number, text: () => Promise<string>}} Packed */

/** What each part of an archive begins with, and how long it is before its names. */
const [END, END_SIZE] = [0x06054b50, 22];
const [ENTRY, ENTRY_SIZE] = [0x02014b50, 46];
const LOCAL_SIZE = 30;
/** The end may be followed by a remark of so many bytes. */
const LONGEST_REMARK = 65_535;
/** How files are packed: not at all, or deflated. */
const [STORED, DEFLATED] = [0, 8];

/** Return whether a file looks like an archive. @param {Uint8Array} bytes */
export function isArchive(bytes) {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/**
 * Return the files of an archive; throw RangeError where it is none. Folders are left out.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Packed[]}
 */
export function packedIn(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const found = [];
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new RangeError("no archive");
    const [name, more, remark] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    found.push(entryAt(bytes, view, at, name));
    at += ENTRY_SIZE + name + more + remark;
  }
  return found.filter((each) => !each.name.endsWith("/"));
}

/** Where the end of the directory begins. @param {DataView} view */
function endOf(view) {
  const first = Math.max(0, view.byteLength - END_SIZE - LONGEST_REMARK);
  for (let at = view.byteLength - END_SIZE; at >= first; at -= 1) if (view.getUint32(at, true) === END) return at;
  throw new RangeError("no archive");
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {DataView} view @param {number} at of its entry in the directory @param {number} length of its name @returns {Packed} */
function entryAt(bytes, view, at, length) {
  const name = new TextDecoder().decode(bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + length));
  const how = view.getUint16(at + 10, true);
  const [packed, size, place] = [20, 24, 42].map((field) => view.getUint32(at + field, true));
  return {
    name,
    size,
    text: () => {
      const begins = place + LOCAL_SIZE + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
      return unpacked(bytes.subarray(begins, begins + packed), how, size);
    },
  };
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {number} how they are packed @param {number} most that may come of them */
async function unpacked(bytes, how, most) {
  if (how !== STORED && how !== DEFLATED) throw new RangeError("packed otherwise");
  const blob = new Blob([bytes]).stream();
  return textOf(how === STORED ? blob : blob.pipeThrough(new DecompressionStream("deflate-raw")), most);
}
