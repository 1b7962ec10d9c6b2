"""Settings of the server: addresses, limits, whom to trust."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_network
from typing import Any, Final

from ludotheque.errors import N_, BadOption
from ludotheque.server.rates import RATES, read_rates
from ludotheque.store import Keeping

_ORIGIN: Final = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?|https?://\[[0-9a-f:]+\](:[0-9]+)?")
"""As browsers write it: in small letters, and without a slash at its end."""

MOST: Final = 1_000_000_000
"""More than any setting means."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How a house is run. The defaults suit a laptop."""

    origins: tuple[str, ...] = ()
    """The public addresses, such as `https://play.example.org`; links are made with the first.

    Without any, the house answers to whatever address of this machine it is called by: numbers,
    `localhost` and names of the local network, but to no name that others could point at it.
    """
    proxies: tuple[str, ...] = ()
    """The addresses or networks of proxies whose word on the client's address is taken."""
    metrics_for: tuple[str, ...] = ("127.0.0.0/8", "::1/128")
    """The addresses or networks that may read `/metrics`; to others there is no such page."""
    device: str | None = None
    """The folder of a site for devices without a network, see `ludotheque.server.device`."""
    redis: str | None = None
    """Where the counts of the rate limits are shared; each process counts by itself without it."""
    rates: Mapping[str, str] = field(default_factory=lambda: RATES)
    """As `RATES`; a kind that is left out is not limited."""
    sockets_each: int = 40
    """The sockets and streams that one person may have open at a time, at all tables together."""
    sockets_address: int = 400
    """The sockets and streams that may be open at a time from one address: a class behind one."""
    connections: int = 10_000
    """The connections of one process, sockets included; fewer where it may open fewer files."""
    connections_address: int = 600
    """The HTTP connections of one address, streams included: a café with a browser a guest."""
    head_bytes: int = 16_384
    """The most bytes of a request that are not its body."""
    head_seconds: float = 10.0
    """The seconds within which a request's head is whole."""
    body_seconds: float = 30.0
    """The seconds within which a request's body is whole, or an answer is taken in."""
    idle_seconds: float = 10.0
    """HTTP keep-alive: the seconds for which a connection may wait for its next request."""
    body_bytes: int = 16_384
    """The most bytes of a request's body."""
    record_bytes: int = 262_144
    """The most bytes of a body that brings a record."""
    body_depth: int = 8
    """The most brackets that may stand open in a request's body."""
    keep_alive: float = 6.0
    """The seconds between the blank lines of a bot's stream."""
    look_around: float = 1.0
    """The seconds between two looks for what is new to a bot."""

    tables_each: int = 100
    """The tables at which one person may wait or play at a time."""
    brought_games: int = 500
    """The games that one person may bring from elsewhere."""
    brought_bytes: int = 8_000_000
    """The bytes that their records may have together."""
    guests_games: int = 50
    """The games that a guest may bring: there may be any number of guests."""
    guests_bytes: int = 500_000
    """The bytes that their records may have together."""
    keep_guests: int = 30
    """The days after which a guest who never did anything is forgotten."""
    keep_tables: int = 30
    """The days after which a table at which nobody played is deleted."""

    database_mb: int = 20_000
    """The most megabytes of the database: beyond them nothing new is begun, and games go on."""
    free_mb: int = 200
    """The megabytes to be left on the disk of a SQLite database, likewise."""

    reviews: int = 2
    """The games that are looked over at a time in each process; the others wait in line.

    All share one thread, and each remembers 64 megabytes.
    """
    review_effort: int = 100
    """How much of a move is looked at in a review, in percent of what `ludotheque review` does."""
    analyses: int = 2
    """The positions that are looked at at a time on boards to study on, in each process.

    The others wait in line. Each remembers 32 megabytes; their threads give way to all others.
    """
    analysis_threads: int = 2
    """The threads that one of them may use; never more than there are processors."""
    analysis_seconds: float = 60.0
    """The seconds after which a position has been looked at long enough."""
    players_mb: int = 256
    """The megabytes that computers may remember from move to move, in each process.

    One of the highest level remembers 44 in an open game, others nothing worth counting. Those who
    think at the moment come on top, one a processor.
    """

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> "Settings":
        """Return what *environment* asks for; every setting has a variable, see `variable`.

        Lists are written with commas. Raises BadOption where a text says nothing.
        """
        given: dict[str, Any] = {}
        for setting in fields(cls):
            text = environment.get(variable(setting.name), "").strip()
            if not text:
                continue
            match setting.default:
                case int() | float() as usual:
                    given[setting.name] = _number(setting.name, text, type(usual))
                case tuple():
                    given[setting.name] = listed(text)
                case None:
                    given[setting.name] = text
                case _:
                    given[setting.name] = read_rates(text)
        return cls(**given)

    def __post_init__(self) -> None:
        for network in self.metrics_for:
            try:
                ip_network(network, strict=False)
            except ValueError as fault:
                raise BadOption(
                    N_("“{network}” is not a network such as 10.0.0.0/8"), network=network
                ) from fault
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise BadOption(
                    N_("“{origin}” is not a public address such as https://play.example.org"),
                    origin=origin,
                )

    @property
    def keeping(self) -> Keeping:
        """How long things are kept that nobody may need any more."""
        return Keeping(guests=self.keep_guests, tables=self.keep_tables)

    @property
    def https(self) -> bool:
        """Whether people reach the house by https alone."""
        return bool(self.origins) and all(o.startswith("https://") for o in self.origins)


def variable(setting: str) -> str:
    """Return the name in the environment of a setting."""
    return f"LUDOTHEQUE_{setting.upper()}"


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of a text with commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _number(setting: str, text: str, kind: type[int] | type[float]) -> float:
    try:
        number = kind(text)
    except ValueError:
        number = -1
    if not 0 < number < MOST:
        raise BadOption(
            N_("{variable}: “{text}” is not a number above 0"),
            variable=variable(setting),
            text=text,
        )
    return number
