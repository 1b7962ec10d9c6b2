"""How many bytes a game takes in the database, and so a year of a thousand games a day.

Games between computers of level 2 are played at tables into a SQLite store, as a house keeps them,
with the index and the summary of every table; people are not counted, being 200 bytes each.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from random import Random

from ludotheque.engine import level
from ludotheque.games import shelf
from ludotheque.server.live.log_rows import row_of, summary_of
from ludotheque.server.live.room import Room
from ludotheque.store import Result, Store, open_store
from ludotheque.tables import Chair, Deed, Host, Sitter, Terms

GAMES = 40
AT = 1_767_225_600_000
A_YEAR = 365 * 1_000


async def play(store: Store, slug: str, number: int) -> int:
    """Play a game at a table of its own, act by act, and return how many acts it took."""
    game, host = shelf()[slug], Host(f"{number:064x}")
    seats = min(3, game.seats.stop - 1)
    people = [f"{number:011}-{seat:010}" for seat in range(seats)]
    chairs = [Chair(Sitter(who, f"Guest {1000 + number}", guest=True)) for who in people]
    terms = Terms(game=game, options=game.settle({}))
    step = host.open(Deed(people[0], AT, "k3f9-0", "0" * 16), terms, chairs)
    table_id, rng = f"table-{slug}-{number:06}", Random(number)
    room = Room(table_id, host, step.after)
    summary = summary_of(step, room.note(step.after))
    await store.log.create(table_id, host.secret, slug, row_of(step.act), summary)
    players = [level(2, game, rng) for _ in range(seats)]
    while (table := step.after).playing:
        seat, match = table.match.to_move, table.match
        move = players[seat].choose(match.seen_by(seat), match.past(seat))
        deed = Deed(table.sitter(seat).who, table.now + 5_000, f"k3f9-{table.seq}", "0" * 16)
        step = host.play(table, deed, str(move), table.turn, seat=seat)
        await store.log.append(table_id, row_of(step.act), summary_of(step, room.note(step.after)))
    outcome = step.after.match.outcome
    result = Result(table_id, 1, slug, AT, outcome.reason, outcome.shares, tuple(people))
    store.ratings.keep([result])
    return step.after.seq


async def measure(slug: str, games: int) -> tuple[float, float]:
    """Return the bytes and the acts of a game, on average."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "house.db"
        store = open_store(f"sqlite:///{file}")
        empty = store.tidy.held().size
        acts = [await play(store, slug, number) for number in range(games)]
        size = store.tidy.held().size - empty
        await store.close()
        return size / games, sum(acts) / games


def main() -> None:
    """Say what a game takes, game by game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for slug in shelf():
        size, acts = asyncio.run(measure(slug, games))
        print(
            f"{slug}: {acts:.0f} acts and {size / 1000:.1f} kB a game,"
            f" {size * A_YEAR / 1e9:.1f} GB a year of 1,000 games a day"
        )


if __name__ == "__main__":
    main()
