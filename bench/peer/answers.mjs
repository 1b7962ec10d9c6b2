// Answers for bench/tests: for each line of JSON, a position and moves to try, one line with all
// that is legal there and, for each move tried, the state after it, or null where it is refused.

import { createInterface } from "node:readline";

import { legal } from "./rules.mjs";
import { Tortuga } from "./tortuga.mjs";

const play = Tortuga.moves.play.move;

for await (const line of createInterface({ input: process.stdin })) {
  const { board, side, past, tried } = JSON.parse(line);
  const played = tried.map((move) => {
    const state = play({ G: { board, past, ended: null }, playerID: side === "S" ? "0" : "1" }, move);
    return state === "INVALID_MOVE" ? null : { board: state.board, ended: state.ended };
  });
  console.log(JSON.stringify({ legal: legal(board, side), played }));
}
