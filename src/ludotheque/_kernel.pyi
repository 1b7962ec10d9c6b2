# What kernel/bind.cpp offers to Python.

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

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

class SecretSearch(Protocol):
    def __init__(
        self,
        view: str,
        seat: int,
        options: Mapping[str, str],
        plays: Sequence[TextPlay],
        seed: int,
    ) -> None: ...
    def more(self, *, iterations: int, seconds: float) -> list[tuple[str, int, float]]: ...

TWINS: dict[str, type[Twin]]
THINKERS: dict[str, type[Thinker]]
MATE: int
DECISIVE: int
SECRET_SEARCHES: dict[str, type[SecretSearch]]
# View, seat, options, plays: for each seat the probability of each secret.
BELIEFS: dict[str, Callable[[str, int, Mapping[str, str], Sequence[TextPlay]], list[list[float]]]]
