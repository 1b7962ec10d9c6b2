# What the kernel offers to Python: kernel/bind/bind.hpp.

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from ludotheque.engine.course import Course

TextLine: TypeAlias = tuple[int, int, int, list[str]]
TextPlay: TypeAlias = tuple[int, str, str]

class Twin(Protocol):
    def __init__(self, text: str, options: Mapping[str, str]) -> None: ...
    @property
    def to_move(self) -> int | None: ...
    def moves(self) -> list[str]: ...
    def count(self) -> int: ...
    def after(self, index: int) -> Twin: ...
    def outcome(self) -> tuple[tuple[float, ...], str] | None: ...
    def perft(self, depth: int) -> int: ...
    def playouts(self, seed: int, games: int) -> tuple[int, list[float]]: ...

class Thinker(Protocol):
    def __init__(self) -> None: ...
    def think(
        self,
        position: Twin,
        history: Sequence[Twin],
        *,
        seconds: float,
        nodes: int,
        depth: int,
        threads: int,
        lines: int,
        table_mb: int,
        impartial: bool,
        progress: Callable[[list[TextLine]], None] | None,
    ) -> list[TextLine]: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...
    @staticmethod
    def evaluate(position: Twin) -> int: ...
    @staticmethod
    def features(position: Twin) -> list[int]: ...
    @staticmethod
    def weights() -> list[int]: ...
    @staticmethod
    def signature(positions: list[str], options: Mapping[str, str], depth: int) -> int: ...

class Prover(Protocol):
    def __init__(self) -> None: ...
    def forced(
        self, position: Twin, seat: int, plies: int, *, nodes: int, drawn: Sequence[Twin]
    ) -> tuple[bool | None, int]: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...

class Sampler(Protocol):
    def __init__(self, seed: int) -> None: ...
    def tried(
        self, position: Twin, *, seconds: float, games: int
    ) -> list[tuple[str, int, float]]: ...

class SecretSearch(Protocol):
    def __init__(
        self,
        view: str,
        seat: int,
        options: Mapping[str, str],
        plays: Sequence[TextPlay],
        seed: int,
        *,
        whole: bool,
    ) -> None: ...
    def more(self, *, iterations: int, seconds: float) -> list[tuple[str, int, float]]: ...

class Batch(Protocol):
    BYTES_EACH: int
    def __init__(
        self,
        size: int,
        seats: int,
        options: Mapping[str, str],
        moves: int,
        drawn: bool,
        restarting: bool,
    ) -> None: ...
    def copy(self) -> Batch: ...
    def reset(self, seed: int, positions: Sequence[str]) -> None: ...
    def step(self, actions: object) -> int: ...
    def step_alone(self, action: int) -> int: ...
    def sample(self) -> None: ...
    def observe(self, number: int, seat: int) -> bytes: ...
    def text(self, number: int) -> str: ...

TWINS: dict[str, type[Twin]]
THINKERS: dict[str, type[Thinker]]
PROVERS: dict[str, type[Prover]]
SAMPLERS: dict[str, type[Sampler]]
BATCHES: dict[str, type[Batch]]
# By a position's text and the options.
COURSES: dict[str, Callable[[str, Mapping[str, str]], Course]]
MATE: int
DECISIVE: int
SECRET_SEARCHES: dict[str, type[SecretSearch]]
# View, seat, options, plays: for each seat the probability of each secret.
VALUINGS: dict[
    str,
    Callable[
        [str, int, Mapping[str, str], Sequence[TextPlay], int, int, str],
        list[tuple[str, int, float, float, float, float]],
    ],
]
FORTUNES: dict[
    str,
    Callable[[str, str, Mapping[str, str], int, int], list[tuple[float, float, float, float]]],
]
BELIEFS: dict[str, Callable[[str, int, Mapping[str, str], Sequence[TextPlay]], list[list[float]]]]
