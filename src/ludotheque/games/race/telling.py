"""The turtle race in words: what wins, what a card does, what the rules leave no choice about."""

from collections.abc import Iterator
from typing import Final

from ludotheque.errors import N_
from ludotheque.games import Aim, Duty, Options, Told
from ludotheque.games.race.cards import CARDS, LAST, STEPS, SUIT
from ludotheque.games.race.colours import CARDS_OF, COLOUR_WORDS, THE_TURTLES
from ludotheque.games.race.notation import Move, Play
from ludotheque.games.race.rules import Race, RaceView
from ludotheque.games.race.track import LETTUCE, START, find, moved
from ludotheque.position import Seat

_GOES: Final = {
    -1: N_("{suit} {sign}: {turtle} goes back one square, from {origin} to {square}."),
    1: N_("{suit} {sign}: {turtle} goes forward one square, from {origin} to {square}."),
    2: N_("{suit} {sign}: {turtle} goes forward two squares, from {origin} to {square}."),
}
"""By the number of squares."""
_CARRIES: Final = (
    N_("It carries {rider}."),
    N_("It carries {rider} and {second}."),
    N_("It carries {rider}, {second} and {third}."),
    N_("It carries {rider}, {second}, {third} and {fourth}."),
)
"""By the number of riders, less one."""
_RIDERS: Final = ("rider", "second", "third", "fourth")


_AIMS: Final = {
    "secret": N_("Get your secret turtle to the lettuce first."),
    "open": N_("Get the turtle on your tile to the lettuce first."),
}
"""By option `tiles`."""
_REACHED: Final = "././gb/./y/./p/././r 2 rg r+|g+ r+"


def aim(options: Options, seat: Seat | None) -> Aim:
    """Return that one's own turtle is to be first (2, End)."""
    if seat is None:
        return Aim(N_("Whoever owns the first turtle at the lettuce wins."), {})
    lettuce = str(LETTUCE)
    way = (str(START), lettuce)
    return Aim(_AIMS[options["tiles"]], {}, spots=(lettuce,), way=way, reached=_REACHED)


def tell(before: Race | RaceView, move: Move) -> tuple[Told, ...]:
    """Return what a card does on the track: whom it moves, who rides along, where they end up.

    The track is all that it looks at, so anyone's view will do. Nothing is told of what is dealt.
    """
    if not isinstance(move, Play):
        return ()
    card: dict[str, object] = {"suit": CARDS_OF[SUIT[move.card]], "sign": sign(move)}
    if not move.turtle:
        return (Told(N_("{suit} {sign} is discarded: no card could be played."), card),)
    return tuple(_way(before, move, card))


def brief(move: Move) -> Told | None:
    """Return a card as it is called in a list of moves, with the turtle where that was chosen."""
    if not isinstance(move, Play):
        return None
    suit = SUIT[move.card]
    card: dict[str, object] = {"suit": COLOUR_WORDS[suit], "sign": sign(move)}
    if not move.turtle:
        return Told(N_("{suit} {sign}, discarded"), card)
    if suit == move.turtle:
        return Told(N_("{suit} {sign}"), card)
    return Told(N_("{suit} {sign} on {turtle}"), {**card, "turtle": COLOUR_WORDS[move.turtle]})


def sign(play: Play) -> str:
    """Return what is printed on a card beside its suit."""
    name = CARDS[play.card]
    return (
        name[1:].replace("+", "↑") if name[0] == LAST else name[1:].replace("-", "\N{MINUS SIGN}")
    )


def _way(before: Race | RaceView, play: Play, card: dict[str, object]) -> Iterator[Told]:
    loose = before.variant.loose
    after = moved(before.track, play.turtle, STEPS[play.card], loose=loose)
    origin, square = find(before.track, play.turtle), find(after, play.turtle)
    facts = {**card, "turtle": THE_TURTLES[play.turtle], "origin": origin, "square": square}
    yield Told(_GOES[square - origin], facts)
    left = [turtle for turtle in before.track[origin] if turtle not in after[origin]]
    riders = [THE_TURTLES[turtle] for turtle in left if turtle != play.turtle]
    if riders:
        yield Told(_CARRIES[len(riders) - 1], dict(zip(_RIDERS, riders, strict=False)))
    if square == LETTUCE:
        yield Told(N_("The lettuce is reached."), {})
    elif before.track[square] and not (loose and square == START):
        yield Told(N_("It lands on top of {top}."), {"top": THE_TURTLES[before.track[square][-1]]})


def duty(view: Race | RaceView, seat: Seat) -> Duty | None:
    """Return why cards of *seat*'s hand cannot be played: nothing can (2.6), or some cannot (2.4).

    A card that can be played on some turtle is no surprise to anyone.
    """
    plays = [move for move in view.moves() if isinstance(move, Play)]
    if view.to_move != seat or not plays:
        return None
    if not plays[0].turtle:
        return Duty(N_("None of your cards can be played: discard one."), {}, "2.6")
    if {play.card for play in plays} != {*view.hands[seat]}:
        return Duty(
            N_("A turtle on the start cannot go back, so not every card can be played."), {}, "2.4"
        )
    return None
