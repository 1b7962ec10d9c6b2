// @ts-check
/**
 * The house that this device keeps for when there is no network: whether it does, and how it forgets it.
 * @module
 */

/** Where it lies at the address of the served house. */
export const DEVICE = "/device/";

/** Whether all of it is here. @returns {Promise<boolean>} */
export async function keptHere() {
  return Boolean((await keeper())?.active);
}

/** The worker that keeps it, or is about to. @returns {Promise<ServiceWorkerRegistration | null>} */
export async function keeper() {
  const found = await navigator.serviceWorker?.getRegistration(DEVICE);
  // Where there is none, the one of the served house answers for every address.
  return found && new URL(found.scope).pathname === DEVICE ? found : null;
}

/** Forget its files, and what its Python has left in memory; the games that were played there stay. */
export async function forget() {
  await (await keeper())?.unregister();
  const names = (await caches.keys()).filter((name) => name.includes(`ludotheque ${DEVICE}`));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** The address of one of its pages, in the language of this one. @param {string} page */
export function deviceAddress(page) {
  return `${DEVICE}${document.documentElement.lang}/${page}.html`;
}
