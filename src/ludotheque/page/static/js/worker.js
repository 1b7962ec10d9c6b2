/* global EDITION, KEPT -- the house puts them before this file: what it keeps, and of which edition. */
/**
 * The worker behind the pages. It keeps no game: games are played at the house. When that cannot be reached, it leads
 * to the same page of the house that the device keeps, if it does and that has one; else it has one page to show, in
 * the language of the last page that was read.
 */

const OFFLINE = "/offline";
/** Where the house for devices lies, and what is there once all of it is kept. */
const DEVICE = "/device/";
const WHOLE = `ludotheque ${DEVICE}`;
const PREFIX = "ludotheque house ";
const NAME = PREFIX + EDITION;
/** What older workers called what they kept. */
const OLDER = /^[0-9a-f]{12}$/;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([OFFLINE, ...KEPT])));
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
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) || OLDER.test(name));
  await Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
}

async function visited(event) {
  try {
    const page = await fetch(event.request);
    event.waitUntil(speakLike(page.headers.get("content-language")));
    return page;
  } catch {
    const alone = await caches.match(OFFLINE);
    return (await onDevice(event.request, alone)) ?? alone ?? Response.error();
  }
}

/** The way to the same page of the house that this device keeps, in the language of the page that is read *alone*. */
async function onDevice(request, alone) {
  const { pathname, search } = new URL(request.url);
  const lang = alone?.headers.get("content-language");
  const page = `${DEVICE}${lang}${pathname === "/" ? "/index" : pathname}.html`;
  const there = (await caches.has(WHOLE)) && (await caches.match(page));
  return there ? Response.redirect(page + search) : undefined;
}

/** Keep the page for lonely hours in the language of the others. */
async function speakLike(lang) {
  const cache = await caches.open(NAME);
  const now = await cache.match(OFFLINE);
  if (lang && now?.headers.get("content-language") !== lang) await cache.add(OFFLINE);
}

async function kept(request) {
  return (await caches.match(request)) ?? fetch(request);
}
