"""The house in a Worker of a page: what the Worker's script calls, and what it is called back by.

The only module that knows it runs in a browser. Values cross this border as text and numbers.
"""

import asyncio
import json
import time
import traceback
from collections.abc import Awaitable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from ludotheque.errors import LudothequeError
from ludotheque.games import shelf
from ludotheque.local import (  # noqa: F401 - they answer
    board_answers,
    mistake_answers,
    page_answers,
    puzzle_answers,
    puzzle_pages,
    streak_answers,
    study_answers,
    table_answers,
)
from ludotheque.local.asked import BROKEN, Answer, Asked, refused
from ludotheque.local.computers import AtOnce
from ludotheque.local.encoding import encode
from ludotheque.local.house import House
from ludotheque.local.log import Kept, Row
from ludotheque.local.notes import not_kept
from ludotheque.local.reading import read
from ludotheque.local.routes import answer
from ludotheque.tables.outgoing import Refused
from ludotheque.tables.protocol import LATER, UNKNOWN
from ludotheque.words import Words

if TYPE_CHECKING:
    from ludotheque.local.room import Screen


class Page(Protocol):
    """What the Worker's script offers: the browser's log, and the way back to the page."""

    def create(self, table: str, secret: str, row: str, listed: str) -> Awaitable[bool]:
        """Keep a new table with its first row."""

    def append(self, table: str, row: str, listed: str) -> Awaitable[bool]:
        """Keep a row."""

    def read(self, table: str, after: int) -> Awaitable[str | None]:
        """Return a table's secret and rows as JSON, None if there is none."""

    def ids(self) -> Awaitable[str]:
        """Return the ids of all tables as JSON."""

    def name(self) -> Awaitable[str]:
        """Return the name that was kept."""

    def rename(self, name: str) -> Awaitable[None]:
        """Keep a name."""

    def note(self, name: str) -> Awaitable[str | None]:
        """Return a note, None if there is none."""

    def replace_note(self, name: str, before: str | None, after: str) -> Awaitable[bool]:
        """Keep a note in place of what it said *before*; return whether it did say that."""

    def note_names(self, prefix: str) -> Awaitable[str]:
        """Return the names of notes that begin so, in their order, as JSON."""

    def tell_others(self, table: str) -> None:
        """Tell the other tabs that something was done at a table."""

    def answered(
        self, call: int, status: int, kind: str, name: str, text: str, lines: bool
    ) -> None:
        """Answer a request of the page; with *lines*, they follow one by one."""

    def line(self, call: int, text: str | None) -> None:
        """Send a line of an answer that comes in lines; None ends it."""

    def told(self, socket: int, text: str) -> None:
        """Send a message over a socket of the page."""

    def closed(self, socket: int, code: int) -> None:
        """Close a socket of the page."""


class BrowserLog:
    """The log that the browser keeps; where it cannot, what was to be kept is refused."""

    def __init__(self, page: Page) -> None:
        self._page = page

    async def create(self, table_id: str, secret: str, row: Row, listed: str) -> bool:
        """Keep a new table with its first row; see `Log.create`."""
        return bool(await _kept(self._page.create(table_id, secret, json.dumps(row), listed)))

    async def append(self, table_id: str, row: Row, listed: str) -> bool:
        """Keep a row; see `Log.append`."""
        return bool(await _kept(self._page.append(table_id, json.dumps(row), listed)))

    async def read(self, table_id: str, after: int = 0) -> Kept | None:
        """Return a table with its rows after *after*; see `Log.read`."""
        found = await self._page.read(table_id, after)
        if found is None:
            return None
        secret, rows = json.loads(found)
        return Kept(secret, tuple(Row(*row) for row in rows))

    async def tables(self) -> list[str]:
        """Return the ids of all tables."""
        return [str(table) for table in json.loads(await self._page.ids())]

    async def name(self) -> str:
        """Return the name that the person of this browser goes by."""
        return str(await self._page.name())

    async def rename(self, name: str) -> None:
        """Keep another name."""
        await _kept(self._page.rename(name))


