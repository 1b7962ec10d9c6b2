"""Themes: what a puzzle is about, found by code.

What can be said of any game is found here, by proofs: how long the win is, what was threatened,
whether the other side would rather not move. What only a game can see its folder says.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ludotheque.engine.proof import Prover
from ludotheque.errors import N_
from ludotheque.games import AnyGame
from ludotheque.games.puzzling import Theme
from ludotheque.position import Position, Seat
from ludotheque.study.puzzles.puzzle import Puzzle, Task

LONG_WIN = 4
"""The moves of one's own from which on a win is long."""

GENERAL: Mapping[str, Theme] = {
    "zugzwang": Theme(
        N_("Zugzwang"),
        N_("If the other side could pass, the win would not come in time: it has to move."),
    ),
    "shut-the-door": Theme(
        N_("Shut the door"), N_("The other side was about to win at once, and no longer is.")
    ),
    "only-move": Theme(N_("Only move"), N_("Every other move loses by force.")),
    "win-in-1": Theme(N_("Win at once"), N_("A single move wins, if it goes the long way round.")),
    "win-in-2": Theme(N_("Win in two"), N_("Two moves of one’s own win, whatever is replied.")),
    "win-in-3": Theme(N_("Win in three"), N_("Three moves of one’s own win, whatever is replied.")),
    "long-win": Theme(
        N_("Long win"), N_("Four moves of one’s own or more win, whatever is replied.")
    ),
    "chance": Theme(N_("Best chance"), N_("The best chance over all deals that fit what is seen.")),
    "secret": Theme(N_("Reading the others"), N_("What somebody plays tells what they play for.")),
}


def catalogue(game: AnyGame) -> Mapping[str, Theme]:
    """Return the themes that puzzles of *game* may have, its own first."""
    own = {} if game.puzzling is None else game.puzzling.themes
    return {**own, **GENERAL}


def found_in(puzzle: Puzzle, proves: Prover) -> tuple[str, ...]:
    """Return the themes of a *puzzle* of an open game, in the order of the catalogue."""
    found = set(_general(puzzle, proves)) | set(_own(puzzle))
    return tuple(key for key in catalogue(puzzle.taken) if key in found)


def _own(puzzle: Puzzle) -> Iterator[str]:
    """Yield what the game says of it."""
    game = puzzle.taken
    if game.puzzling is None:
        return
    before = end = puzzle.begin()
    moves = []
    for text in puzzle.line:
        moves.append(game.move(text, end))
        end = end.after(moves[-1])
    yield from game.puzzling.shown(before, moves, end)


def _general(puzzle: Puzzle, proves: Prover) -> Iterator[str]:
    """Yield what proofs say of it."""
    game, before = puzzle.taken, puzzle.begin()
    if puzzle.task is Task.HOLD:
        yield "only-move"
    else:
        yield "long-win" if puzzle.moves >= LONG_WIN else f"win-in-{puzzle.moves}"
    foe = 1 - puzzle.seat
    threatened = passed(game, before, foe, puzzle.options)
    if threatened is not None and proves.wins(threatened, 1):
        yield "shut-the-door"
    if puzzle.task is Task.WIN:
        after = before.after(game.move(puzzle.line[0], before))
        # A pass takes a ply, too: what is left of the win would have to come after it.
        idle = passed(game, after, puzzle.seat, puzzle.options)
        if idle is not None and not proves.wins(idle, puzzle.plies):
            yield "zugzwang"


def passed(
    game: AnyGame, position: Position[Any], seat: Seat, options: Mapping[str, str]
) -> Position[Any] | None:
    """Return *position* with *seat* to move, None where nobody can say or the game is over."""
    if game.editing is None or position.outcome() is not None:
        return None
    given: Position[Any] = game.position(game.editing.turn(str(position), seat), **options)
    return given if given.to_move == seat else None
