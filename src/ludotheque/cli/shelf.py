"""`ludotheque shelf`: the games there are."""

import typer

from ludotheque.cli.terms import desk_of
from ludotheque.terminal.evening import shelf_table


def command(context: typer.Context) -> None:
    """Print the shelf."""
    desk = desk_of(context)
    desk.console.print(shelf_table(desk.words, with_options=True))
