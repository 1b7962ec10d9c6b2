// @ts-check
/**
 * A screen that is watched from afar: it does not fall asleep, and shows no pointer that rests.
 * @module
 */

/** How long the pointer and the words for whoever moves it are to be seen. */
const STIRRING_MS = 3_000;

/** Keep the screen from sleeping, where the browser offers that. */
export function keepAwake() {
  const stay = () => {
    // It is let go of whenever the page is out of sight; a battery that is low may refuse it.
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stay);
  stay();
}

/** Show what can be done to whoever moves the pointer, and let a click or a key fill the screen. */
export function listenToHost() {
  let timer = 0;
  addEventListener("pointermove", () => {
    document.body.classList.add("stirring");
    clearTimeout(timer);
    timer = setTimeout(() => document.body.classList.remove("stirring"), STIRRING_MS);
  });
  addEventListener("click", (event) => {
    if (!(/** @type {Element} */ (event.target).closest("a"))) fill();
  });
  addEventListener("keydown", (event) => {
    if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) fill();
  });
}

function fill() {
  // A browser that does not want to, as on some phones, shows the page as it is.
  if (!document.fullscreenElement) document.documentElement.requestFullscreen?.().catch(() => {});
}
