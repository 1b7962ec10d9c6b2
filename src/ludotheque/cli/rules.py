"""`ludotheque rules`: the rulebook of a game."""

import typer

from ludotheque.cli.terms import GameName
from ludotheque.games import take
from ludotheque.terminal import show


def command(context: typer.Context, game: GameName) -> None:
    """Print the rulebook, each figure drawn."""
    show.rules(context.obj, take(game))
