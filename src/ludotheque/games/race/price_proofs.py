"""Prices of squares checked by playing: cards tried one by one, places looked up."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from ludotheque.games.race.cards import CARDS, COLOURS
from ludotheque.games.race.notation import Play
from ludotheque.games.race.replays import Places, Replay, places, with_card
from ludotheque.games.race.rules import read_move
from ludotheque.games.race.verdicts import MORE

Check = Callable[[Replay, str, Mapping[str, Any]], bool]


def _cards(replay: Replay) -> tuple[int, int]:
    """Return how many cards left in hand move the own turtle on, after either play."""
    return _moving(replay, replay.played), _moving(replay, replay.best)


def _moving(replay: Replay, play: str) -> int:
    """Return how many of the cards left in hand move the own turtle on, each tried by the rules."""
    after = replay.world.after(read_move(play, replay.world))
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


def _goes_on(replay: Replay) -> bool:
    return replay.first(replay.now) is None and replay.first(replay.better) is None


def _squares(replay: Replay, facts: Mapping[str, Any]) -> bool:
    """Return whether the own turtle is where it is said to be, and further by the play."""
    here, there = replay.now[replay.own][0], replay.better[replay.own][0]
    return _goes_on(replay) and (here, there) == (facts["here"], facts["square"]) and here > there


def _backs(replay: Replay) -> tuple[int, int]:
    """Return how many turtles carry the own one, after either play."""
    return len(replay.below(replay.now)), len(replay.below(replay.better))


def _is_further(turtle: str, now: Places, better: Places) -> bool:
    return now[turtle][0] > better[turtle][0]


def _along(replay: Replay, turtle: str, facts: Mapping[str, Any]) -> bool:
    others = set(COLOURS) - {replay.own}
    further = {other for other in others if _is_further(other, replay.now, replay.better)}
    behind = {other for other in others if _is_further(other, replay.better, replay.now)}
    fewer, more = _cards(replay)
    less, backs = _backs(replay)
    return (
        turtle == replay.own
        and _squares(replay, facts)
        and len(further) == facts["count"] > 0
        and not behind
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
        and _goes_on(replay)
        and not _is_further(turtle, replay.now, replay.better)
        and (fewer, more) == (facts["fewer"], facts["more"])
        and fewer < more
    )


PRICE_CHECKS: Final[Mapping[str, Check]] = {
    "along": _along,
    "alights": _alights,
    "alights-spent": _alights_spent,
    "spent": _spent,
}
"""How each kind is checked: with the turtle it is about, and its facts."""
