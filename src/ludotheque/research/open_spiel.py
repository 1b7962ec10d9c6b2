"""The games in OpenSpiel: `pyspiel.load_game("python_ludotheque_<game>")` once this is imported.

Options and sizes are parameters, and so are `players`, `most_moves` and `position`, the text to
begin from, in which semicolons may stand for commas. Actions are those of the other environments.
Chance is explicit: an outcome is the number of the deal in the order of the rules. A game that is
broken off returns nothing to anyone. What a player remembers, its information state, is every
action and every deal that it has witnessed.
"""

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from itertools import count
from math import prod
from random import Random
from typing import Any, Final

from ludotheque.errors import absent
from ludotheque.games import AnyGame, shelf
from ludotheque.games.coding import Coding
from ludotheque.position import CHANCE, Position, Seat, Seen, View
from ludotheque.research.episode import Episode
from ludotheque.research.kernel_episode import episode
from ludotheque.research.terms import POSITION, Terms, starts, terms

try:
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]
except ImportError as error:
    raise absent(error, "openspiel") from None

PREFIX: Final = "python_ludotheque_"
UNSEEN: Final = "#"
"""What a player remembers of a deal that it has not witnessed."""
WRITTEN_AS: Final = (",", ";")
"""A comma, and what stands for it in a parameter: to OpenSpiel it ends one."""
CHANCE_PLAYER: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)

Memory = list[tuple[int, str]]
"""What a player has witnessed: a number that stands for each event, and its name."""


def _deals(position: Position[Any]) -> list[int]:
    """Return how many ways each deal can go before the first seat is to move."""
    found = []
    while position.to_move is CHANCE:
        found.append(len(position.moves()))
        position = position.after(position.moves()[0])
    return found


def _printed(game: AnyGame) -> dict[str, int]:
    """Return the sizes in which *game* can be smaller, as they are on the shelf."""
    return {name: size[-1] for name, size in game.scaling.sizes.items()} if game.scaling else {}


def _kind(game: AnyGame, coding: Coding[Any]) -> Any:  # noqa: ANN401 - compiled
    start = game.start()
    kind = pyspiel.GameType
    secret = start.seen_by(0) != start
    return kind(
        short_name=PREFIX + game.slug,
        long_name=f"Ludotheque {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if start.to_move is CHANCE
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if secret
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=secret,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={
            "players": game.seats[0],
            "most_moves": coding.most_moves,
            POSITION: "",
            **_printed(game),
            **{name: values[0] for name, values in game.options.items()},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf as OpenSpiel loads it."""

    def __init__(self, game: AnyGame, kind: Any, params: dict[str, Any]) -> None:  # noqa: ANN401
        known = (*game.options, *_printed(game))
        options = {name: params[name] for name in known if name in params}
        agreed = terms(game, params.get("players"), options, params.get("most_moves"))
        self.terms: Terms = agreed
        begin = agreed.game.start(agreed.seats, **agreed.options)
        text = params.get(POSITION, "").replace(*WRITTEN_AS[::-1])
        start = starts(agreed, [text], 1)[0] if text else begin
        if text:
            params = {**params, POSITION: text.replace(*WRITTEN_AS)}
        self._begun = episode(agreed, None, start)
        self.name = cache(agreed.coding.name)
        """What a seat calls an action: asked for again and again."""
        chancy = begin.to_move is CHANCE
        self._chance_nodes = len(_deals(start)) + agreed.moves * chancy
        self.events = self._chance_nodes + agreed.moves * agreed.coding.legs
        """How much there is to remember at most."""
        self.secret = bool(kind.provides_information_state_tensor)
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=agreed.coding.actions,
                # No position has more to deal than the start, where nothing is dealt yet.
                max_chance_outcomes=max(_deals(begin), default=0),
                num_players=agreed.seats,
                min_utility=-1.0,
                max_utility=float(agreed.seats - 1),
                utility_sum=0.0,
                max_game_length=agreed.moves * agreed.coding.legs,
            ),
            params,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance deals at most: what is to come, and one card for every move."""
        return self._chance_nodes

    def new_initial_state(self) -> "SpielState":
        """Return the start, before anything is dealt, or the position that the game begins from."""
        return SpielState(self)

    def held(self) -> "Held":
        """Return what a state holds where the game begins."""
        return Held(self, self._begun.copy(), tuple([] for _ in range(self.terms.seats)))

    def imagined_state(
        self, view: View[Any], seat: Seat, past: Sequence[Seen], rng: Random
    ) -> "SpielState":
        """Return a state in which *seat* sees *view*, and all that it cannot see is imagined.

        The seat remembers the actions of the *past* and then its view, but no deals: its memory is
        not the one that it has in a state reached move by move. The others remember what they see
        in the imagined world.
        """
        coding, state = self.terms.coding, SpielState(self)
        state.episode.place(view.imagined(rng), len(past))
        state._held.note()  # noqa: SLF001 - as much of this as its own
        made = [
            (1 + action, coding.name(action, seen.seat))
            for seen in past
            for action in coding.codes(seen.before, seen.move)
        ]
        world = state.episode.position
        for other, memory in enumerate(state.memories):
            memory[:] = [*(made if other == seat else ()), (0, str(world.seen_by(other)))]
        return state

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401 - compiled
        params: dict[str, Any] | None = None,
    ) -> "Observer":
        """Return what looks at states: with perfect recall if asked, and if anything is hidden."""
        if params:
            raise ValueError(f"observations have no parameters: {params}")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self, recall=recall)


