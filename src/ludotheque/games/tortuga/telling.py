"""Tortuga in words: what wins, what a move does, and what the rules make compulsory."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from ludotheque.errors import N_, Phrase
from ludotheque.games import Aim, Duty, Edge, Options, Question, Told
from ludotheque.games.tortuga.board import BETWEEN, CELLS, CORNER, NORTH, SIDES, SOUTH, Side
from ludotheque.games.tortuga.notation import GIVEN, OVER_FOE, OVER_FRIEND, STEP, TAKEN, Move
from ludotheque.games.tortuga.rules import GOALS, Tortuga, foe_of
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

_SIDES: Final = {SOUTH: Phrase(N_("South (red)")), NORTH: Phrase(N_("North (blue)"))}

EDGES: Final[dict[Side, Edge]] = {SOUTH: "below", NORTH: "above"}
"""Where each side has its camp, as the board is drawn."""
_AIMS: Final = {
    ("corner", SOUTH): N_("Bring a red turtle to {cell}, the corner {edge}."),
    ("corner", NORTH): N_("Bring a blue turtle to {cell}, the corner {edge}."),
    ("camp", SOUTH): N_("Bring a red turtle into the blue camp {edge}."),
    ("camp", NORTH): N_("Bring a blue turtle into the red camp {edge}."),
}
"""By option `goal` and side."""
_WATCHED: Final = {
    "corner": N_("Whoever first brings a turtle to the far corner wins."),
    "camp": N_("Whoever first brings a turtle into the other camp wins."),
}
_REACHED: Final = {SOUTH: "4/5/6/6S/6/5/4 N", NORTH: "4/5/6/N6/6/5/4 S"}


_OWNERS: Final = {TAKEN: Told(N_("yours"), {}), GIVEN: Told(N_("theirs"), {})}


def aim(options: Options, seat: Seat | None) -> Aim:
    """Return where a turtle is to be brought (1, End)."""
    goal = options["goal"]
    if seat is None:
        return Aim(_WATCHED[goal], {})
    side = SIDES[seat]
    foe = foe_of(side)
    return Aim(
        _AIMS[goal, side],
        {"cell": CELLS[CORNER[side]]} if goal == "corner" else {},
        EDGES[foe],
        tuple(CELLS[cell] for cell in GOALS[goal][options["start"]][side]),
        (CELLS[CORNER[foe]], CELLS[CORNER[side]]),
        _REACHED[side],
    )


def tell(position: Tortuga, move: Move) -> tuple[Told, ...]:
    """Return a sentence for each leg of *move*: where it leads, and whom it turns over (1.6)."""
    return _told(position.turn, move)


@lru_cache(maxsize=8_192)
def _told(turn: Side, move: Move) -> tuple[Told, ...]:
    """Return what `tell` does: most moves are met again."""
    return tuple(_legs(turn, move))


def _legs(turn: Side, move: Move) -> Iterator[Told]:
    at, sentences = move.origin, _FIRST
    for sign, cell in move.legs:
        facts: dict[str, object] = {"cell": CELLS[cell]}
        if at == move.origin:
            facts["origin"] = CELLS[at]
        if sign != STEP:
            facts["over"] = CELLS[BETWEEN[at, cell]]
        if sign in (TAKEN, GIVEN):
            facts["side"] = _SIDES[turn if sign == TAKEN else foe_of(turn)]
        yield Told(sentences[TAKEN if sign == GIVEN else sign], facts)
        at, sentences = cell, _NEXT


def asks(_position: Tortuga, move: Move) -> tuple[Question, ...]:
    """Return the question for each neutral turtle that is hopped: whose it shall be (1.6)."""
    path = (move.origin, *(leg.cell for leg in move.legs))
    hopped = [
        CELLS[BETWEEN[at, cell]]
        for at, (sign, cell) in zip(path, move.legs, strict=False)
        if sign in (TAKEN, GIVEN)
    ]
    return tuple(
        Question(
            cell, Told(N_("The turtle on {cell}: whose shall it be?"), {"cell": cell}), _OWNERS
        )
        for cell in hopped
    )


def duty(position: Tortuga, seat: Seat) -> Duty | None:
    """Return the duty to capture, where a capture is compulsory (1.5)."""
    if position.to_move != seat or not position.compelled:
        return None
    return Duty(N_("You must hop over at least one foe."), {}, "1.5")
