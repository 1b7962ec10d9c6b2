"""The host of a table: decides what may happen at it, and what follows from it.

Every deed returns a `Step`: the act to be written down and the table as it is once it is written.
Nothing has happened before that; a refusal raises, and changes nothing.
"""

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from ludotheque.errors import N_, BadSeats, MatchOver, NotAllowed, NotSeated, Stale
from ludotheque.match import Match, Referee, admit, first_seat_begins, seed_hash
from ludotheque.match.events import Reseeded
from ludotheque.position import Seat
from ludotheque.tables.events import (
    Act,
    Began,
    Closed,
    Left,
    Opened,
    Reacted,
    Reaction,
    Removed,
    Renewed,
    Replaced,
    Sat,
    Stood,
    TableEvent,
    WantsMore,
)
from ludotheque.tables.table import (
    LAG_A_MOVE,
    Renewal,
    Table,
    happened,
    noted,
    opened,
    with_match,
)
from ludotheque.tables.terms import Chair, Sitter, Terms

MOST_REACTIONS: Final = 3
"""How often a chair may react between two moves."""


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


class _Draft:
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
        self.table = happened(self.table, event)
        self.events.append(event)

    def reach(self, match: Match) -> None:
        """Take over what a referee has let happen in the present game."""
        before = self.table.match
        known = len(before.events) if before is not None else 0
        self.table = with_match(self.table, match, match.events[known:])
        self.events += match.events[known:]

    def step(self, lag: int = 0) -> Step:
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


