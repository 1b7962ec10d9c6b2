"""The lock beside a SQLite file: one house at a time, whose one writer knows all of it."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludotheque.errors import N_, BadOption


@contextmanager
def alone_with(file: Path) -> Iterator[None]:
    """Keep every other house away from *file* for the block, or raise BadOption if one is there."""
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            raise BadOption(
                N_("another house is already using the database “{file}”"), file=file
            ) from taken
        yield