class Held:
    """All that a state holds. It copies itself: OpenSpiel's clones copy every part one by one."""

    __slots__ = ("episode", "game", "memories", "player")

    def __init__(self, game: SpielGame, episode: Episode, memories: Sequence[Memory]) -> None:
        self.game = game
        self.episode = episode
        self.memories = memories
        self.note()

    def __reduce__(self) -> tuple[Any, ...]:
        return Held, (self.game, self.episode, self.memories)

    def note(self) -> None:
        """Find who is to act: OpenSpiel asks for it six times an action."""
        episode = self.episode
        if episode.ending is not None:
            self.player = TERMINAL
        else:
            self.player = CHANCE_PLAYER if episode.dealing else episode.seat

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Held":
        return Held(self.game, self.episode.copy(), [memory[:] for memory in self.memories])


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, with what each player remembers of the way there."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._held = game.held()

    @property
    def episode(self) -> Episode:
        """The game being played."""
        return self._held.episode

    @property
    def memories(self) -> Sequence[Memory]:
        """By seat, the events: a number that stands for each, and its name."""
        return self._held.memories

    def current_player(self) -> int:
        """Return the seat that acts, or that chance does, or that nobody does."""
        return self._held.player

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what may be done by *player*, or whoever is to act, chance too.

        Whoever asks from Python is answered here: on the way through OpenSpiel, which asks
        `_legal_actions`, every action becomes a number of C++ and one of Python again.
        """
        held = self._held
        if held.player >= 0 and player in (None, held.player):
            return held.episode.legal
        found: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return found

    def _legal_actions(self, player: int) -> list[int]:
        return self._held.episode.legal if player == self._held.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each deal by its number, with its probability."""
        odds = self._held.episode.odds()
        ways = sum(odds)
        return [(number, weight / ways) for number, weight in enumerate(odds)]

    def _apply_action(self, action: int) -> None:
        held = self._held
        episode = held.episode
        if held.player == CHANCE_PLAYER:
            witnesses = episode.witnesses()
            name = episode.deal(action)
            for seat, memory in enumerate(held.memories):
                memory.append((-2 - action, name) if seat in witnesses else (-1, UNSEEN))
        else:
            event = (1 + action, held.game.name(action, held.player))
            episode.act(action)
            for memory in held.memories:
                memory.append(event)
        held.note()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE_PLAYER:
            return self.episode.deal_name(action)
        return self._held.game.name(action, player)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or broken off."""
        return self._held.player == TERMINAL

    def returns(self) -> list[float]:
        """Return what each player has won beyond an even share."""
        ending, seats = self.episode.ending, self.episode.terms.seats
        return [0.0] * seats if ending is None else list(ending.rewards(seats))

    def __str__(self) -> str:
        return str(self.episode)

    def remembered(self, player: Seat) -> str:
        """Return all that *player* has witnessed, in order."""
        return " ".join((f"{player}:", *(name for _, name in self.memories[player])))

    def resample_from_infostate(
        self,
        player_id: int,
        probability_sampler: Any,  # noqa: ANN401 - a function that returns a number below 1
    ) -> "SpielState":
        """Return a state that the player cannot tell from this one, drawn anew.

        It is imagined from the player's view alone. The player remembers what it did; what the
        others then remember is what they see in the imagined world.
        """
        rng = Random(probability_sampler())
        held = deepcopy(self._held)
        held.episode.imagine(player_id, rng)
        held.note()
        if held.game.secret:
            world = held.episode.position
            for seat, memory in enumerate(held.memories):
                if seat != player_id:
                    memory[:] = [(0, str(world.seen_by(seat)))]
        other = SpielState(held.game)
        other._held = held
        return other


class Observer:
    """Fills arrays and strings from states, as OpenSpiel's observers do."""

    def __init__(self, game: SpielGame, *, recall: bool) -> None:
        self._recall = recall
        shape = game.terms.coding.shape
        size = prod(shape)
        events = game.events if recall and game.secret else 0
        self.tensor = np.zeros(size + events, np.float32)
        self.dict = {"observation": self.tensor[:size].reshape(shape)}
        if events:
            self.dict["memory"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill the arrays with what *player* may know, and remembers, in *state*."""
        self.tensor.fill(0)
        seen = np.frombuffer(state.episode.observe(player), np.uint8)
        self.tensor[: len(seen)] = seen
        if "memory" in self.dict:
            for place, (number, _) in zip(count(), state.memories[player], strict=False):
                self.dict["memory"][place] = number

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return what *player* may know in *state*, or remembers."""
        if self._recall:
            return state.remembered(player)
        return " ".join(
            (str(state.episode.position.seen_by(player)), *map(str, state.episode.begun))
        )


def _register(game: AnyGame, coding: Coding[Any]) -> None:
    kind = _kind(game, coding)
    name = game.slug.title()

    def begin(self: SpielGame, params: dict[str, Any] | None = None) -> None:
        SpielGame.__init__(self, game, kind, params or {})

    # A name of this module, so that it can be pickled.
    globals()[name] = type(name, (SpielGame,), {"__init__": begin, "__module__": __name__})
    pyspiel.register_game(kind, globals()[name])


for _game in shelf().values():
    if _game.coding:
        _register(_game, _game.coding)