class BrowserNotes:
    """The notes that the browser keeps; where it cannot, what was to be kept is refused.

    What cannot be read is as none: nobody has to do without an answer for want of a note.
    """

    def __init__(self, page: Page) -> None:
        self._page = page

    async def find(self, name: str) -> str | None:
        """Return a note; see `Notes.find`."""
        with suppress(Exception):  # the browser's own, of which nobody here knows the kinds
            return await self._page.note(name)
        return None

    async def replace(self, name: str, before: str | None, after: str) -> bool:
        """Keep a note in place of another; see `Notes.replace`."""
        return bool(await _kept(self._page.replace_note(name, before, after)))

    async def names(self, prefix: str) -> list[str]:
        """Return the names of notes; see `Notes.names`."""
        with suppress(Exception):
            return [str(name) for name in json.loads(await self._page.note_names(prefix))]
        return []


async def _kept(keeping: Awaitable[Any]) -> Any:  # noqa: ANN401 - whatever it returns
    try:
        return await keeping
    except LudothequeError:
        raise
    except Exception as problem:
        # The browser says why in its own words, which nobody here has chosen: a full disk, mostly.
        raise not_kept() from problem


class Desk:
    """Where requests and sockets of the page arrive; none of them waits for another."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._house = House(
            BrowserLog(page),
            BrowserNotes(page),
            lambda: time.time_ns() // 1_000_000,
            AtOnce(),
            lambda table_id, _seq: page.tell_others(table_id),
        )
        self._screens: dict[int, tuple[str, Screen]] = {}
        self._under_way: dict[object, asyncio.Task[None]] = {}

    def request(self, call: int, method: str, path: str, body: str | None, lang: str) -> None:
        """Answer a request of the page."""
        self._begin(call, self._answer(call, method, path, body, lang))

    def give_up(self, call: int) -> None:
        """Do no more for a call or a socket, which have their numbers in common: nobody waits."""
        task = self._under_way.get(call)
        if task is not None:
            task.cancel()

    def open(self, socket: int, table_id: str, seat: int | None, lang: str) -> None:
        """Open a socket to a table."""
        self._begin(socket, self._open(socket, table_id, seat, lang))

    def hear(self, socket: int, text: str) -> None:
        """Take a message that came over a socket."""
        self._begin(object(), self._hear(socket, text))

    def close(self, socket: int) -> None:
        """Close a socket, also one that is only just being opened."""
        self.give_up(socket)
        if socket in self._screens:
            self._house.leave(*self._screens.pop(socket))

    def heard(self, table_id: str) -> None:
        """Hear from another tab that something was done at a table."""
        self._begin(object(), self._house.heard(table_id))

    def _begin(self, key: object, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._under_way[key] = task
        task.add_done_callback(partial(self._ended, key))

    def _ended(self, key: object, task: asyncio.Task[None]) -> None:
        del self._under_way[key]
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            # It is noted where a browser notes such things: in its console.
            traceback.print_exception(problem)

    async def _answer(self, call: int, method: str, path: str, body: str | None, lang: str) -> None:
        try:
            found = await answer(self._house, Asked.read(method, path, body, lang))
        except LudothequeError as problem:
            found = refused(problem, Words(lang))
        except Exception:
            fault = LudothequeError(BROKEN)
            found = replace(refused(fault, Words(lang)), status=500)
            self._sent(call, found)
            raise
        self._sent(call, found)
        if found.lines is None:
            return
        try:
            async for text in found.lines:
                self._page.line(call, text)
                # Whatever else has arrived meanwhile comes first.
                await asyncio.sleep(0)
        finally:
            self._page.line(call, None)

    def _sent(self, call: int, found: Answer) -> None:
        lines = found.lines is not None
        self._page.answered(call, found.status, found.kind, found.name, found.text, lines)

    async def _open(self, socket: int, table_id: str, seat: int | None, lang: str) -> None:
        try:
            screen = await self._house.show(
                table_id, seat, lang, lambda text: self._page.told(socket, text)
            )
        except LudothequeError:
            self._page.closed(socket, UNKNOWN)
        except Exception:
            self._page.closed(socket, LATER)
            raise
        else:
            self._screens[socket] = (table_id, screen)

    async def _hear(self, socket: int, text: str) -> None:
        if socket not in self._screens:
            return
        table_id, screen = self._screens[socket]
        try:
            message = read(text)
        except LudothequeError as problem:
            told = Words(screen.lang).refusal(problem)
            screen.send(encode(Refused(id=None, code=problem.code, message=told)))
        else:
            await self._house.hear(table_id, screen, message)


def prepare(lang: str) -> None:
    """Have at hand what every first answer takes: the games, and the words of a language."""
    shelf()
    Words(lang)


def begin(page: Page) -> Desk:
    """Open the house: the Worker's script calls this once Python is there."""
    return Desk(page)
