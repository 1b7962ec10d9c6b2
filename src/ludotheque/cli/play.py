"""`ludotheque play`: an evening at this screen."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.terms import GameName, OptionList, PositionText, Seed, read_seed
from ludotheque.engine import HUMAN, level_text
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.games.options import read_options
from ludotheque.match import read_clock
from ludotheque.terminal.evening import FRIENDLY, Evening


def command(
    context: typer.Context,
    game: GameName,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO…",
            help=N_("Who sits down: human, random, level:1 … level:8. The first begins."),
        ),
    ] = None,
    names: Annotated[
        str | None, typer.Option(metavar="NAME,NAME…", help=N_("The players’ names."))
    ] = None,
    option: OptionList = None,
    position: PositionText = None,
    clock: Annotated[
        str | None, typer.Option(metavar="TIME", help=N_("A clock, such as 5m+3s or 30s/move."))
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(metavar="N", help=N_("The number of moves after which the game is a draw.")),
    ] = None,
    first_to: Annotated[
        int | None, typer.Option(metavar="N", help=N_("Play a series: first to N points."))
    ] = None,
    seed: Seed = None,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=N_(
                "Save the record to this file: as JSON if it ends in .json, otherwise as text."
            ),
        ),
    ] = None,
) -> None:
    """Lay the table and play."""
    chosen = take(game)
    default = [HUMAN, *[level_text(FRIENDLY)] * (chosen.seats[0] - 1)]
    Evening(
        game=chosen,
        sitters=default if seats is None else seats.split(","),
        names=() if names is None else names.split(","),
        options=read_options(option or ()),
        clock=read_clock(clock) if clock else None,
        move_limit=limit,
        start=position,
        first_to=first_to,
        seed=read_seed(seed),
        save=save,
    ).play(context.obj)
