/** Types of the wire, by tools/wire_types.py: for the type checker alone. */

/** What covers a piece that lies face down. */
export interface BackSeen {
  symbol: string;
  /** What a `<use>` of the symbol refers to. */
  href: string;
  /** By the symbol of what lies there, what its owner is told who peeks. */
  meanings: Record<string, string>;
}

/** A place to touch. */
export interface SpotSeen {
  id: string;
  x: number;
  y: number;
  /** What it is called aloud, in the reader's language. */
  label: string;
  /** `hand` for what the reader holds, `seat-2` for another seat's part of the table. */
  zone: string;
  /** How high what is piled here may stand, in board units; 0 where pieces lie flat. */
  height: number;
  /** What covers the piece here, even from its owner, who may peek, until the game is over; it then shows beside the name of its seat. */
  back: BackSeen | null;
  /** Whether what seats play from their hands comes to lie here. */
  played: boolean;
}

/** Where one piece lies. */
export interface Placement {
  id: string;
  symbol: string;
  /** What a `<use>` of the symbol refers to. */
  href: string;
  x: number;
  y: number;
  turn: number;
  spot: string;
  /** How many pieces lie below it on the same spot. */
  order: number;
}

/** What never moves, drawn once. */
export interface BoardDrawing {
  width: number;
  height: number;
  /** SVG markup in board units. */
  board: string;
  spots: SpotSeen[];
  /** How the pieces lie before a game. */
  pieces: Placement[];
}

/** A legal move and one way to make it by hand. */
export interface Choice {
  /** The text of the move. */
  move: string;
  /** Ids of spots, or of pieces where several lie on one, in order; what is neither (`+`, `~`, `=4`) is asked beside the last one. */
  touches: string[];
  /** The spots that the piece goes through, where its touches do not tell. */
  path: string[];
}

/** What the viewer must do where the rules leave no choice. */
export interface DutySeen {
  message: string;
  /** Its number in the rulebook, such as `1.5`. */
  rule: string;
}

/** How far a seat has come, where that is counted. */
export interface TallySeen {
  /** Of the symbol that is counted. */
  href: string;
  /** Such as `2/6`. */
  count: string;
  /** The same as a sentence. */
  told: string;
}

/** A line of the ranking: what came in at that place, and who had played it. */
export interface RankedSeen {
  place: number;
  /** Of its symbol. */
  href: string;
  seats: number[];
  told: string;
}

/** How a game came out by its rules; `{0}` in a sentence stands for who sits at seat 0. */
export interface EndingSeen {
  why: string;
  /** The same, said to whoever has won alone. */
  yours: string | null;
  ranking: RankedSeen[];
}

/** What a page needs to show a position to one viewer, in their language. */
export interface Picture {
  /** The same piece has the same id from one picture of a game to the next. */
  pieces: Placement[];
  /** The spots that the last move went through. */
  last: string[];
  /** The last move in words. */
  told: string[];
  /** The last move in a few words, as a list of moves has it; None where nobody may know it. */
  brief: string | null;
  /** The legal moves of a viewer who is to move, and what to touch to make each. */
  choices: Choice[];
  duty: DutySeen | null;
  /** One a seat, where the game counts anything. */
  tally: TallySeen[];
  /** Where the rules have ended the game, and it has more to say than the reason. */
  ending: EndingSeen | null;
}

/** What is asked on the way to a move, in the viewer's language. */
export interface QuestionSeen {
  /** Where that is which it is about. */
  spot: string;
  told: string;
  /** In words, by what is touched for it. */
  answers: Record<string, string>;
}

/** What a move would lead to. */
export interface PreviewSeen {
  /** The same piece has the same id from one picture of a game to the next. */
  pieces: Placement[];
  /** The spots that the last move went through. */
  last: string[];
  /** The last move in words. */
  told: string[];
  /** The last move in a few words, as a list of moves has it; None where nobody may know it. */
  brief: string | null;
  /** The legal moves of a viewer who is to move, and what to touch to make each. */
  choices: Choice[];
  duty: DutySeen | null;
  /** One a seat, where the game counts anything. */
  tally: TallySeen[];
  /** Where the rules have ended the game, and it has more to say than the reason. */
  ending: EndingSeen | null;
  /** What is asked on the way there, in order: one for each touch that is no place or piece. */
  questions: QuestionSeen[];
}

