"""A match: a set-up and the events since, folded into the present moment.

`evolve` is the fold and trusts the events: `ludotheque.match.referee` decides which may happen.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from ludotheque.errors import N_, BadRecord
from ludotheque.match.changed import changed
from ludotheque.match.events import (
    MOVES,
    Aborted,
    DrawAgreed,
    DrawDeclined,
    DrawOffered,
    Drew,
    Event,
    Flagged,
    Moved,
    Reseeded,
    Resigned,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TookBack,
)
from ludotheque.match.rulings import drawn_by_ruling
from ludotheque.match.setup import Setup
from ludotheque.position import CHANCE, Chance, Outcome, Position, Seat, Seen, View

ABORTED: Final = "aborted"
"""The reason of an outcome that is no result: nobody has won, and nothing counts."""


@lru_cache(maxsize=256)
def exact(share: float) -> Fraction:
    """Return the fraction that a share stands for: a point is shared among a few seats at most."""
    return Fraction(share).limit_denominator(60)


class Ply(NamedTuple):
    """A move on the line of play."""

    mover: Seat | Chance
    move: Hashable


@dataclass(frozen=True)
class Request:
    """Something that one seat wants and every other must agree to."""

    by: Seat
    agreed: frozenset[Seat] = frozenset()

    def backed_by(self, seat: Seat) -> bool:
        """Return whether *seat* wants it too."""
        return seat == self.by or seat in self.agreed


class Reseed(NamedTuple):
    """A seed that took the place of the one before."""

    draw: int
    """The number of the first draw that is made from it, unless another came later."""
    seed_hash: str


@dataclass(frozen=True)
class Match:
    """A moment of a match: immutable, and wholly determined by `setup` and `events`."""

    setup: Setup
    events: tuple[Event, ...]
    """All that has happened, moves taken back included."""
    positions: tuple[Position[Any], ...]
    """The line of play: the opening, and the position after each move not taken back."""
    hashes: tuple[int, ...]
    """The hash of each position of the line: to look for one among them is to count numbers."""
    plies: tuple[Ply, ...]
    """The moves of the line, one fewer than its positions."""
    now: int
    """The time of the last event, or of the beginning."""
    used: tuple[int, ...]
    """The milliseconds that each seat has been to move, without what was free of its first move."""
    spent: tuple[int, ...]
    """The milliseconds spent so far at each position of the line."""
    made: tuple[int, ...]
    """The moves by which each seat has earned an increment."""
    draw: Request | None = None
    """The draw on offer."""
    takeback: Request | None = None
    """The takeback asked for."""
    reseeded: tuple[Reseed, ...] = ()
    """The seeds that came after the first, in order."""
    outcome: Outcome | None = None
    """How the match ended: by a rule of the game, or for a reason of `referee.REASONS`."""

    @classmethod
    def start(cls, setup: Setup) -> "Match":
        """Return the match before its first event."""
        nothing = (0,) * len(setup.players)
        return cls(
            setup=setup,
            events=(),
            positions=(setup.opening,),
            hashes=(hash(setup.opening),),
            plies=(),
            now=setup.began,
            used=nothing,
            spent=(0,),
            made=nothing,
        )

    @property
    def position(self) -> Position[Any]:
        """The present position."""
        return self.positions[-1]

    @property
    def seats(self) -> range:
        """The seats at this table."""
        return range(len(self.setup.players))

    @cached_property
    def to_move(self) -> Seat | Chance | None:
        """Who must act; None once the match is over."""
        return None if self.outcome else self.position.to_move

    @property
    def draws(self) -> int:
        """How many moves of the line are chance's: the number of the next draw."""
        return sum(ply.mover is CHANCE for ply in self.plies)

    def seed_for(self, n: int) -> int:
        """Return the number of the seed that draw *n* is made from: 0 for the first one."""
        fitting = (k for k, reseed in enumerate(self.reseeded, 1) if reseed.draw <= n)
        return max(fitting, default=0)

    def seen_by(self, seat: Seat | None) -> View[Any]:
        """Return what *seat* (None: a spectator) may know; once the match is over, everything."""
        return self.position if self.outcome else self.position.seen_by(seat)

    def past(self, seat: Seat) -> tuple[Seen, ...]:
        """Return the moves of the line that the seats have made, as *seat* saw them."""
        return tuple(
            Seen(ply.mover, ply.move, before.seen_by(seat))
            for ply, before in zip(self.plies, self.positions, strict=False)
            if isinstance(ply.mover, int) and before.witnessed_by(seat)
        )

    @property
    def granted(self) -> TookBack | None:
        """The takeback that everyone has agreed to, for the referee to carry out."""
        if self.takeback is None or not all(map(self.takeback.backed_by, self.seats)):
            return None
        kept = self.last_turn(self.takeback.by)
        return None if kept is None else TookBack(self.now, self.takeback.by, kept)

    @property
    def last_move(self) -> Any:  # noqa: ANN401 - a move is whatever the game says
        """The last move that a seat made, None before the first; chance's are not counted."""
        return next((ply.move for ply in reversed(self.plies) if ply.mover is not CHANCE), None)

    def last_turn(self, seat: Seat) -> int | None:
        """Return how many moves led to the last one that *seat* made, None if it made none."""
        turns = [number for number, ply in enumerate(self.plies) if ply.mover == seat]
        return turns[-1] if turns else None

    @property
    def all_moved(self) -> bool:
        """Whether every seat has made a move, be it taken back: until then there is no result."""
        moved = {event.seat for event in self.events if isinstance(event, Moved)}
        return len(moved) == len(self.seats)

    def left(self, seat: Seat, now: int) -> int | None:
        """Return the milliseconds that *seat* has left at the time *now*, None without a clock."""
        if self.setup.clock is None:
            return None
        since, until = _here(self, now) if self.to_move == seat else (0, 0)
        free = _free(self, seat)
        thinking = counted(since, until, free)
        here = counted(0, until, free)
        return max(0, self.setup.clock.left(self.used[seat] + thinking, self.made[seat], here))

    def waits(self, now: int) -> int:
        """Return the milliseconds before the time of the seat to move begins to run, at *now*."""
        if self.setup.clock is None or not isinstance(self.to_move, int):
            return 0
        return max(0, _free(self, self.to_move) - _here(self, now)[1])

    def ration(self, seat: Seat, now: int) -> float | None:
        """Return the seconds that *seat* does well not to exceed now, None without a clock."""
        clock, left = self.setup.clock, self.left(seat, now)
        return None if clock is None or left is None else clock.ration(left) / 1000

    @property
    def deadline(self) -> int | None:
        """The moment at which the seat to move will be out of time, None if time is no matter."""
        if self.setup.clock is None or not isinstance(self.to_move, int):
            return None
        left = self.left(self.to_move, self.now)
        return None if left is None else self.now + self.waits(self.now) + left

    def _repr_html_(self) -> str:
        from ludotheque.match.html_form import to_html  # noqa: PLC0415 - it is made of records
        from ludotheque.match.record import Record  # noqa: PLC0415 - it is made of matches

        return to_html(Record.of(self))


