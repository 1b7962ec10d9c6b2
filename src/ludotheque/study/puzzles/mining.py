"""Mining: puzzles found in games that computers play against each other, and in records.

A game is a task that any process can do by itself; what it finds depends on the seed and on the
number of the game alone. Whoever runs them keeps what is found (`terminal/mining.py`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import pairwise
from random import Random

from ludotheque.engine import lending, level, level_text
from ludotheque.games import AnyGame, take
from ludotheque.match import Record, Referee, replay
from ludotheque.study.puzzles.finding import Moment, find
from ludotheque.study.puzzles.likely import likely
from ludotheque.study.puzzles.puzzle import Puzzle, Task

LEVELS = (2, 3, 4, 5)
"""Who plays: uneven, and such that err."""
LAST = 16
"""The moves at the end of a game that are looked at: before them nothing is near enough."""
MOST = 2
"""The puzzles of one task that are kept of a game."""
OPENING = (2, 8)
"""How many moves at random begin a game, so that no two are alike."""


@dataclass(frozen=True, kw_only=True)
class Mine:
    """Where to look: self-play of a game with these options, by this seed."""

    game: str
    seed: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Those that are not the defaults."""


def dig(mine: Mine, number: int) -> list[Puzzle]:
    """Return the best puzzles in game *number* of *mine*."""
    with lending():
        moments = played(mine, number)
        return _best(moments[-LAST:], " - ".join(_names(mine, number)))


def played(mine: Mine, number: int) -> list[Moment]:
    """Return the moments of a game between levels, without its beginning, which is by lot."""
    game, rng = take(mine.game), _lots(mine, number)
    levels = _levels(game, rng)
    players = [level(each, game, rng) for each in levels]
    referee = Referee(sha256(f"{mine.seed}/{number}".encode()).hexdigest())
    names = [f"{level_text(each)} ({seat + 1})" for seat, each in enumerate(levels)]
    match = referee.begin(game, names, began=0, options=mine.options)
    moments, opening = list[Moment](), rng.randint(*OPENING)
    while isinstance(seat := match.to_move, int):
        view = match.seen_by(seat)
        if len(moments) < opening:
            move = rng.choice(view.moves())
        else:
            move = players[seat].choose(view, match.past(seat))
        moments.append(Moment(match, str(move)))
        match = referee.play(match, seat, str(move), at=0)
    return moments[opening:]


def _lots(mine: Mine, number: int) -> Random:
    return Random(f"{mine.seed}/{number}")


def _levels(game: AnyGame, rng: Random) -> list[int]:
    """Return who plays: as many as the game is for, each number as likely as the next."""
    return [rng.choice(LEVELS) for _ in range(rng.choice(game.seats))]


def _names(mine: Mine, number: int) -> list[str]:
    return [level_text(each) for each in _levels(take(mine.game), _lots(mine, number))]


def dig_record(record: Record, name: str) -> list[Puzzle]:
    """Return the puzzles in a game that was played; *name* says which one that was."""
    with lending():
        states = list(replay(record))
        moments = [
            Moment(before, str(after.plies[-1].move))
            for before, after in pairwise(states)
            if isinstance(before.to_move, int) and len(after.plies) == len(before.plies) + 1
        ]
        return _best(moments, name)


def _best(moments: Sequence[Moment], source: str) -> list[Puzzle]:
    """Return the hardest puzzles, two of a task at most: neighbouring positions ask much the same.

    Two of a task differ in their solution.
    """
    found = [
        replace(puzzle, source=f"{source}, {_number(moment)}")
        for moment in moments
        for puzzle in found_at(moment)
    ]
    best: dict[tuple[Task, str], Puzzle] = {}
    for puzzle in sorted(found, key=lambda puzzle: -puzzle.difficulty):
        if sum(task is puzzle.task for task, _ in best) < MOST:
            best.setdefault((puzzle.task, puzzle.line[0]), puzzle)
    return list(best.values())


def _number(moment: Moment) -> int:
    """Return the number of the move that was made there, chance's not counted."""
    return 1 + sum(isinstance(ply.mover, int) for ply in moment.match.plies)


def found_at(moment: Moment) -> Iterator[Puzzle]:
    """Yield the puzzles in *moment*, by proof in open games, else by what is likely."""
    position = moment.match.position
    seats = range(position.seats)
    if all(position.seen_by(seat) == position for seat in seats):
        found = find(moment)
        if found is not None:
            yield found
    else:
        yield from likely(moment)
