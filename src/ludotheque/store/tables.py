"""Summaries of tables: lists, what is due, leases, who is there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, func, or_, select, update

from ludotheque.store.database import Database
from ludotheque.store.schema import PRESENCE, SEATS_TAKEN, TABLES

PAGE: Final = 50
"""The entries of a page, if nobody says otherwise."""

FEW: Final = 1_000
"""A table with more acts was played at, and is not read to find out."""


@dataclass(frozen=True)
class Listed:
    """A table in a list."""

    id: str
    game: str
    status: str
    public: bool
    seq: int
    """How many acts there have been."""
    created: int
    updated: int
    due: int | None
    note: str
    """JSON, as the last `Summary` has it."""
    awaited: str | None
    """The id of the person whose turn it is, secret to the house."""


@dataclass(frozen=True)
class Page:
    """Some entries of a list, the youngest table first, and where the next page begins."""

    entries: tuple[Listed, ...]
    next: str | None
    """To be handed back for the next page; None if this is the last."""


class Sign(NamedTuple):
    """The last sign of life that someone gave at a table."""

    at: int
    here: bool
    """Whether they were there then; False if that was when they went away."""


_LISTED = [TABLES.c[name] for name in Listed.__dataclass_fields__]
_HEADS = select(TABLES.c.id, TABLES.c.seq).where(TABLES.c.id.in_(bindparam("ids", expanding=True)))
_SIGNS = select(PRESENCE).where(PRESENCE.c.table_id.in_(bindparam("ids", expanding=True)))
"""Made once, as all that is asked again and again: SQLAlchemy leaves a knot of objects behind a
statement that is made anew, which only a search for cycles would find."""


class Tables:
    """The tables of the house, as lists and workers see them. Its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database
        note = database.insert(PRESENCE)
        self._note_sign = note.on_conflict_do_update(
            index_elements=[PRESENCE.c.table_id, PRESENCE.c.person_id],
            # Whoever writes last is right: clocks of machines differ.
            set_={"seen": _later(PRESENCE.c.seen, note.excluded.seen), "here": note.excluded.here},
        )

    def public(
        self, status: str, *, lively: int = 0, after: str | None = None, limit: int = PAGE
    ) -> Page:
        """Return a page of the public tables that are `open`, or being played at.

        Those at which nothing has been done since *lively*, nor is ever due, are left out.
        """
        which = select(*_LISTED).where(TABLES.c.status == status, TABLES.c.public.is_(True))
        which = which.where(or_(TABLES.c.updated >= lively, TABLES.c.due.is_not(None)))
        return self._page(which, after, limit)

    def of_person(self, person_id: str, *, after: str | None = None, limit: int = PAGE) -> Page:
        """Return a page of the tables at which that person has ever sat."""
        which = (
            select(*_LISTED)
            .join(SEATS_TAKEN, SEATS_TAKEN.c.table_id == TABLES.c.id)
            .where(SEATS_TAKEN.c.person_id == person_id)
        )
        return self._page(which, after, limit)

    def engaged(self, person_id: str) -> int:
        """Return at how many tables that wait or are played at that person sits."""
        theirs = (
            select(func.count())
            .select_from(SEATS_TAKEN.join(TABLES, SEATS_TAKEN.c.table_id == TABLES.c.id))
            .where(SEATS_TAKEN.c.person_id == person_id)
            .where(TABLES.c.status.in_(("open", "playing")))
        )
        return self._database.read(lambda c: int(c.execute(theirs).scalar_one()))

    def playing(self, person_id: str) -> list[Listed]:
        """Return the tables at which a game is played and that person has sat down."""
        theirs = (
            select(*_LISTED)
            .join(SEATS_TAKEN, SEATS_TAKEN.c.table_id == TABLES.c.id)
            .where(SEATS_TAKEN.c.person_id == person_id, TABLES.c.status == "playing")
            .order_by(TABLES.c.id)
        )
        return self._listed(theirs)

    def unfinished(self) -> list[str]:
        """Return the ids of all tables at which something may still happen."""
        which = select(TABLES.c.id).where(TABLES.c.status != "closed").order_by(TABLES.c.id)
        return self._database.read(lambda c: list(c.scalars(which)))

    def dormant(self, since: int, until: int) -> list[str]:
        """Return the ids of tables at which a game is played that nothing drives on.

        Their last act was between *since* and *until*, and there were not many.
        """
        which = (
            select(TABLES.c.id)
            .where(TABLES.c.status == "playing", TABLES.c.due.is_(None), TABLES.c.seq <= FEW)
            .where(TABLES.c.updated >= since, TABLES.c.updated < until)
            .order_by(TABLES.c.updated)
        )
        return self._database.read(lambda c: list(c.scalars(which)))

    def heads(self, table_ids: Sequence[str]) -> Mapping[str, int]:
        """Return how many acts each of those tables has: for those who must look for news."""
        asked = {"ids": table_ids}
        return self._database.read(lambda c: {row.id: row.seq for row in c.execute(_HEADS, asked)})

    def due(self, now: int, *, limit: int = PAGE) -> list[Listed]:
        """Return the tables that are due and that no worker looks after, the longest due first."""
        which = (
            select(*_LISTED)
            .where(TABLES.c.due <= now, _free(now))
            .order_by(TABLES.c.due)
            .limit(limit)
        )
        return self._listed(which)

    def set_due(self, table_id: str, seq: int, due: int | None) -> bool:
        """Say when the table must be looked at, unless acts have followed *seq*: then False."""
        same = and_(TABLES.c.id == table_id, TABLES.c.seq == seq)
        return self._changed(same, due=due)

    def not_due(self, settled: Iterable[tuple[str, int]]) -> None:
        """Say that nobody need look at those tables, unless acts have followed their number."""
        rows = [{"table_id": table_id, "last": seq} for table_id, seq in sorted(settled)]
        same = and_(TABLES.c.id == bindparam("table_id"), TABLES.c.seq == bindparam("last"))
        change = update(TABLES).where(same).values(due=None)
        self._database.write(lambda c: c.execute(change, rows))

    def take_lease(self, table_id: str, seq: int, worker: str, now: int, until: int) -> bool:
        """Let *worker* alone look after a table until that moment; False if another does.

        False as well if acts have followed *seq*: what there was to do may be done. Whoever has the
        lease renews it by taking it again. It spares work and is no safeguard: that nothing happens
        twice, the log sees to.
        """
        same = and_(TABLES.c.id == table_id, TABLES.c.seq == seq)
        mine = or_(TABLES.c.lease_by == worker, _free(now))
        return self._changed(and_(same, mine), lease_by=worker, lease_until=until)

    def release_lease(self, table_id: str, worker: str) -> bool:
        """Let others look after a table; False if *worker* did not."""
        mine = and_(TABLES.c.id == table_id, TABLES.c.lease_by == worker)
        return self._changed(mine, lease_by=None, lease_until=0)

    def seen(self, who: Iterable[tuple[str, str]], now: int, *, here: bool = True) -> None:
        """Note that these people (table, person) were at these tables then, or have just gone."""
        # In a fixed order: two workers that note the same must not wait for each other.
        rows = [
            {"table_id": t, "person_id": p, "seen": now, "here": here} for t, p in sorted(set(who))
        ]
        if rows:
            self._database.write(lambda c: c.execute(self._note_sign, rows))

    def presence(self, table_ids: Sequence[str]) -> Mapping[tuple[str, str], Sign]:
        """Return the last sign of life of people (table, person) at those tables."""
        asked = {"ids": table_ids}
        return self._database.read(
            lambda c: {
                (r.table_id, r.person_id): Sign(r.seen, r.here) for r in c.execute(_SIGNS, asked)
            }
        )

    def _listed(self, which: Select[Any]) -> list[Listed]:
        return self._database.read(lambda c: [Listed(*row) for row in c.execute(which)])

    def _page(self, which: Select[Any], after: str | None, limit: int) -> Page:
        if after is not None:
            which = which.where(_before(after))
        which = which.order_by(TABLES.c.created.desc(), TABLES.c.id.desc()).limit(limit + 1)
        found = self._listed(which)
        if len(found) <= limit:
            return Page(tuple(found), None)
        last = found[limit - 1]
        return Page(tuple(found[:limit]), f"{last.created}.{last.id}")

    def _changed(self, which: ColumnElement[bool], **values: object) -> bool:
        change = update(TABLES).where(which).values(**values)
        return self._database.write(lambda c: c.execute(change).rowcount > 0)


def _free(now: int) -> ColumnElement[bool]:
    return or_(TABLES.c.lease_by.is_(None), TABLES.c.lease_until <= now)


def _later(one: ColumnElement[int], other: ColumnElement[int]) -> ColumnElement[int]:
    return case((one < other, other), else_=one)


def _before(page: str) -> ColumnElement[bool]:
    """Return what comes after the end of *page*; text that is no page's end has nothing after."""
    created, _, table_id = page.partition(".")
    moment = int(created) if created.isascii() and created.isdigit() and len(created) < 19 else -1
    return or_(TABLES.c.created < moment, and_(TABLES.c.created == moment, TABLES.c.id < table_id))