/** What has changed from one picture to the next. */
export interface Change {
  /** Those that are new, lie elsewhere, or look different. */
  pieces: Placement[];
  /** The ids of those that lie there no more. */
  gone: string[];
  last: string[];
  told: string[];
  brief: string | null;
  choices: Choice[];
  duty: DutySeen | null;
  tally: TallySeen[];
  ending: EndingSeen | null;
}

/** What wins, in the reader's language. */
export interface AimSeen {
  told: string;
  /** The same for whoever looks at the board from the other side. */
  told_turned: string;
  /** The places to come to. */
  spots: string[];
  /** The places on a way there. */
  way: string[];
  /** How it looks once it is reached; none where there is no picture of that. */
  pieces: Placement[];
}

/** Why a touch is no move, in the viewer's language. */
export interface ReasonSeen {
  message: string;
  /** The number in the rulebook of the rule that says so; empty where none does. */
  rule: string;
  /** The places to look at. */
  spots: string[];
}

/** A move of a seat: whose it was, its text, and its words; both None to who did not see it. */
export interface MoveTold {
  seat: number;
  move: string | null;
  /** A few words for a list. */
  brief: string | null;
  told: string[];
}

/** How a game ended. */
export interface Ending {
  shares: number[];
  /** In words. */
  reason: string;
  /** Whether it is no result: the game ended before everyone had moved. */
  aborted: boolean;
}

/** Where a line has led to, and what can be done there. */
export interface Moment {
  seats: number;
  /** Whose turn it is; None once the game is over. */
  to_move: number | null;
  /** The text of where the line has led to. */
  position: string;
  /** Those of the seats. */
  moves: MoveTold[];
  /** All of them, chance's in brackets: sent back, it leads to the same. */
  line: string[];
  /** With the choices of whoever is to move: both sides are played here. As a seat sees it, with its own choices alone. */
  picture: Picture;
  /** Whether some seat does not see all of what lies there. */
  secrets: boolean;
  /** How the game ended by its rules; None if it goes on. */
  ending: Ending | null;
  /** The picture after each move that could come next, before chance acts; None where one cannot be made. */
  previews: (PreviewSeen | null)[];
}

/** What the one whose score it is can expect; the greater, the better. For people it is `62.5 %`, `#4` for a win by the fourth move, or `#-3` for a loss by the third. */
export interface Score {
  /** Of the one point, from 0 to 1. */
  share: number;
  /** The moves of all seats in which the game is won (share 1) or lost (share 0), whatever the others play; None where that is not certain. */
  certain_in: number | null;
}

/** A seed that took the place of the one before. */
export interface LaterSeed {
  /** The number of the first draw that is made from it, unless another came later. */
  draw: number;
  seed_hash: string;
  /** Once the game is over. */
  seed: string | null;
}

/** How a game ended. */
export interface OutcomeSeen {
  /** One a seat; they add up to 1. */
  shares: number[];
  reason: string;
}

/** The present game, as far as the reader may know it. */
export interface MatchSeen {
  turn: number;
  to_move: number | null;
  /** The text of what the reader may know of the position. */
  position: string;
  /** The milliseconds that each seat has left at the message's time. */
  clock: number[] | null;
  /** The milliseconds after which the time of whoever is to move begins to run: first moves may be free for a while. */
  clock_waits: number;
  draw_offered_by: number | null;
  /** The seats that have agreed to the draw on offer. */
  draw_agreed: number[];
  takeback_asked_by: number | null;
  takeback_agreed: number[];
  /** The seats that have offered a draw since the last move, and may not before the next. */
  asked_draw: number[];
  /** The seats that have asked for a takeback since the last move, likewise. */
  asked_takeback: number[];
  seed_hash: string | null;
  outcome: OutcomeSeen | null;
  /** The seed of the deal, once the game is over. */
  seed: string | null;
  /** The seeds that took its place, in order: the house went on from a back-up. */
  later: LaterSeed[];
}

