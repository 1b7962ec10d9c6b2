// Tortuga by its usual options, as the rulings number it; bench/tests holds it to the rules in
// Python. A board is a text of 37 letters, cell after cell: S and N turtles, o neutral, a dot for an
// empty cell. A move is its text, as in d2-d3 or c1xc3+e4xe6.

const COLUMNS = "abcdefg";
const HEIGHTS = [4, 5, 6, 7, 6, 5, 4];

/** The names of the cells, column by column, each from the south: the index is the cell's number. */
const CELLS = HEIGHTS.flatMap((height, x) =>
  Array.from({ length: height }, (_, r) => `${COLUMNS[x]}${r + 1}`),
);
const NUMBER = new Map(CELLS.map((name, number) => [name, number]));
const CORNER = { S: NUMBER.get("d7"), N: NUMBER.get("d1") };
const START = { S: "d1 d2 c1 c2 e1 e2 b1 f1", N: "d7 d6 c6 c5 e6 e5 b5 f5" };

export const SIDES = ["S", "N"];
export const other = (side) => (side === "S" ? "N" : "S");

export const start = CELLS.map((name) => {
  const side = SIDES.find((each) => START[each].split(" ").includes(name));
  return side ?? ".";
}).join("");

/** The cell one forward of a cell: straight on (0), to the east (1) or west (-1); none past the edge. */
function neighbour(cell, side, sideways) {
  let x = COLUMNS.indexOf(CELLS[cell][0]) - 3;
  let r = Number(CELLS[cell][1]) - 1;
  // North sees the board upside down, and so moves as South does.
  if (side === "N") r = HEIGHTS[x + 3] - 1 - r;
  if (sideways === 0 || sideways * x < 0) r += 1;
  x += sideways;
  if (x < -3 || x > 3 || r >= HEIGHTS[x + 3]) return undefined;
  if (side === "N") r = HEIGHTS[x + 3] - 1 - r;
  return NUMBER.get(`${COLUMNS[x + 3]}${r + 1}`);
}

/** By side and cell, the ways forward: the neighbour, and the cell behind it or -1. */
const WAYS = Object.fromEntries(
  SIDES.map((side) => [
    side,
    CELLS.map((_, cell) =>
      [0, 1, -1].flatMap((sideways) => {
        const next = neighbour(cell, side, sideways);
        return next === undefined ? [] : [{ next, beyond: neighbour(next, side, sideways) ?? -1 }];
      }),
    ),
  ]),
);

/** The cell that a hop from one cell to another goes over, by 37 times the first and the second. */
const BETWEEN = new Map(
  SIDES.flatMap((side) =>
    WAYS[side].flatMap((ways, cell) =>
      ways.filter(({ beyond }) => beyond >= 0).map(({ next, beyond }) => [37 * cell + beyond, next]),
    ),
  ),
);

/** Add to *moves* every way to hop on, until no hop is left (1.3); *team*: whose turtles were hopped. */
function hop(board, side, cell, text, team, moves) {
  let hopped = false;
  for (const { next, beyond } of WAYS[side][cell]) {
    const over = board[next];
    if (over === "." || beyond < 0 || board[beyond] !== ".") continue;
    if (over === "o") {
      for (const sign of "+~") hop(board, side, beyond, `${text}${sign}${CELLS[beyond]}`, team, moves);
    } else if (team === "" || team === over) {
      const sign = over === side ? "^" : "x";
      hop(board, side, beyond, `${text}${sign}${CELLS[beyond]}`, over, moves);
    } else continue; // 1.4, never both friends and foes
    hopped = true;
  }
  if (!hopped && text.length > 2) moves.push(text);
}

/** The legal moves of *side*, by origin: steps, then hops; none once someone has arrived. */
export function legal(board, side) {
  if (arrived(board) !== undefined) return [];
  const moves = [];
  for (let cell = board.indexOf(side); cell >= 0; cell = board.indexOf(side, cell + 1)) {
    for (const { next } of WAYS[side][cell]) {
      if (board[next] === ".") moves.push(`${CELLS[cell]}-${CELLS[next]}`);
    }
    hop(board, side, cell, CELLS[cell], "", moves);
  }
  // 1.5: a foe that can be hopped first must be, by any move that hops one.
  const compelled = moves.some((move) => move[2] === "x");
  return compelled ? moves.filter((move) => move.includes("x")) : moves;
}

/** The board after a legal move of *side*, every hopped turtle turned as its sign says (1.6). */
export function after(board, side, move) {
  const turned = { "^": side, x: "o", "+": side, "~": other(side) };
  const cells = [...board];
  let at = NUMBER.get(move.slice(0, 2));
  cells[at] = ".";
  for (let i = 2; i < move.length; i += 3) {
    const cell = NUMBER.get(move.slice(i + 1, i + 3));
    if (move[i] !== "-") cells[BETWEEN.get(37 * at + cell)] = turned[move[i]];
    at = cell;
  }
  cells[at] = side;
  return cells.join("");
}

/** The side that has come to its far corner; never both, for the game ends with the first. */
const arrived = (board) => SIDES.find((side) => board[CORNER[side]] === side);

/** Who has won where *side* is to move, and why; undefined while the game goes on. */
export function ending(board, side) {
  const winner = arrived(board);
  if (winner !== undefined) return { winner, reason: "corner" };
  if (legal(board, side).length === 0) return { winner: other(side), reason: "stuck" };
  return undefined;
}