@dataclass(frozen=True)
class Host:
    """Whoever holds the secret of a table and so can deal at it."""

    secret: str
    """64 digits; the seed of every game and the key of every chair come from it."""

    # Sitting down and getting up.

    def open(
        self, deed: Deed, terms: Terms, chairs: Sequence[Chair], beginner: int | None = None
    ) -> Step:
        """Open a table, at which computers and the person who opens it may sit already.

        Whoever sits on the chair *beginner* when the first game begins, begins it; without one, or
        if that chair is taken away before, a lot decides. From a position with secrets in it only
        the owner plays, with computers and those at the same screen: nobody else would know what
        they were dealt by whom.
        """
        if deed.by is None:
            raise NotAllowed(N_("only a person can open a table"))
        terms.check_seats(len(chairs))
        if beginner is not None:
            _check_beginner(terms, len(chairs), beginner)
        event = Opened(terms, deed.by, tuple(chairs), beginner)
        draft = _Draft(opened(event), deed)
        draft.events.append(event)
        if all(chair.sitter is not None and chair.sitter.computer for chair in chairs):
            raise NotAllowed(N_("a table needs a chair for a person"))
        if terms.deals:
            for sitter in (chair.sitter for chair in chairs):
                _check_dealt(sitter is not None and (sitter.computer or sitter.who == deed.by))
        return self._begun_if_full(draft)

    def key_of(self, chair: int) -> str:
        """Return the key that lets someone sit on an invited chair."""
        return sha256(f"{self.secret}/chair/{chair}".encode()).hexdigest()[:20]

    def sit(
        self, table: Table, deed: Deed, sitter: Sitter, chair: int | None = None, key: str = ""
    ) -> Step:
        """Let *sitter*, who wishes it, sit down.

        On *chair*, else on the one that *key* opens, else on the first free one.
        """
        _check_open(table)
        _check_dealt(not table.terms.deals)
        if deed.by is None or table.chairs_of(deed.by):
            raise NotAllowed(N_("you are already sitting at this table"))
        fitting = [
            number
            for number in (table.free if chair is None else (chair,))
            if number in table.free
            and (not table.chairs[number].invited or _same(key, self.key_of(number)))
        ]
        if not fitting:
            raise NotAllowed(N_("there is no free chair for you at this table"))
        fitting.sort(key=lambda number: not table.chairs[number].invited)
        draft = _Draft(table, deed)
        draft.add(Sat(fitting[0], sitter))
        return self._begun_if_full(draft)

    def seat_computer(self, table: Table, deed: Deed, chair: int, level: int) -> Step:
        """Let the computer sit on a free chair, as the owner wishes."""
        _check_open(table)
        _check_owner(table, deed)
        if chair not in table.free:
            raise NotAllowed(N_("chair {chair} is not free"), chair=chair + 1)
        draft = _Draft(table, deed)
        draft.add(Sat(chair, Sitter.level(level)))
        return self._begun_if_full(draft)

    def start(self, table: Table, deed: Deed) -> Step:
        """Begin with those who are there, as the owner wishes; free chairs are taken away."""
        _check_open(table)
        _check_owner(table, deed)
        table.terms.check_seats(len(table.chairs) - len(table.free))
        draft = _Draft(table, deed)
        for chair in reversed(table.free):
            draft.add(Removed(chair))
        return self._begun_if_full(draft)

    def leave(self, table: Table, deed: Deed) -> Step:
        """Get up before the game, or leave it for good; with the last person the table closes.

        The last to leave gives up the game: once all have moved, nobody escapes a result by
        getting up.
        """
        _check_there(table)
        chairs = _own_chairs(table, deed)
        draft = _Draft(table, deed)
        staying = [
            chair
            for number, chair in enumerate(table.chairs)
            if number not in chairs and number not in table.gone
            if chair.sitter is not None and not chair.sitter.computer
        ]
        if table.playing and table.match is not None and not staying:
            seat = table.seating.index(chairs[0])
            draft.reach(self._referee(table).resign(table.match, seat, draft.at))
        for chair in chairs:
            draft.add(Stood(chair) if table.match is None else Left(chair))
        if not staying or (table.match is None and deed.by == table.owner):
            draft.add(Closed())
        return draft.step()

    def close(self, table: Table, deed: Deed) -> Step:
        """Put the table away: before the first game, as the owner wishes, or unattended."""
        _check_there(table)
        if deed.by is not None:
            _check_owner(table, deed)
        if table.playing:
            raise NotAllowed(N_("a game is being played: leave it or resign"))
        draft = _Draft(table, deed)
        draft.add(Closed())
        return draft.step()

    # Games.

    def play(
        self, table: Table, deed: Deed, move: str, turn: int, *, seat: Seat | None, lag: int = 0
    ) -> Step:
        """Make a move at the *turn* that the mover has seen, and all that chance then does.

        Up to *lag* milliseconds that the network took are not charged, as far as the bank goes.
        """
        match = _running(table)
        seat = _own_seat(table, deed, seat)
        if turn != table.turn:
            raise Stale(
                N_("the game has moved on: this move was for turn {turn}, it is now turn {now}"),
                turn=turn,
                now=table.turn,
            )
        draft = _Draft(table, deed)
        forgiven = 0
        if table.terms.clock is not None:
            forgiven = max(0, min(lag, LAG_A_MOVE, table.bank[seat], draft.at - match.now))
        referee = self._referee(table)
        draft.reach(referee.play(match, seat, move, draft.at - forgiven))
        return draft.step(forgiven if draft.table.turn != table.turn else 0)

    def resign(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Give up."""
        return self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.resign(match, own, at)
        )

    def offer_draw(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Offer everyone a draw; computers decline."""
        step = self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.offer_draw(match, own, at)
        )
        return self._computers_answer(table, step, draw=True)

    def answer_draw(self, table: Table, deed: Deed, *, agree: bool, seat: Seat | None) -> Step:
        """Answer the draw on offer."""
        return self._in_match(
            table,
            deed,
            seat,
            lambda referee, match, own, at: referee.answer_draw(match, own, at, agree=agree),
        )

    def take_back(self, table: Table, deed: Deed, *, seat: Seat | None) -> Step:
        """Take back one's last move, or ask to; computers agree where nothing is at stake."""
        step = self._in_match(
            table, deed, seat, lambda referee, match, own, at: referee.take_back(match, own, at)
        )
        return self._computers_answer(table, step, draw=False)

    def answer_takeback(self, table: Table, deed: Deed, *, agree: bool, seat: Seat | None) -> Step:
        """Answer the takeback asked for."""
        return self._in_match(
            table,
            deed,
            seat,
            lambda referee, match, own, at: referee.answer_takeback(match, own, at, agree=agree),
        )

    def flag(self, table: Table, at: int) -> Step:
        """End the game of whoever is out of time."""
        draft = _Draft(table, Deed(None, at))
        draft.reach(self._referee(table).flag(_running(table), draft.at))
        return draft.step()

    def move_for_computer(self, table: Table, at: int, move: str, turn: int) -> Step:
        """Make the move that a computer has chosen at *turn*."""
        seat = table.computer_to_move
        if seat is None or turn != table.turn:
            raise Stale(N_("it is no longer a computer’s turn here"))
        draft = _Draft(table, Deed(None, at))
        draft.reach(self._referee(table).play(_running(table), seat, move, draft.at))
        return draft.step()

    def again(self, table: Table, deed: Deed) -> Step:
        """Want to play on; once everyone does, the next game begins."""
        _check_there(table)
        if table.match is None or table.playing:
            raise NotAllowed(N_("the game is not over yet"))
        draft = _Draft(table, deed)
        for chair in _own_chairs(table, deed):
            draft.add(WantsMore(chair))
        waiting = [
            number
            for number, chair in enumerate(table.chairs)
            if chair.sitter is not None and not chair.sitter.computer
            if number not in draft.table.more
        ]
        if not waiting:
            self._begin(draft)
        return draft.step()

    def react(self, table: Table, deed: Deed, what: Reaction, *, seat: Seat | None) -> Step:
        """Say one of the few things that can be said, to the other people at the table."""
        _check_there(table)
        if table.match is None:
            raise NotAllowed(N_("the game has not begun yet"))
        chair = table.seating[_own_seat(table, deed, seat)]
        sitters = [other.sitter for other in table.chairs if other.sitter is not None]
        if all(sitter.computer or sitter.who == deed.by for sitter in sitters):
            raise NotAllowed(N_("there is nobody else here to hear it"))
        if table.reacted.count(chair) >= MOST_REACTIONS:
            raise NotAllowed(N_("that is enough until the next move"))
        draft = _Draft(table, deed)
        draft.add(Reacted(chair, what))
        return draft.step()

    # When someone has left for good.

    def replace(self, table: Table, deed: Deed, chair: int, level: int, *, away: bool) -> Step:
        """Let the computer finish the game on a chair whose sitter has gone.

        *away* says that they have not been seen for long, whether or not they said good-bye.
        """
        _running(table)
        self._check_deserted(table, deed, chair, away=away)
        draft = _Draft(table, deed)
        draft.add(Replaced(chair, Sitter.level(level)))
        return draft.step()

    def claim(self, table: Table, deed: Deed, *, away: bool) -> Step:
        """Win the game, once both have moved, at a table of two whose other sitter has gone."""
        match = _running(table)
        if len(table.chairs) != 2:
            raise NotAllowed(N_("a win can only be claimed at a table of two"))
        chair = next((c for c in (0, 1) if c not in _own_chairs(table, deed)), 0)
        self._check_deserted(table, deed, chair, away=away)
        draft = _Draft(table, deed)
        seat = table.seating.index(chair)
        draft.reach(self._referee(table).resign(match, seat, draft.at))
        return draft.step()

    def _check_deserted(self, table: Table, deed: Deed, chair: int, *, away: bool) -> None:
        own = _own_chairs(table, deed)
        sitter = table.chairs[chair].sitter if chair in range(len(table.chairs)) else None
        if chair in own or sitter is None or sitter.computer:
            raise NotAllowed(N_("nobody has left chair {chair}"), chair=chair + 1)
        if chair not in table.gone and not away:
            raise NotAllowed(
                N_("{name} may still come back: wait a little longer"), name=sitter.name
            )

    # What follows by itself.

    def _referee(self, table: Table) -> Referee:
        """Return the referee of the present game, whose seeds are revealed at its end."""
        return _referee_of(self.secret, table.renewals, table.number)

    def seeds_of(self, table: Table) -> tuple[str, ...]:
        """Return the seeds of the present game in order: secret until it is over.

        There is one, and another for each time that the house went on from a back-up during it.
        """
        referee = self._referee(table)
        return (referee.seed, *referee.later)

    def renew(self, table: Table, at: int, secret: str) -> Step:
        """Go on from a back-up: draw what is still to be drawn from another *secret*.

        What the house has played since the back-up was made, and so revealed, is not known here.
        """
        _check_there(table)
        draft = _Draft(table, Deed(None, at))
        draft.add(Renewed(secret))
        if table.match is not None and table.playing:
            told = seed_hash(_seed(secret, table.number))
            draft.reach(admit(table.match, Reseeded(table.match.now, told)))
        return draft.step()

    def _begun_if_full(self, draft: _Draft) -> Step:
        if not draft.table.free:
            self._begin(draft)
        return draft.step()

    def _begin(self, draft: _Draft) -> None:
        table = draft.table
        number = table.number + 1
        drawn = table.match is None and table.beginner is None
        secret = _secret_of(self.secret, table.renewals, number)
        lot = sha256(f"{secret}/lot/{number}".encode()).hexdigest() if drawn else None
        draft.add(Began(draft.deed.at, seed_hash(_seed(secret, number)), lot))
        match = draft.table.match
        assert match is not None  # noqa: S101 - it has just begun
        draft.reach(self._referee(draft.table).deal(match))

    def _in_match(
        self,
        table: Table,
        deed: Deed,
        seat: Seat | None,
        act: Callable[[Referee, Match, Seat, int], Match],
    ) -> Step:
        match = _running(table)
        own = _own_seat(table, deed, seat)
        draft = _Draft(table, deed)
        draft.reach(act(self._referee(table), match, own, draft.at))
        return draft.step()

    def _computers_answer(self, before: Table, step: Step, *, draw: bool) -> Step:
        """Let the computers answer what a person has just asked, within the same act."""
        match = step.after.match
        draft = _Draft(before, Deed(step.act.by, step.act.at, step.act.key, step.act.deed))
        referee = self._referee(before)
        for seat in range(len(before.seating)):
            asked = match and (match.draw if draw else match.takeback)
            if match is None or match.outcome or not asked or not before.sitter(seat).computer:
                continue
            match = (
                referee.answer_draw(match, seat, match.now, agree=False)
                if draw
                else referee.answer_takeback(match, seat, match.now, agree=not before.rated)
            )
        if match is not None:
            draft.reach(match)
        return draft.step(step.act.lag)


