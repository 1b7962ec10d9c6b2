"""Background search, one at a time, that can be stopped and tells what it finds."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from ludotheque.engine import HASH_MB, MOST_THREADS, Analyst, Limits, Line, player
from ludotheque.errors import N_, BadOption
from ludotheque.games import AnyGame
from ludotheque.ugi.dialect import Moment

SEARCH: Final = "search"
"""The player who thinks as far as `go` allows."""
SPINS: Final = {"Threads": (1, MOST_THREADS), "Hash": (1, 4096), "Seed": (0, 2**62)}
"""The numbers of a mind: the least and the most."""


@dataclass(frozen=True, kw_only=True)
class Mind:
    """Who thinks, and with what."""

    game: AnyGame
    player: str = SEARCH
    """`search`, or a player such as `level:3`, who plays as ever and no longer than it may."""
    numbers: Mapping[str, int] = field(
        default_factory=lambda: {"Threads": 1, "Hash": HASH_MB, "Seed": 0}
    )
    """The threads of a search, the megabytes it may fill, and where its randomness comes from."""

    def with_number(self, name: str, number: int) -> "Mind":
        """Return the same with one of the numbers changed. Raise BadOption where it cannot be."""
        least, most = SPINS[name]
        if not least <= number <= most:
            raise out_of_range(name, number, least, most)
        return replace(self, numbers={**self.numbers, name: number})


def out_of_range(name: str, value: object, least: int, most: int) -> BadOption:
    """Return the refusal of a *value* that is no number from *least* to *most*."""
    return BadOption(
        N_("option “{name}”: “{value}” is not a number from {least} to {most}"),
        name=name,
        value=value,
        least=least,
        most=most,
    )


def analyst(mind: Mind) -> Analyst:
    """Return who searches with what *mind* has."""
    return Analyst(
        mind.game,
        threads=mind.numbers["Threads"],
        table_mb=mind.numbers["Hash"],
        seed=mind.numbers["Seed"],
        impartial=False,
    )


class Thought:
    """What to play at a moment. It begins with `best` and ends by its limits or by `stop`."""

    def __init__(self, mind: Mind, moment: Moment, limits: Limits, lines: int = 1) -> None:
        self._mind = mind
        self._moment = moment
        self._limits = limits
        self._lines = lines
        self._analyst = analyst(mind)

    def stop(self) -> None:
        """Let `best` return what it has found so far, as soon as it can."""
        self._analyst.stop()

    def best(self, tell: Callable[[list[Line]], None]) -> str:
        """Return the text of the best move found; *tell* the best lines on the way."""
        mind, moment, limits = self._mind, self._moment, self._limits
        if mind.player == SEARCH:
            found = self._analyst.lines(
                moment.view, moment.past, limits=limits, lines=self._lines, progress=tell
            )
            return found[0].moves[0]
        thinker = player(mind.player, mind.game, Random(mind.numbers["Seed"]))
        assert thinker is not None  # noqa: S101 - the server has refused people
        return str(thinker.choose(moment.view, moment.past, limits.seconds))
