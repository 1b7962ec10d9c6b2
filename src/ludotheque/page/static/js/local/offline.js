/* global EDITION, PAGES, NAMED -- the site puts them before this file: which edition it is, and every file with its size. */
/**
 * The worker behind the pages of a static site. It keeps the whole house, so that all of it works without a network.
 * A newer edition waits until the reader asks for it: a game that is being played goes on with the files it began with.
 */

const HERE = new URL("./", self.location.href);
/** What was kept before this edition stays for the pages that began with it. */
const PREFIX = `ludotheque ${HERE.pathname} `;
const NAME = PREFIX + EDITION;
/** Where the name of the edition in use is noted; nobody asks for a file at that address, see `fileOf`. */
const NOTES = `ludotheque ${HERE.pathname}`;
/** What has the same name in every edition, and how many bytes each has. */
const SAME = placed(PAGES);
/** What has another name whenever it changes, likewise. */
const CHANGING = placed(NAMED);
/** As many are fetched at a time: what a browser asks of one server. */
const AT_A_TIME = 6;

self.addEventListener("install", (event) => {
  event.waitUntil(keepAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

self.addEventListener("message", ({ data }) => {
  if (data === "renew") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const there = new URL(event.request.url);
  if (event.request.method !== "GET" || !there.href.startsWith(HERE.href)) return;
  event.respondWith(found(fileOf(there), event.request));
});

/** Keep every file of this edition, or fail; whoever is there is told how far it has come. */
async function keepAll() {
  const cache = await caches.open(NAME);
  // The browser's own cache may still have the pages of the edition before, under the same names.
  const same = [...SAME].map(([address, size]) => ({ request: new Request(address, { cache: "reload" }), size }));
  const changing = [...CHANGING].map(([address, size]) => ({ request: new Request(address), size }));
  const missing = [...same, ...changing];
  const all = missing.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const keepOn = async () => {
    for (let next = missing.pop(); next; next = missing.pop()) {
      await keepOne(cache, next.request);
      done += next.size;
      await tell(() => ({ keeping: done, of: all }));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, keepOn));
  await Promise.all([...SAME.keys()].map((address) => straighten(cache, address)));
}

/** Keep a file; what is there already, from an edition before or a visit that was cut short, is not fetched again. */
async function keepOne(cache, request) {
  const known = CHANGING.has(request.url) ? await caches.match(request) : undefined;
  if (known) await cache.put(request, known);
  else await cache.add(request);
}

/** Tell every page of this address, also those that another worker looks after. */
async function tell(news) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // As it is once they are found: whoever was found sooner has told of less.
  for (const page of pages) page.postMessage(news());
}

/** Files by their addresses, with their sizes. */
function placed(files) {
  return new Map(Object.entries(files).map(([path, size]) => [new URL(path, HERE).href, size]));
}

/** Keep a page to which its server has led by a redirection as if it had not: no other is let through to a window. */
async function straighten(cache, address) {
  const kept = await cache.match(address);
  if (!kept.redirected) return;
  const { status, headers } = kept;
  await cache.put(address, new Response(await kept.blob(), { status, headers }));
}

/** Keep this edition and the one that was in use before it; what is newer is only just being fetched. */
async function forgetOld() {
  const notes = await caches.open(NOTES);
  const before = await (await notes.match(HERE.href))?.text();
  await notes.put(HERE.href, new Response(NAME));
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  const old = names.slice(0, names.indexOf(NAME)).filter((name) => name !== before);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The address of the file that is asked for: servers also know a page by its folder, or without its ending. */
function fileOf(there) {
  const address = there.origin + there.pathname;
  if (address.endsWith("/")) return `${address}index.html`;
  return SAME.has(`${address}.html`) ? `${address}.html` : address;
}

/**
 * The file that is kept, of whichever edition it is. What has got lost is fetched, and kept again if it cannot be of another
 * edition.
 */
async function found(address, request) {
  const cache = await caches.open(NAME);
  const kept = (await cache.match(address)) ?? (await caches.match(address));
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && CHANGING.has(address)) await cache.put(address, answer.clone());
  return answer;
}
