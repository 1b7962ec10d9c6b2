// @ts-check
/**
 * A tray of tools in rows of the same length: none is left alone in the last one.
 * @module
 */

/** How wide a tool is at least, and the room between the words of two. */
const [LEAST_PX, GAP_PX] = [44, 4];

/** Keep the rows of *tray* even, whatever it holds and however wide it is. @param {HTMLElement} tray */
export function keepEven(tray) {
  const lay = () => {
    const tools = [.../** @type {HTMLCollectionOf<HTMLElement>} */ (tray.children)].filter((tool) => tool.offsetParent !== null);
    if (tools.length === 0) return;
    const widest = Math.max(LEAST_PX, ...tools.map((tool) => tool.querySelector("span")?.offsetWidth ?? 0)) + GAP_PX;
    const style = getComputedStyle(tray);
    const room = tray.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const most = Math.max(1, Math.floor(room / widest));
    const rows = Math.ceil(tools.length / most);
    tray.style.setProperty("--columns", String(Math.ceil(tools.length / rows)));
  };
  new ResizeObserver(lay).observe(tray);
  new MutationObserver(lay).observe(tray, { subtree: true, attributeFilter: ["hidden"] });
  lay();
}
