"""Clocks without ticking: the time that a seat has left is arithmetic on the times of events.

Two kinds: sudden death with an increment (`5m+3s`: five minutes for the game, three seconds more
for each move made) and a time for each move (`30s/move`, `3d/move`). Either may wait for each
seat's first move (`5m+3s~1m`): what that takes is free, up to a minute. All in whole milliseconds.
"""

import re
from dataclasses import dataclass
from typing import Final

from ludotheque.errors import N_, BadText

UNITS: Final = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
"""Milliseconds a unit, the largest first."""


@dataclass(frozen=True)
class SuddenDeath:
    """A time for the whole game, and more of it for each move made."""

    initial_ms: int
    increment_ms: int = 0
    grace_ms: int = 0
    """How much of a seat's first move is free; then its time runs, lest the others wait forever."""

    def __post_init__(self) -> None:
        if self.initial_ms <= 0 or self.increment_ms < 0 or self.grace_ms < 0:
            raise BadText(N_("clock “{clock}”: the time must be more than zero"), clock=self)

    def left(self, used: int, made: int, here: int) -> int:  # noqa: ARG002 - as of every clock
        """Return what is left after *used* milliseconds and *made* moves."""
        return self.initial_ms + self.increment_ms * made - used

    def ration(self, left: int) -> int:
        """Return what of *left* a move may take so that there is enough for a long game."""
        return min(left // 2, left // 30 + self.increment_ms * 3 // 4)

    def __str__(self) -> str:
        increment = f"+{_write(self.increment_ms)}" if self.increment_ms else ""
        return _write(self.initial_ms) + increment + _write_grace(self.grace_ms)


@dataclass(frozen=True)
class PerMove:
    """The same time for each move; what is not used is lost."""

    each_ms: int
    grace_ms: int = 0
    """As of `SuddenDeath`."""

    def __post_init__(self) -> None:
        if self.each_ms <= 0 or self.grace_ms < 0:
            raise BadText(N_("clock “{clock}”: the time must be more than zero"), clock=self)

    def left(self, used: int, made: int, here: int) -> int:  # noqa: ARG002 - as of every clock
        """Return what is left after *here* milliseconds on the move to be made."""
        return self.each_ms - here

    def ration(self, left: int) -> int:
        """Return what of *left* a move may take; the rest is for the way to the clock."""
        return left * 3 // 4

    def __str__(self) -> str:
        return f"{_write(self.each_ms)}/move{_write_grace(self.grace_ms)}"


Clock = SuddenDeath | PerMove


def _write(milliseconds: int) -> str:
    """Return a duration in the fewest units: `1h30m`, `500ms`, `0s`."""
    text = ""
    for unit, size in UNITS.items():
        count, milliseconds = divmod(milliseconds, size)
        text += f"{count}{unit}" if count else ""
    return text or "0s"


def _write_grace(milliseconds: int) -> str:
    return f"~{_write(milliseconds)}" if milliseconds else ""


_PART = re.compile(r"([0-9]{1,9})(ms|[dhms])")
_DURATION = "".join(rf"(?:[0-9]{{1,9}}{unit})?" for unit in UNITS)
_TEXT = re.compile(
    rf"(?P<first>{_DURATION})(?:\+(?P<more>{_DURATION})|(?P<each>/move))?(?:~(?P<grace>{_DURATION}))?"
)


def _read(duration: str) -> int:
    """Return the milliseconds of a duration that `_DURATION` matches."""
    return sum(int(count) * UNITS[unit] for count, unit in _PART.findall(duration))


def read_clock(text: str) -> Clock:
    """Return the clock that *text* describes, or raise BadText."""
    parts = _TEXT.fullmatch(text)
    if parts is None or not parts["first"] or "" in (parts["more"], parts["grace"]):
        raise BadText(
            N_("clock “{text}”: expected a time such as 5m+3s, 1h30m, 30s/move or 3d/move"),
            text=text,
        )
    first, grace = _read(parts["first"]), _read(parts["grace"] or "")
    if parts["each"]:
        return PerMove(first, grace)
    return SuddenDeath(first, _read(parts["more"] or ""), grace)
