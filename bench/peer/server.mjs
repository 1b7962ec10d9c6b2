// boardgame.io's own server, as its documentation starts it: matches in memory, nothing on disk.
import { createRequire } from "node:module";

const { Origins, Server } = createRequire(import.meta.url)("boardgame.io/server");

const LINES = [
  [0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6],
];

const decided = (cells) =>
  cells.every((cell) => cell !== null) ||
  LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);

// A match goes on for ever: a board that is decided is wiped by the next move.
const TicTacToe = {
  name: "tic-tac-toe",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell: ({ G, playerID }, cell) => {
      if (decided(G.cells)) G.cells.fill(null);
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
    },
  },
};

Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]), () =>
  console.log("open"),
);
