// Tortuga as a game of boardgame.io: its move is the text of ours, player 0 is South and begins.

import { SIDES, after, ending, legal, other, start } from "./rules.mjs";

/** How often a position may come up before the game is a draw. */
const REPETITION = 3;

/** The end of the game at a board, *past* being all that came up, the last one included. */
function ended(board, side, past) {
  const end = ending(board, side);
  if (end !== undefined) return { winner: String(SIDES.indexOf(end.winner)), reason: end.reason };
  const position = past.at(-1);
  if (past.filter((each) => each === position).length < REPETITION) return null;
  return { draw: true, reason: "repetition" };
}

function play({ G, playerID }, move) {
  const side = SIDES[Number(playerID)];
  if (!legal(G.board, side).includes(move)) return "INVALID_MOVE";
  const board = after(G.board, side, move);
  const past = [...G.past, board + other(side)];
  return { board, past, ended: ended(board, other(side), past) };
}

export const Tortuga = {
  name: "tortuga",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ board: start, past: [`${start}S`], ended: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { play: { move: play, client: false } },
  // It is asked several times a move: the move itself has found it out.
  endIf: ({ G }) => G.ended ?? undefined,
  // What came up before is for counting alone, and goes to nobody.
  playerView: ({ G: { past, ...shown } }) => shown,
};
