"""One agent against the house as a Gymnasium environment: `ludotheque/<game>-v0`.

Importing this module registers one for every game, and `ludotheque/<game>-games-v0` for
`gymnasium.make_vec`: many games side by side, in which the agent has all seats.

The other seats are taken by a level, or by any player; they move before `step` returns. Nothing
here is faster than they think. Players that the kernel knows are asked there, with no position or
text in between.
"""

from collections.abc import Mapping
from copy import deepcopy
from operator import index
from random import Random
from typing import Any, Self

from ludotheque.engine import Player
from ludotheque.errors import N_, BadOption, absent
from ludotheque.games import shelf, take
from ludotheque.games.coding import refusal
from ludotheque.position import Seat
from ludotheque.research.lots import Lots
from ludotheque.research.opponents import invited, seated
from ludotheque.research.remade import Remade
from ludotheque.research.rendering import HUMAN, check_mode, rendered, shown
from ludotheque.research.terms import POSITION, check_reset, starts, terms
from ludotheque.scene import Scene

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

    def __reduce__(self) -> tuple[Any, ...]:
        return Discrete, (self.n,)  # Elsewhere there is no table, and nothing legal to know of.

    def sample(
        self,
        mask: NDArray[np.int8] | None = None,
        probability: NDArray[np.int8] | None = None,
    ) -> np.int64:
        """Return an action at random, by the mask or the probabilities if there are any."""
        legal = self._env.legal() if mask is None and probability is None else []
        if not legal:
            return super().sample(mask, probability)
        return np.int64(legal[self.np_random.integers(len(legal))])


class Against(Remade, gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game in which the agent has one seat; the legal actions are `info["action_mask"]`.

    The opponent is named as for `ludotheque play`, such as `level:3` or `random`, or is a player of
    your own, who then has all other seats and answers with moves or their text. Illegal actions
    raise IllegalMove and change nothing; `IllegalLoses` makes them lose instead. A pickle holds how
    the environment was made, not the game that is being played; a deep copy holds both.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": [HUMAN, "ansi", "svg"],
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        opponent: str | Player = "level:1",
        seat: Seat = 0,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        most_moves: int | None = None,
        in_python: bool = False,
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
        player = invited(opponent, self.terms.game, self._rng)
        self._opponent = seated(player, self.terms, in_python=in_python)
        coding = self.terms.coding
        self.observation_space = Box(0, coding.highest, coding.shape, np.uint8)
        self.action_space = Legal(self)
        self._episode = self._opponent.begin(Lots(0), None)

    def _take_over(self, original: Self) -> None:
        # A space is reduced to what it is elsewhere; here it is to know its table.
        self.action_space = Legal(self)
        self.action_space._np_random = deepcopy(original.action_space._np_random)  # noqa: SLF001

    def action_masks(self) -> NDArray[np.int8]:
        """Return the legal actions as ones; sb3-contrib asks for them by this name."""
        mask = np.zeros(self.terms.coding.actions, np.int8)
        mask[self.legal()] = 1
        return mask

    def legal(self) -> list[int]:
        """Return the numbers of the legal actions."""
        episode = self._episode
        return episode.legal if episode.seat == self._seat else []

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], Info]:
        """Begin anew; the seed decides what is dealt and what the opponent does.

        The only option is `position`: the text to begin from. Raise BadOption or BadPosition and
        change nothing if the game cannot.
        """
        check_reset(options or {}, POSITION)
        position = (options or {}).get(POSITION)
        start = None if position is None else starts(self.terms, [position], 1)[0]
        super().reset(seed=seed)
        self._rng.seed(int(self.np_random.integers(1 << 63)))
        chance = Lots(int(self.np_random.integers(1 << 63)))
        self._episode = self._opponent.begin(chance, start)
        self._let_others_move()
        if self._episode.ending is not None:
            raise BadOption(
                N_("the game is over before seat {seat} can act: begin elsewhere"), seat=self._seat
            )
        self._show()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> Step:
        """Act, and let the others move until it is the agent's turn again or the game is over."""
        try:
            number = index(action)
        except TypeError:
            value = type(action).__name__
            raise BadOption(N_("an action is a whole number, not {value}"), value=value) from None
        if self._episode.ending is None and self._episode.seat != self._seat:
            raise BadOption(N_("no game has begun: call reset first"))
        self._episode.act(number)
        self._let_others_move()
        self._show()
        ending = self._episode.ending
        if ending is None:
            return self._seen(), 0.0, False, False, self._info()
        reward = ending.rewards(self.terms.seats)[self._seat]
        return self._seen(), reward, not ending.truncated, ending.truncated, self._info()

    def render(self) -> str | None:
        """Return the table as the agent sees it, as a picture or as text for a terminal.

        For people it is shown in the terminal by every step, and nothing is returned.
        """
        if self.render_mode in (None, HUMAN):
            return None
        return rendered(self._scene(), self.render_mode)

    def _scene(self) -> Scene:
        view = self._episode.position.seen_by(self._seat)
        return self.terms.game.scene(view, self._seat, self._episode.last)

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            shown(self._scene())

    def _let_others_move(self) -> None:
        episode = self._episode
        while episode.ending is None and episode.seat != self._seat:
            self._opponent.move()

    def _seen(self) -> NDArray[np.uint8]:
        seen = np.frombuffer(self._episode.observe(self._seat), np.uint8)
        return seen.reshape(self.terms.coding.shape).copy()

    def _info(self) -> Info:
        return {"action_mask": self.action_masks()}

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


for _game in shelf().values():
    if _game.coding:
        gymnasium.register(
            f"ludotheque/{_game.slug}-v0", f"{__name__}:Against", kwargs={"game": _game.slug}
        )
        gymnasium.register(
            f"ludotheque/{_game.slug}-games-v0",
            vector_entry_point="ludotheque.research.vector:Games",
            kwargs={"game": _game.slug},
        )
