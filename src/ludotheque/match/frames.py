"""Records as data frames of pandas, and back: a row a game, or a row a move.

pandas is needed only here, and only once one of these is called.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from ludotheque.errors import N_, BadOption, BadRecord, absent
from ludotheque.match.events import Moved, line_of_play
from ludotheque.match.json_form import from_json, to_line
from ludotheque.match.record import Record, at
from ludotheque.match.setup import HIDDEN

if TYPE_CHECKING:
    import pandas as pd

RECORD = "record"
"""The column that holds all of a game."""


def to_pandas(
    records: Iterable[Record], *, each: Literal["game", "move"] = "game"
) -> "pd.DataFrame":
    """Return a data frame with a row for *each* game, or for each move of each game's line of play.

    A row of a game has its whole record in the last column, for `from_pandas`. For rows of moves
    the games are played over: raise BadRecord at one that is wrong, by its number from 0. Raise
    BadOption where it is a row for neither, ImportError where pandas is missing.
    """
    if each not in {"game", "move"}:
        raise BadOption(N_("a row is for each “game” or “move”, not “{each}”"), each=each)
    pandas = _pandas()
    rows, columns = (_moves(records), _MOVE) if each == "move" else (_games(records), _GAME)
    frame = pandas.DataFrame(rows, columns=list(columns))
    return frame.astype({name: kind for name, kind in columns.items() if kind != "object"})


def from_pandas(frame: "pd.DataFrame") -> Iterator[Record]:
    """Yield the records of a data frame with a row a game, in its order.

    They are read from the column `record`: rows may be chosen and sorted, the rest left out. Raise
    BadRecord, with the row, where one cannot be read.
    """
    if RECORD not in frame.columns:
        raise BadRecord(
            N_("the data frame has no column “{name}”; it has: {names}"),
            name=RECORD,
            names=", ".join(map(str, frame.columns)) or "-",
        )
    return _read(frame[RECORD])


def _read(texts: Any) -> Iterator[Record]:  # noqa: ANN401 - a column
    for row, text in texts.items():
        with at(f"{RECORD}[{row}]"):
            record = from_json(str(text))
        yield record


_GAME = {
    "game": "string",
    "players": "object",
    "options": "object",
    "began": "datetime64[ms, UTC]",
    "moves": "string",
    "plies": "int64",
    "shares": "object",
    "reason": "string",
    RECORD: "string",
}
"""The columns of a row a game, and their types."""
_MOVE = {
    "number": "int64",
    "ply": "int64",
    "seat": "Int64",
    "position": "string",
    "move": "string",
}
"""The columns of a row a move.

The seat is missing where chance moves; the ply is how many moves the seats had made before, so that
the plies of a game are as many as its rows with a seat.
"""


def _games(records: Iterable[Record]) -> list[tuple[object, ...]]:
    return [_game(record) for record in records]


def _game(record: Record) -> tuple[object, ...]:
    setup, result = record.setup, record.result
    line = [record.events[place] for place in line_of_play(record.events)]
    moves = tuple(event.move or HIDDEN for event in line if isinstance(event, Moved))
    return (
        setup.game.slug,
        setup.players,
        dict(setup.options),
        setup.began,
        " ".join(moves),
        len(moves),
        result and result.shares,
        result and result.reason,
        to_line(record),
    )


def _moves(records: Iterable[Record]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for number, record in enumerate(records):
        with at(str(number)):
            end = record.played()
        ply = 0
        for position, (mover, move) in zip(end.positions, end.plies, strict=False):
            seat = mover if isinstance(mover, int) else None
            rows.append((number, ply, seat, str(position), str(move)))
            ply += seat is not None
    return rows


def _pandas() -> Any:  # noqa: ANN401 - a module
    try:
        import pandas  # noqa: ICN001, PLC0415 - large, and needed by few
    except ImportError as error:
        raise absent(error, "pandas") from error
    return pandas
