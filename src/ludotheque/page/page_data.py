"""Page data: what a page brings along for its modules, as values; see `lib/brought.js`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ludotheque.games import Edge
from ludotheque.pictures import AimSeen, Picture, SetUp
from ludotheque.position import Seat

Way = Literal["one", "day", "list", "rated", "streak", "own"]
"""In which way puzzles follow each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameData:
    """What is said of a game and its seats, in the reader's language."""

    seat_names: tuple[str, ...]
    seat_edges: tuple[Edge, ...]
    """Where each seat sits as the board is drawn; nothing where that is all the same."""
    seat_looks: tuple[str, ...]
    """What the pieces of each seat look like, in a word; nothing where they look alike."""
    reasons: Mapping[str, str]
    """A sentence for every reason for which a game ends."""


@dataclass(frozen=True, slots=True)
class LateData:
    """What a page has still to say that was written before there was a table."""

    title: str
    agreed: tuple[str, ...]
    """What was agreed, in sentences."""


@dataclass(frozen=True, slots=True)
class LevelNamed:
    """A level of the computer, as people call it."""

    level: int
    name: str
    """With its number."""
    short: str
    """Without it, for several of one level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableData(GameData):
    """What the page of a table knows of it beside its messages."""

    id: str
    game: str
    secrets: bool
    """Whether those who share a screen must not see each other's part of it."""
    deals: bool
    """Whether chance deals: there is a deal to check afterwards."""
    fewest: int
    """The fewest who can play."""
    learnable: bool
    """Whether there is a first game that teaches it."""
    aims: tuple[AimSeen, ...]
    """What wins: by seat, then for onlookers; nothing where the game does not tell."""
    levels: Mapping[str, LevelNamed]
    """The computer's levels by their text, such as `level:3`; the gentlest first."""
    names: Mapping[str, str]
    """What a piece is called aloud, by its symbol."""
    seat_symbols: tuple[tuple[str, ...], ...]
    """The symbols of the pieces of each seat; nothing where they look alike."""
    late: LateData | None
    """None where the page says it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenGame(GameData):
    """A game on the big screen."""

    title: str


@dataclass(frozen=True, slots=True)
class ScreenData:
    """What the big screen knows of the house."""

    table: str | None
    """The one that is shown; None for all public ones in turn."""
    each: int
    """The seconds for which a table is shown."""
    games: Mapping[str, ScreenGame]
    levels: Mapping[str, LevelNamed]


@dataclass(frozen=True, slots=True)
class StudyData:
    """The position that is studied."""

    game: str
    position: str
    options: Mapping[str, str]
    seats: int
    seat_names: tuple[str, ...]
    symbols: Mapping[str, str]
    slow: bool
    """Whether the computer looks ahead without the kernel."""
    rated: bool = False
    """Whether the reader plays a rated game of it, and is helped by nobody."""
    refused: str | None = None
    """Why it is the start, and not what was asked for."""


@dataclass(frozen=True, slots=True)
class ReplayData:
    """Which game is shown again: one of a table, a record, or neither where one is to be opened."""

    source: str | None
    """The address of its pictures."""
    table: str | None
    number: int | None
    record: str | None
    name: str | None
    """Of the record's file."""


@dataclass(frozen=True, slots=True)
class EditorData:
    """The board that is set up by hand."""

    game: str
    editable: bool
    symbols: Mapping[str, str]
    seat_names: tuple[str, ...]
    options: Mapping[str, str]
    setup: SetUp
    refused: str | None
    """Why the position is impossible, or why it is the start that is shown."""


@dataclass(frozen=True, slots=True)
class PuzzleData:
    """Which puzzles are asked."""

    game: str
    way: Way
    ids: tuple[str, ...]
    tried: tuple[str, ...]
    """Those of them that were tried before."""
    best: int
    """The most that a run has solved."""
    about: str | None
    """What they have in common, or which one it is; None where the page says it."""
    symbols: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class TaskData:
    """A task of a first game."""

    number: str
    rule: str
    hint: str
    answer: str
    """A move that solves it."""
    options: Mapping[str, str]
    seats: int
    seat: Seat
    picture: Picture


@dataclass(frozen=True, slots=True)
class LessonData:
    """A first game."""

    game: str
    goals: tuple[str, ...]
    """The places that the learner is to come to."""
    symbols: Mapping[str, str]
    tasks: tuple[TaskData, ...]


@dataclass(frozen=True, slots=True)
class OptionData:
    """An option of a game; its first value is the usual one."""

    name: str
    title: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BeginsData:
    """The question who begins, by who plays."""

    people: str
    computers: str


@dataclass(frozen=True, slots=True)
class BoxData:
    """What stands on the box of a game on the shelf."""

    slug: str
    title: str
    tagline: str
    credits: str
    seats: tuple[int, ...]
    """For how many it is."""
    seat_names: tuple[str, ...]
    players: str
    """For how many it is, in words."""
    minutes: str
    options: tuple[OptionData, ...]
    learnable: bool
    puzzled: bool
    begins: BeginsData
    kind: str
    """What it asks of its players."""


@dataclass(frozen=True, slots=True)
class ClockData:
    """A clock that can be chosen."""

    text: str
    told: str
    slow: bool
    """Whether it is for people far away."""
