"""`ludotheque bench`: the signature of the searches."""

import typer

from ludotheque.terminal.bench import show_bench


def command(context: typer.Context) -> None:
    """Print the signature of search and evaluation."""
    show_bench(context.obj)
