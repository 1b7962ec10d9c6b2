"""Tortuga in words: what a move does, and what the rules make compulsory."""

from collections.abc import Iterator
from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games import Duty, Told
from ludotheque.games.tortuga.board import BETWEEN, CELLS, NORTH, SOUTH
from ludotheque.games.tortuga.notation import GIVEN, OVER_FOE, OVER_FRIEND, STEP, TAKEN, Move
from ludotheque.games.tortuga.rules import Tortuga, foe_of
from ludotheque.position import Seat

_FIRST: Final = {
    STEP: N_("The turtle on {origin} steps to {cell}."),
    OVER_FRIEND: N_("The turtle on {origin} hops to {cell} over the friend on {over}."),
    OVER_FOE: N_(
        "The turtle on {origin} hops to {cell} over the foe on {over}, which now lies on its back."
    ),
    TAKEN: N_(
        "The turtle on {origin} hops to {cell} over the neutral turtle on {over}, "
        "which gets up and joins {side}."
    ),
}
_NEXT: Final = {
    OVER_FRIEND: N_("Then it hops to {cell} over the friend on {over}."),
    OVER_FOE: N_("Then it hops to {cell} over the foe on {over}, which now lies on its back."),
    TAKEN: N_(
        "Then it hops to {cell} over the neutral turtle on {over}, which gets up and joins {side}."
    ),
}
"""By the sign of a leg; a neutral given away is told as one taken, by the other side."""

_SIDES: Final = {SOUTH: Phrase(N_("South")), NORTH: Phrase(N_("North"))}


def tell(position: Tortuga, move: Move) -> tuple[Told, ...]:
    """Return a sentence for each leg of *move*: where it leads, and whom it turns over (1.6)."""
    return tuple(_legs(position, move))


def _legs(position: Tortuga, move: Move) -> Iterator[Told]:
    at, sentences = move.origin, _FIRST
    for sign, cell in move.legs:
        facts: dict[str, object] = {"cell": CELLS[cell]}
        if at == move.origin:
            facts["origin"] = CELLS[at]
        if sign != STEP:
            facts["over"] = CELLS[BETWEEN[at, cell]]
        if sign in (TAKEN, GIVEN):
            facts["side"] = _SIDES[position.turn if sign == TAKEN else foe_of(position.turn)]
        yield Told(sentences[TAKEN if sign == GIVEN else sign], facts)
        at, sentences = cell, _NEXT


def duty(position: Tortuga, seat: Seat) -> Duty | None:
    """Return the duty to capture, where a capture is compulsory (1.5)."""
    if position.to_move != seat or not position.compelled:
        return None
    return Duty(N_("You must hop over at least one foe."), {}, "1.5")
