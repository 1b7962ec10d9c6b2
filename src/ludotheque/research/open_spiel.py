"""The games in OpenSpiel: `pyspiel.load_game("python_ludotheque_<game>")` once this is imported.

Options are parameters, and so are `players` and `most_moves`. Actions are those of the other
environments. Chance is explicit: an outcome is the number of the deal in the order of the rules.
A game that is broken off returns nothing to anyone. What a player remembers, its information state,
is every action and every deal that it has witnessed.
"""

from collections.abc import Sequence
from itertools import count
from math import prod
from random import Random
from typing import Any

from ludotheque.games import AnyGame, shelf
from ludotheque.games.coding import Coding
from ludotheque.position import CHANCE, Position, Seat, Seen, View
from ludotheque.research.episode import Episode, Terms, terms
from ludotheque.research.extras import absent

try:
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]
except ImportError as error:
    raise absent(error, "openspiel") from None

PREFIX = "python_ludotheque_"
UNSEEN = "#"
"""What a player remembers of a deal that it has not witnessed."""


def _deals(position: Position[Any]) -> list[int]:
    """Return how many ways each deal can go before the first seat is to move."""
    found = []
    while position.to_move is CHANCE:
        found.append(len(position.moves()))
        position = position.after(position.moves()[0])
    return found


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
            **{name: values[0] for name, values in game.options.items()},
        },
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the shelf as OpenSpiel loads it."""

    def __init__(self, game: AnyGame, kind: Any, params: dict[str, Any]) -> None:  # noqa: ANN401
        options = {name: params[name] for name in game.options if name in params}
        self.terms: Terms = terms(game, params.get("players"), options, params.get("most_moves"))
        agreed = self.terms
        deals = _deals(game.start(agreed.seats, **agreed.options))
        self.events = len(deals) + agreed.moves * (agreed.coding.legs + bool(deals))
        """How much there is to remember at most."""
        self.secret = bool(kind.provides_information_state_tensor)
        super().__init__(
            kind,
            pyspiel.GameInfo(
                num_distinct_actions=agreed.coding.actions,
                max_chance_outcomes=max(deals, default=0),
                num_players=agreed.seats,
                min_utility=-1.0,
                max_utility=float(agreed.seats - 1),
                utility_sum=0.0,
                max_game_length=agreed.moves * agreed.coding.legs,
            ),
            params,
        )

    def new_initial_state(self) -> "SpielState":
        """Return the start, before anything is dealt."""
        return SpielState(self)

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
        made = [
            (1 + action, coding.name(action, seen.seat))
            for seen in past
            for action in coding.codes(seen.before, seen.move)
        ]
        for other in range(self.terms.seats):
            sight = str(state.episode.position.seen_by(other))
            state.memories[other] = [*(made if other == seat else ()), (0, sight)]
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


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, with what each player remembers of the way there."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self.episode = Episode(game.terms, None)
        self.memories: list[list[tuple[int, str]]] = [[] for _ in range(game.terms.seats)]
        """By seat, the events: a number that stands for each, and its name."""

    def current_player(self) -> int:
        """Return the seat that acts, or that chance does, or that nobody does."""
        if self.episode.ending is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.episode.position.to_move is CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.episode.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.episode.legal) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each deal by its number, with its probability."""
        odds = self.episode.position.odds()
        return [(number, weight / sum(odds)) for number, weight in enumerate(odds)]

    def _apply_action(self, action: int) -> None:
        position = self.episode.position
        if position.to_move is CHANCE:
            name = str(position.moves()[action])
            for seat, memory in enumerate(self.memories):
                seen = position.witnessed_by(seat)
                memory.append((-2 - action, name) if seen else (-1, UNSEEN))
            self.episode.deal(action)
        else:
            name = self.episode.terms.coding.name(action, self.episode.seat)
            self.episode.act(action)
            for memory in self.memories:
                memory.append((1 + action, name))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.episode.position.moves()[action])
        return self.episode.terms.coding.name(action, player)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or broken off."""
        return self.episode.ending is not None

    def returns(self) -> list[float]:
        """Return what each player has won beyond an even share."""
        ending, seats = self.episode.ending, self.episode.terms.seats
        return [0.0] * seats if ending is None else list(ending.rewards(seats))

    def __str__(self) -> str:
        begun = "".join(f" {action}" for action in self.episode.begun)
        return f"{self.episode.position}{begun}"

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
        other = SpielState(self._game)
        other.episode = self.episode.copy()
        other.episode.imagine(player_id, rng)
        for seat in range(len(self.memories)):
            view = str(other.episode.position.seen_by(seat))
            other.memories[seat] = (
                list(self.memories[seat])
                if seat == player_id or not self._game.secret
                else [(0, view)]
            )
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
        begun = "".join(f" {action}" for action in state.episode.begun)
        return f"{state.episode.position.seen_by(player)}{begun}"


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
