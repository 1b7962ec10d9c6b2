"""HTTP models: requests and answers beside the messages of a table, as docs/protocol.md tells."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt

from ludotheque.games import shelf
from ludotheque.server.wire.messages import (
    MOST_OPTIONS,
    MOST_SEATS,
    GameText,
    Incoming,
    Key,
    LevelNumber,
    Number,
    Place,
)
from ludotheque.server.wire.outgoing import Note
from ludotheque.tables.terms import LONGEST_SERIES

GAME: Final = next(iter(shelf()))
"""A game for the examples."""

Word = Annotated[str, Field(min_length=1, max_length=40)]
Chosen = Annotated[dict[Word, Word], Field(max_length=MOST_OPTIONS)]
"""Options of a game."""
Name = Annotated[str, Field(min_length=1, max_length=100, examples=["Ana"])]
"""Looked at more closely by `clean_name`."""
Password = Annotated[
    str, Field(min_length=8, max_length=200, examples=["three dull green turtles"])
]
Language = Annotated[str, Field(min_length=2, max_length=8, examples=["fr"])]
Secret = Annotated[str, Field(min_length=1, max_length=200)]


class Outgoing(BaseModel):
    """An answer to a client."""

    model_config = ConfigDict(extra="forbid")


class PersonHere(Incoming):
    """A chair for someone who plays on the same device as whoever opens the table."""

    person: Name


class ComputerHere(Incoming):
    """A chair for the computer."""

    level: LevelNumber


ChairWish = Literal["me", "open", "invited"] | PersonHere | ComputerHere


class NewTable(Incoming):
    """A table to be opened. It begins by itself once its last chair is taken."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"id": "k3f9-0", "game": GAME, "chairs": ["me", {"level": 3}], "clock": "10m+5s"}
            ]
        }
    )

    id: Key | None = None
    """Made by the client: if the request is sent again under it, the table is opened once."""
    game: Word
    chairs: Annotated[list[ChairWish], Field(min_length=1, max_length=MOST_SEATS)]
    options: Chosen = Field(default_factory=dict)
    clock: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    public: StrictBool = True
    first_to: Annotated[StrictInt, Field(ge=1, le=LONGEST_SERIES)] = 1
    rated: StrictBool = True
    start: GameText | None = None
    """A position to begin from; such games are not rated."""
    beginner: Place | None = None
    """The number in `chairs` of the chair that begins the first game; without it a lot decides."""


class TableOpened(Outgoing):
    """A table is there."""

    id: str
    link: str
    """To sit down, or to watch."""


class GameOption(Outgoing):
    """A rule that a table may choose before play."""

    name: str
    values: list[str]
    """The first is the default."""


class GameOnTheShelf(Outgoing):
    """A game, in the reader's language."""

    slug: str
    title: str
    tagline: str
    seats: list[int]
    """How many may play."""
    seat_names: list[str]
    minutes: list[int]
    """From, to."""
    options: list[GameOption]


class LevelOnTheShelf(Outgoing):
    """A strength of the computer, in the reader's language."""

    level: int
    name: str


class Shelf(Outgoing):
    """What can be played, and against which computers."""

    games: list[GameOnTheShelf]
    levels: list[LevelOnTheShelf]


class TableListed(Outgoing):
    """A table in a list."""

    id: str
    link: str
    game: str
    status: Literal["open", "playing", "over", "closed"]
    created: int
    updated: int
    seq: int
    note: Note
    """Its terms, and who sits on which chair."""
    your_turn: bool
    """Whether the game waits for the reader's move."""


class TableList(Outgoing):
    """A page of tables, the newest first."""

    tables: list[TableListed]
    next: str | None
    """Where the next page begins, for `after`; null on the last."""


class Moves(Outgoing):
    """The legal moves of a reader who is to move."""

    turn: int
    """What to send along with the move that is chosen."""
    moves: list[str]


class Me(Outgoing):
    """Who the house takes the reader for."""

    name: str | None
    """Null until something is done here for the first time."""
    account: bool
    """Whether the name has a password, so that its owner can log in from elsewhere."""
    bot: bool
    lang: str


class MeChanged(Incoming):
    """What to change about yourself."""

    name: Name | None = None
    lang: Language | None = None
    bot: StrictBool | None = None
    """Whether a program plays under this name; others are told so."""


class NewPassword(Incoming):
    """A password for yourself; with it a guest takes a name for good, and keeps all games."""

    name: Name | None = None
    password: Password
    old: Secret | None = None
    """The current password, if there is one."""
    end_tokens: StrictBool = False
    """With a new password: revoke your programs' tokens, too."""


class Login(Incoming):
    """A name and its password."""

    name: Name
    password: Secret


class Logout(Incoming):
    """How to log out."""

    everywhere: StrictBool = False
    """End the sessions of all your devices."""
    forget: StrictBool = False
    """For a guest: log out although there is no way back."""


class RecoveryLink(Outgoing):
    """A link that lets its holder choose a new password, once. It replaces any earlier one."""

    link: str


class Recovery(Incoming):
    """The use of a recovery link."""

    token: Secret
    password: Password


class NewToken(Incoming):
    """A token to be made for a program."""

    label: Name


class TokenMade(Outgoing):
    """A token, shown only this once."""

    id: str
    label: str
    token: str


class TokenListed(Outgoing):
    """A token that was made."""

    id: str
    label: str
    created: int


class Tokens(Outgoing):
    """All tokens of a person."""

    tokens: list[TokenListed]


class BroughtKept(Outgoing):
    """A game that you have brought is kept here."""

    id: str
    """The same for the same game, whoever wrote it down how."""
    known: bool
    """Whether it was there already."""


class BroughtListed(Outgoing):
    """A game that you have played elsewhere and brought here."""

    id: str
    game: str
    players: list[str]
    brought: int
    ended: int
    reason: str
    shares: list[float]
    """One a seat; they add up to 1."""


class BroughtList(Outgoing):
    """The games that you have brought, those that ended last first."""

    games: list[BroughtListed]


class RatingSeen(Outgoing):
    """How strong someone has turned out to be."""

    game: str
    rating: int
    games: int


class Profile(Outgoing):
    """What everyone may know about a person with an account."""

    name: str
    bot: bool
    since: int
    ratings: list[RatingSeen]


class Ranked(Outgoing):
    """A line of a leaderboard."""

    rank: int
    name: str
    computer: bool
    bot: bool
    rating: int
    games: int


class Leaderboard(Outgoing):
    """The strongest at a game, people and computers."""

    game: str
    lines: list[Ranked]


class BotMove(Incoming):
    """A bot's move. If it is sent again for the same turn, it is made once."""

    turn: Number
    move: GameText
    seat: Place | None = None
    id: Key | None = None


class BotEvent(Outgoing):
    """A line of a bot's event stream."""

    type: Literal["gameStart", "gameFinish", "challenge"]
    table: str
    game: str
    number: int
    """Which game at the table; 0 before the first."""


class Health(Outgoing):
    """How the house is."""

    status: Literal["ok", "down"]
    message: str | None = None
    """What is wrong, in the reader's language."""
