"""Diagrams of Hops, for its tests."""

from collections.abc import Callable

import pytest

from ludotheque.games.hops import GAME
from ludotheque.games.hops.board import CELLS
from ludotheque.games.hops.rules import Hops


@pytest.fixture(scope="session")
def diagram() -> Callable[..., Hops]:
    """Set up dice written as `A1r1 B2b3`."""

    def read(dice: str, turn: str = "r", **options: str) -> Hops:
        on = {die[:2]: die[2:] for die in dice.split()}
        rows = (CELLS[first : first + 7] for first in range(0, 49, 7))
        text = "/".join("".join(on.get(cell, ".") for cell in row) for row in rows)
        return GAME.position(f"{text} {turn}", **options)

    return read
