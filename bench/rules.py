"""Positions per second of the rules in Python: legal moves made and one applied, on one core.

Random games from the start, chance included, capped at 400 moves each.
"""

import time
from random import Random

from ludotheque.games import AnyGame, shelf
from ludotheque.position import CHANCE

SECONDS = 3.0
MOST_PLIES = 400


def positions_per_second(game: AnyGame, seats: int) -> tuple[float, float]:
    """Return how many positions were visited a second, and the moves found at each on average."""
    rng = Random(1983)
    visited = found = 0
    began = time.perf_counter()
    while (elapsed := time.perf_counter() - began) < SECONDS:
        position = game.start(seats)
        for _ in range(MOST_PLIES):
            moves = position.moves()
            if not moves:
                break
            visited += 1
            found += len(moves)
            if position.to_move is CHANCE:
                position = position.after(rng.choices(moves, position.odds())[0])
            else:
                position = position.after(rng.choice(moves))
    return visited / elapsed, found / visited


def main() -> None:
    """Print one line a game."""
    print(f"{'game':<12}{'seats':>6}{'positions/s':>14}{'moves each':>12}")
    for slug, game in shelf().items():
        seats = min(4, game.seats[-1])
        speed, branching = positions_per_second(game, seats)
        print(f"{slug:<12}{seats:>6}{speed:>14,.0f}{branching:>12.1f}")


if __name__ == "__main__":
    main()
