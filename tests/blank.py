"""Databases in which nothing is kept yet, copied instead of made anew.

Each is what `open_store` makes of nothing: the way there, from every version, is tests/store's. It
is made without an event loop: whoever needs the first one may be running one.
"""

import tempfile
from functools import cache
from pathlib import Path

from ludotheque.store.database import Database
from ludotheque.store.migrations import migrate


@cache
def page():
    """Return the bytes of such a database, of SQLite's kind."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        database = Database(f"sqlite:///{file}")
        migrate(database)
        database.close()
        return file.read_bytes()


def lay_out(file):
    """Return the address of the database *file*, laid out unless it is there."""
    if not file.exists():
        file.write_bytes(page())
    return f"sqlite:///{file}"
