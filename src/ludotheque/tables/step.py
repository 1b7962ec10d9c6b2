"""Acts in the making: a deed that someone wants to do, a draft of it, and the step it becomes."""

from typing import NamedTuple

from ludotheque.match import Match
from ludotheque.tables.events import Act, TableEvent
from ludotheque.tables.table import Table, happened, noted, with_match


class Step(NamedTuple):
    """An act, and the table after it."""

    act: Act
    after: Table


class Deed(NamedTuple):
    """What someone wants to do: who, when, and how their device calls it."""

    by: str | None
    """The id of a person, None for the house."""
    at: int
    key: str | None = None
    text: str = ""
    """A digest of the deed, to recognise it when it is sent again."""


class Draft:
    """An act while it is being made."""

    def __init__(self, table: Table, deed: Deed) -> None:
        self.table = table
        self.deed = deed if deed.at >= table.now else deed._replace(at=table.now)
        self.events: list[TableEvent] = []

    @property
    def at(self) -> int:
        """The time of the present game."""
        return self.deed.at - self.table.slack

    def add(self, event: TableEvent) -> None:
        """Let something happen at the table."""
        self.table = happened(self.table, event)
        self.events.append(event)

    def reach(self, match: Match) -> None:
        """Take over what a referee has let happen in the present game."""
        before = self.table.match
        known = len(before.events) if before is not None else 0
        self.table = with_match(self.table, match, match.events[known:])
        self.events += match.events[known:]

    def step(self, lag: int = 0) -> Step:
        """Return the act, in which nothing more happens, and the table after it."""
        deed = self.deed
        act = Act(
            seq=self.table.seq + 1,
            at=deed.at,
            events=tuple(self.events),
            by=deed.by,
            key=deed.key,
            deed=deed.text,
            lag=lag,
        )
        return Step(act, noted(self.table, act))
