# Written by `make stubs`: each game by its name, for type checkers.
from typing import Literal, overload

from ludotheque.games import AnyGame, Game
from ludotheque.games.hops.notation import Move as HopsMove
from ludotheque.games.hops.rules import Hops as Hops
from ludotheque.games.race.notation import Move as RaceMove
from ludotheque.games.race.rules import Race as Race
from ludotheque.games.tortuga.notation import Move as TortugaMove
from ludotheque.games.tortuga.rules import Tortuga as Tortuga

@overload
def take(slug: Literal["hops"]) -> Game[Hops, HopsMove]: ...
@overload
def take(slug: Literal["race"]) -> Game[Race, RaceMove]: ...
@overload
def take(slug: Literal["tortuga"]) -> Game[Tortuga, TortugaMove]: ...
@overload
def take(slug: str) -> AnyGame: ...
