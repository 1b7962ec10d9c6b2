// @ts-check
/**
 * Actions of the buttons beside a board: on the game, on the board, and to go elsewhere with it.
 * @module
 */

import { to } from "../lib/connection.js";
import { drawOfferer } from "./deeds.js";
import { openTable } from "../lib/opening.js";
import { speak } from "../lib/spoken.js";
import { say } from "../lib/words.js";

/** @typedef {import("../types").MatchSeen} MatchSeen */
/** @typedef {import("../types").TableSeen} TableSeen */
/**
 * @typedef {object} Screen the table on the screen, as it is now
 * @property {{id: string}} data
 * @property {TableSeen | null} table
 * @property {MatchSeen | null} match
 * @property {import("../types").Picture | null} picture
 * @property {number | null} seat that is looked from
 * @property {readonly number[]} seats the own ones
 * @property {import("./story.js").Story} story
 * @property {import("./stage.js").Stage} stage
 * @property {import("./caption.js").Caption} caption
 * @property {import("./reactions.js").Reactions} reactions
 * @property {import("./wire.js").Wire} wire
 */

/**
 * Return what each button does.
 * @param {Screen} screen
 * @param {{round: () => void, turned: () => void}} shows `round`: the last one once more; `turned`: who sits where now
 * @returns {import("./deeds.js").Doing}
 */
export function deedsOf(screen, { round, turned }) {
  const seat = () => (screen.seats.includes(screen.match?.to_move ?? -1) ? screen.match?.to_move : screen.seats[0]);
  return {
    undo: () => {
      const own = screen.story.moves.findLast((move) => screen.seats.includes(move.seat));
      screen.wire.do({ type: "take-back", seat: own?.seat });
    },
    hint: async () => {
      screen.story.now();
      const what = await screen.stage.hint(screen.picture, screen.seat);
      if (what === null) return;
      screen.caption.hint(say("hint-is", { what }));
      speak(what);
    },
    draw: () => screen.match && screen.wire.do({ type: "offer-draw", seat: drawOfferer(screen.match, screen.seats) }),
    resign: () => screen.wire.do({ type: "resign", seat: seat() }),
    round,
    react: () => screen.reactions.offer(),
    flip: () => {
      screen.stage.flip();
      turned();
    },
    study: () => study(screen),
    share: async () => {
      const { share } = await import("../board/share.js");
      const { game, options } = /** @type {TableSeen} */ (screen.table).terms;
      await share(game, options, screen.match?.position ?? "");
    },
    leave: () => screen.wire.do({ type: "leave" }),
  };
}

/** Study what the board shows; whoever plays stays at the table, and studies beside it. @param {Screen} screen */
function study({ data, match, seat, seats, stage, story }) {
  const query = new URLSearchParams();
  if (story.at !== null) query.set("moves", String(story.at));
  if (seat !== null) query.set("seat", String(seat));
  if (stage.laid?.board.flipped) query.set("flip", "true");
  const address = to(`/t/${data.id}/study?${query}`);
  const plays = seats.length > 0 && match?.outcome === null;
  if (plays) open(address, "_blank");
  else location.assign(address);
}

/** Play the same once more, against computers of another level. @param {TableSeen} table @param {number} level */
export function playAt({ chairs, terms }, level) {
  const { game, clock, first_to, options, rated } = terms;
  const seats = chairs.map(({ yours }) => (yours ? "me" : { level }));
  void openTable(game, seats, { clock, first_to, options: { ...options }, public: terms.public, rated });
}
