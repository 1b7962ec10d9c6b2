"""Space: how many bytes the database takes, and how many are left on the disk that it is on."""

import shutil
from typing import Final

from sqlalchemy import text

from ludotheque.store.database import Database

_SQLITE: Final = text(
    "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
"""Pages of what was deleted are free: they are filled before the file grows."""
POSTGRES_SIZE: Final = text("SELECT pg_database_size(current_database())")


class Space:
    """The room that a database has. Its methods block, but not for long."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def used(self) -> int:
        """Return how many bytes are in use."""
        size = _SQLITE if self._database.is_sqlite else POSTGRES_SIZE
        return self._database.read(lambda c: int(c.execute(size).scalar_one()))

    def free(self) -> int | None:
        """Return how many bytes are left on the disk, None if it is that of another machine."""
        if not self._database.is_sqlite:
            return None
        return shutil.disk_usage(self._database.file.parent).free
