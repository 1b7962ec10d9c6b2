"""`ludotheque analyse`: the best lines of a position."""

from typing import Annotated

import typer

from ludotheque.cli.terms import GameName, OptionList, Threads, begin
from ludotheque.errors import N_
from ludotheque.games import take
from ludotheque.terminal.analysis import show_analysis

PATIENCE = 10.0
"""The seconds of an analysis to which no limit was set."""


def command(
    context: typer.Context,
    game: GameName,
    position: Annotated[
        str | None,
        typer.Argument(metavar="POSITION", help=N_("By default, the starting position.")),
    ] = None,
    option: OptionList = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            metavar="S", min=0, help=N_("How many seconds to think; 10 if there is no other limit.")
        ),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help=N_("How many positions, or imagined games, to look at.")
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="N", min=1, help=N_("How many moves to look ahead."))
    ] = None,
    lines: Annotated[int, typer.Option(metavar="N", min=1, help=N_("How many lines to show."))] = 1,
    threads: Threads = 1,
) -> None:
    """Print what is found as it is found."""
    chosen = take(game)
    unlimited = seconds is None and nodes is None and depth is None
    show_analysis(
        context.obj,
        chosen,
        begin(chosen, position, option),
        seconds=PATIENCE if unlimited else seconds,
        nodes=nodes,
        depth=depth,
        lines=lines,
        threads=threads,
    )
