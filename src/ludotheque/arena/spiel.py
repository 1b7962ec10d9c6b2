"""Bots of OpenSpiel as players: `mcts?max_simulations=100`, or any that a function makes.

The game is the one that `ludotheque.research.open_spiel` registers; a bot is told every move as the
actions that the game's coding makes of it, and its actions are gathered until they make a move.

Bots look at states, which know everything. In a game with secrets a bot is shown, whenever it is to
move, a state imagined from what its seat may know; its information state is the true one: the moves
so far and the seat's view. It is not informed of the others' moves one by one: each would need a
state in which it was possible, and that tells more than the seat knew then.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, Final
from urllib.parse import parse_qsl

from ludotheque.engine.alphabeta import is_open
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame
from ludotheque.games.coding import Coding
from ludotheque.position import Seen, View

REGISTRATION: Final = "ludotheque.research.open_spiel"
"""What makes the games of the house known to OpenSpiel, loaded only for who brings such a bot."""

Settings = dict[str, float]

IMAGINING: Final = "ismcts"
"""The bot that knows nothing but information states."""


def check(text: str, game: AnyGame) -> None:
    """Raise BadOption unless *text* names a bot that can play *game*."""
    _coding(game)
    _factory(text)
    if text.partition("?")[0] == IMAGINING and is_open(game):
        raise BadOption(
            N_(
                "“openspiel:{text}” is for games in which something is hidden, and in {game}"
                " nothing is"
            ),
            text=text,
            game=game.slug,
        )
    _registered()


def player(text: str, game: AnyGame, seat: int, rng: Random) -> "SpielPlayer | SecretSpielPlayer":
    """Return the bot that *text* names, at a *seat*."""
    make = _factory(text)

    def made(loaded: Any) -> Any:  # noqa: ANN401 - OpenSpiel has no types
        return make(loaded, seat, rng)

    return SpielPlayer(game, seat, made) if is_open(game) else SecretSpielPlayer(game, rng, made)


class SpielPlayer:
    """A bot, and the state that follows the game move by move."""

    def __init__(self, game: AnyGame, seat: int, make: Callable[[Any], Any]) -> None:
        self._game = game
        self._seat = seat
        self._make = make
        self._state: Any = None
        self._bot: Any = None
        self._followed = 0

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),
        seconds: float | None = None,  # noqa: ARG002 - a bot thinks as long as it was told
    ) -> Any:  # noqa: ANN401
        """Return the move that the bot's actions make."""
        if self._state is None:
            loaded = load(self._game, view)
            self._state, self._bot = loaded.new_initial_state(), self._make(loaded)
        for seen in past[self._followed :]:
            for action in _coding(self._game).codes(seen.before, seen.move):
                if seen.seat != self._seat:
                    self._bot.inform_action(self._state, seen.seat, action)
                self._state.apply_action(action)
        self._followed = len(past) + 1
        return _move(self._game, view, self._bot, self._state)


class SecretSpielPlayer:
    """A bot in a game with secrets: what it looks at is imagined, and what it knows is true."""

    def __init__(self, game: AnyGame, rng: Random, make: Callable[[Any], Any]) -> None:
        self._game = game
        self._rng = rng
        self._make = make
        self._loaded: Any = None
        self._bot: Any = None

    def choose(
        self,
        view: View[Any],
        past: Sequence[Seen] = (),
        seconds: float | None = None,  # noqa: ARG002 - a bot thinks as long as it was told
    ) -> Any:  # noqa: ANN401
        """Return the move that the bot's actions make."""
        if self._loaded is None:
            self._loaded = load(self._game, view)
            self._bot = self._make(self._loaded)
        state = self._loaded.imagined_state(view, view.to_move, past, self._rng)
        return _move(self._game, view, self._bot, state)


def _move(game: AnyGame, view: View[Any], bot: Any, state: Any) -> Any:  # noqa: ANN401 - OpenSpiel has no types
    """Return the move that the bot's actions at *state* make, which follows them."""
    moves = {_coding(game).codes(view, move): move for move in view.moves()}
    begun: tuple[int, ...] = ()
    while begun not in moves:
        action = int(bot.step(state))
        state.apply_action(action)  # It raises if the action is not legal.
        begun = (*begun, action)
    return moves[begun]


