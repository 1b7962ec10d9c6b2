// @ts-check
/**
 * The log of this browser, in IndexedDB: of its tables a row an act, and what lists show of each; beside them notes, which
 * are texts by name.
 * @module
 */

/** @typedef {{id: string, secret: string, created: number, listed: string}} Table */
/** @typedef {{table: string, seq: number, at: number, body: string}} Row */

const EDITION = 1;
const NAME = "name";
/** How the names of notes begin that go with their table, as `review GAME TIME TABLE/NUMBER`; see `local/reviews.py`. */
const REVIEWS = "review ";

/** Return the tables that are kept under *name*. @param {string} name @returns {Promise<Log>} */
export async function openLog(name) {
  const log = new Log(name);
  await log.opened();
  return log;
}

/** Return how many tables are kept under *name*, and make nothing where none is. @param {string} name @returns {Promise<number>} */
export async function tablesKept(name) {
  const bases = await indexedDB.databases?.();
  if (!bases?.some((base) => base.name === name)) return 0;
  const log = await openLog(name);
  try {
    return (await log.tables()).length;
  } finally {
    (await log.opened()).close();
  }
}

/** Where a browser keeps nothing, as in some private windows: whoever wants something kept is refused. */
export const NO_LOG = {
  create: refused,
  append: refused,
  rename: refused,
  read: async () => null,
  tables: async () => [],
  name: async () => "",
  note: async () => null,
  replaceNote: refused,
  noteNames: async () => [],
};

/** @returns {Promise<never>} */
async function refused() {
  throw new Error("this browser keeps nothing");
}

export class Log {
  /** @param {string} place under which it is kept */
  constructor(place) {
    this.place = place;
    /** @type {Promise<IDBDatabase> | null} */
    this.opening = null;
  }

