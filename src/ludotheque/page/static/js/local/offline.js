/* global EDITION, KEPT -- the site puts them before this file: every file that it has, and of which edition. */
/**
 * The worker behind the pages of a static site. It keeps the whole house, so that all of it works without a network.
 * A newer edition waits until the reader asks for it: a game that is being played goes on with the files it began with.
 */

const HERE = new URL("./", self.location.href);
/** What was kept before this edition stays for the pages that began with it. */
const PREFIX = `ludotheque ${HERE.pathname} `;
const NAME = PREFIX + EDITION;
const FILES = new Set(KEPT.map((path) => new URL(path, HERE).href));

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([...FILES])));
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
  there.search = there.hash = "";
  event.respondWith(found(there.href, event.request));
});

/** Keep this edition and the last one before it. */
async function forgetOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

/** The file that is kept, of whichever edition it is; what has got lost is fetched and kept again. */
async function found(address, request) {
  const cache = await caches.open(NAME);
  const kept = (await cache.match(address)) ?? (await caches.match(address));
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && FILES.has(address)) await cache.put(address, answer.clone());
  return answer;
}
