"""Thread pool for hashing passwords, each address in turn.

A hash takes 64 MB and all of a core for a moment. Whoever sends many passwords from one address
waits for their own: one at a time is hashed for them, and others come in between.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from ludotheque.server.turns import Line, Pool

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE: Final = 2
"""How many passwords are hashed at once, of as many addresses."""


class Hashing(Pool):
    """The threads, and who waits for one of them."""

    def __init__(self, threads: int = AT_ONCE) -> None:
        super().__init__(threads, "hashing")
        self._line = Line("password", threads)

    def next_line(self) -> Line:
        """Return the one line that there is."""
        return self._line

    async def run(self, address: str, work: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Return the result of *work* for that address, when its turn has come."""
        async with self.turn_in(self._line, address) as turn:
            return await turn.run(work, *args, **facts)
