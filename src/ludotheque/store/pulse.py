"""Pulse of the database: a small durable write, now and then, to know that there can be others."""

import threading
import time
from collections.abc import Callable
from typing import Final

from ludotheque.store.database import Database
from ludotheque.store.schema import SETTINGS

PAUSE: Final = 2.0
"""The seconds between two writes, however often someone asks: nobody keeps the disk busy so."""
NAME: Final = "pulse"


class Pulse:
    """Whether the database takes what is written. It blocks."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._felt: float | None = None
        self._beats = False

    def beats(self) -> bool:
        """Return whether the last write, at most PAUSE seconds ago, was kept."""
        with self._lock:
            now = self._clock()
            if self._felt is None or now - self._felt >= PAUSE:
                self._felt = now
                note = self._database.insert(SETTINGS).values(name=NAME, value=str(time.time_ns()))
                note = note.on_conflict_do_update(
                    index_elements=[SETTINGS.c.name], set_={"value": note.excluded.value}
                )
                self._beats = self._database.takes(note)
            return self._beats
