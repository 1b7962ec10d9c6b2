"""Many games side by side as a Gymnasium `VectorEnv`: arrays in, arrays out.

All seats act through one environment: `to_move` says whose turn it is in each game, observations
are what that seat may know, the reward is that of the seat that has just acted, and `info` has the
rewards of all. A game that has ended begins anew in the same step, or in the next.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Self

from ludotheque.engine.kernel import Renewal
from ludotheque.errors import N_, BadOption, absent
from ludotheque.games import take
from ludotheque.research.batch import Bytes, Flags, play, refused, unpacked
from ludotheque.research.remade import Remade
from ludotheque.research.rendering import check_mode
from ludotheque.research.terms import POSITIONS, check_reset, starts, terms

try:
    import numpy as np
    from gymnasium.spaces import Box, Discrete, MultiDiscrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from numpy.typing import NDArray
except ImportError as error:
    raise absent(error, "research") from None

Info = dict[str, Any]

MOST_GAMES: Final = 1 << 20
"""More side by side the kernel does not play."""
_WORD: Final = 1 << 64
_MOST_ACTION: Final = (1 << 63) - 1


def _renewal(mode: AutoresetMode | str) -> Renewal:
    """Return when games begin anew by Gymnasium's *mode*. Raise BadOption where they do not."""
    for known, renewal in (
        (AutoresetMode.SAME_STEP, Renewal.AT_ONCE),
        (AutoresetMode.NEXT_STEP, Renewal.NEXT_STEP),
    ):
        if mode in (known, known.value):
            return renewal
    raise BadOption(
        N_("autoreset_mode is one of {modes}, not “{mode}”"),
        modes=f"{AutoresetMode.SAME_STEP.value}, {AutoresetMode.NEXT_STEP.value}",
        mode=mode,
    )


class Games(Remade, VectorEnv[Bytes, NDArray[np.int64], NDArray[Any]]):
    """As many games of one kind as you like, with legal actions and observations as arrays.

    With *autoreset_mode* NEXT_STEP, a game that has ended stays as it is until the next step, which
    takes no action there: nobody is to move (-2), nothing is legal, and `sample` picks -1. Wrappers
    of Gymnasium that change observations need that.

    With *copy* false, what `reset` and `step` return are the arrays themselves, read-only and
    overwritten by the next step: nothing is copied. With *packed*, masks have eight actions a byte,
    the first the lowest, filled up to whole words; otherwise they are ones and noughts.

    A pickle holds how the games were made, not how far they have been played; a deep copy holds
    both.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": ["ansi"],
    }
    _views: ClassVar = ("_observations", "_final")

    def __init__(
        self,
        game: str,
        num_envs: int,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        most_moves: int | None = None,
        packed: bool = False,
        copy: bool = True,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        in_python: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if num_envs not in range(1, MOST_GAMES + 1):
            raise BadOption(
                N_("there can be 1 to {most} games side by side, not {count}"),
                most=MOST_GAMES,
                count=num_envs,
            )
        check_mode(render_mode, self.metadata["render_modes"])
        self.terms = terms(take(game), seats, options, most_moves)
        coding = self.terms.coding
        self.num_envs = num_envs = int(num_envs)
        self.render_mode = render_mode
        self.single_observation_space = Box(0, coding.highest, coding.shape, np.uint8)
        self.observation_space = Box(0, coding.highest, (num_envs, *coding.shape), np.uint8)
        self.single_action_space = Discrete(coding.actions)
        self.action_space = MultiDiscrete(np.full(num_envs, coding.actions))
        self._packed = packed
        self._copy = copy
        renewal = _renewal(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode(autoreset_mode)}
        self._hold(play(self.terms, num_envs, renewal=renewal, in_python=in_python))

    def _hold(self, batch: Any) -> None:  # noqa: ANN401 - either kind of batch
        self._batch = batch
        shape = (self.num_envs, *self.terms.coding.shape)
        self._observations: Bytes = batch.observations.reshape(shape)
        self._final: Bytes = batch.final_observations.reshape(shape)

    def _take_over(self, original: Self) -> None:  # noqa: ARG002 - of any that is remade
        self._hold(self._batch)

    @property
    def to_move(self) -> NDArray[np.int8]:
        """The seat that acts in each game."""
        return self._given(self._batch.to_move)

    @property
    def action_mask(self) -> NDArray[Any]:
        """The legal actions of each game, as ones for spaces to sample by, or packed."""
        masks = self._batch.masks
        by_byte = masks.dtype == np.bool_
        if not self._packed:
            flags = self._given(masks) if by_byte else unpacked(masks, self.terms.coding.actions)
            return flags.view(np.int8)
        if not by_byte:
            return self._given(masks)
        width = -masks.shape[1] % 64
        return np.packbits(np.pad(masks, ((0, 0), (0, width))), axis=1, bitorder="little")

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Bytes, Info]:
        """Begin every game anew; without a seed, one is drawn from the last one given.

        The only option is `positions`: the texts from which the games begin, one each, until the
        next reset. Raise BadOption or BadPosition and change nothing if they cannot.
        """
        if isinstance(seed, list):
            raise BadOption(N_("all games are reset together, from one seed"))
        check_reset(options or {}, POSITIONS)
        positions = (options or {}).get(POSITIONS)
        if positions is not None:
            starts(self.terms, positions, self.num_envs)
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(1 << 63)) if seed is None else seed % _WORD
        self._batch.reset(drawn, positions)
        return self._given(self._observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Bytes, NDArray[np.float32], Flags, Flags, Info]:
        """Act in every game, or raise IllegalMove, or BadOption for wrong shapes and types."""
        batch = self._batch
        batch.step(self._checked(actions))
        info = self._info()
        ended = batch.terminated | batch.truncated
        if self.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP and ended.any():
            info["final_obs"] = self._given(self._final)
            info["_final_obs"] = ended
        return (
            self._given(self._observations),
            self._given(batch.earned),
            self._given(batch.terminated),
            self._given(batch.truncated),
            info,
        )

    def sample(self) -> NDArray[np.int64]:
        """Return a legal action for each game, every one as likely as the next."""
        return self._given(self._batch.sample())

    def render(self) -> tuple[str, ...] | None:
        """Return the text of each position, if that was asked for."""
        if self.render_mode is None:
            return None
        return tuple(self._batch.text(number) for number in range(self.num_envs))

    def _info(self) -> Info:
        return {
            "action_mask": self.action_mask,
            "to_move": self.to_move,
            "rewards": self._given(self._batch.rewards),
        }

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        if self._copy:
            return array.copy()
        if array.flags.writeable:  # the batch in Python writes there; nobody else does
            array = array.view()
            array.flags.writeable = False
        return array

    def _checked(self, actions: object) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,) or array.dtype.kind not in "iu":
            raise BadOption(
                N_("expected {count} whole numbers, one action per game, not {shape} of {type}"),
                count=self.num_envs,
                shape=array.shape,
                type=array.dtype,
            )
        if array.dtype == np.uint64 and array.max() > _MOST_ACTION:
            number = int(array.argmax())
            raise refused(self._batch, number, int(array[number]))
        return np.ascontiguousarray(array, np.int64)
