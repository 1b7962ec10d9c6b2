// @ts-check
/**
 * A screen that runs for weeks: it is loaded anew once the house has another edition of its pages.
 * @module
 */

/** How often it is looked. */
const LOOK_MS = 60_000;
/** The edition that this page is of: its files have it in their address. */
const EDITION = new URL(import.meta.url).pathname.split("/")[2];

/** Look from time to time which edition the house has. */
export function keepUp() {
  setInterval(async () => {
    // The worker names it. A house that does not answer, as while it is being exchanged, is asked again.
    const answer = await fetch("/sw.js", { cache: "no-cache" }).catch(() => null);
    if (answer?.ok && !(await answer.text()).includes(JSON.stringify(EDITION))) location.reload();
  }, LOOK_MS);
}
