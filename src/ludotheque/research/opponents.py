"""Opponents: who takes the other seats at an agent's table, and how they are asked for a move."""

from copy import deepcopy
from random import Random
from typing import Any, Protocol

from ludotheque.engine import Player, player
from ludotheque.engine.course import weigher
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame
from ludotheque.position import Position, Seen
from ludotheque.research.episode import Episode
from ludotheque.research.kernel_episode import KernelEpisode
from ludotheque.research.lots import Lots
from ludotheque.research.python_episode import PythonEpisode
from ludotheque.research.terms import Terms


def invited(opponent: str | Player, game: AnyGame, rng: Random) -> Player:
    """Return the player of that name, or the one that is given. Raise BadOption for neither."""
    if not isinstance(opponent, str):
        if not callable(getattr(opponent, "choose", None)):
            raise BadOption(
                N_(
                    "an opponent is a name, or an object with a method choose(view, past),"
                    " not {value}"
                ),
                value=type(opponent).__name__,
            )
        return opponent
    found = player(opponent, game, rng)
    if found is None:
        raise BadOption(N_("there is no person here to play: name a computer player"))
    return found


class Opponents(Protocol):
    """Who takes the other seats: they begin a game, and move in it when they are asked to."""

    def begin(self, chance: Lots, start: Position[Any] | None) -> Episode:
        """Return a game for them to play in, the only one from now on."""

    def move(self) -> None:
        """Move for the seat that is to. Raise BadMove or IllegalMove if what it says is none."""


class ByNumbers:
    """Players whom the kernel asks: they look at its game, and answer with a move's number."""

    def __init__(self, player: Player, terms: Terms) -> None:
        self._player, self._terms = player, terms
        self._weigh = weigher(player, terms.game)
        self._episode = KernelEpisode(terms, Lots(0))

    def __deepcopy__(self, memo: dict[int, Any]) -> "ByNumbers":
        other = ByNumbers(deepcopy(self._player, memo), self._terms)
        other._episode = deepcopy(self._episode, memo)
        return other

    def begin(self, chance: Lots, start: Position[Any] | None) -> KernelEpisode:
        """Return a game for them to play in."""
        # Nobody plays the last one any more: its course has its memory already.
        self._episode = KernelEpisode(self._terms, chance, start, self._episode.course)
        return self._episode

    def move(self) -> None:
        """Move for the seat that is to."""
        assert self._weigh is not None  # noqa: S101 - as `seated` makes sure
        self._episode.play(self._weigh(self._episode.course).move)


class ByViews:
    """Players who are shown what their seat may know and remembers, and answer with a move."""

    _episode: PythonEpisode
    """The game that has begun; before the first there is none."""

    def __init__(self, player: Player, terms: Terms) -> None:
        self._player, self._terms = player, terms
        self._pasts: list[list[Seen]] = []

    def begin(self, chance: Lots, start: Position[Any] | None) -> PythonEpisode:
        """Return a game for them to play in."""
        self._pasts = [[] for _ in range(self._terms.seats)]
        self._episode = PythonEpisode(self._terms, chance, start)
        return self._episode

    def move(self) -> None:
        """Move for the seat that is to. Raise BadMove or IllegalMove if what it says is none."""
        episode = self._episode
        seat, view = episode.seat, episode.position.seen_by(episode.seat)
        past = self._pasts[seat]
        # What was seen once is kept: to look at every position anew would take ever longer.
        for mover, move, before in episode.line[len(past) :]:
            past.append(Seen(mover, move, before.seen_by(seat)))
        chosen = self._terms.game.move(str(self._player.choose(view, past[:])), view)
        for action in self._terms.coding.codes(view, chosen):
            episode.act(action)


def seated(player: Player, terms: Terms, *, in_python: bool) -> Opponents:
    """Return how *player* is asked: by the kernel if it can, and unless it is to be *in_python*."""
    if in_python or weigher(player, terms.game) is None:
        return ByViews(player, terms)
    return ByNumbers(player, terms)
