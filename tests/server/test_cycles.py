"""Reference cycles go, although Python itself does not look for them."""

import asyncio
import gc
from weakref import ref

import pytest

from ludotheque.server import cycles
from waiting import until


class Knot:
    """Something that holds itself."""

    def __init__(self):
        self.own = self


@pytest.mark.parametrize("old", [False, True])
def test_a_cycle_goes_whether_it_is_new_or_old(monkeypatch, old):
    """New ones at the next look; those that have outlived one when everything is looked at."""
    monkeypatch.setattr(cycles, "YOUNG", 0.01)
    monkeypatch.setattr(cycles, "ALL", 0.01 if old else 1e9)

    async def script():
        with cycles.searched():
            assert not gc.isenabled()
            knot = Knot()
            if old:
                gc.collect(0)
            tied = ref(knot)
            del knot
            await until(lambda: tied() is None)
        assert gc.isenabled()

    asyncio.run(script())
