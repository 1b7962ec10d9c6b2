"""Way from a notebook to the page: a record opened on a server that runs, or that we start."""

import base64
import json
import os
import webbrowser
import zlib
from typing import Final
from urllib.parse import urlsplit

from ludotheque.errors import N_, BadOption
from ludotheque.match import Board, Match, Record, to_json, verify
from ludotheque.notebook.own_house import OwnHouse
from ludotheque.notebook.replay import record_of
from ludotheque.server.browse import has_desktop

USUAL: Final = "http://localhost:8000"
"""Where `ludotheque serve` opens unless it is told otherwise."""
PATIENCE: Final = 5.0
"""The seconds within which a house that runs answers."""
LONGEST: Final = 100_000
"""The characters of a link beyond which a browser cannot be started with it."""


def open_on_page(game: Record | Match | Board, address: str | None = None) -> str:
    """Open a game on the page of the house at *address*, and return the link that was opened.

    The record travels in the link itself, behind the `#`, which browsers keep to themselves; the
    page gives it to its house to be checked. Without an *address* it is the house that runs on
    this machine, or one that is started now and ends with this interpreter. Where there is no
    desktop nothing opens, and the link is for you to follow. Raise BadRecord where the record is
    wrong, BadOption where no house answers at *address*.
    """
    record = record_of(game)
    verify(record)
    carried = packed(record)
    if len(carried) > LONGEST:
        raise BadOption(N_("this record is too long for a link: open it on the page as a file"))
    if address is not None and not answers(address):
        raise BadOption(N_("no house answers at {address}"), address=address)
    link = f"{(address or _some_house()).rstrip('/')}/replay#record={carried}"
    if has_desktop() or "BROWSER" in os.environ:
        webbrowser.open(link)
    return link


def packed(record: Record) -> str:
    """Return *record* as the page finds it in a link: JSON, deflated, in letters of an address."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    small = squeeze.compress(to_json(record).encode()) + squeeze.flush()
    return base64.urlsafe_b64encode(small).decode().rstrip("=")


def answers(address: str) -> bool:
    """Return whether there is an open house at *address*."""
    # What talks HTTP is slow to load, and whoever only shows a game needs none of it.
    from urllib.request import urlopen  # noqa: PLC0415

    if urlsplit(address).scheme not in {"http", "https"}:
        return False
    try:
        with urlopen(f"{address.rstrip('/')}/healthz", timeout=PATIENCE) as answer:  # noqa: S310 - checked above
            told = json.load(answer)
    except (OSError, ValueError):  # An error of urllib is one of the system's.
        return False
    return bool(told == {"status": "ok"})


_own: list[OwnHouse] = []
"""The house that was started here, if any."""


def _some_house() -> str:
    """Return the address of the house that runs on this machine, or of our own."""
    if answers(USUAL):
        return USUAL
    if not _own or not _own[0].is_running:
        _own[:] = [OwnHouse()]
    _own[0].wait_until(answers)
    return _own[0].address
