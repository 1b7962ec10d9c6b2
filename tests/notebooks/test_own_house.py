"""A notebook's own house keeps the port that it was given until it has opened."""

from contextlib import closing

import pytest

from ludotheque.notebook import own_house
from ports import free_port

pytest.importorskip("uvicorn")


def test_houses_that_begin_at_once_are_given_ports_of_their_own(monkeypatch):
    """Neither has opened when the other looks for a port."""
    monkeypatch.setattr(own_house, "FIRST_PORT", free_port())
    with closing(own_house.OwnHouse()) as one, closing(own_house.OwnHouse()) as other:
        assert one.is_running
        assert one.address != other.address
