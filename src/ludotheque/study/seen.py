"""A review as a page shows it: values in one reader's language, and what is new of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ludotheque.draw.palette import TINTS
from ludotheque.errors import N_
from ludotheque.games import AnyGame
from ludotheque.match import Setup
from ludotheque.position import Seat
from ludotheque.study.graph import tint_of
from ludotheque.study.judged import Judged, Label, Review
from ludotheque.study.luck import Account
from ludotheque.study.luck_told import sentence as luck_sentence
from ludotheque.study.luck_told import told as luck_told
from ludotheque.study.telling import better, counted, mark_of, say, score_told, summary
from ludotheque.words import Words

LabelSeen = Literal["inaccuracy", "mistake", "blunder"]

LABELS: dict[Label, tuple[LabelSeen, str]] = {
    Label.INACCURACY: ("inaccuracy", N_("Inaccuracy")),
    Label.MISTAKE: ("mistake", N_("Mistake")),
    Label.BLUNDER: ("blunder", N_("Blunder")),
}
"""What each label is called, by programs and by people."""


@dataclass(frozen=True, slots=True)
class ClaimSeen:
    """What is proved of a mistake, and the line of play that shows it."""

    told: str
    line: tuple[str, ...]
    instead: bool
    """Whether the line begins before the move that was played, instead of it; else after it."""
    spots: tuple[str, ...]
    """The places to look at."""


@dataclass(frozen=True, slots=True)
class JudgedSeen:
    """A move that was judged by what its mover could know."""

    turn: int
    """Its number, from 1: after so many moves of the seats it is made."""
    seat: Seat
    value: str
    """What its mover could expect before it, in words."""
    reached: str
    """What it left its mover."""
    loss: float
    """The share of the point that it cost."""
    label: LabelSeen | None
    mark: str
    """What stands behind it in a list of moves; nothing behind most."""
    called: str
    """The same in words."""
    best: bool
    only: bool
    better: str | None
    """The best move in a few words, where the one that was played lost anything to speak of."""
    line: tuple[str, ...]
    """The best line instead of it, moves as texts."""
    answer: tuple[str, ...]
    """The best line against it, from after it on; none where secrets make that unknown."""
    claims: tuple[ClaimSeen, ...]


@dataclass(frozen=True, slots=True)
class PointSeen:
    """A point of the graph: what each seat could expect after so many moves of the seats."""

    moves: int
    shares: tuple[float | None, ...]
    """By seat; null where only that seat could have said, and was not asked."""


@dataclass(frozen=True, slots=True)
class LuckSeen:
    """What the result of a seat was made of."""

    sentence: str
    """Luck and choices in a few words."""
    told: str
    """All parts with their intervals, and what they come to."""
    parts: tuple[float, ...]
    """In shares of the point: the start, the deal, the draws, own choices, the others."""
    result: float


@dataclass(frozen=True, slots=True)
class ReviewSeen:
    """What is new in a review."""

    moves: tuple[JudgedSeen, ...]
    """Those that were judged since, or are judged otherwise now."""
    points: tuple[PointSeen, ...]
    """Likewise."""
    accuracies: tuple[float | None, ...]
    """By seat, from 0 to 100; null where a seat made no move that was looked at."""
    counted: tuple[str, ...]
    """By seat, how many mistakes there were, in words."""
    colours: tuple[str | None, ...]
    """By seat, that of its pieces and its curve; null where they have none of their own."""
    turning_points: tuple[int, ...]
    """The numbers, as in `JudgedSeen.turn`, of the moves that changed who was ahead."""
    luck: tuple[LuckSeen, ...]
    """By seat; none where nothing is left to chance, and until all was looked at."""
    summary: str
    """How the game went, for those who do not see the graph; empty until all was looked at."""


class Showing:
    """What one reader has been shown of a review, so that they are told what is new alone.

    *players* is what they are called in the reader's language.
    """

    def __init__(self, players: Sequence[str], words: Words) -> None:
        self._players = tuple(players)
        self._words = words
        self._moves: dict[int, Judged] = {}
        self._points: dict[int, PointSeen] = {}

    def new(self, review: Review) -> ReviewSeen:
        """Return what is new in *review*, which is a later one of the same game."""
        words, seats = self._words, len(self._players)
        review = replace(review, setup=replace(review.setup, players=self._players))
        moves = [move for move in review.moves if self._moves.get(move.turn) != move]
        points = [point for point in _points(review) if self._points.get(point.moves) != point]
        self._moves.update((move.turn, move) for move in moves)
        self._points.update((point.moves, point) for point in points)
        turns = {move.number: move.turn for move in review.moves}
        return ReviewSeen(
            moves=tuple(_judged(review.setup, move, words) for move in moves),
            points=tuple(points),
            accuracies=review.accuracies,
            counted=tuple(counted(review, seat, words) for seat in range(seats)),
            colours=tuple(_colour(review.setup.game, seat) for seat in range(seats)),
            turning_points=tuple(turns[number] for number in review.turning_points),
            luck=tuple(_luck(account, words) for account in review.luck),
            summary=summary(review, words) if review.complete else "",
        )


def _colour(game: AnyGame, seat: Seat) -> str | None:
    tint = tint_of(game, seat)
    return None if tint is None else TINTS[tint].base


def _luck(account: Account, words: Words) -> LuckSeen:
    return LuckSeen(
        luck_sentence(account, words),
        luck_told(account, words),
        tuple(part.share for part in account.parts),
        account.result,
    )


def _points(review: Review) -> Iterator[PointSeen]:
    """Yield the graph, in the order of play; the end counts from the last move that is judged."""
    before = {move.number: move.turn - 1 for move in review.moves}
    end = review.moves[-1].turn if review.moves else None
    for point in review.points:
        moves = before.get(point.number, end)
        if moves is not None:
            yield PointSeen(moves, point.shares)


def _judged(setup: Setup, move: Judged, words: Words) -> JudgedSeen:
    label, called = LABELS[move.label] if move.label is not None else (None, "")
    if move.only and label is None:
        called = N_("The only move")
    elif move.best and label is None:
        called = N_("The best move")
    return JudgedSeen(
        turn=move.turn,
        seat=move.seat,
        value=score_told(move.value, words),
        reached=score_told(move.reached, words),
        loss=move.loss,
        label=label,
        mark=mark_of(move),
        called=words.say(called) if called else "",
        best=move.best,
        only=move.only,
        better=None if label is None else better(setup, move, words),
        line=() if move.best else move.lines[0].moves,
        answer=() if label is None else move.answer,
        claims=tuple(
            ClaimSeen(
                " ".join(say(told, words, setup.players) for told in claim.told),
                claim.line,
                claim.instead,
                claim.spots,
            )
            for claim in move.claims
        ),
    )
