"""Measure that luck is nought on average, over many games of bots: `python tools/luck.py [GAMES]`.

Every game is played by the kernel's courses, two to five seats of several kinds in all orders, and
the luck of its deal and its draws is taken as `study/luck.py` does, with fewer imagined games. The
mean luck of every seat must be 0 within three standard errors, and so must the difference between
the plain results and those without their luck, by kind of player: where it is not, the exit code is
1. It works in as many processes as there are cores.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from ludotheque.arena import cores
from ludotheque.engine import kernel, player
from ludotheque.engine.course import lent_course, weigher
from ludotheque.games import AnyGame, shelf

KINDS = ("random", "level:1", "level:2", "level:3")
PAIRS = 20
"""The pairs of games imagined for a draw; the deal has four times as many."""
BATCH = 250
"""The games of a task."""
MOST = 3.0
"""The standard errors that a mean may be off."""
CHANCE = -1


class Told(NamedTuple):
    """What came of a seat in one game."""

    game: str
    seats: int
    seat: int
    kind: str
    share: float
    luck: float


def main() -> None:
    """Play, print the means, and fail where one is not nought; Ctrl-C prints what there is."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    sums: dict[tuple[str, ...], list[float]] = {}
    with suppress(KeyboardInterrupt), ProcessPoolExecutor(cores()) as pool:
        tasks = {pool.submit(_batch, first) for first in range(0, games, BATCH)}
        try:
            for done, task in enumerate(as_completed(tasks), 1):
                for told in task.result():
                    for key in _keys(told):
                        _count(sums.setdefault(key, [0.0] * 4), told)
                print(f"\r{min(done * BATCH, games)} of {games} games", end="", file=sys.stderr)
        finally:
            pool.shutdown(cancel_futures=True)
    print(file=sys.stderr)
    sys.exit(1 if _wrong(sums) else 0)


def _keys(told: Told) -> Iterator[tuple[str, ...]]:
    """Yield what a seat's luck is counted under."""
    yield told.game, f"{told.seats} seats", f"seat {told.seat + 1}"
    yield told.game, told.kind


def _wrong(sums: dict[tuple[str, ...], list[float]]) -> int:
    """Print the means; return how many of them are not nought."""
    wrong = 0
    print(f"{'':28} {'games':>7} {'plain':>7} {'adjusted':>8}  luck, in points")
    for key, (number, share, luck, lucks) in sorted(sums.items()):
        mean, plain = luck / number, share / number
        error = sqrt(max(lucks / number - mean**2, 0.0) / number)
        off = abs(mean) > MOST * error
        wrong += off
        print(
            f"{' '.join(key):28} {number:7.0f} {100 * plain:7.2f} {100 * (plain - mean):8.2f}"
            f"  {100 * mean:+.3f} ± {100 * error:.3f}{'  NOT NOUGHT' if off else ''}"
        )
    return wrong


def _count(sums: list[float], told: Told) -> None:
    for at, value in enumerate((1.0, told.share, told.luck, told.luck**2)):
        sums[at] += value


def _batch(first: int) -> list[Told]:
    """Play the games of a task, in all games that the kernel can tell the luck of."""
    games = [game for game in shelf().values() if kernel.has_fortunes(game)]
    return [
        told
        for number in range(first, first + BATCH)
        for told in _played(games[number % len(games)], number)
    ]


def _played(game: AnyGame, number: int) -> Iterator[Told]:
    rng = Random(f"luck/{number}")
    seats = rng.choice(game.seats)
    kinds = [rng.choice(KINDS) for _ in range(seats)]
    weighers = [_weigher(kind, game, rng) for kind in kinds]
    opening = game.start(seats)
    options = dict(game.settle({}))
    twin = kernel.twin(game, str(opening), options)
    luck = [0.0] * seats
    dealt, before = True, ""
    with lent_course(game, str(opening), options) as course:
        while (seat := course.to_move) is not None:
            if seat == CHANCE:
                before = before or str(twin)
                move = rng.choices(range(course.count()), course.odds())[0]
            else:
                if before:
                    pairs = PAIRS * 4 if dealt else PAIRS
                    found = _fortunes(game, before, str(twin), options, pairs, rng)
                    luck = [sum_ + one for sum_, one in zip(luck, found, strict=True)]
                    dealt, before = False, ""
                move = weighers[seat](course).move
            course.play(move)
            twin = twin.after(move)
        outcome = course.outcome()
    assert outcome is not None  # noqa: S101 - nobody is to move
    winners = outcome[0]
    for seat, kind in enumerate(kinds):
        share = 1 / len(winners) if seat in winners else 0.0
        yield Told(game.slug, seats, seat, kind, share, luck[seat])


def _weigher(kind: str, game: AnyGame, rng: Random) -> Any:  # noqa: ANN401 - it is known to be one
    thinker = player(kind, game, Random(rng.getrandbits(63)))
    assert thinker is not None  # noqa: S101 - no kind is a person
    return weigher(thinker, game)


def _fortunes(
    game: AnyGame, before: str, after: str, options: dict[str, str], pairs: int, rng: Random
) -> list[float]:
    told = kernel.text_fortunes(game, before, after, options, games=pairs, seed=rng.getrandbits(62))
    return [luck for luck, *_ in told]


if __name__ == "__main__":
    main()