def load(game: AnyGame, view: Any) -> Any:  # noqa: ANN401 - OpenSpiel has no types
    """Return the game as OpenSpiel knows it, with what the table chose instead of the default."""
    _registered()
    chosen = {
        name: value
        for name, value in view.variant._asdict().items()
        if value != game.options[name][0]
    }
    terms = {**chosen, "players": view.seats}
    return import_module("pyspiel").load_game(f"python_ludotheque_{game.slug}", terms)


def _coding(game: AnyGame) -> Coding[Any]:
    if game.coding is None:
        raise BadOption(N_("{game} has no numbered actions"), game=game.slug)
    return game.coding


def _registered() -> ModuleType:
    try:
        return import_module(REGISTRATION)
    except ImportError as error:
        raise BadOption(
            N_("OpenSpiel is not installed: pip install 'ludotheque[openspiel]'")
        ) from error


def _factory(text: str) -> Callable[[Any, int, Random], Any]:
    """Return what makes the bot from OpenSpiel's game, the seat and a source of randomness."""
    place, colon, name = text.rpartition(":")
    if colon:
        return _from_module(text, place, name)
    kind, _, query = text.partition("?")
    if kind not in KINDS:
        raise BadOption(
            N_("“openspiel:{text}”: a bot is one of {kinds}, or module:function"),
            text=text,
            kinds=", ".join(KINDS),
        )
    make, defaults = KINDS[kind]
    settings = {**defaults, **_settings(text, query, defaults)}
    return lambda game, seat, rng: make(game, seat, rng, settings)


def _from_module(text: str, place: str, name: str) -> Callable[[Any, int, Random], Any]:
    try:
        function = getattr(import_module(place), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(
            N_("“openspiel:{text}” cannot be loaded: {why}"), text=text, why=error
        ) from error
    return lambda game, seat, _: function(game, seat)


def _settings(text: str, query: str, known: Settings) -> Settings:
    settings = {}
    for name, value in parse_qsl(query, keep_blank_values=True):
        try:
            settings[name] = float(value)
        except ValueError:
            name_known = False
        else:
            name_known = name in known
        if not name_known:
            raise BadOption(
                N_(
                    "“openspiel:{text}”: expected a setting with a number, not {name}; the settings"
                    " are: {names}"
                ),
                text=text,
                name=name,
                names=", ".join(known) or "-",
            )
    return settings


def _mcts(game: Any, _seat: int, rng: Random, settings: Settings) -> Any:  # noqa: ANN401
    mcts = import_module("open_spiel.python.algorithms.mcts")
    random_state = import_module("numpy").random.RandomState(rng.getrandbits(32))
    return mcts.MCTSBot(
        game,
        settings["uct_c"],
        int(settings["max_simulations"]),
        mcts.RandomRolloutEvaluator(int(settings["rollouts"]), random_state),
        random_state=random_state,
    )


def _ismcts(game: Any, _seat: int, rng: Random, settings: Settings) -> Any:  # noqa: ANN401
    ismcts = import_module("open_spiel.python.algorithms.ismcts")
    mcts = import_module("open_spiel.python.algorithms.mcts")
    random_state = import_module("numpy").random.RandomState(rng.getrandbits(32))
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(int(settings["rollouts"]), random_state),
        settings["uct_c"],
        int(settings["max_simulations"]),
        random_state=random_state,
        allow_inconsistent_action_sets=True,  # of another seat, whose cards are imagined anew
    )
    # Its own way of drawing has no seed.
    bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, rng.random))
    return bot


def _uniform_random(_game: Any, seat: int, rng: Random, _settings: Settings) -> Any:  # noqa: ANN401
    bots = import_module("open_spiel.python.bots.uniform_random")
    random_state = import_module("numpy").random.RandomState(rng.getrandbits(32))
    return bots.UniformRandomBot(seat, random_state)


KINDS: Final[dict[str, tuple[Callable[[Any, int, Random, Settings], Any], Settings]]] = {
    "mcts": (_mcts, {"max_simulations": 100, "uct_c": 1.4, "rollouts": 1}),
    IMAGINING: (_ismcts, {"max_simulations": 100, "uct_c": 1.4, "rollouts": 1}),
    "uniform_random": (_uniform_random, {}),
}
"""OpenSpiel's own bots by name, with their settings."""
