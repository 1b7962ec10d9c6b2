"""Choosing a puzzle: by number, by theme, or the one of the day, the same for everyone."""

import re
from collections.abc import Sequence
from datetime import date
from hashlib import sha256

from ludotheque.errors import N_, BadOption, NotAllowed
from ludotheque.games import AnyGame, shelf
from ludotheque.study.puzzles.puzzle import Puzzle, shipped
from ludotheque.study.puzzles.themes import catalogue


def puzzles_of(game: AnyGame, theme: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of *game*, of one *theme* if it is given; refuse where there is none."""
    found = shipped(game)
    if not found:
        raise NotAllowed(
            N_("there are no puzzles of {game} yet; `ludotheque puzzles mine {game}` finds some"),
            game=game.slug,
        )
    if theme is None:
        return found
    there = [key for key in catalogue(game) if any(key in puzzle.themes for puzzle in found)]
    if theme not in there:
        raise BadOption(
            N_("no puzzle of {game} has the theme “{theme}”; there are: {themes}"),
            game=game.slug,
            theme=theme,
            themes=", ".join(there),
        )
    return tuple(puzzle for puzzle in found if theme in puzzle.themes)


def numbered(game: AnyGame, name: str) -> Puzzle:
    """Return the puzzle of that number, from 1, or of that id; BadOption where there is none."""
    found = puzzles_of(game)
    if re.fullmatch(r"[0-9]{1,6}", name) and 1 <= int(name) <= len(found):
        return found[int(name) - 1]
    for puzzle in found:
        if puzzle.id == name.casefold():
            return puzzle
    raise BadOption(
        N_("there is no puzzle “{name}” of {game}: they have the numbers 1 to {most}"),
        name=name,
        game=game.slug,
        most=len(found),
    )


def of_the_day(day: date, game: AnyGame | None = None) -> Puzzle:
    """Return the puzzle of a *day*, of *game* or of any on the shelf that has puzzles.

    It depends on the date and on the puzzles that there are, and on nothing else.
    """
    if game is None:
        games = [each for each in shelf().values() if shipped(each)]
        if not games:
            raise NotAllowed(N_("there are no puzzles in this house yet"))
        game = games[_lot(day.isoformat(), len(games))]
    found = puzzles_of(game)
    return found[_lot(f"{day.isoformat()} {game.slug}", len(found))]


def number_of(puzzle: Puzzle, among: Sequence[Puzzle]) -> int:
    """Return the number of *puzzle* in its game, from 1."""
    return among.index(puzzle) + 1


def _lot(text: str, count: int) -> int:
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % count