  /** The database, opened anew where it was closed meanwhile. @returns {Promise<IDBDatabase>} */
  opened() {
    this.opening ??= this.#open().catch((problem) => {
      this.opening = null;
      throw problem;
    });
    return this.opening;
  }

  async #open() {
    const request = indexedDB.open(this.place, EDITION);
    request.onupgradeneeded = () => {
      const made = request.result;
      made.createObjectStore("tables", { keyPath: "id" });
      made.createObjectStore("rows", { keyPath: ["table", "seq"] });
      made.createObjectStore("facts");
    };
    const base = await done(request);
    // Another tab may need a newer edition of it, or forget it: that one is not to wait for this.
    base.onversionchange = () => {
      base.close();
      this.opening = null;
    };
    // The browser itself closes it where its reader clears what sites keep, or its storage fails.
    base.onclose = () => {
      this.opening = null;
    };
    return base;
  }

  /**
   * Keep a new table with its first row; return whether there was none of that id.
   * @param {string} id @param {string} secret @param {string} row `[seq, at, body]` as JSON @param {string} listed
   */
  async create(id, secret, row, listed) {
    const [seq, at, body] = JSON.parse(row);
    return this.#add((tables, rows) => {
      tables.add({ id, secret, created: at, listed });
      rows.add({ table: id, seq, at, body });
    });
  }

  /** Keep a row; return whether there was none of that number. @param {string} id @param {string} row @param {string} listed */
  async append(id, row, listed) {
    const [seq, at, body] = JSON.parse(row);
    return this.#add((tables, rows) => {
      rows.add({ table: id, seq, at, body });
      const finding = tables.get(id);
      finding.onsuccess = () => tables.put({ ...finding.result, listed });
    });
  }

  /**
   * Do it whole or not at all, and return whether nothing was there before; true once it is on the disk.
   * @param {(tables: IDBObjectStore, rows: IDBObjectStore) => void} adds
   */
  async #add(adds) {
    const base = await this.opened();
    const deal = base.transaction(["tables", "rows"], "readwrite", { durability: "strict" });
    adds(deal.objectStore("tables"), deal.objectStore("rows"));
    return new Promise((kept, failed) => {
      deal.oncomplete = () => kept(true);
      deal.onabort = () => (deal.error?.name === "ConstraintError" ? kept(false) : failed(deal.error ?? new Error("aborted")));
    });
  }

  /** A table's secret, and its rows after the one of that number, as JSON; null if there is none. @param {string} id @param {number} after */
  async read(id, after) {
    const deal = (await this.opened()).transaction(["tables", "rows"]);
    const range = IDBKeyRange.bound([id, after], [id, Infinity], true, true);
    /** @type {[Table | undefined, Row[]]} */
    const [table, rows] = await Promise.all([done(deal.objectStore("tables").get(id)), done(deal.objectStore("rows").getAll(range))]);
    return table ? JSON.stringify([table.secret, rows.map(({ seq, at, body }) => [seq, at, body])]) : null;
  }

  /** All tables. @returns {Promise<Table[]>} */
  async tables() {
    return done((await this.opened()).transaction("tables").objectStore("tables").getAll());
  }

  /** The name that the person of this browser goes by, empty if they said none. @returns {Promise<string>} */
  async name() {
    return (await done((await this.opened()).transaction("facts").objectStore("facts").get(NAME))) ?? "";
  }

  /** @param {string} name */
  async rename(name) {
    await done((await this.opened()).transaction("facts", "readwrite").objectStore("facts").put(name, NAME));
  }

  /** A note; null if there is none. @param {string} name @returns {Promise<string | null>} */
  async note(name) {
    return (await done((await this.opened()).transaction("facts").objectStore("facts").get(name))) ?? null;
  }

  /**
   * Keep a note in place of what it said before, null for no note; return whether it did say that. One that goes with a
   * table is not kept once that is forgotten.
   * @param {string} name @param {string | null} before @param {string} after
   * @returns {Promise<boolean>}
   */
  async replaceNote(name, before, after) {
    const base = await this.opened();
    const deal = base.transaction(["tables", "facts"], "readwrite", { durability: "strict" });
    const facts = deal.objectStore("facts");
    const table = tableOf(name);
    const known = table === null ? null : deal.objectStore("tables").getKey(table);
    const finding = facts.get(name);
    let same = false;
    finding.onsuccess = () => {
      // What was asked before has been answered by now.
      same = (finding.result ?? null) === before && (known === null || known.result !== undefined);
      if (same) facts.put(after, name);
    };
    await ended(deal);
    return same;
  }

  /** The names of notes that begin so, in the order of their letters. @param {string} prefix @returns {Promise<string[]>} */
  async noteNames(prefix) {
    return done(named((await this.opened()).transaction("facts").objectStore("facts"), prefix));
  }

  /** Forget a table, all that was done at it, and the reviews of its games. @param {string} id */
  async forget(id) {
    const deal = (await this.opened()).transaction(["tables", "rows", "facts"], "readwrite");
    const facts = deal.objectStore("facts");
    deal.objectStore("tables").delete(id);
    deal.objectStore("rows").delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
    const finding = named(facts, REVIEWS);
    finding.onsuccess = () => {
      for (const name of finding.result) if (tableOf(name) === id) facts.delete(name);
    };
    await ended(deal);
  }
}

/** The table with which a note goes, null if with none. @param {string} name */
function tableOf(name) {
  return name.startsWith(REVIEWS) ? name.slice(name.lastIndexOf(" ") + 1).split("/")[0] : null;
}

/** @param {IDBObjectStore} facts @param {string} prefix */
function named(facts, prefix) {
  return /** @type {IDBRequest<string[]>} */ (facts.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`)));
}

/** Wait until all of it is done, or none. @param {IDBTransaction} deal @returns {Promise<void>} */
function ended(deal) {
  return new Promise((kept, failed) => {
    deal.oncomplete = () => kept();
    deal.onabort = () => failed(deal.error ?? new Error("aborted"));
  });
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function done(request) {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });
}