/** A place at the table. */
export interface ChairSeen {
  /** Of whoever sits there; None if it is free. */
  name: string | null;
  /** `level:3` if the computer sits there. */
  computer: string | null;
  /** Whether the name was no account's when they sat down: anyone may have said it. */
  guest: boolean;
  invited: boolean;
  yours: boolean;
  /** Whether its sitter has left for good. */
  gone: boolean;
  /** Whether its sitter wants another game. */
  again: boolean;
  /** For the owner only: what opens an invited chair that is free. */
  key: string | null;
}

/** What everyone who sits down agrees to. */
export interface TermsSeen {
  game: string;
  options: Record<string, string>;
  clock: string | null;
  public: boolean;
  first_to: number;
  rated: boolean;
  /** Whether its games begin from a position that the owner has set up. */
  from_position: boolean;
}

/** Who is going to begin a game, and why. */
export interface Beginning {
  /** None until the lot is drawn. */
  chair: number | null;
  why: "said" | "lot" | "lost" | "drawn" | "sides" | "next" | "aborted";
}

/** The whole table, as far as the reader may know it. */
export interface TableSeen {
  seq: number;
  status: "open" | "playing" | "over" | "closed";
  terms: TermsSeen;
  chairs: ChairSeen[];
  /** Whether the reader opened the table. */
  owner: boolean;
  /** How many games have begun. */
  number: number;
  /** The chair of each seat in the current game. */
  seating: number[];
  /** Who begins the next game; None while one is being played, if there is none, and after one from a position in which the first seat was not to move. */
  begins: Beginning | null;
  /** The points of each chair in the series. */
  scores: number[] | null;
  /** The points of each chair in all games at this table; None before the first has ended. */
  points: number[] | null;
  series_over: boolean;
  rated: boolean;
  /** Whether the reader may ask for hints when it is their turn. */
  hints: boolean;
  match: MatchSeen | null;
}

/** A chair in a list of tables. */
export interface ChairNoted {
  /** Of whoever sits there; None if it is free. */
  name: string | null;
  /** Of the computer that sits there; None for a person, and where nobody sits. */
  level: number | null;
  invited: boolean;
  /** Whether the name was no account's when they sat down; nothing older than 0.6 says so. */
  guest: boolean;
}

/** What lists show of a table: its terms, and who sits on which chair. */
export interface Note {
  options: Record<string, string>;
  clock: string | null;
  first_to: number;
  rated: boolean;
  /** Whether its games begin from a position that the owner has set up. */
  from_position: boolean;
  chairs: ChairNoted[];
  number: number;
}

/** What is proved of a mistake, and the line of play that shows it. */
export interface ClaimSeen {
  told: string;
  line: string[];
  /** Whether the line begins before the move that was played, instead of it; else after it. */
  instead: boolean;
  /** The places to look at. */
  spots: string[];
}

/** A move that was judged by what its mover could know. */
export interface JudgedSeen {
  /** Its number, from 1: after so many moves of the seats it is made. */
  turn: number;
  seat: number;
  /** What its mover could expect before it, in words. */
  value: string;
  /** What it left its mover. */
  reached: string;
  /** The share of the point that it cost. */
  loss: number;
  label: "inaccuracy" | "mistake" | "blunder" | null;
  /** What stands behind it in a list of moves; nothing behind most. */
  mark: string;
  /** The same in words. */
  called: string;
  best: boolean;
  only: boolean;
  /** The best move in a few words, where the one that was played lost anything to speak of. */
  better: string | null;
  /** The best line instead of it, moves as texts. */
  line: string[];
  /** The best line against it, from after it on; none where secrets make that unknown. */
  answer: string[];
  claims: ClaimSeen[];
}

/** A point of the graph: what each seat could expect after so many moves of the seats. */
export interface PointSeen {
  moves: number;
  /** By seat; null where only that seat could have said, and was not asked. */
  shares: (number | null)[];
}

/** What the result of a seat was made of. */
export interface LuckSeen {
  /** Luck and choices in a few words. */
  sentence: string;
  /** All parts with their intervals, and what they come to. */
  told: string;
  /** In shares of the point: the start, the deal, the draws, own choices, the others. */
  parts: number[];
  result: number;
}

