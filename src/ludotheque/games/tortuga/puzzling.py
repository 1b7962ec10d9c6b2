"""Puzzles of Tortuga: its mirror images, and what a solution can show."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from ludotheque.errors import N_
from ludotheque.games.puzzling import Puzzling, Theme
from ludotheque.games.tortuga.notation import GIVEN, OVER_FOE, STEP, TAKEN, Move
from ludotheque.games.tortuga.rules import Tortuga

_SWAP: Final = str.maketrans("SN", "NS")
LONG: Final = 3
"""The hops of a long chain."""


def images(text: str) -> tuple[str, ...]:
    """Return the position in the mirror of west and east, from the other side, and both."""
    return tuple(
        _image(text, mirrored, turned) for mirrored, turned in product((False, True), repeat=2)
    )


def _image(text: str, mirrored: bool, turned: bool) -> str:
    board, side = text.split(" ")
    columns = board.split("/")
    if mirrored:
        columns.reverse()
    if turned:  # A column reads the other way round, and each side is the other.
        columns = [column[::-1].translate(_SWAP) for column in columns]
        side = side.translate(_SWAP)
    return f"{'/'.join(columns)} {side}"


def shown(before: Tortuga, moves: Sequence[Move], end: Tortuga) -> Iterator[str]:
    """Yield what the solution shows."""
    own = [{leg.sign for leg in move.legs} for move in moves[::2]]
    if any(GIVEN in signs for signs in own):
        yield "give-away"
    if any(len(move.legs) >= LONG for move in moves[::2]):
        yield "long-chain"
    outcome = end.outcome()
    if outcome is not None and outcome.reason == "stuck":
        yield "no-way-out"
    if any(TAKEN in signs for signs in own):
        yield "recruit"
    if _is_bait(before, moves):
        yield "bait"
    if own[0] == {STEP}:
        yield "quiet"


def _is_bait(before: Tortuga, moves: Sequence[Move]) -> bool:
    """Return whether the first move leaves the other side nothing but captures (1.5)."""
    replies = before.after(moves[0]).moves()
    return bool(replies) and all(
        any(leg.sign == OVER_FOE for leg in reply.legs) for reply in replies
    )


PUZZLING: Final = Puzzling(
    images=images,
    shown=shown,
    themes={
        "give-away": Theme(
            N_("Give the neutral away"),
            N_("A neutral turtle is of more use in the other team than in one’s own."),
        ),
        "no-way-out": Theme(
            N_("No way out"), N_("Whoever cannot move has lost, however far the turtles have come.")
        ),
        "long-chain": Theme(
            N_("Long chain"), N_("One turtle makes three hops or more in a single move.")
        ),
        "bait": Theme(
            N_("Bait"), N_("The other side must capture, and that is just what was wanted.")
        ),
        "recruit": Theme(
            N_("New recruit"), N_("A neutral turtle gets up and fights for one’s own team.")
        ),
        "quiet": Theme(
            N_("Quiet move"),
            N_("The first move is a mere step: it captures nothing and hops nobody."),
        ),
    },
)
