"""Mistakes of one's own, asked and judged: the moves of a reviewed game that lost something."""

from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from ludotheque.errors import LudothequeError
from ludotheque.match import Record, Setup, replay
from ludotheque.position import Seat, Seen
from ludotheque.study.claims import is_kind
from ludotheque.study.json_form import from_json
from ludotheque.study.judged import Judged
from ludotheque.study.own_view import past_before
from ludotheque.study.puzzles import seen
from ludotheque.study.puzzles.attempt import Attempt
from ludotheque.study.puzzles.messages import Answered, Asked, GivenUp
from ludotheque.study.puzzles.own import own_puzzle
from ludotheque.study.puzzles.puzzle import Puzzle
from ludotheque.words import Words

MOST_REVIEWS: Final = 20
"""The reviews in which mistakes are looked for."""
MOST_MISTAKES: Final = 60
"""As many are asked about."""


class Place(NamedTuple):
    """A move of a game that was played at a table."""

    table_id: str
    number: int
    turn: int

    @property
    def id(self) -> str:
        """What an attempt at it is kept by."""
        return f"{self.table_id}/{self.number}/{self.turn}"


class Mistake(NamedTuple):
    """A mistake of one's own, and where it was made."""

    place: Place
    setup: Setup
    judged: Judged

    @property
    def puzzle(self) -> Puzzle:
        """What is asked of it."""
        return own_puzzle(self.setup, self.judged)


def mistakes_in(
    review: str, table_id: str, number: int, seats: Container[Seat]
) -> Iterator[Mistake]:
    """Yield the mistakes of some *seats* in a game, by its review as JSON, in the order of play.

    A review that cannot be read has none: it is made anew where it is shown. One of an earlier
    edition may claim what is no longer thought a reason: that is left out.
    """
    with suppress(LudothequeError):
        found = from_json(review)
        for move in found.moves:
            if move.label is not None and move.seat in seats:
                told = tuple(
                    claim for claim in move.claims if is_kind(found.setup.game, claim.kind)
                )
                yield Mistake(
                    Place(table_id, number, move.turn), found.setup, replace(move, claims=told)
                )


def to_ask(mistakes: Iterable[Mistake], tried: Container[str]) -> list[str]:
    """Return the ids of the mistakes that are asked about, those *tried* before after all others.

    *mistakes* are those of the last `MOST_REVIEWS` games, the newest game first.
    """
    ids = [mistake.place.id for mistake in mistakes]
    ids.sort(key=lambda one: one in tried)
    return ids[:MOST_MISTAKES]


def past_of(record: Record, mistake: Mistake) -> list[Seen]:
    """Return the moves that led to a *mistake* in a game, as its maker saw them."""
    *_, match = replay(record)
    return list(past_before(match, mistake.judged.number, mistake.judged.seat))


def asked(mistake: Mistake, words: Words) -> Asked:
    """Return a mistake as it is asked: the position before it."""
    shown = seen.asked(Attempt(mistake.puzzle), words)
    return Asked(id=mistake.place.id, number=None, total=0, difficulty=None, puzzle=shown)


def answered(mistake: Mistake, move: str, words: Words, *, good: bool) -> Answered:
    """Return what is told of a *move* in place of a mistake, which is *good* or is not."""
    after = seen.after(Attempt(mistake.puzzle), move, words)
    name = seen.called(mistake.puzzle, move, words)
    told = (
        words.say("{move} is a good move.", move=name)
        if good
        else words.say("{move} is what you played.", move=name)
        if move == mistake.judged.move
        else words.say("Not {move}: it loses 3.5 points or more. Try again.", move=name)
    )
    return Answered(
        right=good,
        solved=good,
        made=(move,) if good else (),
        told=told,
        pictures=() if after is None else (after,),
        refuted=None,
        solution=seen.bettered(mistake.puzzle, mistake.judged, words) if good else None,
        claims=_claims(mistake, words) if good else (),
        rating=None,
        unkept=None,
    )


def given_up(mistake: Mistake, words: Words) -> GivenUp:
    """Return what would have been better, and why the move was a mistake."""
    found = seen.bettered(mistake.puzzle, mistake.judged, words)
    return GivenUp(solution=found, claims=_claims(mistake, words), rating=None)


def _claims(mistake: Mistake, words: Words) -> tuple[seen.LineShown, ...]:
    attempt, judged = Attempt(mistake.puzzle), mistake.judged
    return tuple(seen.proved(attempt, judged.move, claim, words) for claim in judged.claims)
