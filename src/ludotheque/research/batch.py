"""Vectorised games: many side by side, by the kernel where it knows the game, else in Python.

Both do the same, seed for seed: the same deals, the same picks, the same arrays.
"""

from collections.abc import Sequence
from copy import copy
from math import prod
from typing import Any, Protocol, Self

from ludotheque.engine.kernel import Renewal, has_batch, new_batch
from ludotheque.errors import N_, IllegalMove, absent
from ludotheque.games.coding import unlisted
from ludotheque.research.lots import Lots, lots_of
from ludotheque.research.python_episode import PythonEpisode
from ludotheque.research.terms import Terms, starts

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise absent(error, "research") from None

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]

NOBODY = -2
"""Who is to act in a game that has ended and does not begin anew."""


class Batch(Protocol):
    """Games of one kind, each a row of every array. The arrays are overwritten by each step."""

    terms: Terms
    size: int
    observations: Bytes
    """What whoever acts may know, one row of bytes a game."""
    final_observations: Bytes
    """How a game that has just ended, and begun anew, looked to the next who might have acted."""
    masks: NDArray[Any]
    """The legal actions: booleans, or eight to a byte where there are very many."""
    rewards: NDArray[np.float32]
    """By game and seat, where a game has just ended."""
    earned: NDArray[np.float32]
    """By game, the reward of the seat that has just acted."""
    terminated: Flags
    truncated: Flags
    to_move: NDArray[np.int8]
    picked: NDArray[np.int64]
    """The actions that `sample` has picked."""

    def reset(self, seed: int, positions: Sequence[str] | None = None) -> None:
        """Begin every game anew: from its own of those positions, or from the start.

        Until the next reset, a game that has ended begins anew from there too. Raise BadOption or
        BadPosition and change nothing if a game cannot begin so.
        """

    def step(self, actions: NDArray[np.int64]) -> None:
        """Act in every game, or raise IllegalMove and change nothing.

        Where a game has ended and is renewed in this step, it begins anew, whatever the action is.
        """

    def step_alone(self, action: int) -> None:
        """Act in the only game."""

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each game, all as likely; -1 where none is."""

    def observe(self, number: int, seat: int) -> Bytes:
        """Return what a seat of one game may know."""

    def text(self, number: int) -> str:
        """Return the whole position of one game.

        Amid a move the kernel shows the board as it stands, Python the one that the move began on.
        """


def play(
    terms: Terms, size: int, *, renewal: Renewal = Renewal.AT_ONCE, in_python: bool = False
) -> Batch:
    """Return a batch on those terms, by the kernel if it can and unless it is to be *in_python*."""
    if has_batch(terms.game) and not in_python:
        return KernelBatch(terms, size, renewal=renewal)
    return PythonBatch(terms, size, renewal=renewal)


class KernelBatch:
    """A batch in the kernel, whose arrays are read where they lie."""

    def __init__(self, terms: Terms, size: int, *, renewal: Renewal) -> None:
        self.terms = terms
        self.size = size
        self._hold(
            new_batch(
                terms.game,
                size,
                terms.seats,
                terms.options,
                moves=terms.moves,
                drawn=terms.drawn,
                renewal=renewal,
            )
        )

    def _hold(self, kernel: Any) -> None:  # noqa: ANN401 - compiled
        self._kernel = kernel
        self.text = kernel.text
        self.observations: Bytes = kernel.observations
        self.final_observations: Bytes = kernel.final_observations
        self.masks: NDArray[Any] = kernel.masks
        self.rewards: NDArray[np.float32] = kernel.rewards
        self.earned: NDArray[np.float32] = kernel.earned
        self.terminated: Flags = kernel.terminated
        self.truncated: Flags = kernel.truncated
        self.to_move: NDArray[np.int8] = kernel.to_move
        self.picked: NDArray[np.int64] = kernel.picked

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = copy(self)
        other._hold(self._kernel.copy())  # noqa: SLF001 - one of this class
        return other

    def reset(self, seed: int, positions: Sequence[str] | None = None) -> None:
        """Begin every game anew, from its own of those positions or from the start."""
        given = () if positions is None else starts(self.terms, positions, self.size)
        self._kernel.reset(seed, [str(position) for position in given])

    def step(self, actions: NDArray[np.int64]) -> None:
        """Act in every game, or raise IllegalMove and change nothing."""
        illegal = self._kernel.step(actions)
        if illegal >= 0:
            raise refused(self, illegal, int(actions[illegal]))

    def step_alone(self, action: int) -> None:
        """Act in the only game, or raise IllegalMove and change nothing."""
        known = 0 <= action < self.terms.coding.actions  # the kernel takes no number of more bits
        if not known or self._kernel.step_alone(action) >= 0:
            raise refused(self, 0, action)

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each game, every one as likely as the next."""
        self._kernel.sample()
        return self.picked

    def observe(self, number: int, seat: int) -> Bytes:
        """Return what a seat of one game may know."""
        return np.frombuffer(self._kernel.observe(number, seat), np.uint8)


