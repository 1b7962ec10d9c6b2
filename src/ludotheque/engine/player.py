"""Player protocol: it sees what its seat may know, and picks a move."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ludotheque.errors import N_, NotAllowed
from ludotheque.position import CHANCE, Position, Seat, Seen, View


class Player(Protocol):
    """Someone who can be asked for a move."""

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Any:  # noqa: ANN401
        """Return one of the legal moves of *view*, whose viewer is to move.

        *past* are the moves of all seats that led here, as the viewer saw them. It is to take no
        longer than *seconds*, if they are given; with time enough they change nothing.
        """


class Weighed(NamedTuple):
    """What a player made of a view: its move, and how much it was for each that it looked at."""

    move: Any
    """What it plays."""
    weights: tuple[tuple[Any, float], ...]
    """Legal moves, each once, and their weights, which add up to 1."""
    share: float | None = None
    """The share of the point that it expects, if it says."""


@runtime_checkable
class Weighing(Protocol):
    """A player that tells how it weighed the moves against each other."""

    def weigh(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Weighed:
        """Return what `Player.choose` would play, and why."""


@runtime_checkable
class Remembering(Protocol):
    """A player that keeps what it has found from one move to the next."""

    @property
    def memory(self) -> int:
        """The bytes that it holds at most between two moves."""


def seat_to_move(position: Position[Any], *, over: bool = False) -> Seat:
    """Return the seat to move in *position*. Raise NotAllowed where there is none.

    A match may be *over* although its position goes on.
    """
    mover = None if over else position.to_move
    if mover is None:
        raise NotAllowed(
            N_("the game is already over in the position “{position}”"), position=position
        )
    if mover is CHANCE:
        raise NotAllowed(N_("it is chance’s turn in the position “{position}”"), position=position)
    return mover


def check_printed(position: Position[Any] | View[Any]) -> None:
    """Raise NotAllowed where the game of *position* was made smaller: only its rules know it."""
    if position.scaled:
        raise NotAllowed(
            N_("engines know a game as it is printed, and “{position}” is of a smaller one"),
            position=position,
        )


def memory_of(player: Player) -> int:
    """Return the bytes that *player* holds at most between two moves; nought if it is not known."""
    return player.memory if isinstance(player, Remembering) else 0


def weighed(player: Player, view: View[Any], past: Sequence[Seen] = ()) -> Weighed:
    """Return what *player* plays and its weights; all weight is on the move if it gives none."""
    if isinstance(player, Weighing):
        return player.weigh(view, past)
    move = player.choose(view, past)
    return Weighed(move, ((move, 1.0),))


class RandomPlayer:
    """Plays any legal move, each as likely as the next."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),  # noqa: ARG002 - as of every player
        seconds: float | None = None,  # noqa: ARG002 - as of every player
    ) -> Any:  # noqa: ANN401
        """Return a legal move at random."""
        return self.rng.choice(view.moves())


class Slipping:
    """Plays as another does, but now and then at random."""

    def __init__(self, player: Player, slip: float, rng: Random) -> None:
        self._player = player
        self._slip = slip
        self._rng = rng

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Any:  # noqa: ANN401
        """Return the other player's move, or with the probability *slip* a random one."""
        if self._rng.random() < self._slip:
            return self._rng.choice(view.moves())
        return self._player.choose(view, past, seconds)
