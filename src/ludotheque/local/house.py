"""House of one browser: its tables, who thinks at them, and the clocks that run there."""

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from ludotheque.errors import N_, LudothequeError, NoSuchTable, NotAllowed
from ludotheque.local.asked import BROKEN
from ludotheque.local.computers import PAUSE_S, Computers, Thinker
from ludotheque.local.encoding import encode
from ludotheque.local.log import Log, Row
from ludotheque.local.notes import Notes
from ludotheque.local.reading import Message, Pinged, Previewed, WhyNot, Wished
from ludotheque.local.room import Room, Screen
from ludotheque.page.sentences import SENTENCES
from ludotheque.position import Seat
from ludotheque.tables import Chair, Deed, Host, Sitter, Step, Table, Terms, act_text, told
from ludotheque.tables.deeds import TRIES, mark
from ludotheque.tables.dispatch import decide
from ludotheque.tables.folding import folded
from ludotheque.tables.outgoing import Done, Note, Pong, Presence, Refused
from ludotheque.words import Words

ME: Final = "me"
"""The id of the person whose browser this is: no other person is known here."""
UNNAMED: Final = SENTENCES["player-n"]
"""How someone is called who has said no name."""


@dataclass(frozen=True, kw_only=True)
class Listed:
    """A table in a list, as the served house lists it."""

    id: str
    link: str
    game: str
    status: str
    created: int
    updated: int
    seq: int
    note: Note
    your_turn: bool