@lru_cache(maxsize=4_096)
def _referee_of(secret: str, renewals: tuple[Renewal, ...], number: int) -> Referee:
    """Return the referee of game *number*, the same for all of its moves."""
    first = _seed(_secret_of(secret, renewals, number), number)
    later = [r.secret for r in renewals if r.playing and r.number == number]
    return Referee(first, tuple(_seed(each, number) for each in later), aborts=True)


def _secret_of(first: str, renewals: tuple[Renewal, ...], number: int) -> str:
    """Return from what the seed of game *number* was made when it began."""
    before = [renewal.secret for renewal in renewals if renewal.number < number]
    return before[-1] if before else first


def _seed(secret: str, number: int) -> str:
    """Return the seed of game *number*, 1 for the first, that *secret* gives."""
    return sha256(f"{secret}/game/{number}".encode()).hexdigest()


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(), right.encode())


def _check_beginner(terms: Terms, count: int, chair: int) -> None:
    if not 0 <= chair < count:
        raise BadSeats(
            N_("chair {chair} cannot begin: the table has {count}"), chair=chair + 1, count=count
        )
    start = terms.start
    if start is not None and not first_seat_begins(terms.game.position(start, **terms.options)):
        raise NotAllowed(N_("the position “{position}” already says who begins"), position=start)


