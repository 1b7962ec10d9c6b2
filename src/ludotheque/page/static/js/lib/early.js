// @ts-check
/**
 * Clicks on buttons before the page's modules listen: the last of them is held, and done when they do. Whoever is quicker
 * than the network loses nothing. A classic script in the head, because a module would come too late itself.
 */
{
  /** @type {HTMLButtonElement | null} */
  let touched = null;
  const hold = (/** @type {MouseEvent} */ event) => {
    const button = /** @type {Element} */ (event.target).closest("button");
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    touched = button;
  };
  addEventListener("click", hold, true);
  // Modules have run by then.
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("click", hold, true);
    touched?.click();
  });
}