def counted(since: int, until: int, free: int) -> int:
    """Return what counts of the time from *since* to *until*, whose first *free* does not."""
    return max(0, until - free) - max(0, since - free)


def _here(match: Match, now: int) -> tuple[int, int]:
    """Return the time spent at the present position by the last event, and by *now*."""
    return match.spent[-1], match.spent[-1] + max(0, now - match.now)


def _free(match: Match, seat: Seat, moves: int | None = None) -> int:
    """Return how many milliseconds of *seat*'s move are free: of its first on the line of play.

    It is the one to come, or comes after so many *moves* of the line.
    """
    clock = match.setup.clock
    if clock is None or not clock.grace_ms:
        return 0
    moved = any(ply.mover == seat for ply in match.plies[:moves])
    return 0 if moved else clock.grace_ms


def evolve(before: Match, event: Event) -> Match:  # noqa: PLR0911 - one case a kind of event
    """Return the match after *event*, which the referee has let happen.

    Moves are read, and so legal, or BadMove, IllegalMove or BadRecord is raised.
    """
    if isinstance(event, MOVES):
        return _moved(before, event)
    if isinstance(event, Reseeded):
        reseed = Reseed(before.draws, event.seed_hash)
        return changed(before, events=(*before.events, event), reseeded=(*before.reseeded, reseed))
    after = changed(before, **_charged(before, event))
    seats, seat = after.seats, event.seat
    if isinstance(event, TookBack):
        return _went_back(after, event)
    if isinstance(event, Resigned | Flagged):
        others = (other for other in seats if other != seat)
        reason = "resigned" if isinstance(event, Resigned) else "time"
        return changed(after, outcome=Outcome.win(len(seats), *others, reason=reason))
    if isinstance(event, Aborted):
        return changed(after, outcome=Outcome.draw(len(seats), ABORTED))
    if isinstance(event, TakebackAsked | TakebackAgreed | TakebackDeclined):
        return changed(after, takeback=_request(after.takeback, event))
    offer = _request(after.draw, event)
    agreed = offer is not None and all(map(offer.backed_by, seats))
    return changed(
        after, draw=offer, outcome=Outcome.draw(len(seats), "agreed") if agreed else None
    )


