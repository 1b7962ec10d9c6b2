/* global EDITION, KEPT -- the house puts them before this file: what it keeps, and of which edition. */
/**
 * The worker behind the pages. It keeps no game: games are played at the house. It has one page to
 * show when the house cannot be reached, in the language of the last page that was read.
 */

const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(EDITION).then((cache) => cache.addAll([OFFLINE, ...KEPT])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(visited(event));
  else if (KEPT.includes(pathname)) event.respondWith(kept(event.request));
});

async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== EDITION).map((name) => caches.delete(name)));
}

async function visited(event) {
  try {
    const page = await fetch(event.request);
    event.waitUntil(speakLike(page.headers.get("content-language")));
    return page;
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

/** Keep the page for lonely hours in the language of the others. */
async function speakLike(lang) {
  const cache = await caches.open(EDITION);
  const now = await cache.match(OFFLINE);
  if (lang && now?.headers.get("content-language") !== lang) await cache.add(OFFLINE);
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
