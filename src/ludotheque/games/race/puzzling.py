"""Puzzles of the turtle race: its colours in any order, and the questions that can be asked."""

from dataclasses import replace
from typing import Final

from ludotheque.errors import N_
from ludotheque.games.puzzling import Puzzling, Theme
from ludotheque.games.race.cards import CARDS, COLOURS, NUMBER, TURTLES
from ludotheque.games.race.chances import FINISH, GUARD, chances
from ludotheque.games.race.notation import Play, read_play
from ludotheque.games.race.rules import Race, RaceView
from ludotheque.position import Seat

_SECRETS: Final = {
    "r": N_("red"),
    "g": N_("green"),
    "b": N_("blue"),
    "y": N_("yellow"),
    "p": N_("purple"),
}


def images(text: str) -> tuple[str, ...]:
    """Return the position with the colours in the order in which they stand on the track.

    Whatever the colours are, it is the same race: so one image stands for all.
    """
    track, seat, tiles, hands, discards = text.split(" ")
    standing = [sign for sign in track if sign in TURTLES]
    if len(standing) < len(TURTLES):
        return (text,)
    named = str.maketrans("".join(standing), TURTLES)

    def heap(cards: str) -> str:
        told = [card.translate(named) for card in cards.split(",")]
        return ",".join(sorted(told, key=lambda card: NUMBER.get(card, len(CARDS))))

    return (
        " ".join(
            (
                track.translate(named),
                seat,
                tiles.translate(named),
                "|".join(heap(hand) for hand in hands.split("|")),
                heap(discards),
            )
        ),
    )


def held(position: Race, seat: Seat) -> str:
    """Return the turtle on the tile of *seat*."""
    return position.tiles[seat]


def traced(view: RaceView) -> str:
    """Return the track, which is all that a play is understood by."""
    return str(view).partition(" ")[0]


def retold(view: RaceView, trace: str, play: str) -> tuple[RaceView, Play]:
    """Return *view* with the track as it was, and what was played then."""
    squares = trace.split("/")
    track = tuple("" if square == "." else square for square in squares)
    return replace(view, track=track), read_play(play)


PUZZLING: Final = Puzzling(
    images=images,
    chances=chances,
    secrets=_SECRETS,
    held=held,
    looks={turtle: f"tile/{COLOURS[turtle]}" for turtle in TURTLES},
    traced=traced,
    retold=retold,
    themes={
        FINISH: Theme(
            N_("To the lettuce"),
            N_("To end the race is one thing, to own the first turtle another."),
            N_("Which play has the best chance to win?"),
        ),
        GUARD: Theme(
            N_("On guard"),
            N_("When nobody can finish yet, it counts what the next player may hold."),
            N_("Which play leaves the next player the smallest chance to come first at once?"),
        ),
    },
)
