"""Room: a table in memory, its host, and the screens of this browser that show it."""

from collections.abc import Callable
from dataclasses import dataclass

from ludotheque.errors import LudothequeError
from ludotheque.local.encoding import encode
from ludotheque.local.log import Row
from ludotheque.pictures import Showing
from ludotheque.position import Seat
from ludotheque.tables import Host, Step, Table, told
from ludotheque.tables.folding import refolded
from ludotheque.tables.outgoing import Refused
from ludotheque.tables.teller import Teller
from ludotheque.words import Words


@dataclass(eq=False)
class Screen:
    """A socket that the page has opened to a table."""

    who: str
    pinned: Seat | None
    lang: str
    send: Callable[[str], None]
    picture: bool = True
    lag: int = 0
    """The last round trip that the page has measured."""


class Room:
    """A table, its host and its screens."""

    def __init__(self, table_id: str, host: Host, table: Table) -> None:
        self.id = table_id
        self.host = host
        self.table = table
        self.screens = set[Screen]()
        self._showing = Showing()

    def advance(self, step: Step) -> None:
        """Take over an act that is in the log, and tell each screen what it may know of it."""
        before, self.table = self.table, step.after
        teller = Teller(self.host, before, step, self._showing, encode)
        for screen in self.screens:
            screen.send(teller.told(screen))

    def catch_up(self, rows: tuple[Row, ...]) -> None:
        """Take over the acts of *rows*, which another tab has done."""
        for _, step in refolded(rows, self.table):
            self.advance(step)

    def greet(self, screen: Screen, now: int) -> None:
        """Show the whole table to a screen, and from now on what happens at it."""
        told_of = told.welcome(
            self.id,
            self.host,
            self.table,
            screen.who,
            screen.pinned,
            now,
            self._showing,
            screen.lang,
        )
        screen.send(encode(told_of))
        self.screens.add(screen)

    def refuse(self, problem: LudothequeError) -> None:
        """Tell each screen why something did not happen that nobody here had asked for."""
        for screen in self.screens:
            reason = Words(screen.lang).refusal(problem)
            screen.send(encode(Refused(id=None, code=problem.code, message=reason)))

    @property
    def showing(self) -> Showing:
        """What remembers the pictures that were made."""
        return self._showing
