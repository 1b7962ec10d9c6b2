"""Proof checker: whether a puzzle is what it says, from its text alone.

It shares with the finder nothing but the exhaustive search, which is held to the bare definition by
tests/test_proof.py, and for games with secrets the reckoning of chances, likewise.
"""

from typing import Any

from ludotheque.engine.proof import Prover, prover
from ludotheque.position import Position
from ludotheque.study.puzzles.puzzle import Puzzle, Task

NODES = 50_000_000
"""More than any proof of a puzzle takes."""


class Disproved(Exception):
    """A puzzle is not what it says; the message says why, for whoever keeps the file."""


def prove(puzzle: Puzzle) -> None:
    """Raise Disproved, or what the rules refuse, unless *puzzle* is right in all that it states."""
    if puzzle.task in (Task.WIN, Task.HOLD):
        _prove_open(puzzle)
    else:
        from ludotheque.study.puzzles.likely import prove_likely  # noqa: PLC0415

        prove_likely(puzzle)


def _prove_open(puzzle: Puzzle) -> None:
    position = puzzle.begin()
    _require(str(position) == puzzle.position, "the text is not the position's own")
    _require(position.to_move == puzzle.seat, "another seat is to move")
    _require(puzzle.checked >= puzzle.plies > 0, "it was checked to fewer plies than it states")
    _require(len(puzzle.line) % 2 == 1, "the solution does not end with the solver's move")
    proves = prover(puzzle.taken, nodes=NODES)
    if puzzle.task is Task.WIN:
        _prove_win(puzzle, position, proves)
    else:
        _prove_hold(puzzle, position, proves)


def _prove_win(puzzle: Puzzle, position: Position[Any], proves: Prover) -> None:
    game, first = puzzle.taken, puzzle.line[0]
    _require(not proves.wins(position, puzzle.plies - 1), "it is won sooner")
    _require(proves.winning(position, puzzle.checked) == (first,), "another first move wins, too")
    left = puzzle.plies
    for number, text in enumerate(puzzle.line):
        if number % 2 == 0:
            _require(proves.winning(position, left) == (text,), f"{text} is not the only move")
        position = position.after(game.move(text, position))
        left -= 1
        if number % 2 == 1:
            _require(not proves.forced(position, puzzle.seat, left - 1), f"{text} loses sooner")
    _require(proves.forced(position, puzzle.seat, left), "the line does not lead to a win")


def _prove_hold(puzzle: Puzzle, position: Position[Any], proves: Prover) -> None:
    _require(len(puzzle.line) == 1, "only the first move is asked for")
    _require(proves.holding(position, puzzle.plies) == puzzle.line, "another move holds, too")
    after = position.after(puzzle.taken.move(puzzle.line[0], position))
    _require(not proves.forced(after, 1 - puzzle.seat, puzzle.checked - 1), "it does not hold")


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise Disproved(why)
