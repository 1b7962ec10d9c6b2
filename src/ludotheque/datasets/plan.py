"""Plan of a dataset: what it is made of, and the manifest that says so in its folder.

All of it follows from the plan: game k is the same whoever plays it and when, unless the player
goes by the clock.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from ludotheque.engine import LEVELS, is_computer, player
from ludotheque.errors import N_, BadOption, BadText, NotAllowed
from ludotheque.games import AnyGame, take
from ludotheque.games.coding import Coding
from ludotheque.match import Referee

FORMAT: Final = 1
"""The version of the files; readers refuse another."""
MANIFEST: Final = "dataset.json"
MOST_GAMES: Final = 1_000_000_000
SHARD: Final = 64
"""The games of a shard.

When a run is stopped, what was played of shards that are not whole is lost."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is going to be played."""

    game: str
    player: str
    """Who sits in every seat, as `level:4`."""
    games: int
    seed: str
    """64 digits from 0 to f."""
    seats: int
    options: Mapping[str, str] = field(default_factory=dict)
    opening: int = 8
    """A game begins with 0 to so many random moves, each number as likely as the next."""
    wander: float = 0.05
    """The share of the later moves that are made at random; what is kept is what was thought."""

    def __post_init__(self) -> None:
        game = take(self.game)
        game.start(self.seats, **self.options)
        if game.coding is None:
            raise BadOption(N_("{game} has no numbered actions"), game=self.game)
        if not is_computer(self.player):
            raise BadOption(
                N_(
                    "“{text}” cannot play here: a player is random, greedy, level:1 to"
                    " level:{most}, search:SECONDS or uct:SECONDS"
                ),
                text=self.player,
                most=len(LEVELS),
            )
        player(self.player, game, Random(0))
        Referee(self.seed)
        if not 1 <= self.games <= MOST_GAMES:
            raise NotAllowed(
                N_("a dataset has 1 to {most} games, not {games}"),
                most=MOST_GAMES,
                games=self.games,
            )
        if not 0 <= self.opening <= 1000:
            raise NotAllowed(N_("an opening cannot have {plies} moves"), plies=self.opening)
        if not 0 <= self.wander < 1:
            raise NotAllowed(
                N_("the share of random moves is at least 0 and less than 1, not {share}"),
                share=self.wander,
            )

    @property
    def taken(self) -> AnyGame:
        """The game itself."""
        return take(self.game)

    @property
    def coding(self) -> Coding[Any]:
        """How its moves and views are numbered."""
        coding = self.taken.coding
        assert coding is not None  # noqa: S101 - the plan has refused a game without
        return coding

    @property
    def names(self) -> tuple[str, ...]:
        """What the players of a game are called, seat by seat."""
        return tuple(f"{self.player} ({seat + 1})" for seat in range(self.seats))

    @property
    def shards(self) -> int:
        """How many files of games there are when it is whole."""
        return math.ceil(self.games / SHARD)

    def numbers(self, shard: int) -> range:
        """Return the numbers of the games in that shard."""
        return range(shard * SHARD, min((shard + 1) * SHARD, self.games))

    def secret(self, purpose: str) -> str:
        """Return the seed for something in it."""
        return sha256(f"{self.seed}/{purpose}".encode()).hexdigest()

    def manifest(self) -> dict[str, Any]:
        """Return what its folder says about it."""
        coding = self.coding
        return {
            "format": FORMAT,
            **vars(self),
            "options": dict(self.taken.settle(self.options)),
            "games_a_shard": SHARD,
            "actions": coding.actions,
            "shape": list(coding.shape),
        }


def read_manifest(folder: Path) -> dict[str, Any]:
    """Return what *folder* says that it holds, or raise BadText."""
    if folder.is_file():
        raise BadText(N_("{folder} is a file, not the folder of a dataset"), folder=folder)
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except FileNotFoundError as missing:
        raise BadText(
            N_("{folder} is not a dataset: it has no {file}"), folder=folder, file=MANIFEST
        ) from missing
    except OSError as error:
        raise BadText(
            N_("{folder} is not a dataset: {why}"), folder=folder, why=error.strerror
        ) from error
    except ValueError as broken:
        raise BadText(N_("{file}: cannot be read"), file=folder / MANIFEST) from broken
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise BadText(
            N_("{file}: its format is not {format}, the only one that this house reads"),
            file=folder / MANIFEST,
            format=FORMAT,
        )
    return found
