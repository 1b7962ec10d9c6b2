"""`ludotheque puzzle`: puzzles to solve at one screen."""

from datetime import UTC, date, datetime
from random import sample
from typing import Annotated

import typer

from ludotheque.cli.terms import desk_of
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame, shelf, take
from ludotheque.study.puzzles import Puzzle
from ludotheque.study.puzzles.choosing import numbered, of_the_day, puzzles_of
from ludotheque.terminal.puzzle import solve

EXAMPLES = (
    "ludotheque puzzle · ludotheque puzzle tortuga --theme zugzwang · ludotheque puzzle hops 17 ·"
    " ludotheque puzzle --day 2026-11-17"
)


def command(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="|".join(shelf()),
            help=N_("A game on the shelf; without one, the puzzle of the day."),
        ),
    ] = None,
    number: Annotated[
        str | None,
        typer.Argument(metavar="NUMBER", help=N_("A certain puzzle, by its number or id.")),
    ] = None,
    theme: Annotated[
        str | None, typer.Option(metavar="THEME", help=N_("Only puzzles of this theme."))
    ] = None,
    day: Annotated[
        str | None,
        typer.Option(metavar="DATE", help=N_("The puzzle of that day, such as 2026-11-17.")),
    ] = None,
) -> None:
    """Ask puzzles, the one that was asked for first."""
    solve(desk_of(context), _chosen(None if game is None else take(game), number, theme, day))


def _chosen(
    game: AnyGame | None, number: str | None, theme: str | None, day: str | None
) -> list[Puzzle]:
    """Return the puzzle that is meant, if one is, and then the others in any order."""
    first = []
    if game is None or day is not None:
        first = [of_the_day(_read_day(day), game)]
        game = first[0].taken
    elif number is not None:
        first = [numbered(game, number)]
    others = [puzzle for puzzle in puzzles_of(game, theme) if puzzle not in first]
    return first + sample(others, len(others))


def _read_day(text: str | None) -> date:
    """Return the day that was typed, by default today everywhere."""
    if text is None:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise BadOption(N_("“{text}” is no date such as 2026-11-17"), text=text) from error
