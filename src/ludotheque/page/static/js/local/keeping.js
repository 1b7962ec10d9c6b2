// @ts-check
/**
 * The worker that keeps the site for lonely hours, and what the reader is told when there is a newer edition of it.
 * @module
 */

import { button, make, part } from "../lib/dom.js";
import { say } from "../lib/words.js";

/** Have the whole house kept, and its next edition offered. @param {URL} root of the site */
export async function keepOffline(root) {
  if (!("serviceWorker" in navigator)) return;
  const registered = await navigator.serviceWorker.register(new URL("sw.js", root));
  if (registered.waiting) offer(registered.waiting);
  registered.addEventListener("updatefound", () => {
    const next = registered.installing;
    next?.addEventListener("statechange", () => {
      // The first one has nobody to replace.
      if (next.state === "installed" && navigator.serviceWorker.controller) offer(next);
    });
  });
}

/** Let the reader go over to a newer edition. @param {ServiceWorker} next */
function offer(next) {
  const line = make("p", { class: "toast lasting" }, say("local-old"), " ");
  line.append(
    button(say("reload"), () => {
      // Another tab may have gone over to it already: then it will not take over once more.
      if (next.state !== "installed") {
        location.reload();
        return;
      }
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      next.postMessage("renew");
    }),
  );
  part("toasts").querySelector(".lasting")?.remove();
  part("toasts").append(line);
}
