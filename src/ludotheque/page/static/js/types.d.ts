/** What the house sends, as docs/protocol.md tells it; for the type checker alone. */

export interface Spot {
  id: string;
  x: number;
  y: number;
  shape: string;
  /** What the place is called aloud, in the reader's language. */
  label: string;
  /** `hand` for what the reader holds, `seat-2` for another seat's part of the table. */
  zone: string;
}

export interface BoardDrawing {
  width: number;
  height: number;
  /** The board as SVG markup. */
  board: string;
  spots: Spot[];
  /** How the pieces lie before a game. */
  pieces: Placement[];
}

export interface Placement {
  id: string;
  symbol: string;
  href: string;
  x: number;
  y: number;
  turn: number;
  spot: string;
  order: number;
}

export interface Choice {
  move: string;
  touches: string[];
  /** The spots that the piece goes through, where its touches do not tell. */
  path?: string[];
}

export interface Duty {
  message: string;
  rule: string;
}

export interface Picture {
  pieces: Placement[];
  /** The spots that the last move went through, in order. */
  last: string[];
  choices: Choice[];
  /** The last move in words. */
  told?: string[];
  duty?: Duty | null;
}

/** What has changed from one picture to the next. */
export interface Change extends Omit<Picture, "pieces"> {
  /** Those that are new, lie elsewhere, or look different. */
  pieces: Placement[];
  /** The ids of those that lie there no more. */
  gone: string[];
}

export interface MatchSeen {
  turn: number;
  to_move: number | null;
  position: string;
  clock: number[] | null;
  draw_offered_by: number | null;
  takeback_asked_by: number | null;
  seed_hash: string | null;
  outcome: { shares: number[]; reason: string } | null;
  seed: string | null;
}

export interface ChairSeen {
  name: string | null;
  computer: string | null;
  invited: boolean;
  yours: boolean;
  gone: boolean;
  again: boolean;
  key: string | null;
}

/** Who begins the next game, and why. */
export interface Beginning {
  /** Null where a lot is going to decide. */
  chair: number | null;
  why: "said" | "lot" | "lost" | "drawn" | "sides" | "next";
}

export interface TableSeen {
  seq: number;
  status: "open" | "playing" | "over" | "closed";
  terms: {
    game: string;
    options: Record<string, string>;
    clock: string | null;
    public: boolean;
    first_to: number;
    rated: boolean;
  };
  chairs: ChairSeen[];
  owner: boolean;
  number: number;
  seating: number[];
  begins: Beginning | null;
  scores: number[] | null;
  series_over: boolean;
  rated: boolean;
  match: MatchSeen | null;
}

export interface Welcome {
  type: "welcome";
  at: number;
  table_id: string;
  seat: number | null;
  seats: number[];
  table: TableSeen;
  picture: Picture | null;
}

export interface Step {
  type: "step";
  seq: number;
  at: number;
  events: Array<Record<string, unknown> & { type: string }>;
  table?: TableSeen | null;
  match: MatchSeen | null;
  picture?: Change | null;
}

export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  message: string;
}

export type Incoming =
  | Welcome
  | Step
  | Refused
  | { type: "done"; id: string; seq: number }
  | { type: "pong"; at: number; seq: number }
  | { type: "presence"; here: number[] }
  | { type: "going-away"; wait: number };

/** What the page of a table brings along, in `#table-data`. */
export interface TableData {
  id: string;
  game: string;
  /** Whether those who share a screen must not see each other's part of it. */
  secrets: boolean;
  /** The fewest who can play. */
  fewest: number;
  /** Whether chance deals: there is a deal to check afterwards. */
  deals: boolean;
  seatNames: string[];
  /** The computer's levels by their text, such as `level:3`. */
  levels: Record<string, string>;
  /** The same without their numbers, for several of one level. */
  shortLevels: Record<string, string>;
  /** A sentence for every reason for which a game ends. */
  reasons: Record<string, string>;
  /** What a piece is called aloud, by its symbol. */
  names: Record<string, string>;
}

export interface MoveTold {
  seat: number;
  move: string | null;
  told: string[];
}