class House:
    """The tables of one browser."""

    def __init__(
        self,
        log: Log,
        notes: Notes,
        now: Callable[[], int],
        thinker: Thinker,
        tell_others: Callable[[str, int], None],
    ) -> None:
        self._log = log
        self.notes = notes
        """What is kept beside the tables: attempts at puzzles, runs, reviews."""
        self.now = now
        """Returns the time in milliseconds since 1970."""
        self._tell_others = tell_others
        self._rooms: dict[str, Room] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._flags: dict[str, asyncio.TimerHandle] = {}
        self._falling: dict[str, asyncio.Task[None]] = {}
        self.thinker = thinker
        """Whoever thinks for the computers, and for hints."""
        self._computers = Computers(thinker, self.act, now)

    # Tables.

    async def open(
        self,
        key: str,
        text: str,
        terms: Terms,
        chairs: Sequence[Chair],
        beginner: int | None = None,
    ) -> str:
        """Open a table and return its id, once it is in the log.

        What is sent again under the same *key*, with the same *text*, opens the same table.
        """
        deed, secret = Deed(ME, self.now(), key, text), secrets.token_hex(32)
        table_id = urlsafe_b64encode(sha256(key.encode()).digest()[:12]).decode()
        host = Host(secret)
        step = host.open(deed, terms, chairs, beginner)
        room = Room(table_id, host, step.after)
        if await self._log.create(table_id, secret, _row(step), self._listed(table_id, step)):
            self._rooms[table_id] = room
            return table_id
        done = (await self.room(table_id)).table.done.get(f"{ME}/{key}")
        if done is None or done.mark != mark(text):
            raise NotAllowed(N_("the id “{id}” has already been used for something else"), id=key)
        return table_id

    async def room(self, table_id: str) -> Room:
        """Return a table as it is now, or raise NoSuchTable."""
        room = self._rooms.get(table_id)
        kept = await self._log.read(table_id, room.table.seq if room else 0)
        if kept is None:
            raise NoSuchTable(N_("there is no such table"))
        known = self._rooms.get(table_id)
        if known is None:
            known = self._rooms[table_id] = Room(table_id, Host(kept.secret), folded(kept.rows))
        else:
            known.catch_up(tuple(row for row in kept.rows if row.seq > known.table.seq))
        return known

    async def rows(self, table_id: str) -> tuple[Row, ...]:
        """Return all that was done at a table."""
        kept = await self._log.read(table_id)
        if kept is None:
            raise NoSuchTable(N_("there is no such table"))
        return kept.rows

    async def table_ids(self) -> list[str]:
        """Return the ids of all tables."""
        return await self._log.tables()

    async def heard(self, table_id: str) -> None:
        """Look at a table at which another tab has done something, if a screen here shows it."""
        if table_id in self._rooms:
            self._attend(await self.room(table_id))

    # Deeds.

    async def do(self, table_id: str, wished: Wished, words: Words, lag: int = 0) -> int:
        """Do what the person wishes at a table; return the act's number, once it is in the log."""
        deed = Deed(ME, self.now(), wished.id, wished.digest)
        sitter = Sitter(ME, await self.own_name(words))

        def decided(host: Host, table: Table) -> Step:
            return decide(host, table, deed, wished.wish, sitter=sitter, away=False, lag=lag)

        return await self.act(table_id, deed, decided)

    async def act(self, table_id: str, deed: Deed, decision: Callable[[Host, Table], Step]) -> int:
        """Do what is decided for the table as it is, one deed after another; done once by key."""
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            for _ in range(TRIES):
                room = await self.room(table_id)
                done = None if deed.key is None else room.table.done.get(f"{deed.by}/{deed.key}")
                if done is not None:
                    if done.mark != mark(deed.text):
                        raise NotAllowed(
                            N_("the id “{id}” has already been used for something else"),
                            id=deed.key,
                        )
                    return done.seq
                step = decision(room.host, room.table)
                if await self._log.append(table_id, _row(step), self._listed(table_id, step)):
                    room.advance(step)
                    self._tell_others(table_id, step.act.seq)
                    self._attend(room)
                    return step.act.seq
        raise NotAllowed(N_("too much is happening at this table: please try again"))

    def _attend(self, room: Room, pause: float = 0) -> None:
        """See to what follows by itself while a screen shows the table: a computer, a flag.

        The flag falls no sooner than in *pause* seconds.
        """
        flag = self._flags.pop(room.id, None)
        if flag is not None:
            flag.cancel()
        if not room.screens:
            return
        self._computers.attend(room)
        falls = room.table.flag_falls
        if room.table.playing and falls is not None:
            loop = asyncio.get_running_loop()
            wait = max(pause, (falls - self.now()) / 1000)
            self._flags[room.id] = loop.call_later(wait, self._flag_falls, room)

    def _flag_falls(self, room: Room) -> None:
        # Kept by the loop only weakly, a task must be held by someone.
        self._falling[room.id] = asyncio.get_running_loop().create_task(self._fall(room))

    async def _fall(self, room: Room) -> None:
        table = room.table
        try:
            await self.act(
                room.id, Deed(None, self.now()), lambda host, table: host.flag(table, self.now())
            )
        except LudothequeError as refusal:
            falls = table.flag_falls
            if room.table is table and falls is not None and falls <= self.now():
                # It could not be kept.
                room.refuse(refusal)
                self._attend(room, PAUSE_S)
            else:
                # The game has gone on meanwhile, or ended: it is looked at anew.
                self._attend(room)

    # Screens.

    async def show(
        self, table_id: str, seat: Seat | None, lang: str, send: Callable[[str], None]
    ) -> Screen:
        """Show a table on a screen from now on, all that happens at it included."""
        room = await self.room(table_id)
        screen = Screen(ME, seat, lang, send)
        room.greet(screen, self.now())
        send(encode(_presence(room.table)))
        self._attend(room)
        return screen

    def leave(self, table_id: str, screen: Screen) -> None:
        """Show nothing more on a screen that was closed."""
        room = self._rooms.get(table_id)
        if room is not None:
            room.screens.discard(screen)

    async def hear(self, table_id: str, screen: Screen, message: Message) -> None:
        """Do or answer what came from a screen; whoever is refused is told why.

        Where the house itself breaks it is told, too: nobody waits for what never comes.
        """
        words = Words(screen.lang)
        key = None if isinstance(message, Pinged) else message.id
        try:
            room = await self.room(table_id)
            table, showing = room.table, room.showing
            answer: Any
            match message:
                case Wished():
                    seq = await self.do(table_id, message, words, screen.lag)
                    answer = Done(id=message.id, seq=seq)
                case Previewed(id=asked, moves=moves, seat=seat):
                    answer = told.previewing(table, ME, asked, moves, seat, showing, words)()
                case WhyNot(id=asked, touches=touches, seat=seat):
                    answer = told.explained(table, ME, asked, touches, seat, words)
                case Pinged(lag=lag):
                    screen.lag = lag or 0
                    answer = Pong(at=self.now(), seq=table.seq)
        except LudothequeError as refusal:
            answer = Refused(id=key, code=refusal.code, message=words.refusal(refusal))
        except Exception:
            fault = LudothequeError(BROKEN)
            told_so = Refused(id=key, code=fault.code, message=words.refusal(fault))
            screen.send(encode(told_so))
            raise
        screen.send(encode(answer))

    # The person.

    async def own_name(self, words: Words) -> str:
        """Return the name of the person whose browser this is; any, if they have said none."""
        return await self._log.name() or words.say(UNNAMED, n=1)

    async def rename(self, name: str) -> None:
        """Go by another name from now on."""
        await self._log.rename(name)

    def _listed(self, table_id: str, step: Step) -> str:
        """Return what lists show of the table after *step*, as JSON."""
        table = step.after
        return encode(
            Listed(
                id=table_id,
                link="",
                game=table.terms.game.slug,
                status=table.status,
                created=0,
                updated=step.act.at,
                seq=step.act.seq,
                note=told.note_of(table),
                your_turn=table.awaited == ME,
            )
        )


def _row(step: Step) -> Row:
    return Row(step.act.seq, step.act.at, act_text(step.act))


def _presence(table: Table) -> Presence:
    """Return who is at a table: all of them, at this device."""
    return Presence(here=tuple(range(len(table.chairs))), lost=())
