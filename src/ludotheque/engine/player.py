"""Who thinks: a player sees what its seat may know, and picks a move."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from ludotheque.position import Seen, View


class Player(Protocol):
    """Someone who can be asked for a move."""

    def choose(
        self, view: View[Any], past: Sequence[Seen] = (), seconds: float | None = None
    ) -> Any:  # noqa: ANN401
        """Return one of the legal moves of *view*, whose viewer is to move.

        *past* are the moves of all seats that led here, as the viewer saw them. It is to take no
        longer than *seconds*, if they are given; with time enough they change nothing.
        """


class RandomPlayer:
    """Plays any legal move, each as likely as the next."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),  # noqa: ARG002 - as of every player
        seconds: float | None = None,  # noqa: ARG002 - as of every player
    ) -> Any:  # noqa: ANN401
        """Return a legal move at random."""
        return self._rng.choice(view.moves())


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
