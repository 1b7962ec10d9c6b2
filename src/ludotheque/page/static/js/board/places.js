// @ts-check
/**
 * Places on a board: where they lie, their neighbours, and how far a finger reaches. Knows no page.
 * @module
 */

/** @typedef {import("../types").SpotSeen} Spot */

/** How far from the arrow's direction a neighbour may lie, in radians. */
const WIDEST_ANGLE = 1.1;
/** How far from its middle a place is met by what is dropped, in board units. */
const NEAR = 0.75;
/** Half of what a finger touches of a place, in board units. */
const REACH = 0.5;
/** The width of a pile that has none beside it, in board units. */
const MOST_APART = 2;
/** How far above its top and below its foot a finger still finds a pile, in board units. */
const [ABOVE, BELOW] = [0.35, 0.65];

/**
 * Return the nearest spot in that direction, null if there is none.
 * @param {readonly Spot[]} spots @param {Spot} from @param {number} dx @param {number} dy
 * @returns {string | null}
 */
export function neighbour(spots, from, dx, dy) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const x = spot.x - from.x;
    const y = spot.y - from.y;
    const far = Math.hypot(x, y);
    const angle = Math.acos(Math.min(1, (x * dx + y * dy) / far));
    const cost = far * (1 + angle);
    if (spot !== from && angle < WIDEST_ANGLE && cost < least) {
      least = cost;
      best = spot.id;
    }
  }
  return best;
}

/**
 * Return the spot that a point is on, null if it is beside all of them.
 * @param {readonly Spot[]} spots @param {{x: number, y: number}} point
 * @returns {string | null}
 */
export function spotAt(spots, { x, y }) {
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const { left, top, width, height } = reach(spots, spot);
    const inside = x >= left && x <= left + width && y >= top && y <= top + height;
    const far = Math.hypot(spot.x - x, spot.y - y);
    if ((inside || far < NEAR) && far < least) {
      least = far;
      best = spot.id;
    }
  }
  return best;
}

/**
 * Return what a finger touches of a place: a square around it; where things are piled on it, the
 * whole column, half of the way to the next.
 * @param {readonly Spot[]} spots @param {Spot} spot
 */
export function reach(spots, spot) {
  if (!spot.height) return { left: spot.x - REACH, top: spot.y - REACH, width: 2 * REACH, height: 2 * REACH };
  const gaps = spots.filter(({ height }) => height).map(({ x }) => Math.abs(x - spot.x)).filter((gap) => gap > 0);
  const width = Math.min(...gaps, MOST_APART);
  const above = spot.height + ABOVE;
  return { left: spot.x - width / 2, top: spot.y - above, width, height: above + BELOW };
}