def _charged(before: Match, event: Event, *spent: int) -> dict[str, Any]:
    """Return what is new: *event* in the log, and the time since charged to the seat to move.

    *spent* is the time spent so far at the positions to which the event leads.
    """
    seat = before.to_move
    since, until = _here(before, event.at)
    charged = counted(since, until, _free(before, seat)) if isinstance(seat, int) else 0
    return {
        "events": (*before.events, event),
        "now": event.at,
        "used": _plus(before.used, seat, charged),
        "spent": (*before.spent[:-1], until, *spent),
    }


def _moved(before: Match, event: Moved | Drew) -> Match:
    if event.move is None:
        raise BadRecord(N_("this move is hidden: a redacted record cannot be replayed"))
    setup, offer = before.setup, before.draw
    mover = event.seat if isinstance(event, Moved) else CHANCE
    move = setup.game.move(event.move, before.position)
    text = str(move)
    position = before.position.after(move)
    # Whoever moves instead of answering an offer has answered it.
    stands = offer is not None and (isinstance(event, Drew) or offer.backed_by(event.seat))
    after = changed(
        before,
        **_charged(before, event if event.move == text else replace(event, move=text), 0),
        positions=(*before.positions, position),
        hashes=(*before.hashes, hash(position)),
        plies=(*before.plies, Ply(mover, move)),
        made=_plus(before.made, mover, 1),
        draw=offer if stands else None,
        takeback=None,
    )
    outcome = position.outcome() or _ruled(after)
    return after if outcome is None else changed(after, outcome=outcome)


def _ruled(match: Match) -> Outcome | None:
    """Return the draw that the match's own rulings make.

    Every move of every match is looked at here: what takes long to count, the same positions and
    chance's moves, is counted where it may matter.
    """
    setup = match.setup
    repetition, limit = setup.game.repetition, setup.move_limit
    met, moves = match.hashes.count(match.hashes[-1]), len(match.plies)
    if repetition is not None and met >= repetition:
        met = match.positions.count(match.position)
    if limit is not None and moves >= limit:
        moves -= match.draws
    return drawn_by_ruling(
        len(setup.players), repetition=repetition, limit=limit, met=met, moves=moves
    )


def _went_back(after: Match, event: TookBack) -> Match:
    """Return the match on the shorter line.

    Time used stays used, at the position gone back to as well. A seat that goes back without having
    asked pays for the time since its move, as if it had not made it: what the next seat used there
    is given back to that seat, and the increment for the move is lost.
    """
    used, made, spent = after.used, after.made, after.spent[: event.kept + 1]
    if event != after.granted:
        since, next_seat = after.spent[-1], after.to_move
        if isinstance(next_seat, int):
            used = _plus(used, next_seat, -counted(0, since, _free(after, next_seat)))
        made = _plus(made, event.seat, -1)
        spent = (*spent[:-1], spent[-1] + since)
        free = _free(after, event.seat, event.kept)
        used = _plus(used, event.seat, counted(spent[-1] - since, spent[-1], free))
    return changed(
        after,
        positions=after.positions[: event.kept + 1],
        hashes=after.hashes[: event.kept + 1],
        plies=after.plies[: event.kept],
        used=used,
        spent=spent,
        made=made,
        draw=None,
        takeback=None,
    )


def _request(
    standing: Request | None,
    event: DrawOffered
    | DrawAgreed
    | DrawDeclined
    | TakebackAsked
    | TakebackAgreed
    | TakebackDeclined,
) -> Request | None:
    """Return what stands after *event* of what one seat wants of the others."""
    if isinstance(event, DrawOffered | TakebackAsked):
        return Request(event.seat)
    if standing is None or isinstance(event, DrawDeclined | TakebackDeclined):
        return None
    return replace(standing, agreed=standing.agreed | {event.seat})


def _plus(amounts: tuple[int, ...], whose: Seat | Chance | None, amount: int) -> tuple[int, ...]:
    """Return *amounts* with *amount* more at the seat *whose*; chance and nobody have none."""
    if not amount or not isinstance(whose, int):
        return amounts
    return (*amounts[:whose], amounts[whose] + amount, *amounts[whose + 1 :])
