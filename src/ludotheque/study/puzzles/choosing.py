"""Choosing a puzzle: by number, by theme, or the one of the day, the same for everyone."""

import re
from collections.abc import Container, Sequence
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
        game = games[drawn(day.isoformat(), len(games))]
    found = puzzles_of(game)
    return found[drawn(f"{day.isoformat()} {game.slug}", len(found))]


NEAR = 12
"""The puzzles nearest to what somebody can do among which a lot decides."""


def fitting(game: AnyGame, points: int, tried: Container[str], lot: str) -> Puzzle | None:
    """Return a puzzle for whoever has that many *points*, None if they have *tried* all.

    The same *lot*, any text, draws the same puzzle.
    """
    left = [puzzle for puzzle in shipped(game) if puzzle.id not in tried]
    near = sorted(left, key=lambda puzzle: abs(puzzle.difficulty - points))[:NEAR]
    return near[drawn(lot, len(near))] if near else None


def number_of(puzzle: Puzzle, among: Sequence[Puzzle]) -> int:
    """Return the number of *puzzle* in its game, from 1."""
    return among.index(puzzle) + 1


def drawn(lot: str, count: int) -> int:
    """Return a number below *count* that depends on the text of a *lot* and on nothing else."""
    return int.from_bytes(sha256(lot.encode()).digest()[:8]) % count
