"""`ludotheque review`: what happened in a game, what could have been done, and why."""

from pathlib import Path
from typing import Annotated

import typer

from ludotheque.cli.terms import (
    FileName,
    GameNumber,
    Threads,
    desk_of,
    kept_game,
    tell_of_others,
)
from ludotheque.errors import N_
from ludotheque.match import replay
from ludotheque.match.files import write_whole
from ludotheque.study import graph, to_json
from ludotheque.study.luck import refuse
from ludotheque.study.luck_told import picture
from ludotheque.terminal.ask import INTERRUPTED, Left
from ludotheque.terminal.review import reviewed, show_review


def command(
    context: typer.Context,
    file: FileName,
    game: GameNumber = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help=N_("How many positions, or imagined games, to look at for each move."),
        ),
    ] = None,
    threads: Threads = 1,
    every_move: Annotated[
        bool, typer.Option("--all", help=N_("Show every move, not only the mistakes."))
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help=N_("Print the review as JSON, for programs."))
    ] = False,
    drawn: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help=N_("Write the graph as SVG to this file.")),
    ] = None,
    luck: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help=N_("In games of chance: write luck and choices as SVG to this file."),
        ),
    ] = None,
) -> None:
    """Judge every move, and print what there is to learn."""
    desk = desk_of(context)
    kept = kept_game(file, game)
    record = kept.record()
    with kept.about():
        if luck is not None:
            *_, match = replay(record)
            refuse(match)
        found = reviewed(desk, record, nodes=nodes, threads=threads)
    if found is None:
        raise Left(INTERRUPTED)
    if drawn is not None:
        write_whole(drawn, graph(found, desk.words))
    if luck is not None and found.luck:
        write_whole(luck, picture(found.luck, found.setup.players, desk.words))
    if as_json:
        desk.tell(to_json(found).rstrip("\n"))
    elif drawn is None and luck is None:
        tell_of_others(desk, kept, game)
        show_review(desk, found, every_move=every_move)