def _check_dealt(fair: object) -> None:
    """Raise unless nobody but the owner plays with what the owner has dealt."""
    if not fair:
        raise NotAllowed(
            N_(
                "someone has dealt what lies hidden in this position: play it with computers, or"
                " with people at your own screen"
            )
        )


def _check_there(table: Table) -> None:
    if table.closed:
        raise NotAllowed(N_("this table has been put away"))


def _check_open(table: Table) -> None:
    _check_there(table)
    if table.match is not None:
        raise NotAllowed(N_("the game has already begun"))


def _check_owner(table: Table, deed: Deed) -> None:
    if deed.by != table.owner:
        raise NotSeated(N_("only the person who opened the table can do that"))


def _running(table: Table) -> Match:
    _check_there(table)
    if table.match is None:
        raise NotAllowed(N_("the game has not begun yet"))
    if table.match.outcome is not None:
        raise MatchOver(N_("the match is over"))
    return table.match


def _own_chairs(table: Table, deed: Deed) -> tuple[int, ...]:
    chairs = table.chairs_of(deed.by) if deed.by is not None else ()
    if not chairs:
        raise NotSeated(N_("you are not sitting at this table"))
    return chairs


def _own_seat(table: Table, deed: Deed, seat: Seat | None) -> Seat:
    """Return the seat that the deed is for: the one named, else the own one that is to move."""
    seats = table.seats_of(deed.by) if deed.by is not None else ()
    if not seats:
        raise NotSeated(N_("you are not sitting at this table"))
    if seat is None:
        to_move = table.match.to_move if table.match is not None else None
        return to_move if to_move in seats else seats[0]
    if seat not in seats:
        raise NotSeated(N_("seat {seat} is not yours"), seat=seat + 1)
    return seat
