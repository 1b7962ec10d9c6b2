"""Luck apart from skill: what became of each seat's fair chance, part by part, after the end.

A result is what the seat could expect at the start, plus the luck of the deal and of the draws of
all seats, plus what its own choices cost by what it could know, plus all the rest: what the others
did, with cards and aims that the seat could not see. The parts add up to the result. Luck is nought
on average over all that chance can do (`ludotheque.engine.fortune`), so that a result without its
luck is as fair as the result.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, sqrt
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from ludotheque.engine import kernel
from ludotheque.engine.fortune import Fortune, fortunes
from ludotheque.engine.montecarlo import played_out
from ludotheque.errors import N_, NotAllowed
from ludotheque.match import Match
from ludotheque.match.match import ABORTED
from ludotheque.position import CHANCE, Seat

GAMES: Final = 10_000
GAMES_SLOWLY: Final = 60
"""The pairs of games imagined for a draw, with the kernel and without."""
DEAL: Final = 4
"""How many times as many are imagined for the deal, which is many draws at once."""


class Part(NamedTuple):
    """A part of a result, in shares of the point, and its standard error."""

    share: float
    error: float = 0.0

    def and_also(self, *others: "Part") -> "Part":
        """Return the sum of parts whose errors have nothing to do with each other."""
        parts = (self, *others)
        return Part(sum(part.share for part in parts), sqrt(sum(part.error**2 for part in parts)))


PART_NAMES: Final = ("start", "deal", "draws", "own", "others")
"""The parts of an account, as they are called in files and pictures."""


@dataclass(frozen=True, kw_only=True)
class Account:
    """A seat's result and the parts that it is made of, in the order in which they add up to it."""

    start: Part
    """What it could expect before anything was dealt."""
    deal: Part
    draws: Part
    own: Part
    """What its choices cost, each against the best by what it could know: never more than 0."""
    others: Part
    """What the others did, and what lay hidden: all that is left."""
    result: float

    @property
    def parts(self) -> tuple[Part, Part, Part, Part, Part]:
        """The parts in order."""
        return self.start, self.deal, self.draws, self.own, self.others

    @property
    def luck(self) -> Part:
        """What chance brought in all."""
        return self.deal.and_also(self.draws)

    @property
    def adjusted(self) -> float:
        """The result without its luck."""
        return self.result - self.luck.share

    @property
    def points(self) -> tuple[int, ...]:
        """The parts in whole points, a hundredth each, that add up to the result's.

        Each is rounded down or up; those go up that have most to go.
        """
        exact = [100 * part.share for part in self.parts]
        whole = [floor(points) for points in exact]
        missing = round(100 * self.result) - sum(whole)
        by_rest = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
        for at in by_rest[:missing]:
            whole[at] += 1
        return tuple(whole)


class Loss(NamedTuple):
    """What a move cost its mover by what it could know, and the standard error of that."""

    share: float
    error: float


def luck(
    match: Match, losses: Mapping[int, Loss], *, games: int | None = None
) -> tuple[Account, ...]:
    """Return the account of each seat of a *match* that is over.

    *losses* are those of the moves of the line of play, by their places there. So many pairs of
    *games*, but no more than usual, are imagined for each draw. Raise NotAllowed where nothing is
    left to chance, or nothing has been decided.
    """
    steps = accounting(match, losses, games=games)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: tuple[Account, ...] = end.value
            return found


def accounting(
    match: Match, losses: Mapping[int, Loss], *, games: int | None = None
) -> Generator[None, None, tuple[Account, ...]]:
    """Do what `luck` does, a draw a step. What is refused is refused before the first."""
    refuse(match)
    most = _games(match)
    return _accounting(match, losses, most if games is None else max(2, min(games, most)))


def refuse(match: Match) -> None:
    """Raise NotAllowed unless there is luck to tell of, and a result to explain by it."""
    if not _is_decided(match):
        raise NotAllowed(N_("luck is told once a game is over"))
    if not _is_dealt(match):
        raise NotAllowed(
            N_("nothing is left to chance in {game}: there is no luck to tell"),
            game=match.setup.game.slug,
        )


def has_luck(match: Match) -> bool:
    """Return whether there is luck to tell of."""
    return _is_decided(match) and _is_dealt(match)


def _is_decided(match: Match) -> bool:
    return match.outcome is not None and match.outcome.reason != ABORTED


def _is_dealt(match: Match) -> bool:
    return any(ply.mover is CHANCE for ply in match.plies)


def _games(match: Match) -> int:
    return GAMES if kernel.has_fortunes(match.setup.game) else GAMES_SLOWLY


def _accounting(
    match: Match, losses: Mapping[int, Loss], games: int
) -> Generator[None, None, tuple[Account, ...]]:
    assert match.outcome is not None  # noqa: S101 - it was refused
    nothing = tuple(Part(0.0) for _ in match.seats)
    start, deal, draws = _start(match, games), nothing, nothing
    number = 0
    while number < len(match.plies):
        if match.plies[number].mover is not CHANCE:
            number += 1
            continue
        first = number
        while number < len(match.plies) and match.plies[number].mover is CHANCE:
            number += 1
        if match.positions[number].to_move is CHANCE:
            break  # It was given up while cards were dealt.
        told = _fortunes(match, first, number, games if first else DEAL * games)
        if first == 0:
            start = tuple(Part(each.expected, each.expected_error) for each in told)
            deal = tuple(Part(each.luck, each.luck_error) for each in told)
        else:
            drawn = (Part(each.luck, each.luck_error) for each in told)
            draws = tuple(sum_.and_also(one) for sum_, one in zip(draws, drawn, strict=True))
        yield
    return tuple(
        _account(match, seat, losses, (start[seat], deal[seat], draws[seat]))
        for seat in match.seats
    )


def _fortunes(match: Match, first: int, last: int, games: int) -> list[Fortune]:
    # Other games are compared with other draws, lest all of them share the same small error: the
    # seed comes from the hash that was published before anything was drawn.
    published = match.setup.seed_hash or "0"
    seed = int(published[:12], 16) + (first << 40)
    before, after = match.positions[first], match.positions[last]
    return fortunes(match.setup.game, before, after, games=games, seed=seed % 2**63)


def _start(match: Match, games: int) -> tuple[Part, ...]:
    """Return what each seat can expect of a start from which a seat moves, by random games."""
    opening = match.positions[0]
    if opening.to_move is CHANCE:
        return ()
    rng = Random(0)
    ends = [played_out(opening, rng) for _ in range(min(games, GAMES_SLOWLY))]
    return tuple(_mean([end[seat] for end in ends]) for seat in match.seats)


def _mean(shares: Sequence[float]) -> Part:
    middle = fmean(shares)
    return Part(middle, sqrt(middle * (1 - middle) / len(shares)))


def _account(
    match: Match, seat: Seat, losses: Mapping[int, Loss], known: tuple[Part, Part, Part]
) -> Account:
    assert match.outcome is not None  # noqa: S101 - it was refused
    made = [
        losses[number]
        for number, ply in enumerate(match.plies)
        if ply.mover == seat and number in losses
    ]
    own = Part(0.0).and_also(*(Part(-loss.share, loss.error) for loss in made))
    result = match.outcome.shares[seat]
    so_far = Part(0.0).and_also(*known, own)
    start, deal, draws = known
    return Account(
        start=start,
        deal=deal,
        draws=draws,
        own=own,
        others=Part(result - so_far.share, so_far.error),
        result=result,
    )