/** What is new in a review. */
export interface ReviewSeen {
  /** Those that were judged since, or are judged otherwise now. */
  moves: JudgedSeen[];
  /** Likewise. */
  points: PointSeen[];
  /** By seat, from 0 to 100; null where a seat made no move that was looked at. */
  accuracies: (number | null)[];
  /** By seat, how many mistakes there were, in words. */
  counted: string[];
  /** By seat, that of its pieces and its curve; null where they have none of their own. */
  colours: (string | null)[];
  /** The numbers, as in `JudgedSeen.turn`, of the moves that changed who was ahead. */
  turning_points: number[];
  /** By seat; none where nothing is left to chance, and until all was looked at. */
  luck: LuckSeen[];
  /** How the game went, for those who do not see the graph; empty until all was looked at. */
  summary: string;
}

/** A moment of a tree: the move that led there, and what is said of it. */
export interface NodeSeen {
  /** The number of the node before it; null for the start, which is the first. */
  parent: number | null;
  move: string;
  /** Who made the move; null for chance, and for the start. */
  seat: number | null;
  /** The move in a few words. */
  brief: string;
  /** The move in sentences. */
  told: string[];
  /** Whether it is of a game's line of play, which stays as it was. */
  played: boolean;
  sign: string;
  comment: string;
  marks: string[][];
}

/** A record as a tree: the line of play, and what is said of it. */
export interface TreeSeen {
  game: string;
  options: Record<string, string>;
  /** Where it begins. */
  position: string;
  /** By seat. */
  players: string[];
  /** The game without what is said of it, as JSON: to be sent back with the tree that is kept. */
  record: string;
  /** Each behind the one that it follows; of those that follow the same, the first is the line. */
  nodes: NodeSeen[];
}

/** A good move and what may follow. */
export interface LineSeen {
  /** What the mover can expect. */
  score: Score;
  moves: string[];
  /** The first move in a few words. */
  brief: string;
  /** The first move in sentences. */
  told: string[];
  /** Where the first move goes along, for an arrow; one is where it happens. */
  spots: string[];
}

/** A line of a review or an analysis that waits for its turn. */
export interface Queued {
  type: "queued";
  /** How many come before it. */
  ahead: number;
}

/** A line of a review: what was found since the line before. */
export interface Reviewed {
  type: "review";
  review: ReviewSeen;
  /** Whether that is all of it: this is the last line then. */
  complete: boolean;
}

/** A line of an analysis: what has been seen of a position so far. */
export interface Found {
  type: "found";
  /** The best, best first. */
  lines: LineSeen[];
  /** How many moves ahead was looked, or how often the imagined games were doubled. */
  depth: number;
  /** The positions looked at so far, or the games imagined. */
  nodes: number;
  /** The same, a second. */
  speed: number;
  /** Whether the computer has stopped looking: this is the last line then. */
  complete: boolean;
}

/** What can be answered where no move is asked for. */
export interface AnswerSeen {
  text: string;
  label: string;
  /** Of its symbol. */
  href: string | null;
}

/** A play that was seen before. */
export interface PlaySeen {
  seat: number;
  /** Of the seat. */
  name: string;
  brief: string;
  told: string[];
  /** After it, as far as it is known. */
  picture: Picture;
}

/** A puzzle that is asked. */
export interface PuzzleSeen {
  task: "win" | "hold" | "chance" | "secret" | "better";
  question: string;
  seats: number;
  seat: number;
  options: Record<string, string>;
  /** Its text, for a board to study on; null where part of it is hidden. */
  position: string | null;
  /** As whoever is asked sees it, with what can be touched. */
  picture: Picture;
  /** Whether the seat that is asked sits at the upper edge of the board. */
  flipped: boolean;
  /** Where no move is asked for. */
  answers: AnswerSeen[];
  /** Whose secret is asked for. */
  about: number | null;
  /** Where the answer follows from them, the oldest first. */
  plays: PlaySeen[];
}

/** A line of play, and what it shows. */
export interface LineShown {
  told: string;
  moves: string[];
  /** Of where it begins, and after each move. */
  pictures: Picture[];
}

/** How good an answer was. */
export interface ChanceSeen {
  label: string;
  /** Its chance, or the least and the most that it can be. */
  told: string;
  least: number;
  most: number;
  right: boolean;
}

