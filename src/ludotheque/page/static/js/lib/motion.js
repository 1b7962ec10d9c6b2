// @ts-check
/**
 * Pieces that travel: hop by hop along a path, turning over on the way. The only file that animates.
 * @module
 */

/** @typedef {import("../types").Placement} Placement */

const LEG_MS = 320;
const LEAVES = 18;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** What is on its way; ended, it is where it belongs. @type {Set<() => void>} */
const underway = new Set();

/** How fast pieces travel: 0 not at all, 1 as drawn, 2 twice as fast. */
function speed() {
  // The house writes it there: a page without pieces does without this file.
  return Number(document.documentElement.dataset.speed ?? 1);
}

/** Let all that is on its way be there at once. */
export function arrive() {
  for (const end of [...underway]) end();
}

/** Whether pieces jump to their places at once. @returns {boolean} */
export function still() {
  return STILL.matches || speed() === 0 || document.hidden;
}

/**
 * Return the transform of a piece that lies there.
 * @param {{x: number, y: number, turn: number}} place
 * @param {number} [lift] how much larger it looks while it is in the air
 */
export function lying({ x, y, turn }, lift = 1) {
  return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${lift})`;
}

/**
 * Let a piece travel from where it lay through *between* to where it lies; resolve when it is there.
 * @param {SVGElement} element
 * @param {Placement} from
 * @param {Array<{x: number, y: number}>} between
 * @param {Placement} to
 */
export async function travel(element, from, between, to) {
  element.style.transform = lying(to);
  if (still()) return;
  const legs = [...between, to];
  /** @type {Keyframe[]} */
  const frames = [{ transform: lying(from), easing: "ease-in-out" }];
  let before = { x: from.x, y: from.y };
  legs.forEach((leg, i) => {
    const turn = from.turn + shortest(from.turn, to.turn) * ((i + 1) / legs.length);
    const middle = { x: (before.x + leg.x) / 2, y: (before.y + leg.y) / 2, turn };
    frames.push(
      { transform: lying(middle, 1.16), easing: "ease-in-out" },
      { transform: lying({ x: leg.x, y: leg.y, turn }), easing: "ease-in-out" },
    );
    before = leg;
  });
  await played(element.animate(frames, { duration: (LEG_MS * legs.length) / speed() }));
}

/**
 * Turn a piece over: its old look narrows, the new one widens.
 * @param {SVGElement} element
 * @param {Placement} place
 * @param {() => void} change puts the new look on
 */
export async function turnOver(element, place, change) {
  if (still()) {
    change();
    return;
  }
  const flat = `${lying(place)} scaleX(0.05)`;
  const options = { duration: LEG_MS / 2 / speed(), easing: "ease-in" };
  await played(element.animate([{ transform: lying(place) }, { transform: flat }], options));
  change();
  await played(element.animate([{ transform: flat }, { transform: lying(place) }], options));
}

/**
 * Let something come into sight, or leave it.
 * @param {Element} element
 * @param {boolean} comes
 */
export async function fade(element, comes) {
  if (still()) return;
  const frames = comes ? [{ opacity: 0 }, { opacity: 1 }] : [{ opacity: 1 }, { opacity: 0 }];
  await played(element.animate(frames, { duration: LEG_MS / speed() }));
}

/**
 * Let a picture fly over the page, from one point of the screen to another.
 * @param {SVGElement} picture
 * @param {DOMPoint} from
 * @param {DOMPoint} to
 * @param {number} width where it arrives, in pixels
 */
export async function fly(picture, from, to, width) {
  if (still()) return;
  Object.assign(picture.style, { left: `${to.x - width / 2}px`, top: `${to.y - width * 0.7}px`, width: `${width}px` });
  picture.classList.add("flying");
  document.body.append(picture);
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(1.4) rotate(-8deg)`;
  await played(picture.animate([{ transform: start }, { transform: "none" }], { duration: (1.5 * LEG_MS) / speed(), easing: "ease-in-out" }));
  picture.remove();
}

/** Let leaves fall over something for a moment: somebody has won. @param {HTMLElement} element */
export function celebrate(element) {
  if (still()) return;
  for (let i = 0; i < LEAVES; i += 1) {
    const leaf = document.createElement("i");
    leaf.className = "leaf";
    leaf.setAttribute("aria-hidden", "true");
    leaf.style.left = `${(100 * (i + 0.5)) / LEAVES}%`;
    element.append(leaf);
    const [drift, turn] = [i % 2 ? 40 : -40, 360 + 90 * (i % 5)];
    const frames = [
      { transform: "translate(0, -2rem)", opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${drift}px, ${element.offsetHeight}px) rotate(${turn}deg)`, opacity: 0 },
    ];
    // One after another, in no order that could be seen.
    const delay = ((i * 7) % LEAVES) * 60;
    played(leaf.animate(frames, { duration: 5 * LEG_MS, delay, fill: "backwards", easing: "ease-in" })).then(() => leaf.remove());
  }
}

/** Wait for as long as a piece takes for so many legs of its way. @param {number} legs */
export async function pause(legs) {
  if (legs <= 0 || still()) return;
  /** @type {() => void} */
  let end = () => {};
  await new Promise((done) => {
    end = () => done(undefined);
    underway.add(end);
    setTimeout(end, (LEG_MS * legs) / speed());
  });
  underway.delete(end);
}

/** @param {Animation} animation */
async function played(animation) {
  const end = () => animation.finish();
  underway.add(end);
  try {
    await animation.finished;
  } catch {
    // Whoever cancelled it has put the piece where it belongs.
  } finally {
    underway.delete(end);
  }
}

/** Return the shorter way round, in degrees. @param {number} from @param {number} to */
function shortest(from, to) {
  return ((((to - from) % 360) + 540) % 360) - 180;
}
