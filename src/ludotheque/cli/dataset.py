"""`ludotheque dataset`: self-play kept in files."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.arena import cores
from ludotheque.cli.terms import GameName, OptionList, Seed, Workers
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.games.options import read_options
from ludotheque.terminal.dataset import Making


def command(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path,
        typer.Option(metavar="FOLDER", help=N_("The folder for the files: new, or already begun.")),
    ],
    player: Annotated[
        str,
        typer.Option(metavar="PLAYER", help=N_("Who plays in every seat, such as level:4.")),
    ] = "level:4",
    games: Annotated[
        int,
        typer.Option(metavar="N", min=1, help=N_("How many games in all, earlier runs included.")),
    ] = 1000,
    workers: Workers = None,
    seed: Seed = None,
    seats: Annotated[
        int | None,
        typer.Option(metavar="N", help=N_("How many players; by default as few as possible.")),
    ] = None,
    option: OptionList = None,
    opening: Annotated[
        int | None,
        typer.Option(
            metavar="MOVES",
            min=0,
            help=N_("The largest number of random moves that may open a game; by default 8."),
        ),
    ] = None,
    wander: Annotated[
        float | None,
        typer.Option(
            metavar="SHARE",
            min=0,
            max=0.99,
            help=N_("The share of later moves that are made at random; by default 0.05."),
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
        options=read_options(option or ()),
        seats=seats,
        seed=seed,
        opening=opening,
        wander=wander,
    ).run(context.obj)
