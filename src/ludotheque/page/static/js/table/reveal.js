// @ts-check
/**
 * The end of a game in which something was hidden: what each seat kept to itself is turned over one
 * seat after another, the best one last. Knows no page.
 * @module
 */

/** @typedef {import("../types").Picture} Picture */
/** @typedef {import("../types").SpotSeen} Spot */

/**
 * Return the last picture as it is before anything is turned over, and after each seat's turn.
 * @param {Picture} before what was known before the last move @param {Picture} after
 * @param {readonly Spot[]} spots @param {number | null} seat looked from @param {readonly number[]} shares by seat
 * @returns {{veiled: Picture, turns: Array<{seat: number, picture: Picture}>}}
 */
export function turnedOver(before, after, spots, seat, shares) {
  const owners = new Map(spots.map(({ id, zone }) => [id, ownerOf(zone, seat)]));
  const covered = new Set(spots.flatMap(({ back, zone }) => (back ? [ownerOf(zone, seat)] : [])));
  const seats = shares.map((_, each) => each).filter((each) => covered.has(each));
  seats.sort((a, b) => shares[a] - shares[b]);
  const known = (/** @type {ReadonlySet<number>} */ turned) => {
    const open = (/** @type {{spot: string}} */ { spot }) => {
      const owner = owners.get(spot) ?? null;
      // The reader knows what is their own, and looks at it as they like.
      return owner === null || owner === seat || !covered.has(owner) || turned.has(owner);
    };
    return { ...after, pieces: [...after.pieces.filter(open), ...before.pieces.filter((piece) => !open(piece))] };
  };
  const turns = seats.map((each, i) => ({ seat: each, picture: known(new Set(seats.slice(0, i + 1))) }));
  return { veiled: known(new Set()), turns };
}

/** Whose zone that is; null: it is everyone's. @param {string} zone @param {number | null} seat looked from */
export function ownerOf(zone, seat) {
  if (zone === "") return null;
  return zone === "hand" ? (seat ?? 0) : Number(zone.replace("seat-", ""));
}