def legal_in(batch: Batch, number: int) -> Flags:
    """Return the mask of one game, a boolean an action."""
    mask: NDArray[Any] = batch.masks[number]
    return mask if mask.dtype == np.bool_ else unpacked(mask, batch.terms.coding.actions)


def unpacked(bits: Bytes, actions: int) -> Flags:
    """Return masks of eight actions a byte with a boolean for each."""
    return np.unpackbits(bits, axis=-1, count=actions, bitorder="little").view(np.bool_)


def refused(batch: Batch, number: int, action: int) -> Exception:
    """Return why *action* is not taken in one game, where it is not legal."""
    legal = np.flatnonzero(legal_in(batch, number)).tolist()
    refusal = unlisted(batch.terms.coding, int(batch.to_move[number]), action, legal)
    if batch.size == 1:
        return refusal
    return IllegalMove(N_("game {number}: {problem}"), number=number, problem=refusal)


class PythonBatch:
    """A batch of episodes in Python."""

    def __init__(self, terms: Terms, size: int, *, renewal: Renewal) -> None:
        self.terms = terms
        self.size = size
        self._renewal = renewal
        observed = prod(terms.coding.shape)
        self.observations = np.zeros((size, observed), np.uint8)
        self.final_observations = np.zeros((size, observed), np.uint8)
        self.masks = np.zeros((size, terms.coding.actions), np.bool_)
        self.rewards = np.zeros((size, terms.seats), np.float32)
        self.earned = np.zeros(size, np.float32)
        self.terminated = np.zeros(size, np.bool_)
        self.truncated = np.zeros(size, np.bool_)
        self.to_move = np.zeros(size, np.int8)
        self.picked = np.zeros(size, np.int64)
        self.reset(0)

    def reset(self, seed: int, positions: Sequence[str] | None = None) -> None:
        """Begin every game anew, from its own of those positions or from the start."""
        given = None if positions is None else starts(self.terms, positions, self.size)
        lots = [lots_of(seed, number) for number in range(self.size)]
        self._games = [
            PythonEpisode(self.terms, chance, given[number] if given else None)
            for number, (chance, _) in enumerate(lots)
        ]
        self._picks: list[Lots] = [picks for _, picks in lots]
        for outcome in (self.rewards, self.earned, self.terminated, self.truncated):
            outcome.fill(0)
        for number in range(self.size):
            self._show(number)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Act in every game, or raise IllegalMove and change nothing."""
        for number, action in enumerate(actions.tolist()):
            if not self._waiting(number) and action not in self._games[number].legal:
                raise refused(self, number, action)
        self.rewards.fill(0)
        self.earned.fill(0)
        for number, action in enumerate(actions.tolist()):
            self._act(number, action)

    def step_alone(self, action: int) -> None:
        """Act in the only game, or raise IllegalMove and change nothing."""
        self.step(np.array([action]))

    def _waiting(self, number: int) -> bool:
        """Return whether a game begins anew in the next step."""
        over = self._games[number].ending is not None
        return over and self._renewal is Renewal.NEXT_STEP

    def _act(self, number: int, action: int) -> None:
        game = self._games[number]
        if self._waiting(number):
            self.terminated[number] = self.truncated[number] = False
            game.begin()
            self._show(number)
            return
        actor = game.seat
        ending = game.act(action)
        self.terminated[number] = ending is not None and not ending.truncated
        self.truncated[number] = ending is not None and ending.truncated
        if ending is not None:
            self.rewards[number] = ending.rewards(self.terms.seats)
            self.earned[number] = self.rewards[number, actor]
            if self._renewal is Renewal.AT_ONCE:
                self.final_observations[number] = game.observe(game.seat)
                game.begin()
        self._show(number)

    def _show(self, number: int) -> None:
        game = self._games[number]
        self.observations[number] = game.observe(game.seat)
        self.masks[number] = False
        self.masks[number, game.legal] = True
        self.to_move[number] = game.seat if game.ending is None else NOBODY

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each game, every one as likely as the next."""
        for number, (game, picks) in enumerate(zip(self._games, self._picks, strict=True)):
            legal = game.legal
            self.picked[number] = legal[picks.below(len(legal))] if legal else -1
        return self.picked

    def observe(self, number: int, seat: int) -> Bytes:
        """Return what a seat of one game may know."""
        return np.frombuffer(self._games[number].observe(seat), np.uint8)

    def text(self, number: int) -> str:
        """Return the position of one game; during a move, the one that it began from."""
        return str(self._games[number].position)