/** What a puzzle was about. */
export interface SolutionSeen {
  /** What is proved of it, and its themes. */
  told: string[];
  /** The solution, from where the puzzle begins. */
  line: LineShown;
  /** The same to the end of the win, defended as long as can be; null where it goes no further, or how is not known. */
  onward: LineShown | null;
  /** Its first move in a few words, or what was to be answered. */
  answer: string;
  /** Where chances are asked for, the best first. */
  chances: ChanceSeen[];
}

/** A puzzle, without its solution. */
export interface Asked {
  id: string;
  /** In its game, from 1, the easiest first; null of one's own mistakes. */
  number: number | null;
  total: number;
  difficulty: number | null;
  puzzle: PuzzleSeen;
}

/** What an attempt that counts has changed. */
export interface RatingMoved {
  before: number;
  /** The points of the person. */
  after: number;
  /** How hard the puzzle was before, on the same scale. */
  puzzle: number;
}

/** What came of an answer. */
export interface Answered {
  right: boolean;
  /** Whether nothing more is asked for. */
  solved: boolean;
  /** The right moves so far, and the replies to them. */
  made: string[];
  /** What is said of the answer. */
  told: string;
  /** After the answer, and after the reply to it; the last with what can be touched. */
  pictures: Picture[];
  /** Why a wrong answer fails, proved; null where that is not known. */
  refuted: LineShown | null;
  /** Null until it is solved. */
  solution: SolutionSeen | null;
  /** Of one's own mistakes, once it is solved: what the move that was played gave away. */
  claims: LineShown[];
  /** Null where it does not count. */
  rating: RatingMoved | null;
  /** Why the house keeps nothing of who answers, who is new; null where it can. */
  unkept: string | null;
}

/** A puzzle that someone has given up, or solved. */
export interface GivenUp {
  solution: SolutionSeen;
  claims: LineShown[];
  rating: RatingMoved | null;
}

/** A hint: what a puzzle is about, or with what a better move begins. */
export interface Hinted {
  told: string;
  rating: RatingMoved | null;
}

/** What would come of moves, and why touches are none. */
export interface Looked {
  previews: (PreviewSeen | null)[];
  reason: ReasonSeen | null;
}

/** Why an answer was wrong, each sentence proved. */
export interface Explained {
  claims: LineShown[];
}

/** The puzzle that counts next for somebody. */
export interface Offered {
  /** Null if they have tried all that there are. */
  id: string | null;
  points: number;
  /** How many have counted so far. */
  puzzles: number;
}

/** A run against the clock. */
export interface Running {
  run: string;
  /** The number of the puzzle that is asked, from 0. */
  turn: number;
  /** The milliseconds that are left. */
  left: number;
  right: number;
  wrong: number;
  /** The wrong answer that ends a run. */
  misses: number;
  over: boolean;
  /** The most that a run has solved, this one included. */
  best: number;
  /** Whether the last answer was right; null before any. */
  answered: boolean | null;
  /** The moves of the present solution that have been made. */
  made: string[];
  /** After a right move that is not the last of its puzzle, and after the reply to it. */
  pictures: Picture[];
  /** The next puzzle; null where the present one goes on, and at the end. */
  asked: Asked | null;
}

/** A moment after a move; the first frame is the one before any. */
export interface Frame {
  /** Who moved. */
  seat: number | null;
  move: string | null;
  brief: string | null;
  told: string[];
  position: string;
  picture: Picture;
}

/** A game from its first picture to its last. */
export interface Replay {
  game: string;
  title: string;
  options: Record<string, string>;
  /** By seat. */
  players: string[];
  /** None if it was not played to its end. */
  ending: Ending | null;
  seed: string | null;
  seed_hash: string | null;
  /** How often chance drew; with a seed, each was drawn again, with the same result. */
  draws: number;
  frames: Frame[];
  /** Whether it began from a position set up by hand: nobody dealt that. */
  from_position: boolean;
  /** Whether someone says something of it: comments, marks, variations. */
  noted: boolean;
  /** Where the reader sat, if they did. */
  seat: number | null;
  /** Those at its table whose name was no account's; a record by itself does not tell. */
  guests: number[];
}

