"""`ludotheque ugi`: the house as an engine."""

import sys
from typing import Annotated

import typer

from ludotheque.cli.terms import desk_of
from ludotheque.errors import N_
from ludotheque.games import shelf, take
from ludotheque.ugi import Server


def command(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(shelf()),
            help=N_("The game to begin with; the program at the other end may choose another."),
        ),
    ] = None,
) -> None:
    """Answer commands until the end of input."""
    desk = desk_of(context)

    def write(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    chosen = take(game) if game else next(iter(shelf().values()))
    Server(chosen, write, desk.words.refusal).serve(sys.stdin)
