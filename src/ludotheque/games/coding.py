"""Encoding for learning: moves as numbers and views as planes of bytes.

A game's `Coding` numbers its actions once and for all. A move is one action or several in a row; no
move is the beginning of another, so a move is complete as soon as its actions spell one. Everything
that follows from that is a function here and knows no game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple

from ludotheque.errors import N_, IllegalMove
from ludotheque.position import M, Seat, View

Actions = tuple[int, ...]
"""The actions of a move, or of its beginning."""


class Planes(NamedTuple):
    """Some neighbours along the first axis of an observation, and what they say."""

    size: int
    says: str


@dataclass(frozen=True, kw_only=True)
class Coding(Generic[M]):
    """How a game's moves are numbered, and how a seat's view becomes an array."""

    actions: int
    """How many there are, numbered from 0."""
    name: Callable[[int, Seat], str]
    """The name of an action when that seat takes it, the same in every position."""
    codes: Callable[[Any, M], Actions]
    """The actions that make up a move of the seat to move; from the position or its view."""
    shape: tuple[int, ...]
    """Of an observation, an array of bytes; the first axis is that of the planes."""
    planes: tuple[Planes, ...]
    """The meaning of each, in order."""
    highest: int
    """No byte of an observation is higher."""
    observe: Callable[[Any, Seat, Actions], bytearray]
    """What a seat's own view shows it, from its side of the table, after the actions with which
    whoever is to move has begun its move."""
    legs: int = 1
    """How many actions a move has at most."""
    most_moves: int
    """The moves of all seats after which an environment breaks off a game that has not ended."""


def choices(coding: Coding[M], view: View[M], begun: Actions = ()) -> dict[int, M | None]:
    """Return the legal actions, in their order, after those with which the move has *begun*.

    Each has the move that it completes, None where more actions must follow.
    """
    at = len(begun)
    found: dict[int, M | None] = {}
    for move in view.moves():
        codes = coding.codes(view, move)
        if codes[:at] == begun:
            found[codes[at]] = move if len(codes) == at + 1 else None
    return dict(sorted(found.items()))


def decoded(coding: Coding[M], view: View[M], actions: Sequence[int]) -> M:
    """Return the legal move that *actions* spell, or raise IllegalMove."""
    begun: Actions = ()
    for number, action in enumerate(actions, start=1):
        legal = choices(coding, view, begun)
        if action not in legal:
            raise refusal(coding, view, action, legal)
        move = legal[action]
        if move is not None and number == len(actions):
            return move
        begun = (*begun, action)
    raise IllegalMove(N_("the actions {actions} do not make a whole move"), actions=list(actions))


def refusal(
    coding: Coding[Any], view: View[Any], action: int, legal: Sequence[int] | dict[int, Any]
) -> IllegalMove:
    """Return why *action* cannot be taken by the seat to move, with all that can."""
    seat = view.to_move
    if not isinstance(seat, int):
        return IllegalMove(N_("action {action}: it is nobody’s turn"), action=action)
    return unlisted(coding, seat, action, legal)


def unlisted(
    coding: Coding[Any], seat: Seat, action: int, legal: Sequence[int] | dict[int, Any]
) -> IllegalMove:
    """Return the refusal of an *action* that is not one of the *legal* ones."""
    if not 0 <= action < coding.actions:
        return IllegalMove(
            N_("action {action}: actions go from 0 to {last}"),
            action=action,
            last=coding.actions - 1,
        )
    return IllegalMove(
        N_("action {action} ({name}) is not legal here; the legal ones are: {legal}"),
        action=action,
        name=coding.name(action, seat),
        legal=", ".join(f"{number} ({coding.name(number, seat)})" for number in legal) or "-",
    )
