"""Key-value settings that the server itself must remember."""

import secrets
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, select

from ludotheque.store.database import Database
from ludotheque.store.schema import SETTINGS

SIGNING_KEY: Final = "signing-key"


class Settings:
    """Named values, each made once for all workers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def signing_key(self) -> str:
        """Return the key that signs cookies: the same for every worker, for ever."""
        return self.once(SIGNING_KEY, lambda: secrets.token_urlsafe(32))

    def once(self, name: str, make: Callable[[], str]) -> str:
        """Return the value of *name*, made now if nobody has made it yet."""
        value = select(SETTINGS.c.value).where(SETTINGS.c.name == name)

        def made(connection: Connection) -> str:
            mine = self._database.insert(SETTINGS).values(name=name, value=make())
            connection.execute(mine.on_conflict_do_nothing())
            kept: str = connection.execute(value).scalar_one()
            return kept

        found: str | None = self._database.read(lambda c: c.execute(value).scalar())
        return self._database.write(made) if found is None else found
