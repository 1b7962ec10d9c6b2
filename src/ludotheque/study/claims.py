"""Claims about mistakes: what any open game can say of a move, and what the game itself says.

Each claim is proved by other code than that which found it, or it is not told.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludotheque.engine import Score
from ludotheque.errors import N_
from ludotheque.games import AnyGame, Claim, Slip, Told
from ludotheque.position import Position
from ludotheque.study.proof import is_won

ALLOWS, MISSES = "allows-win", "misses-win"
"""The kinds of claim that any open game has."""
MOST = 2
"""As many claims are told of a move: who is told everything hears nothing."""


def is_kind(game: AnyGame, kind: str) -> bool:
    """Return whether a claim of that *kind* is told of *game* today."""
    return kind in {ALLOWS, MISSES} or (game.claims is not None and kind in game.claims.kinds)


def claims_of(
    game: AnyGame,
    slip: Slip,
    *,
    value: Score | None = None,
    reached: Score | None = None,
    before: Sequence[Position[Any]] = (),
) -> tuple[Claim, ...]:
    """Return what can be said of *slip* and is proved, most telling first.

    In an open game *value* is what its mover could expect, *reached* what the move left, and
    *before* are the positions that led to it.
    """
    told: list[Claim] = []
    if value is not None and reached is not None:
        found = wins_found(slip, value, reached, _called(game))
        told += (claim for claim in found if win_proved(game, slip, claim, before))
    if game.claims is None:
        return tuple(told[:MOST])
    remarks: list[Claim] = []
    for claim in game.claims.find(slip):
        if len(told) >= MOST:
            exact = claim.kind in game.claims.exact and told[-1].kind == MISSES
            if exact and game.claims.prove(slip, claim):
                told[-1] = claim
            break
        if reached is not None and reached.certain and claim.kind in game.claims.tallies:
            continue
        if claim.kind in game.claims.remarks:
            remarks.append(claim)
        elif not _says_again(claim, told) and game.claims.prove(slip, claim):
            told.append(claim)
    # A remark is told alone, and only where there is nothing else to tell.
    return (
        tuple(told[:MOST])
        or tuple(claim for claim in remarks if game.claims.prove(slip, claim))[:1]
    )


def _says_again(claim: Claim, told: Sequence[Claim]) -> bool:
    """Return whether *claim* is about a single move of which it is *told* that it wins."""
    shown = (claim.line, claim.instead)
    return len(claim.line) == 1 and any(
        shown == (other.line, other.instead) for other in told if other.kind in {ALLOWS, MISSES}
    )


def _called(game: AnyGame) -> Callable[[str], str]:
    return str if game.claims is None else game.claims.called


def wins_found(
    slip: Slip, value: Score, reached: Score, called: Callable[[str], str] = str
) -> Iterator[Claim]:
    """Yield that the move allows a certain win, and that it misses one, if it does.

    In sentences moves are called as *called* says.
    """
    if reached.certain and not reached.share and slip.answer:
        told = _win_allowed(len(slip.answer), called(slip.answer[0]))
        yield Claim(ALLOWS, (told,), slip.answer, instead=False)
    if value.certain and value.share and slip.best:
        told = _win_missed(len(slip.best), called(slip.best[0]))
        yield Claim(MISSES, (told,), slip.best, instead=True)


def win_proved(game: AnyGame, slip: Slip, claim: Claim, before: Sequence[Position[Any]]) -> bool:
    """Return whether the win that *claim* speaks of is there, by the rules alone."""
    position = slip.before
    if claim.instead:
        return is_won(game, position, claim.line, past=before)
    return is_won(game, position.after(slip.move), claim.line, past=(*before, position))


def _moves(plies: int) -> int:
    """Return how many of *plies* are the winner's, whose the first and the last are."""
    return (plies + 1) // 2


def _win_allowed(plies: int, move: str) -> Told:
    if plies == 1:
        return Told(N_("The move played allows a win at once: {move}."), {"move": move})
    return Told(
        N_("The move played allows a win in {moves} moves at most, beginning with {move}."),
        {"moves": _moves(plies), "move": move},
    )


def _win_missed(plies: int, move: str) -> Told:
    if plies == 1:
        return Told(N_("There was a win at once: {move}."), {"move": move})
    return Told(
        N_("There was a win in {moves} moves at most, beginning with {move}."),
        {"moves": _moves(plies), "move": move},
    )
