/** What the modules pass to each other: what the house sends, and what its pages bring along. */

import type { AimSeen } from "./wire";

export * from "./wire";

/** What the page of a table brings along, in `#table-data`. */
export interface TableData {
  id: string;
  game: string;
  /** Whether those who share a screen must not see each other's part of it. */
  secrets: boolean;
  /** The fewest who can play. */
  fewest: number;
  /** Whether there is a first game that teaches it. */
  learnable: boolean;
  /** Whether chance deals: there is a deal to check afterwards. */
  deals: boolean;
  seatNames: string[];
  /** Where each seat sits as the board is drawn; nothing where that is all the same. */
  seatEdges: ("above" | "below")[];
  /** What the pieces of each seat look like, in a word; nothing where they look alike. */
  seatLooks: string[];
  /** The symbols of the pieces of each seat; nothing where they look alike. */
  seatSymbols: string[][];
  /** What wins: by seat, then for onlookers; nothing where the game does not tell. */
  aims: AimSeen[];
  /** The computer's levels by their text, such as `level:3`. */
  levels: Record<string, string>;
  /** The same without their numbers, for several of one level. */
  shortLevels: Record<string, string>;
  /** A sentence for every reason for which a game ends. */
  reasons: Record<string, string>;
  /** What a piece is called aloud, by its symbol. */
  names: Record<string, string>;
}

/** A socket to a table: of a WebSocket, what is needed here. */
export type TableSocket = Pick<WebSocket, "readyState" | "onopen" | "onmessage" | "onclose" | "send" | "close">;

/** A table to be opened, as `POST /api/tables` has it: once, however often it is sent. */
export interface TableWish {
  id: string;
  game: string;
  chairs: readonly unknown[];
  [term: string]: unknown;
}

/** What came of the puzzles of a game that somebody has tried. */
export interface PuzzlesTried {
  readonly points: number;
  /** How many have counted: the points are worth nothing before. */
  readonly counted: number;
  readonly solved: number;
  /** The most that a run has solved. */
  readonly best: number;
  /** Whether the puzzle of the day was solved; null where it was not tried. */
  readonly day: boolean | null;
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
