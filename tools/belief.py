"""Measure what the belief about the racers' tiles is worth, against players of several kinds.

Run `python tools/belief.py [GAMES]`. In each game four players of one kind race, and before the
last move every seat is asked what it believes of the others. Printed are the mean logarithm of what
it gave to the true owners (who has learned nothing gives each a quarter: -1.386), and how often
what it held for likely was so. The constants of kernel/race/belief.hpp are set so that it learns
much from those who play for their turtle and is not led far astray by those who do not.
"""

import sys
from collections.abc import Iterator
from math import log
from random import Random
from statistics import fmean

from ludotheque.engine import kernel, player
from ludotheque.games import take
from ludotheque.match import Match, Referee

KINDS = ("random", "level:1", "level:3", "level:5", "level:6")
TURTLES = "rgbyp"
LIKELY = 0.6


def before_the_last_move(kind: str, number: int) -> Match:
    """Return a match of four players of that *kind* whose next move ends it."""
    race, referee = take("race"), Referee(f"{number:064x}")
    match = referee.begin(race, [kind] * 4, began=0)
    players = [player(kind, race, Random(f"{number}/{seat}")) for seat in match.seats]
    before = match
    while isinstance(seat := match.to_move, int):
        before, thinker = match, players[seat]
        assert thinker is not None  # noqa: S101 - no kind is a person
        move = str(thinker.choose(match.seen_by(seat), match.past(seat)))
        match = referee.play(match, seat, move, at=0)
    return before


def beliefs(match: Match) -> Iterator[tuple[list[float], int]]:
    """Yield what each seat believes of each other, and which turtle it is."""
    for viewer in match.seats:
        view, past = match.seen_by(viewer), match.past(viewer)
        for seat, shares in enumerate(kernel.belief(take("race"), view, viewer, past)):
            if seat != viewer:
                yield shares, TURTLES.index(match.position.tiles[seat])


def main() -> None:
    """Play and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("kind      log score   held for likely and so")
    for kind in KINDS:
        told = [b for number in range(games) for b in beliefs(before_the_last_move(kind, number))]
        score = fmean(log(shares[owner]) for shares, owner in told)
        likely = [
            i == owner for shares, owner in told for i, share in enumerate(shares) if share > LIKELY
        ]
        right = f"{fmean(likely):.0%} of {len(likely)}" if likely else "never"
        print(f"{kind:8}  {score:9.3f}   {right}")


if __name__ == "__main__":
    main()
