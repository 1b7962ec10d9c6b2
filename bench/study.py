"""How long a review takes on one core: of a game of each kind, played by computers.

Seconds of CPU time, proofs and sentences included, at the nodes a move that are the default; the
games are the same on every machine.
"""

import sys
import time
from random import Random

from ludotheque.engine import kernel, player
from ludotheque.games import AnyGame, take
from ludotheque.match import Record, Referee
from ludotheque.study import nodes_for, review

AIMS = (
    ("tortuga", ("level:5", "level:4"), 30, 3.0),
    ("hops", ("level:4", "level:3"), 60, 15.0),
    ("race", ("level:5", "level:3", "level:5", "level:3"), 40, 10.0),
)
"""The game, who plays, about how many moves it has, and the seconds we want it to take."""

ASTRAY = 4
"""So many moves are made at random: what computers play is otherwise always the same."""


def played(game: AnyGame, players: tuple[str, ...], moves: int) -> Record:
    """Return the first game of those players, after a few moves at random, that is so long.

    It is given up there: a game with secrets is reviewed only when it is over.
    """
    for number in range(1_000):
        referee = Referee(f"{number:064x}")
        match = referee.begin(game, players, began=0)
        rng = Random(number)
        thinkers = [player(name, game, rng) for name in players]
        made = 0
        while isinstance(seat := match.to_move, int) and made < moves:
            thinker = thinkers[seat]
            assert thinker is not None  # noqa: S101 - no person plays here
            view, astray = match.seen_by(seat), made < ASTRAY
            move = rng.choice(view.moves()) if astray else thinker.choose(view, match.past(seat))
            match = referee.play(match, seat, str(move), at=0)
            made += 1
        if made == moves:
            if match.outcome is None:
                match = referee.resign(match, 0, at=0)
            return Record.of(match, referee.seed)
    raise AssertionError("no game is that long")


def main() -> None:
    """Print a line a game."""
    if not kernel.BUILT:
        sys.exit("bench/study.py: this house is built without its kernel")
    print(f"{'review of':12}{'moves':>7}{'nodes a move':>14}{'seconds':>10}{'aim':>6}")
    for slug, players, moves, aim in AIMS:
        game = take(slug)
        record = played(game, players, moves)
        began = time.process_time()
        found = review(record)
        seconds = time.process_time() - began
        count, nodes = len(found.moves), nodes_for(game)
        print(f"{slug:12}{count:>7}{nodes:>14,}{seconds:>10.2f}{aim:>6.0f}", flush=True)


if __name__ == "__main__":
    main()
