"""A record: all that is kept of a match, to be replayed, checked and shown to those who may see it.

A replay is a fold over the events, each of which must be one that the referee lets happen. Errors
name the place as it stands in the record's JSON: `setup.start`, `events[17]`, `end.seed`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import ludotheque
from ludotheque.errors import N_, BadRecord, LudothequeError
from ludotheque.match.deal import draw, seed_hash
from ludotheque.match.events import MOVES, Drew, Event, Reseeded
from ludotheque.match.match import Match, exact
from ludotheque.match.notes import Notes, checking_note
from ludotheque.match.referee import admit
from ludotheque.match.setup import HIDDEN, Setup
from ludotheque.match.steps import Steps, whole
from ludotheque.position import Outcome, Position, Seat


@dataclass(frozen=True)
class Record:
    """A match as it is kept, finished or not, whole or redacted."""

    setup: Setup
    events: tuple[Event, ...]
    result: Outcome | None = None
    """How it ended; None while it is being played."""
    seed: str | None = None
    """The referee's seed, revealed when the match is over."""
    later_seeds: tuple[str, ...] = ()
    """The seeds that took its place, in order, revealed likewise."""
    notes: Notes = ()
    """What someone says of its moments, and what could have been played there."""

    @classmethod
    def of(
        cls, match: Match, seed: str | None = None, later_seeds: tuple[str, ...] = ()
    ) -> "Record":
        """Return the record of *match*; it holds the seeds only if the match is over."""
        if not match.outcome:
            return cls(match.setup, match.events)
        return cls(match.setup, match.events, match.outcome, seed, later_seeds)

    def played(self) -> Match:
        """Return the match at its end, every event played over; raise BadRecord at a wrong one."""
        *_, end = replay(self)
        return end

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        """Yield each position of the line of play and the move made there, chance's among them.

        What was taken back is not on it. Raise BadRecord as `played` does.
        """
        end = self.played()
        return zip(end.positions, (ply.move for ply in end.plies), strict=False)

    def review(self, *, nodes: int | None = None, threads: int = 1) -> Any:  # noqa: ANN401 - a room further on
        """Return what `ludotheque.review` makes of it: every move judged, in a notebook drawn."""
        return ludotheque.review(self, nodes=nodes, threads=threads)

    def _repr_html_(self) -> str:
        from ludotheque.match.html_form import to_html  # noqa: PLC0415 - it is made of records

        return to_html(self)


@contextmanager
def at(place: str) -> Iterator[None]:
    """Turn any refusal inside into a BadRecord that names *place*."""
    try:
        yield
    except LudothequeError as problem:
        raise BadRecord(N_("{place}: {problem}"), place=place, problem=problem) from problem


def result_text(result: Outcome | None) -> str:
    """Return a result as text: `1-0 corner`, `1/3-1/3-1/3 limit`, or `*` before there is one."""
    if result is None:
        return "*"
    return f"{'-'.join(str(exact(share)) for share in result.shares)} {result.reason}"


def replay(record: Record) -> Iterator[Match]:
    """Yield the match before its first event and after each; raise BadRecord at a wrong one."""
    with at("setup.start"):
        match = Match.start(record.setup)
    yield match
    for number, event in enumerate(record.events):
        with at(f"events[{number}]"):
            match = admit(match, event)
        yield match


@dataclass(frozen=True)
class Report:
    """What `verify` has found to be right."""

    match: Match
    """The match at the record's end."""
    draws: int
    """How many moves of chance were drawn again from the seed, with the same result."""

    @property
    def given(self) -> bool:
        """Whether it began from a position set up by hand: what lies in that, nobody has drawn."""
        return self.match.setup.start is not None


def verify(record: Record) -> Report:
    """Replay *record*, draw its chance moves again, and raise BadRecord where anything differs.

    Its variations are played over as well.

    The draws of a match that is still being played cannot be checked: its seed is secret.
    """
    return whole(verifying(record))


def verifying(record: Record) -> Steps[Report]:
    """Do what `verify` does, an event, a note or a move of a variation a step."""
    if record.seed is not None and seed_hash(record.seed) != record.setup.seed_hash:
        raise BadRecord(N_("end.seed: it is not the seed whose hash was published"))
    later = [event.seed_hash for event in record.events if isinstance(event, Reseeded)]
    if record.seed is not None and list(map(seed_hash, record.later_seeds)) != later:
        raise BadRecord(N_("end.later_seeds: they are not the seeds whose hashes were published"))
    draws = 0
    states = replay(record)
    end = next(states)
    # One state at a time: each holds all events before it.
    for number, (event, after) in enumerate(zip(record.events, states, strict=True)):
        if isinstance(event, Drew):
            _check_draw(record, number, event, end)
            draws += 1
        end = after
        yield
    if record.result != end.outcome:
        raise BadRecord(
            N_("end.result: the record says {said}, its moves say {found}"),
            said=result_text(record.result),
            found=result_text(end.outcome),
        )
    if record.seed is None:
        if end.outcome is not None and (draws or record.setup.seed_hash is not None):
            raise BadRecord(N_("end.seed: the match is over, but its seed is missing"))
        draws = 0
    for number, (moves, note) in enumerate(record.notes):
        place = f"notes.moments[{number}]"
        yield from checking_note(record.setup.game, end.positions, moves, note, place)
        yield
    return Report(end, draws)


def _check_draw(record: Record, number: int, event: Drew, before: Match) -> None:
    """Raise BadRecord unless chance drew what the seed, once it is known, gives."""
    if record.seed is None:
        return
    seed = (record.seed, *record.later_seeds)[before.seed_for(before.draws)]
    drawn = str(draw(seed, before.draws, before.position))
    if drawn != event.move:
        raise BadRecord(
            N_("events[{number}].move: chance drew “{move}”, but the seed gives “{drawn}”"),
            number=number,
            move=event.move,
            drawn=drawn,
        )


def shown(event: Event, position: Position[Any], seat: Seat | None) -> Event:
    """Return what *seat* (None: a spectator) may know of *event*, which happens at *position*."""
    if isinstance(event, MOVES) and not position.witnessed_by(seat):
        return replace(event, move=None)
    return event


def redacted(record: Record, seat: Seat | None) -> Record:
    """Return what *seat* (None: a spectator) may know of *record*: once it is over, everything.

    It is a transcript, to be read and not replayed: what is hidden cannot be played over. It has no
    notes, which may tell what is hidden.
    """
    return whole(redacting(record, seat))


def redacting(record: Record, seat: Seat | None) -> Steps[Record]:
    """Do what `redacted` does, an event a step."""
    if record.result is not None:
        return record
    opening = record.setup.opening
    open_start = record.setup.start is None or opening.seen_by(seat) == opening
    events = []
    for match, event in zip(replay(record), record.events, strict=False):
        events.append(shown(event, match.position, seat))
        yield
    return Record(
        setup=record.setup if open_start else replace(record.setup, start=HIDDEN),
        events=tuple(events),
    )
