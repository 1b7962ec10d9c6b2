"""Rows of the log: from an act to what is kept of it."""

import itertools
import os
import secrets
from functools import cache
from typing import Final

from ludotheque.store import Row, Summary
from ludotheque.tables import Act, Step, act_text
from ludotheque.tables.events import Opened, Sat

FORGOTTEN: Final = {True: 2 * 3_600_000, False: 7 * 86_400_000}
"""The milliseconds after which a table at which nobody plays is put away, if public or not."""
SEATS: Final = (Opened, Sat)
"""The events by which someone sits down."""

_numbers = itertools.count()


@cache
def _origin(_process: int) -> str:
    """Return random text that is this process's own: no other's, nor that of its parent."""
    return secrets.token_hex(8)


def row_of(act: Act) -> Row:
    """Return what the log keeps of *act*."""
    stamp = f"{_origin(os.getpid())}-{next(_numbers)}"
    return Row(act.seq, stamp, act.at, act_text(act))


def summary_of(step: Step, note: str, *, settled: bool = False) -> Summary:
    """Return what lists show of a table, *note*, and when the house must look at it again.

    *settled* says that the result of its last game has been written down.
    """
    table, act = step.after, step.act
    status, public = table.status, table.terms.public
    if status == "open":
        due: int | None = table.now + FORGOTTEN[public]
    elif table.match is not None and table.match.outcome is not None and not settled:
        due = table.now
    else:
        due = table.due
    seats = any(isinstance(event, SEATS) for event in act.events)
    sitters = (act.by,) if seats and act.by is not None else ()
    return Summary(status, public, due, note, sitters, table.awaited)
