"""One agent against the house as a Gymnasium environment: `ludotheque/<game>-v0`.

Importing this module registers one for every game. The other seats are taken by a level, or by any
player; they move before `step` returns. Nothing here is faster than they think.
"""

from collections.abc import Mapping
from copy import deepcopy
from random import Random
from typing import Any

from ludotheque.engine import Player, player
from ludotheque.errors import N_, BadOption
from ludotheque.games import shelf, take
from ludotheque.games.coding import refusal
from ludotheque.position import Position, Seat, Seen
from ludotheque.research.episode import Episode, terms
from ludotheque.research.extras import absent
from ludotheque.research.lots import Lots
from ludotheque.research.rendering import check_mode, rendered

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Discrete
    from numpy.typing import NDArray
except ImportError as error:
    raise absent(error, "research") from None

Info = dict[str, Any]
Step = tuple[NDArray[np.uint8], float, bool, bool, Info]


class Legal(Discrete[np.int64]):
    """All actions; a sample without a mask is one that is legal now."""

    def __init__(self, env: "Against") -> None:
        super().__init__(env.terms.coding.actions)
        self._env = env

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: NDArray[np.int8] | None = None,
    ) -> np.int64:
        """Return an action at random, by the mask or the probabilities if there are any."""
        if mask is None and probability is None:
            mask = self._env.mask()
        return super().sample(mask, probability)


class Against(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game in which the agent has one seat; the legal actions are `info["action_mask"]`.

    The opponent is named as for `ludotheque play`, such as `level:3` or `random`, or is a player of
    your own, who then has all other seats and answers with moves or their text. Illegal actions
    raise IllegalMove and change nothing; `IllegalLoses` makes them lose instead.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": ["ansi", "svg"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Player = "level:1",
        seat: Seat = 0,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        most_moves: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.terms = terms(take(game), seats, options, most_moves)
        if not 0 <= seat < self.terms.seats:
            raise BadOption(
                N_("there is no seat {seat}; seats go from 0 to {last}"),
                last=self.terms.seats - 1,
                seat=seat,
            )
        check_mode(render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self._seat = seat
        self._rng = Random()
        self._player = _seated(opponent, game, self._rng)
        coding = self.terms.coding
        self.observation_space = Box(0, coding.highest, coding.shape, np.uint8)
        self.action_space = Legal(self)
        self._episode = Episode(self.terms, Lots(0))
        self._line: list[tuple[Seat, Any, Position[Any]]] = []

    def mask(self) -> NDArray[np.int8]:
        """Return the legal actions as ones."""
        mask = np.zeros(self.terms.coding.actions, np.int8)
        if self._episode.seat == self._seat:
            mask[list(self._episode.legal)] = 1
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin anew; the seed decides what is dealt and what the opponent does."""
        super().reset(seed=seed)
        if options:
            raise BadOption(N_("a table is given its options when it is made, not by a reset"))
        self._rng.seed(int(self.np_random.integers(1 << 63)))
        self._episode = Episode(self.terms, Lots(int(self.np_random.integers(1 << 63))))
        self._line = []
        self._let_others_move()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> Step:
        """Act, and let the others move until it is the agent's turn again or the game is over."""
        if not isinstance(action, int | np.integer):
            raise BadOption(
                N_("an action is a whole number, not {value}"), value=type(action).__name__
            )
        self._act(int(action))
        self._let_others_move()
        ending = self._episode.ending
        if ending is None:
            return self._seen(), 0.0, False, False, self._info()
        reward = ending.rewards(self.terms.seats)[self._seat]
        return self._seen(), reward, not ending.truncated, ending.truncated, self._info()

    def render(self) -> str | None:
        """Return the table as the agent sees it, as a picture or as text for a terminal."""
        if self.render_mode is None:
            return None
        view = self._episode.position.seen_by(self._seat)
        scene = self.terms.game.scene(view, self._seat, self._line[-1][1] if self._line else None)
        return rendered(scene, self.render_mode)

    def _act(self, action: int) -> None:
        episode = self._episode
        seat, before, move = episode.seat, episode.position, episode.legal.get(action)
        episode.act(action)
        if move is not None:
            self._line.append((seat, move, before))

    def _let_others_move(self) -> None:
        episode = self._episode
        while episode.ending is None and episode.seat != self._seat:
            seat, view = episode.seat, episode.position.seen_by(episode.seat)
            past = [Seen(mover, move, before.seen_by(seat)) for mover, move, before in self._line]
            move = self.terms.game.move(str(self._player.choose(view, past)), view)
            for action in self.terms.coding.codes(view, move):
                self._act(action)

    def _seen(self) -> NDArray[np.uint8]:
        seen = np.frombuffer(self._episode.observe(self._seat), np.uint8)
        return seen.reshape(self.terms.coding.shape).copy()

    def _info(self) -> Info:
        return {"action_mask": self.mask()}

    def refusal(self, action: int) -> Exception | None:
        """Return why *action* is refused, None if it is legal."""
        episode = self._episode
        if action in episode.legal:
            return None
        return refusal(self.terms.coding, episode.position, action, episode.legal)


class IllegalLoses(
    gymnasium.Wrapper[NDArray[np.uint8], np.int64, NDArray[np.uint8], np.int64],
    gymnasium.utils.RecordConstructorArgs,
):
    """The convention that an illegal action loses the game at once, with a reward of -1."""

    def __init__(self, env: gymnasium.Env[NDArray[np.uint8], np.int64]) -> None:
        gymnasium.utils.RecordConstructorArgs.__init__(self)
        super().__init__(env)
        self._last: tuple[NDArray[np.uint8], Info]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin anew."""
        self._last = self.env.reset(seed=seed, options=options)
        return self._last

    def step(self, action: np.int64) -> Step:
        """Act, or lose."""
        table = self.unwrapped
        if not isinstance(table, Against):
            raise TypeError(table)
        why = table.refusal(int(action))
        if why is not None:
            seen, info = self._last
            return seen.copy(), -1.0, True, False, {**deepcopy(info), "illegal": str(why)}
        seen, reward, terminated, truncated, info = self.env.step(action)
        self._last = seen, info
        return seen, float(reward), terminated, truncated, info


def _seated(opponent: str | Player, game: str, rng: Random) -> Player:
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
    seated = player(opponent, take(game), rng)
    if seated is None:
        raise BadOption(N_("there is no person here to play: name a computer player"))
    return seated


for _game in shelf().values():
    if _game.coding:
        gymnasium.register(
            f"ludotheque/{_game.slug}-v0", f"{__name__}:Against", kwargs={"game": _game.slug}
        )
