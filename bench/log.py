"""Durable acts a second of the log alone: appenders that each wait for their act to be kept.

`python bench/log.py [URL]`: by default SQLite in a folder of its own. An act has a body of some 200
characters, as a move has, and brings its table's summary up to date. Beside it, in the same run, is
what one appender alone gets: the price of one commit.
"""

import asyncio
import secrets
import sys
import tempfile
import time

from ludotheque.store import Row, Store, Summary, open_store

SECONDS = 3.0
APPENDERS = (1, 10, 100, 200)
BODY = '{"events":[{"type":"move","seat":0,"at":1767225600000,"text":"d2-d3"}],"key":"k"}'.ljust(
    200
)
SUMMARY = Summary(status="playing", public=True, due=None, note='{"names":["Ana","Ben"]}')


async def appended(store: Store, end: float) -> int:
    """Append to a table of one's own until *end*, and return how many acts were kept."""
    table_id = secrets.token_urlsafe(12)
    first = Row(1, secrets.token_hex(8), 0, BODY)
    kept = int(await store.log.create(table_id, "seed", "game", first, SUMMARY))
    while time.perf_counter() < end:
        row = Row(kept + 1, secrets.token_hex(8), time.time_ns() // 1_000_000, BODY)
        kept += await store.log.append(table_id, row, SUMMARY)
    return kept


async def acts_per_second(url: str, appenders: int) -> float:
    """Return how many acts a second that many appenders get kept, all of them together."""
    store = open_store(url)
    began = time.perf_counter()
    kept = await asyncio.gather(*(appended(store, began + SECONDS) for _ in range(appenders)))
    elapsed = time.perf_counter() - began
    await store.close()
    return sum(kept) / elapsed


def main() -> None:
    """Print one line for each number of appenders."""
    print(f"{'appenders':>10}{'durable acts/s':>16}")
    with tempfile.TemporaryDirectory() as folder:
        url = sys.argv[1] if len(sys.argv) > 1 else f"sqlite:///{folder}/log.sqlite"
        for appenders in APPENDERS:
            speed = asyncio.run(acts_per_second(url, appenders))
            print(f"{appenders:>10}{speed:>16,.0f}")


if __name__ == "__main__":
    main()