/** A board that is being set up by hand. */
export interface SetUp {
  position: string;
  seats: number | null;
  /** None where the text describes nothing at all. */
  picture: Picture | null;
  /** Why the position is impossible in the game; None if it is possible. */
  problem: string | null;
  to_move: number | null;
  over: boolean;
}

/** What lists show of the puzzles of a game that somebody has tried. */
export interface SolverShown {
  points: number;
  /** How many have counted: the points are worth nothing before. */
  counted: number;
  solved: number;
}

/** What is said of a game and its seats, in the reader's language. */
export interface GameData {
  seat_names: string[];
  /** Where each seat sits as the board is drawn; nothing where that is all the same. */
  seat_edges: ("above" | "below")[];
  /** What the pieces of each seat look like, in a word; nothing where they look alike. */
  seat_looks: string[];
  /** A sentence for every reason for which a game ends. */
  reasons: Record<string, string>;
}

/** What a page has still to say that was written before there was a table. */
export interface LateData {
  title: string;
  /** What was agreed, in sentences. */
  agreed: string[];
}

/** A level of the computer, as people call it. */
export interface LevelNamed {
  level: number;
  /** With its number. */
  name: string;
  /** Without it, for several of one level. */
  short: string;
}

/** What the page of a table knows of it beside its messages. */
export interface TableData {
  seat_names: string[];
  /** Where each seat sits as the board is drawn; nothing where that is all the same. */
  seat_edges: ("above" | "below")[];
  /** What the pieces of each seat look like, in a word; nothing where they look alike. */
  seat_looks: string[];
  /** A sentence for every reason for which a game ends. */
  reasons: Record<string, string>;
  id: string;
  game: string;
  /** Whether those who share a screen must not see each other's part of it. */
  secrets: boolean;
  /** Whether chance deals: there is a deal to check afterwards. */
  deals: boolean;
  /** The fewest who can play. */
  fewest: number;
  /** Whether there is a first game that teaches it. */
  learnable: boolean;
  /** What wins: by seat, then for onlookers; nothing where the game does not tell. */
  aims: AimSeen[];
  /** The computer's levels by their text, such as `level:3`; the gentlest first. */
  levels: Record<string, LevelNamed>;
  /** What a piece is called aloud, by its symbol. */
  names: Record<string, string>;
  /** The symbols of the pieces of each seat; nothing where they look alike. */
  seat_symbols: string[][];
  /** None where the page says it. */
  late: LateData | null;
}

/** A game on the big screen. */
export interface ScreenGame {
  seat_names: string[];
  /** Where each seat sits as the board is drawn; nothing where that is all the same. */
  seat_edges: ("above" | "below")[];
  /** What the pieces of each seat look like, in a word; nothing where they look alike. */
  seat_looks: string[];
  /** A sentence for every reason for which a game ends. */
  reasons: Record<string, string>;
  title: string;
}

/** What the big screen knows of the house. */
export interface ScreenData {
  /** The one that is shown; None for all public ones in turn. */
  table: string | null;
  /** The seconds for which a table is shown. */
  each: number;
  games: Record<string, ScreenGame>;
  levels: Record<string, LevelNamed>;
}

/** The position that is studied. */
export interface StudyData {
  game: string;
  position: string;
  options: Record<string, string>;
  seats: number;
  seat_names: string[];
  symbols: Record<string, string>;
  /** Whether the computer looks ahead without the kernel. */
  slow: boolean;
  /** Whether the reader plays a rated game of it, and is helped by nobody. */
  rated: boolean;
  /** Why it is the start, and not what was asked for. */
  refused: string | null;
}

/** Which game is shown again: one of a table, a record, or neither where one is to be opened. */
export interface ReplayData {
  /** The address of its pictures. */
  source: string | null;
  table: string | null;
  number: number | null;
  record: string | null;
  /** Of the record's file. */
  name: string | null;
}

/** The board that is set up by hand. */
export interface EditorData {
  game: string;
  editable: boolean;
  symbols: Record<string, string>;
  seat_names: string[];
  options: Record<string, string>;
  setup: SetUp;
  /** Why the position is impossible, or why it is the start that is shown. */
  refused: string | null;
}

