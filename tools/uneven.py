"""Games of uneven levels, the same every time: mistakes to be explained, and read.

Run `python tools/uneven.py FOLDER [GAME …]` to write ten games of each as records. Levels of the
computer play each other, and the first moves are drawn by lot; in the last five games so is one in
six of all others, which makes blunders of every size.
"""

from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Any

from ludotheque.engine import level_text, player
from ludotheque.games import AnyGame, shelf, take
from ludotheque.match import Record, Referee
from ludotheque.match.files import write_record

PAIRS = ((3, 6), (6, 3), (2, 5), (5, 2), (4, 6), (6, 4), (1, 4), (4, 1), (3, 5), (5, 3))
NAMES = ("Ana", "Ben", "Cleo", "Dan")
DRAWN = 2
"""The plies at the beginning that are drawn by lot."""
GAMES = 10
STRAYING = 5
"""From this game on moves are drawn by lot later, too."""
ASTRAY = 1 / 6
"""The share of them."""


def played(game: AnyGame, number: int, *, astray: float = 0) -> Record:
    """Return the game of that *number*, in which so large a share of moves is drawn by lot."""
    levels: tuple[int, ...] = PAIRS[number % len(PAIRS)]
    if 4 in game.seats:
        levels = (*levels, *levels)
    referee, rng = Referee(f"{number:064x}"), Random(number)
    names = [f"{name} (level {level})" for name, level in zip(NAMES, levels, strict=False)]
    match = referee.begin(game, names, began=0)
    seats = [
        player(level_text(n), game, Random(f"{number}/{seat}/{n}")) for seat, n in enumerate(levels)
    ]
    while isinstance(seat := match.to_move, int):
        thinker, view = seats[seat], match.seen_by(seat)
        assert thinker is not None  # noqa: S101 - no level is a person
        drawn = len(match.plies) < DRAWN or (astray and rng.random() < astray)
        move: Any = rng.choice(view.moves()) if drawn else thinker.choose(view, match.past(seat))
        match = referee.play(match, seat, str(move), at=0)
    return Record.of(match, referee.seed)


def main() -> None:
    """Write the games."""
    parser = ArgumentParser(description="Write games of uneven levels as records.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="game", help="all of the shelf by default")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    for slug in given.games or shelf():
        for number in range(GAMES):
            astray = ASTRAY if number >= STRAYING else 0
            record = played(take(slug), number, astray=astray)
            write_record(given.folder / f"{slug}-{number}.json", record)


if __name__ == "__main__":
    main()
