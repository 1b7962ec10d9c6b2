/** What the modules pass to each other; what the house sends, and what its pages bring along, is in `wire.d.ts`. */

import type { SolverShown } from "./wire";

export * from "./wire";

/** A socket to a table: of a WebSocket, what is needed here. */
export type TableSocket = Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "send" | "close">;

/** A table to be opened, as `POST /api/tables` has it: once, however often it is sent. */
export interface TableWish {
  id: string;
  game: string;
  chairs: readonly unknown[];
  [term: string]: unknown;
}

/** What came of the puzzles of a game that somebody has tried on this device; see `local/lists.js`. */
export interface PuzzlesTried extends SolverShown {
  /** The most that a run has solved. */
  best: number;
  /** Whether the puzzle of the day was solved; null where it was not tried. */
  day: boolean | null;
}

/** The way to the house, wherever it is. */
export interface Connection {
  /** After so long nobody answers any more. */
  readonly PATIENCE_MS: number;
  /** Whether people from elsewhere can come to it. */
  readonly far: boolean;
  /** Ask the house, as `fetch` does. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Open a socket to a table; the path has its query. */
  socket(path: string): TableSocket;
  /** The address of a page of the house, by its path. */
  to(path: string): string;
  /** The address of a page that opens the table itself; null where the house is to open it first. */
  goingTo(wish: TableWish): string | null;
  /** The address of a file that the house makes, for a link or a picture. */
  file(path: string): Promise<string>;
  /** Let a link lead to a file that the house makes, to be kept. */
  offer(link: HTMLAnchorElement, path: string): void;
  /** Have kept what is needed without a network. */
  keepOffline(): Promise<void>;
  /** The address of this page in another language. */
  speaking(lang: string): string;
}
