"""The pulse of the database: written now and then, however often it is felt."""

import asyncio
from itertools import pairwise

from sqlalchemy import select

from ludotheque.store import open_store
from ludotheque.store.pulse import NAME, PAUSE, Pulse
from ludotheque.store.schema import SETTINGS


def test_it_is_written_once_in_a_while_however_often_it_is_felt(store):
    moments = iter([0, 0, PAUSE / 2, PAUSE, PAUSE * 1.5, 3 * PAUSE])
    pulse, value = Pulse(store.database, lambda: next(moments)), select(SETTINGS.c.value)
    value = value.where(SETTINGS.c.name == NAME)
    seen = []
    for _ in range(6):
        assert pulse.beats()
        seen.append(store.database.read(lambda c: c.execute(value).scalar()))
    assert [one != other for one, other in pairwise(seen)] == [False, False, True, False, True]


def test_a_store_that_is_closed_has_none(url):
    store = open_store(url)
    asyncio.run(store.close())
    assert not store.pulse.beats()
