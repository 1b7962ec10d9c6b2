"""Prices of squares checked by playing: cards tried one by one, places looked up."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ludotheque.games.race.cards import CARDS, COLOURS
from ludotheque.games.race.notation import Play
from ludotheque.games.race.replays import Replay, is_card, places, with_card
from ludotheque.games.race.verdicts import MORE

Check = Callable[[Replay, str, Mapping[str, Any]], bool]


def _cards(replay: Replay) -> tuple[int, int]:
    """Return how many cards left in hand move the own turtle on, after either play."""
    return _moving(replay, replay.played), _moving(replay, replay.best)


def _moving(replay: Replay, play: str) -> int:
    """Return how many of the cards left in hand move the own turtle on, each tried by the rules."""
    after = replay.after(play)
    hand = [CARDS[card] for card in replay.view.hands[replay.seat]]
    hand.remove(play.partition(":")[0])
    at = places(after)[replay.own][0]
    tried = (with_card(after, card) for card in hand)
    return sum(
        any(
            isinstance(move, Play)
            and move.turtle == replay.own
            and places(given.after(move))[replay.own][0] > at
            for move in given.moves()
        )
        for given in tried
    )


def _squares(replay: Replay, facts: Mapping[str, Any]) -> bool:
    """Return whether the own turtle is where it is said to be, and further by the play."""
    here, there = replay.now[replay.own][0], replay.better[replay.own][0]
    return replay.goes_on and (here, there) == (facts["here"], facts["square"]) and here > there


def _backs(replay: Replay) -> tuple[int, int]:
    """Return how many turtles carry the own one, after either play."""
    return len(replay.below(replay.now)), len(replay.below(replay.better))


def _along(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    gained = {one: replay.now[one][0] - replay.better[one][0] for one in COLOURS}
    others = [gained[one] for one in COLOURS if one != replay.own]
    fewer, more = _cards(replay)
    less, backs = _backs(replay)
    return (
        turtle == replay.own
        and _squares(replay, facts)
        and len([one for one in others if one]) == facts["count"] > 0
        and not any(one < 0 for one in others)
        and (max(others) >= gained[turtle] or sum(others) >= MORE * gained[turtle])
        and less <= backs
        and (fewer, more) == (facts["fewer"], facts["more"])
        and fewer < more
    )


def _alights(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    fewer, count = _backs(replay)
    return (
        turtle == replay.own
        and _squares(replay, facts)
        and facts["here"] - facts["square"] == 1
        and (fewer, count) == (facts["fewer"], facts["count"])
        and count - fewer >= MORE
    )


def _alights_spent(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    fewer, count = _backs(replay)
    left, kept = _cards(replay)
    return (
        turtle == replay.own
        and _squares(replay, facts)
        and facts["here"] - facts["square"] == 1
        and (fewer, count) == (facts["fewer"], facts["count"])
        and (left, kept) == (facts["left"], facts["kept"])
        and fewer < count
        and left < kept
    )


def _spent(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    fewer, more = _cards(replay)
    return (
        turtle == replay.own
        and replay.goes_on
        and replay.now[turtle][0] <= replay.better[turtle][0]
        and (fewer, more) == (facts["fewer"], facts["more"])
        and fewer < more
    )


def _twin(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    card = replay.played.partition(":")[0]
    others = [play for play in replay.slip.good if play.partition(":")[0] != card]
    return turtle == replay.own and any(
        is_card(facts, play) and places(replay.after(play)) == replay.now for play in others
    )


PRICE_CHECKS: Final[Mapping[str, Check]] = {
    "twin": _twin,
    "along": _along,
    "alights": _alights,
    "alights-spent": _alights_spent,
    "spent": _spent,
}
"""How each kind is checked: with the turtle it is about, and its facts."""
