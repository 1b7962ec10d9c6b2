"""Finding puzzles: from a position of an open game, what it asks and the proof of its answer.

A heuristic search only says where to look. What becomes a puzzle is proved by exhaustive search:
that its solution wins or holds, and that no other first move does, to the plies that it states.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ludotheque.engine import Analyst, Limits, Line
from ludotheque.engine.proof import OutOfBudget, Prover, prover
from ludotheque.games import AnyGame
from ludotheque.match import Match
from ludotheque.position import Position, Seat
from ludotheque.study.puzzles.difficulty import difficulty
from ludotheque.study.puzzles.puzzle import Puzzle, Task
from ludotheque.study.puzzles.themes import found_in

AnyPosition = Position[Any]

LEAST_CHOICES = 4
"""The legal moves below which there is not enough to choose from."""
MOST_PLIES = 9
"""The longest win that is looked for."""
WINDING = 5
"""The places on the way of a move that is a puzzle although it wins at once."""
BEYOND = 2
"""The plies beyond the others' loss to which the right move holds; and, where that is soon
proved, beyond the solution's win to which the others are refuted."""
GLANCE = 10_000
"""The nodes of the look that says where a proof is worth trying."""
GLANCE_HASH_MB = 4
"""Its transposition table, in megabytes: more than it fills, and soon made."""
BUDGET = 2_000_000
"""The nodes of the proofs of one puzzle."""
FURTHER = 300_000
"""The nodes of the proof that no other move wins a little later either: it is welcome, not due."""


class Moment(NamedTuple):
    """A moment of a game that was played, when a seat was to move, and the move that it made."""

    match: Match
    played: str

    @property
    def options(self) -> Mapping[str, str]:
        """The options of the table that are not the defaults."""
        setup = self.match.setup
        usual = setup.game.settle({})
        return {key: value for key, value in setup.options.items() if usual[key] != value}


def find(moment: Moment, *, nodes: int = BUDGET) -> Puzzle | None:
    """Return the puzzle in *moment*, if there is one: somebody has just erred, or errs here.

    To win is a puzzle where the last move was a mistake, and another would not have lost so soon,
    or where the win was missed; to hold, where the move that was made here lost.
    """
    game, position = moment.match.setup.game, moment.match.position
    if len(position.moves()) < LEAST_CHOICES:
        return None
    looked = Analyst(game, table_mb=GLANCE_HASH_MB).lines(
        position, limits=Limits(nodes=GLANCE), lines=2
    )
    try:
        best, second = (line.score for line in looked)
        if best.certain and best.share == 1 and not (second.certain and second.share == 1):
            proves = prover(game, nodes=nodes)
            puzzle = _win(game, moment, proves)
        elif not best.certain and second.certain and second.share == 0:
            proves = prover(game, nodes=nodes)
            puzzle = _hold(game, moment, looked, proves)
        else:
            return None
        if puzzle is None:
            return None
        return replace(
            puzzle,
            themes=found_in(puzzle, proves),
            difficulty=difficulty(game, position, puzzle),
        )
    except OutOfBudget:
        return None


def _win(game: AnyGame, moment: Moment, proves: Prover) -> Puzzle | None:
    """Return the puzzle to win, if just one move does."""
    position, own = moment.match.position, _seat(moment.match.position)
    plies = proves.shortest(position, own, MOST_PLIES)
    if plies is None or len(moment.match.positions) < 2:
        return None
    winning = proves.winning(position, plies)
    if len(winning) > 1 or not _erred(moment, winning[0], plies, proves):
        return None
    if plies == 1 and not _is_winding(game, position, winning[0]):
        return None
    return Puzzle(
        game=game.slug,
        options=moment.options,
        position=str(position),
        seat=own,
        task=Task.WIN,
        line=_stripped(_solution(game, position, plies, proves)),
        plies=plies,
        checked=_checked(game, position, plies),
    )


def _checked(game: AnyGame, position: AnyPosition, plies: int) -> int:
    """Return to how many plies just one move wins, which it does within *plies*."""
    further = plies + BEYOND
    try:
        alone = len(prover(game, nodes=FURTHER).winning(position, further)) == 1
    except OutOfBudget:
        return plies
    return further if alone else plies


def _is_winding(game: AnyGame, position: AnyPosition, move: str) -> bool:
    """Return whether a *move* that wins at once is worth finding: it goes a long way round."""
    return game.path is not None and len(game.path(game.move(move, position))) >= WINDING


def _erred(moment: Moment, move: str, plies: int, proves: Prover) -> bool:
    """Return whether the win within *plies* has just been given away, or is about to be missed."""
    match = moment.match
    if move != moment.played:
        return True
    return bool(proves.holding(match.positions[-2], plies + 1))


def _hold(game: AnyGame, moment: Moment, looked: list[Line], proves: Prover) -> Puzzle | None:
    """Return the puzzle to hold, if only one of the lines *looked* at does not lose."""
    position = moment.match.position
    plies = looked[1].score.certain_in or 0
    if plies > MOST_PLIES or moment.played == looked[0].moves[0]:
        return None
    holding = proves.holding(position, plies)
    if holding != looked[0].moves[:1]:
        return None
    after = position.after(game.move(holding[0], position))
    if after.outcome() is not None or not _lasts(after, plies + BEYOND, proves):
        return None
    return Puzzle(
        game=game.slug,
        options=moment.options,
        position=str(position),
        seat=_seat(position),
        task=Task.HOLD,
        line=holding,
        plies=plies,
        checked=plies + BEYOND,
    )


def _lasts(after: AnyPosition, plies: int, proves: Prover) -> bool:
    """Return whether whoever is to move has no win within so many plies of the position before."""
    return not proves.wins(after, plies - 1)


def _solution(
    game: AnyGame, position: AnyPosition, plies: int, proves: Prover
) -> list[tuple[AnyPosition, str]]:
    """Return the moves of a win within *plies*, each with the position before it.

    It ends before a move of the solver's that is not the only one to win in time. The replies last
    as long as any; of these one is taken after which there is an only move, if there is such.
    """
    own, line = _seat(position), list[tuple[AnyPosition, str]]()
    while True:
        (only,) = proves.winning(position, plies)
        line.append((position, only))
        reached = position.after(game.move(only, position))
        plies -= 2
        if reached.outcome() is not None or plies < 1:
            return line
        lasting = [
            (str(reply), child)
            for reply in reached.moves()
            for child in [reached.after(reply)]
            if plies == 1 or not proves.forced(child, own, plies - 1)
        ]
        replies = (
            (reply, child)
            for reply, child in lasting
            if child.outcome() is None and len(proves.winning(child, plies)) == 1
        )
        found = next(replies, None)
        if found is None:
            return line
        line.append((reached, found[0]))
        position = found[1]


def _stripped(line: list[tuple[AnyPosition, str]]) -> tuple[str, ...]:
    """Return the moves up to the solver's last that was a choice."""
    while len(line) > 2 and len(line[-1][0].moves()) == 1:
        line = line[:-2]
    return tuple(move for _, move in line)


def _seat(position: AnyPosition) -> Seat:
    seat = position.to_move
    assert isinstance(seat, int)  # noqa: S101 - an open game that goes on
    return seat
