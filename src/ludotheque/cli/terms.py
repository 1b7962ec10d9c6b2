"""Shared arguments and options of commands, and how they are read."""

from pathlib import Path
from typing import Annotated, Any

import typer

from ludotheque.engine import MOST_THREADS
from ludotheque.errors import N_, BadRecord, BadText
from ludotheque.games import AnyGame, shelf
from ludotheque.games.options import read_options
from ludotheque.match import new_seed
from ludotheque.match.deal import DIGITS
from ludotheque.match.files import kept_in, no_record
from ludotheque.match.several import Kept
from ludotheque.position import Position
from ludotheque.terminal.ask import Desk

GameName = Annotated[
    str, typer.Argument(metavar="|".join(shelf()), help=N_("A game on the shelf."))
]
FileName = Annotated[Path, typer.Argument(metavar="FILE", help=N_("A record, as JSON or text."))]
GameNumber = Annotated[
    int | None,
    typer.Option(
        "--game",
        metavar="N",
        min=1,
        help=N_("Which game of a file that holds several; by default the first."),
    ),
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help=N_("An option of the game.")),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        "-p",
        metavar="TEXT",
        help=N_("A position to begin from instead of the start."),
    ),
]
Seed = Annotated[
    str | None,
    typer.Option(
        metavar="HEX",
        help=N_("64 hex digits that repeat a deal; by default drawn at random."),
    ),
]
SeatCount = Annotated[int | None, typer.Option(metavar="N", help=N_("How many players."))]
Threads = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=1,
        max=MOST_THREADS,
        help=N_("How many threads to search with; with more than one, results vary between runs."),
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help=N_("How many processes; by default one per processor.")),
]


def desk_of(context: typer.Context) -> Desk:
    """Return where the person sits who called the command."""
    desk: Desk = context.obj
    return desk


def kept_game(file: Path, number: int | None) -> Kept:
    """Return the game of that *number* in *file*, by default the first. Raise BadRecord."""
    count = 0
    for kept in kept_in(file):
        if kept.number == (number or 1):
            return kept
        count = kept.number
    if count == 0:
        raise no_record(file)
    raise BadRecord(
        N_("{file}: there is no game {number}; the last one is {count}"),
        file=file,
        number=number,
        count=count,
    )


def tell_of_others(desk: Desk, kept: Kept, number: int | None) -> None:
    """Say that the file holds more games than this one, to whoever named none."""
    if number is None and not kept.alone:
        desk.say(
            "{file} holds several games, and this is the first; --game 2 shows the next.",
            file=kept.file,
        )


def read_seed(given: str | None) -> str:
    """Return the seed that was *given*, or one that nobody can guess."""
    if given is None:
        return new_seed()
    if not DIGITS.fullmatch(given):
        raise BadText(N_("seed “{seed}”: expected 64 digits from 0 to f"), seed=given)
    return given


def begin(
    game: AnyGame, position: str | None, option: list[str] | None, seats: int | None = None
) -> Position[Any]:
    """Return the *position* that was typed, or the start."""
    options = read_options(option or ())
    begun: Position[Any] = (
        game.start(seats, **options) if position is None else game.position(position, **options)
    )
    return begun
