"""The games as PettingZoo environments: agents act in turn, each sees what its seat may know."""

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from ludotheque.engine.kernel import Renewal
from ludotheque.errors import N_, BadOption, absent
from ludotheque.games import take
from ludotheque.research.batch import legal_in, play
from ludotheque.research.remade import Remade
from ludotheque.research.rendering import HUMAN, check_mode, rendered, shown
from ludotheque.research.terms import POSITION, POSITIONS, check_reset, starts, terms
from ludotheque.scene import Scene

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
except ImportError as error:
    raise absent(error, "research") from None

Observation = dict[str, NDArray[Any]]


class Table(Remade, AECEnv):  # type: ignore[misc]
    """One table: `player_0` begins, or is next after chance has dealt; a chain is several actions.

    An observation has two parts, `observation` and `action_mask`; who is not to act has no legal
    action. Illegal actions raise IllegalMove and change nothing; PettingZoo's own
    `TerminateIllegalWrapper` makes them lose instead. A pickle holds how the table was made, not
    the game that is being played; a deep copy holds both.

    There is no parallel form: nobody ever acts at the same time as another.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo declares it
        "name": "ludotheque",
        "render_modes": [HUMAN, "ansi", "svg"],
        "is_parallelizable": False,
    }
    _views: ClassVar = ("_seen", "_mask")

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        most_moves: int | None = None,
        in_python: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_mode(render_mode, self.metadata["render_modes"])
        self.terms = terms(take(game), seats, options, most_moves)
        self.metadata = {**type(self).metadata, "name": f"ludotheque_{game}"}
        self.render_mode = render_mode
        coding = self.terms.coding
        self.possible_agents = [f"player_{seat}" for seat in range(self.terms.seats)]
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, coding.highest, coding.shape, np.uint8),
                    "action_mask": Box(0, 1, (coding.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        # What all seats know together, which is everything: for learning at one place what is then
        # played at many.
        shape = (self.terms.seats, *coding.shape)
        self.state_space = Box(0, coding.highest, shape, np.uint8)
        self.action_spaces = {agent: Discrete(coding.actions) for agent in self.possible_agents}
        self.np_random, _ = seeding.np_random()
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._none_legal = np.zeros(coding.actions, np.int8)
        self._hold(play(self.terms, 1, renewal=Renewal.NEVER, in_python=in_python))
        self.agents: list[str] = []

    def last(
        self,
        observe: bool = True,
    ) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """Return what whoever acts next may know, their reward, two flags of the end, and news."""
        self._check_begun()
        found: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def _check_begun(self) -> None:
        if not self.agents:
            raise BadOption(N_("no game has begun: call reset first"))

    def _hold(self, batch: Any) -> None:  # noqa: ANN401 - either kind of batch
        self._batch = batch
        self._seen = batch.observations[0].reshape(self.terms.coding.shape)
        mask = batch.masks[0]
        self._mask = mask.view(np.int8) if mask.dtype == np.bool_ else None

    def _take_over(self, original: Self) -> None:  # noqa: ARG002 - of any that is remade
        self._hold(self._batch)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what *agent* may know."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete[np.int64]:
        """Return the space of actions, the same for all."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
    ) -> None:
        """Begin anew; without a seed, one is drawn from the last one given.

        The option `position` is the text to begin from; BadPosition is raised, and nothing has
        changed, if the game cannot. Others mean nothing: PettingZoo's own test gives one.
        """
        known = {POSITION, POSITIONS}
        asked = {name: value for name, value in (options or {}).items() if name in known}
        check_reset(asked, POSITION)
        position = asked.get(POSITION)
        given = None if position is None else [position]
        if given is not None:
            starts(self.terms, given, 1)
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self._batch.reset(int(self.np_random.integers(1 << 63)), given)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._over = False
        self.agent_selection = self.possible_agents[self._batch.to_move[0]]
        self._show()

    def step(self, action: int | None) -> None:
        """Act for `agent_selection`; once the game is over, each agent takes leave with None."""
        self._check_begun()
        if self._over:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer):
            raise BadOption(
                N_("an action is a whole number, not {value}"), value=type(action).__name__
            )
        batch = self._batch
        batch.step_alone(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if batch.to_move[0] >= 0:
            self.agent_selection = self.possible_agents[batch.to_move[0]]
        else:
            self._finish()
        self._show()

    def _finish(self) -> None:
        """Say how the game has ended; the next who might have acted takes leave first."""
        self._over = True
        rewards = self._batch.rewards[0].tolist()
        terminated, truncated = bool(self._batch.terminated[0]), bool(self._batch.truncated[0])
        for agent, reward in zip(self.agents, rewards, strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = terminated
            self.truncations[agent] = truncated
        self._accumulate_rewards()
        seat = self._seats[self.agent_selection]
        self.agent_selection = self.possible_agents[(seat + 1) % self.terms.seats]

    def observe(self, agent: str) -> Observation:
        """Return what *agent* may know now."""
        if agent == self.agent_selection and not self._over:
            mask = legal_in(self._batch, 0) if self._mask is None else self._mask
            return {"observation": self._seen.copy(), "action_mask": mask.astype(np.int8)}
        seen = self._batch.observe(0, self._seats[agent]).reshape(self.terms.coding.shape)
        return {"observation": seen.copy(), "action_mask": self._none_legal.copy()}

    def state(self) -> NDArray[np.uint8]:
        """Return what every seat may know, one after another: together, all there is to know."""
        self._check_begun()
        seen = [self._batch.observe(0, seat) for seat in range(self.terms.seats)]
        return np.stack(seen).reshape(self.state_space.shape)

    def render(self) -> str | None:
        """Return the whole table, as a picture or as text for a terminal.

        For people it is shown in the terminal by every step, and nothing is returned.
        """
        if self.render_mode in (None, HUMAN):
            return None
        return rendered(self._scene(), self.render_mode)

    def _scene(self) -> Scene:
        game = self.terms.game
        position = game.position(self._batch.text(0), **self.terms.options)
        return game.scene(position, None, None)

    def _show(self) -> None:
        if self.render_mode == HUMAN:
            shown(self._scene())

    def close(self) -> None:
        """Do nothing: a table holds nothing that must be given back."""
