"""Renewal after a back-up was restored: games go on, but nothing that was revealed since is drawn.

The house that made the back-up may have played on and published the seeds of its games. So every
table that is not closed gets another secret, and a game in progress another seed for what is still
to be drawn, whose hash is written down before anything is drawn from it.
"""

import asyncio
import secrets
from pathlib import Path

from ludotheque.server.live.log_rows import row_of, summary_of
from ludotheque.server.live.room import Room, now
from ludotheque.store import Store, open_store
from ludotheque.store.restoring import in_use, restoring
from ludotheque.tables import Host, Table
from ludotheque.tables.folding import folded


def restore(url: str, file: Path, *, force: bool = False) -> tuple[int, int]:
    """Put the back-up *file* at *url*, see `restoring`; return how many tables it has renewed.

    And how many games among them are being played.
    """
    with restoring(url, file, force=force) as where:
        return asyncio.run(_renewed(where))


async def _renewed(url: str) -> tuple[int, int]:
    store = open_store(url)
    try:
        unfinished = await asyncio.to_thread(store.tables.unfinished)
        renewed = [await renew(store, table_id) for table_id in unfinished]
    finally:
        await store.close()
    tables = [table for table in renewed if table is not None]
    return len(tables), sum(table.playing for table in tables)


async def renew(store: Store, table_id: str) -> Table | None:
    """Give a table another secret and return it; None if it is damaged, and not played on."""
    whole = await store.log.whole(table_id)
    assert whole is not None  # noqa: S101 - the table was listed
    if whole.broken is not None:
        return None
    table, host = folded(whole.rows), Host(whole.secret)
    step = host.renew(table, now(), secrets.token_hex(32))
    summary = summary_of(step, Room(table_id, host, table).note(step.after))
    if not await store.log.append(table_id, row_of(step.act), summary):
        raise in_use(store.database)
    return step.after
