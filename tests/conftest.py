"""Servers that tests share: each is started once in a process, for the first who needs it."""

import pytest

from server.house import House
from servers import postgres, redis  # noqa: F401 - fixtures


@pytest.fixture(scope="session")
def house(tmp_path_factory):
    """Keep one house open for all tests that do not close it."""
    with House(tmp_path_factory.mktemp("house")).running() as house:
        yield house
        assert house.faults() == []
