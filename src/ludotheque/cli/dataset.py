"""`ludotheque dataset`: self-play kept in files."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.arena import cores
from ludotheque.cli.terms import GameName, OptionList, Seed, Workers, read_options
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.terminal.dataset import Making


def command(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help=N_("Where the files are, or will be."))
    ],
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help=N_("Who sits in every seat, such as level:4.")),
    ] = "level:4",
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help=N_("How many games there are in the end."))
    ] = 1000,
    workers: Workers = None,
    seed: Seed = None,
    seats: Annotated[
        int | None, typer.Option(metavar="N", help=N_("How many play; by default the fewest."))
    ] = None,
    option: OptionList = None,
    opening: Annotated[
        int | None,
        typer.Option(
            metavar="MOVES", min=0, help=N_("At most so many random moves open a game: 8.")
        ),
    ] = None,
    wander: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0,
            max=0.99,
            help=N_("The share of later moves that are made at random: 0.05."),
        ),
    ] = None,
) -> None:
    """Make a dataset, or go on with one."""
    Making(
        game=take(game).slug,
        player=player,
        games=games,
        folder=out,
        workers=workers or cores(),
        options=read_options(option),
        seats=seats,
        seed=seed,
        opening=opening,
        wander=wander,
    ).run(context.obj)
