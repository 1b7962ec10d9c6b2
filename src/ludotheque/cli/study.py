"""`ludotheque study`: the analysis board at one screen."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.terms import (
    GameNumber,
    OptionList,
    SeatCount,
    Threads,
    desk_of,
    kept_game,
    tell_of_others,
)
from ludotheque.errors import N_, BadOption
from ludotheque.games import shelf, take
from ludotheque.games.options import read_options
from ludotheque.study import AnalysisBoard
from ludotheque.study.board import laid_out
from ludotheque.terminal.session import now
from ludotheque.terminal.study import MOST_LINES, Studying

EXAMPLES = (
    "ludotheque study tortuga · ludotheque study game.json · ludotheque study hops"
    " 'r1.b1.r1.b1/......./b1.....r1/......./r1.....b1/......./b1.r1.b1.r1 r'"
)
LINES = 3


def command(
    context: typer.Context,
    what: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help=N_("A game on the shelf, or a record.")),
    ],
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="POSITION", help=N_("Of a game: by default, the starting position.")
        ),
    ] = None,
    game: GameNumber = None,
    option: OptionList = None,
    seats: SeatCount = None,
    viewer: Annotated[
        int | None,
        typer.Option(
            "--as",
            metavar="N",
            min=1,
            help=N_(
                "In games with secrets: show what the seat of that number knows; by default"
                " everything."
            ),
        ),
    ] = None,
    lines: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_LINES,
            help=N_("How many of the best lines come by themselves at every moment."),
        ),
    ] = LINES,
    threads: Threads = 1,
) -> None:
    """Lay out a game, a position or a record, and study it."""
    desk, own = desk_of(context), None
    if what in shelf():
        if game is not None:
            raise BadOption(N_("--game is for files of several games"))
        if position is not None and seats is not None:
            raise BadOption(N_("a position says itself how many players there are"))
        given = read_options(option or ())
        record = laid_out(take(what), position, given, now(), desk.words, seats)
        board = AnalysisBoard(record, threads=threads)
    else:
        file = Path(what)
        if position is not None or option or seats is not None:
            raise BadOption(N_("a record has its own position, options and players"))
        if not file.exists():
            raise BadOption(N_("“{text}” is neither a game on the shelf nor a file"), text=what)
        kept = kept_game(file, game)
        record = kept.record()
        with kept.about():
            board = AnalysisBoard(record, threads=threads)
        tell_of_others(desk, kept, game)
        own = file if kept.alone else None
    seat = None if viewer is None else viewer - 1
    Studying(desk, board, viewer=seat, lines=lines, file=own).run()
