"""Append rows while one change of the disk after another fails, and tell what became of them.

    python failing.py FOLDER ERROR LASTING

For each change that a few appended rows make, the database begins anew, that change fails with
ERROR, or it and all after it if LASTING is 1, and a line of JSON tells which rows were
acknowledged, which of them a cut of the power leaves then if it leaves nothing that was not synced,
and which are there once the disk has mended and all were sent again.
"""

import asyncio
import ctypes
import json
import os
import sys
from pathlib import Path

from ludotheque.store import Row, StoreDown, Summary, open_store
from power.disk import Disk, content, lay, read_trace

FILES = ("house.db", "house.db-wal")
PLAYING = Summary(status="playing", public=True, due=None, note="{}")
ROWS = 3
disk = ctypes.CDLL(None)


def open_at(folder):
    return open_store(f"sqlite:///{folder / 'house.db'}", patience=0)


async def append(log):
    """Append the rows, up to the first that is refused, and return those that were acknowledged."""
    kept = []
    for seq in range(1, ROWS + 1):
        row = Row(seq, f"stamp{seq}", seq, "{}")
        try:
            if seq == 1:
                await log.create("table", "seed", "chess", row, PLAYING)
            else:
                await log.append("table", row, PLAYING)
        except StoreDown:
            break
        kept.append(seq)
    return kept


async def rows_in(store):
    """Return the numbers of the rows of a store, and leave it."""
    try:
        return [row.seq for row in await store.log.read("table")]
    finally:
        await store.close()


async def tried(folder, fresh, number, error, lasting):
    """Return what became of the rows where the change so numbered fails, and whether it came."""
    trace = Path(os.environ["DISK_TRACE"])
    store = open_at(folder)
    disk.disk_fails(number, error, lasting)
    kept = await append(store.log)
    came = disk.disk_changes() >= number
    disk.disk_fails(0, 0, 0)
    image = Disk(fresh)
    for change in read_trace(trace):
        image.do(change)
    cut = folder.with_name("cut")
    lay(cut, image.left())
    left = await rows_in(open_at(cut))
    mended = await append(store.log)
    told = {"number": number, "kept": kept, "left": left, "mended": mended}
    return came, {**told, "there": await rows_in(store)}


def main():
    """Try every change."""
    folder, error, lasting = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir()
    asyncio.run(open_at(folder).close())
    fresh = content(folder, *FILES)
    number, came = 0, True
    while came:
        number += 1
        lay(folder, fresh)
        os.truncate(os.environ["DISK_TRACE"], 0)
        came, told = asyncio.run(tried(folder, fresh, number, error, lasting))
        print(json.dumps(told))  # noqa: T201 - for whoever began this program


if __name__ == "__main__":
    main()