/** Which puzzles are asked. */
export interface PuzzleData {
  game: string;
  way: "one" | "day" | "list" | "rated" | "streak" | "own";
  ids: string[];
  /** Those of them that were tried before. */
  tried: string[];
  /** The most that a run has solved. */
  best: number;
  /** What they have in common, or which one it is; None where the page says it. */
  about: string | null;
  symbols: Record<string, string>;
}

/** A task of a first game. */
export interface TaskData {
  number: string;
  rule: string;
  hint: string;
  /** A move that solves it. */
  answer: string;
  options: Record<string, string>;
  seats: number;
  seat: number;
  picture: Picture;
}

/** A first game. */
export interface LessonData {
  game: string;
  /** The places that the learner is to come to. */
  goals: string[];
  symbols: Record<string, string>;
  tasks: TaskData[];
}

/** An option of a game; its first value is the usual one. */
export interface OptionData {
  name: string;
  title: string;
  values: Record<string, string>;
}

/** The question who begins, by who plays. */
export interface BeginsData {
  people: string;
  computers: string;
}

/** What stands on the box of a game on the shelf. */
export interface BoxData {
  slug: string;
  title: string;
  tagline: string;
  credits: string;
  /** For how many it is. */
  seats: number[];
  seat_names: string[];
  /** For how many it is, in words. */
  players: string;
  minutes: string;
  options: OptionData[];
  learnable: boolean;
  puzzled: boolean;
  begins: BeginsData;
  /** What it asks of its players. */
  kind: string;
}

/** A clock that can be chosen. */
export interface ClockData {
  text: string;
  told: string;
  /** Whether it is for people far away. */
  slow: boolean;
}

/** The first message of a socket: the table as it is. */
export interface Welcome {
  type: "welcome";
  /** The house's time, in milliseconds since 1970. */
  at: number;
  table_id: string;
  /** The seat that the reader looks from, None for a spectator. */
  seat: number | null;
  /** The seats that are the reader's own. */
  seats: number[];
  table: TableSeen;
  /** Sent if `picture=true` was asked for and a game has begun. */
  picture: Picture | null;
}

/** An act at the table. Their numbers have no gaps, and none comes twice. */
export interface Step {
  type: "step";
  seq: number;
  at: number;
  /** What happened, each with its `type`; a move that the reader may not know is null. */
  events: Record<string, unknown>[];
  /** The whole table, where more than the game has changed. */
  table: TableSeen | null;
  match: MatchSeen | null;
  /** What has changed in the picture, if `picture=true` was asked for. */
  picture: Change | null;
}

/** A deed is done and will never be lost; `seq` is its act's number. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** A deed was refused, and nothing has changed. */
export interface Refused {
  type: "refused";
  /** None where the message could not be read. */
  id: string | null;
  /** The refusal's stable name, for programs. */
  code: string;
  /** The reason in the reader's language, for people. */
  message: string;
}

/** The pictures after the moves that were asked about. */
export interface Preview {
  type: "preview";
  /** The question's. */
  id: string;
  turn: number;
  /** None where a move cannot be made now, or would reveal too much. */
  pictures: (PreviewSeen | null)[];
}

/** Why what was touched is no move. */
export interface Why {
  type: "why";
  /** The question's. */
  id: string;
  turn: number;
  /** None where it is not the reader's turn. */
  reason: ReasonSeen | null;
}

/** The house is there. */
export interface Pong {
  type: "pong";
  at: number;
  /** The number of the last act: a reader who has fewer has missed some. */
  seq: number;
}

/** Who is at the table, by chair: told to whoever comes, and whenever it changes. */
export interface Presence {
  type: "presence";
  /** Those who have the table open now; computers always have. */
  here: number[];
  /** Those who have kept the others waiting so long that they may go on without them. */
  lost: number[];
}

/** The house is restarting: connect again, with `since`, after a moment. */
export interface GoingAway {
  type: "going-away";
  /** Milliseconds. */
  wait: number;
}

export type Incoming = Welcome | Step | Done | Refused | Preview | Why | Pong | Presence | GoingAway;
export type AnyReviewed = Queued | Reviewed | Refused;
export type AnyFound = Queued | Found | Refused;
