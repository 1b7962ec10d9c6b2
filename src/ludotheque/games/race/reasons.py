"""Reasons for which a touch is no move of the turtle race."""

from collections.abc import Sequence

from ludotheque.errors import N_
from ludotheque.games import Reason
from ludotheque.games.race.cards import LAST, RAINBOW, SUIT, Card
from ludotheque.games.race.colours import THE_TURTLES
from ludotheque.games.race.notation import Play
from ludotheque.games.race.rules import Race, RaceView
from ludotheque.games.race.scene import card_on


def why(view: Race | RaceView, touches: Sequence[str]) -> Reason | None:
    """Return why the last of *touches* leads nowhere: a card, or something on the track."""
    seat = view.to_move
    if not isinstance(seat, int):
        return None
    held = [card_on(view, seat, touch) for touch in touches]
    card = held[-1]
    if card is not None:
        return None if _is_playable(view, card) else _waits(card)
    if held[0] is None:
        return Reason(N_("Choose a card first: it says which turtle moves."), {}, "2.1")
    return _moves(held[0])


def _is_playable(view: Race | RaceView, card: Card) -> bool:
    return any(isinstance(move, Play) and move.card == card for move in view.moves())


def _waits(card: Card) -> Reason:
    """Return that a turtle on the start cannot go back (2.4): nothing else keeps a card back."""
    if SUIT[card] == RAINBOW:
        return Reason(
            N_("This card must wait: every turtle is on the start, and none can go back."),
            {},
            "2.4",
        )
    return Reason(
        N_("This card must wait: {turtle} is on the start and cannot go back."),
        {"turtle": THE_TURTLES[SUIT[card]]},
        "2.4",
    )


def _moves(card: Card) -> Reason:
    """Return which turtles a card moves (2.1)."""
    if SUIT[card] == RAINBOW:
        return Reason(N_("Touch the turtle that the rainbow card is to move."), {}, "2.1")
    if SUIT[card] == LAST:
        return Reason(N_("The arrow moves a turtle in last place, and no other."), {}, "2.1")
    return Reason(
        N_("This card moves {turtle}. Touch the card again to play it."),
        {"turtle": THE_TURTLES[SUIT[card]]},
        "2.1",
    )
