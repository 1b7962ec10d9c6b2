"""Database connection, SQLite or PostgreSQL, as the rest of the store uses it."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg.errors import ReadOnlySqlTransaction
from sqlalchemy import URL, Connection, Executable, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from ludotheque.errors import N_
from ludotheque.store.errors import BadDatabase, StoreDown

T = TypeVar("T")

PATIENCE: Final = 30.0
"""The seconds for which a database that does not answer only delays."""
POOL: Final = {"pool_size": 8, "max_overflow": 40, "pool_timeout": 5}
"""As many connections at once as the server has threads that may ask for one."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 1.0
"""The seconds between two attempts, at first and at last."""
SESSION: Final = {
    "options": "-c synchronous_commit=on",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""PostgreSQL, where the address does not say otherwise: what is committed is on the disk, and a
server that has silently gone is missed within ten seconds or so."""

POSTGRES_LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError, ReadOnlySqlTransaction)
SQLITE_LOST: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""What the databases answer when the same question may be answered later."""


def pauses(patience: float) -> Iterator[None]:
    """Yield before each attempt, ever later, until *patience* seconds have passed."""
    end = time.monotonic() + patience
    pause = FIRST_PAUSE
    while True:
        yield
        if (left := end - time.monotonic()) <= 0:
            return
        time.sleep(min(pause, left))
        pause = min(2 * pause, LONGEST_PAUSE)


def is_lost(fault: BaseException | None) -> bool:
    """Return whether *fault* says that the database does not answer now, rather than no."""
    if isinstance(fault, PoolTimeout):
        return True
    if isinstance(fault, DBAPIError):
        fault = fault.orig
    if isinstance(fault, sqlite3.Error):
        return fault.sqlite_errorcode & 0xFF in SQLITE_LOST
    return isinstance(fault, POSTGRES_LOST)


def down(fault: BaseException) -> StoreDown:
    """Return what is raised once patience is at an end."""
    words = str(getattr(fault, "orig", None) or fault).strip().splitlines() or [""]
    return StoreDown(N_("the database does not answer: {fault}"), fault=words[0])


class Database:
    """A database and its patience. Its methods block."""

    def __init__(self, url: str, *, patience: float = PATIENCE) -> None:
        self.url = read_url(url)
        self.patience = patience
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.turn = threading.Lock()
        """SQLite has one writer at a time: those of one process queue here, not by polling."""
        self._asking = 0
        self._changed = threading.Condition()
        self._closed = False
        if self.is_sqlite:
            _make_file(self.file)
            self.engine = create_engine(self.url, hide_parameters=True, **POOL)
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)
        else:
            self.engine = create_engine(
                self.url,
                hide_parameters=True,
                pool_pre_ping=True,
                connect_args=self._session,
                **POOL,
            )

    @classmethod
    def existing(cls, url: str) -> "Database":
        """Return the database at *url*, which must be there if it is a file."""
        found = read_url(url)
        if found.get_backend_name() == "sqlite" and not Path(found.database or "").is_file():
            raise BadDatabase(N_("database “{file}”: there is no such file"), file=found.database)
        return cls(url)

    @property
    def file(self) -> Path:
        """The file of a SQLite database."""
        return Path(self.url.database or "")

    @property
    def address(self) -> str:
        """The address that the driver of PostgreSQL understands, password included."""
        url = self.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return make_conninfo(url, **self._session)

    @property
    def _session(self) -> dict[str, Any]:
        return {name: value for name, value in SESSION.items() if name not in self.url.query}

    def __str__(self) -> str:
        return self.url.render_as_string(hide_password=True)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Return what *work* reads, tried again while the database does not answer."""
        return self._patiently(work, writes=False)

    def write(self, work: Callable[[Connection], T]) -> T:
        """Return the result of *work* once it is durable, all of it or nothing.

        Tried again while the database does not answer, but not once the commit has been asked for:
        it might have been done.
        """
        return self._patiently(work, writes=True)

    def _patiently(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        fault: Exception | None = None
        with self._under_way():
            for _ in pauses(self.patience):
                committing = False
                try:
                    with self._my_turn(writes), self.engine.connect() as connection:
                        connection.execution_options(writes=writes)
                        result = work(connection)
                        committing = writes
                        connection.commit()
                        return result
                except (DBAPIError, PoolTimeout, sqlite3.Error) as error:
                    if not is_lost(error):
                        raise
                    fault = error
                    if committing or self._closed:
                        break
        assert fault is not None  # noqa: S101 - it went wrong at least once
        raise down(fault) from fault

    @contextmanager
    def _under_way(self) -> Iterator[None]:
        """Be counted among those for whom `close` waits."""
        with self._changed:
            if self._closed:
                raise StoreDown(N_("the store is closed"))
            self._asking += 1
        try:
            yield
        finally:
            with self._changed:
                self._asking -= 1
                self._changed.notify_all()

    def _my_turn(self, writes: bool) -> AbstractContextManager[object]:
        return self.turn if writes and self.is_sqlite else nullcontext()

    def insert(self, table: Table) -> Any:  # noqa: ANN401 - two classes with the same methods
        """Return an INSERT into *table* that can be told what to do about a conflict."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    def answers(self) -> bool:
        """Return whether the database answers now."""
        return self._tried(text("SELECT 1"), writes=False)

    def takes(self, change: Executable) -> bool:
        """Return whether the database makes *change* durable now."""
        return self._tried(change, writes=True)

    def _tried(self, statement: Executable, *, writes: bool) -> bool:
        try:
            with self._under_way(), self._my_turn(writes), self.engine.connect() as connection:
                connection.execution_options(writes=writes)
                connection.execute(statement)
                connection.commit()
        except (DBAPIError, PoolTimeout, StoreDown, sqlite3.Error):
            return False
        return True

    def close(self) -> None:
        """Leave the database, once those who ask it are done; whoever asks later is refused.

        A connection that came back after that would stay open until nobody knows it any more.
        """
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: not self._asking)
        self.engine.dispose()


def read_url(address: str) -> URL:
    """Return *address* taken apart, its driver named; or raise BadDatabase."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise BadDatabase(
            N_("the address of the database is neither sqlite:///file nor postgresql://…")
        ) from None
    match url.drivername:
        case "sqlite" if url.database and url.database != ":memory:":
            return url
        case "postgresql" | "postgres" | "postgresql+psycopg":
            return url.set(drivername="postgresql+psycopg")
    raise BadDatabase(
        N_("database “{url}”: the address is neither sqlite:///file nor postgresql://…"),
        url=url.render_as_string(hide_password=True),
    )


def _make_file(file: Path) -> None:
    """Make sure that *file* is there, for the eyes of its owner only: it holds secrets."""
    try:
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as fault:
        raise BadDatabase(
            N_("database “{file}”: {fault}"), file=file, fault=fault.strerror
        ) from fault


def sync_folder(file: Path) -> None:
    """Make sure that the name of *file* is on the disk, or raise OSError."""
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Make a connection durable: what is committed survives the machine's loss of power."""
    connection.isolation_level = None
    with closing(connection.cursor()) as cursor:
        for setting in (
            "busy_timeout = 1000",
            "journal_mode = WAL",
            "synchronous = FULL",
            "wal_autocheckpoint = 4000",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {setting}")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    prepare_sqlite(connection)


def _begin_sqlite(connection: Connection) -> None:
    # A transaction that begins by reading and then writes could be refused half-way.
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
