// @ts-check
/**
 * Buttons that wait for the house: what one of them has begun is done before any of them begins something else.
 * @module
 */

/**
 * Do *work*, unless *buttons* are waiting for other work already, and let them wait until it is done.
 * They are not `disabled`, which would take the focus away from whoever answers by keys.
 * @param {readonly HTMLButtonElement[]} buttons @param {() => Promise<void>} work
 */
export async function waiting(buttons, work) {
  if (buttons.some((each) => each.getAttribute("aria-disabled") === "true")) return;
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  try {
    await work();
  } finally {
    for (const each of buttons) each.removeAttribute("aria-disabled");
  }
}
